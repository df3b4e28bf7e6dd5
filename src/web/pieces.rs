//! Long bodies, handed to the connection piece by piece.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use bytes::Bytes;

/// The most bytes that are copied for a client at once. Longer bodies are sent in pieces.
const PIECE: usize = 64 * 1024;

/// A long body. The connection copies what it is given, and would copy all of it, however slowly its client reads.
/// Between two pieces, the thread's other requests have their turn, however fast the client reads.
struct Pieces {
    rest: Bytes,
    /// Whether the others had their turn since the last piece.
    next: bool,
}

/// Divides a body that is long.
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

    use super::*;

    /// The lengths of what the connection is given.
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

    #[tokio::test]
    async fn others_have_their_turn_between_two_pieces() {
        let mut turns = 0;
        let others = async {
            loop {
                tokio::task::yield_now().await;
                turns += 1;
            }
        };
        tokio::select! {
            sent = lengths(vec![1; 8 * PIECE]) => assert_eq!(sent.len(), 8),
            () = others => {}
        }
        assert!(turns >= 7, "{turns}");
    }
}
