//! Long bodies, handed to the connection piece by piece.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use bytes::Bytes;

/// The most bytes that are copied for a client in one piece. Longer bodies are sent in several.
const PIECE: usize = 64 * 1024;

/// A long body. The connection copies what it is given, and would copy all of it, however slowly its client reads.
/// Between two pieces, the thread serves its other requests, however fast the client reads.
struct Pieces {
    rest: Bytes,
    /// Whether the thread was yielded since the last piece.
    next: bool,
}

/// Splits a body that is long.
pub(super) fn divided(body: BoxBody) -> BoxBody {
    if !matches!(body.size(), BodySize::Sized(size) if size > PIECE as u64) {
        return body;
    }
    body.try_into_bytes().map_or_else(|body| body, |rest| BoxBody::new(Pieces { rest, next: true }))
}

impl MessageBody for Pieces {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.rest.len() as u64)
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Infallible>>> {
        if self.rest.is_empty() {
            return Poll::Ready(None);
        }
        self.next = !self.next;
        if self.next {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let length = self.rest.len().min(PIECE);
        Poll::Ready(Some(Ok(self.rest.split_to(length))))
    }
}

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;
    use futures_util::future::poll_fn;
    use futures_util::task::noop_waker_ref;

    use super::*;

    /// The lengths of the pieces that the connection is given.
    async fn lengths(body: Vec<u8>) -> Vec<usize> {
        let (mut body, mut lengths) = (divided(BoxBody::new(body)), Vec::new());
        while let Some(piece) = poll_fn(|context| Pin::new(&mut body).poll_next(context)).await {
            lengths.push(piece.unwrap().len());
        }
        lengths
    }

    #[tokio::test]
    async fn a_long_body_is_whole_and_comes_in_pieces() {
        assert_eq!(lengths(vec![1; PIECE]).await, [PIECE]);
        assert_eq!(lengths(vec![1; 2 * PIECE + 1]).await, [PIECE, PIECE, 1]);
        let long: Vec<u8> = (0..=255).cycle().take(3 * PIECE).collect();
        let body = divided(BoxBody::new(long.clone()));
        assert_eq!(body.size(), BodySize::Sized(3 * PIECE as u64));
        assert_eq!(to_bytes(body).await.unwrap(), long);
    }

    #[test]
    fn other_requests_are_served_between_two_pieces() {
        let mut context = Context::from_waker(noop_waker_ref());
        let mut body = divided(BoxBody::new(vec![1; 3 * PIECE]));
        let mut waits = || Pin::new(&mut body).poll_next(&mut context).is_pending();
        assert_eq!([waits(), waits(), waits(), waits(), waits()], [false, true, false, true, false]);
    }
}
