//! A connection on which a client asks for an upgrade. From then on it carries this one exchange: the request, whose
//! body is whatever the client sends, and the response. A watcher's lasts for hours, and there are many of them, so it
//! holds no more memory than the bytes that wait to be sent.
//!
//! While that is more than a few KiB, the response's body is not polled. A watcher's body then neither reads what the
//! client sends, which waits in the operating system, nor looks at the time. So the connection has a limit too: it ends
//! when its client does not take what waits.

use std::{
    convert::Infallible,
    future::poll_fn,
    io::{self, ErrorKind},
    net::Shutdown,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, ready},
    time::Duration,
};

use actix_codec::{Encoder as _, Framed};
use actix_http::{
    ConnectionType, Request, Response,
    h1::{Codec, Message},
};
use actix_web::{
    Error,
    body::{BodySize, BoxBody, MessageBody},
    dev::{Payload, Service, ServiceResponse},
    error::PayloadError,
    http::StatusCode,
    rt::net::TcpStream,
};
use bytes::{Buf as _, Bytes, BytesMut};
use futures_util::Stream;
use socket2::SockRef;
use tokio::time::{Sleep, sleep, timeout};
use waffle_domain::timeouts::{CLIENT_READS, CONNECTION_END};

/// How many bytes a connection gathers before it writes them.
pub(super) const WRITE_BUFFER: usize = 8 * 1_024;
/// The most bytes of a single read.
const PIECE: usize = 4 * 1_024;

/// Lets the app answer the request, as it does any other, and sends the response until one side ends it.
pub(super) async fn serve<S, B>(app: Rc<S>, asked: (Request, Framed<TcpStream, Codec>)) -> Result<(), Infallible>
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody + 'static,
{
    let (request, framed) = asked;
    if let Err(error) = exchange(&*app, request, framed).await {
        log::debug!(error:%; "a connection broke");
    }
    Ok(())
}

async fn exchange<S, B>(app: &S, mut request: Request, framed: Framed<TcpStream, Codec>) -> io::Result<()>
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody + 'static,
{
    let (inbound, mut outbound) = split(framed, CLIENT_READS);
    *request.payload() = Payload::Stream { payload: Box::pin(inbound) };
    if request.head().expect() {
        outbound.waiting.extend_from_slice(b"HTTP/1.1 100 Continue\r\n\r\n");
    }
    poll_fn(|context| outbound.poll_write(context)).await?;
    let (_request, response) = match app.call(request).await {
        Ok(answered) => {
            let (request, response) = answered.into_parts();
            // A watcher's request holds the memory into which it was read; any other request holds its slot in the
            // connection count.
            let kept = (response.status() != StatusCode::SWITCHING_PROTOCOLS).then_some(request);
            (kept, response.map_into_boxed_body().into())
        }
        Err(error) => (None, error.into()),
    };
    outbound.send(response).await
}

fn split(framed: Framed<TcpStream, Codec>, patience: Duration) -> (Inbound, Outbound) {
    let parts = framed.into_parts();
    let connection = Rc::new(parts.io);
    // Early bytes are copied, so that the dispatcher's buffer is freed.
    let inbound = Inbound { connection: Rc::clone(&connection), early: Bytes::copy_from_slice(&parts.read_buf) };
    let outbound =
        Outbound { connection, codec: parts.codec, waiting: parts.write_buf, body: None, patience, blocked: None };
    (inbound, outbound)
}

/// The bytes that the client sends after the head of its request.
struct Inbound {
    connection: Rc<TcpStream>,
    /// The bytes that came with the head.
    early: Bytes,
}

impl Stream for Inbound {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if !self.early.is_empty() {
            return Poll::Ready(Some(Ok(std::mem::take(&mut self.early))));
        }
        let mut piece = [0; PIECE];
        let read = match ready!(poll_read(&self.connection, context, &mut piece))? {
            // Only an upgraded connection may end like this. A body without its end may be incomplete.
            0 => Err(PayloadError::Incomplete(None)),
            length => Ok(Bytes::copy_from_slice(&piece[..length])),
        };
        Poll::Ready(Some(read))
    }
}

/// The response on its way.
struct Outbound {
    connection: Rc<TcpStream>,
    codec: Codec,
    /// The bytes not written yet. Their memory is freed once all of them are.
    waiting: BytesMut,
    /// None when all of it has been read.
    body: Option<BoxBody>,
    /// How long the client may take for what waits.
    patience: Duration,
    /// When that time ends; set while the client can't take any.
    blocked: Option<Pin<Box<Sleep>>>,
}

impl Outbound {
    async fn send(mut self, response: Response<BoxBody>) -> io::Result<()> {
        let (mut head, body) = response.into_parts();
        if !head.upgrade() {
            head.head_mut().set_connection_type(ConnectionType::Close);
        }
        let size = body.size();
        self.codec.encode(Message::Item((head, size)), &mut self.waiting)?;
        self.body = (!matches!(size, BodySize::None | BodySize::Sized(0))).then_some(body);
        poll_fn(|context| self.poll(context)).await?;
        // Closing immediately could discard bytes that the client has not read yet.
        SockRef::from(&*self.connection).shutdown(Shutdown::Write)?;
        let _ = timeout(CONNECTION_END, poll_fn(|context| self.poll_end(context))).await;
        Ok(())
    }

    /// Sends the pending bytes. Ready: all are sent.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            let rests = self.poll_body(context)?.is_pending();
            ready!(self.poll_write(context))?;
            if self.body.is_none() {
                return Poll::Ready(Ok(()));
            }
            if rests {
                return Poll::Pending;
            }
        }
    }

    /// Takes from the body as much as there is room for. Pending: it has nothing more for now.
    fn poll_body(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some(body) = &mut self.body
            && self.waiting.len() < WRITE_BUFFER
        {
            let piece = ready!(Pin::new(body).poll_next(context)).transpose();
            let piece = piece.map_err(|error| io::Error::other(error.to_string()))?;
            if piece.is_none() {
                self.body = None;
            }
            self.codec.encode(Message::Chunk(piece), &mut self.waiting)?;
        }
        Poll::Ready(Ok(()))
    }

    fn poll_write(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.waiting.is_empty() {
            if let Poll::Ready(can_write) = self.connection.poll_write_ready(context) {
                can_write?;
            } else {
                ready!(self.poll_patience(context));
                return Poll::Ready(Err(ErrorKind::TimedOut.into()));
            }
            match self.connection.try_write(&self.waiting) {
                Ok(0) => return Poll::Ready(Err(ErrorKind::WriteZero.into())),
                Ok(written) => self.waiting.advance(written),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        (self.waiting, self.blocked) = (BytesMut::new(), None);
        Poll::Ready(Ok(()))
    }

    /// Ready: the client has not taken everything since it first stopped reading.
    fn poll_patience(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let patience = self.patience;
        self.blocked.get_or_insert_with(|| Box::pin(sleep(patience))).as_mut().poll(context)
    }

    /// Reads and discards. Ready: the client has closed the connection.
    fn poll_end(&self, context: &mut Context<'_>) -> Poll<()> {
        let mut piece = [0; PIECE];
        while let Ok(1..) = ready!(poll_read(&self.connection, context, &mut piece)) {}
        Poll::Ready(())
    }
}

fn poll_read(connection: &TcpStream, context: &mut Context<'_>, piece: &mut [u8]) -> Poll<io::Result<usize>> {
    loop {
        ready!(connection.poll_read_ready(context))?;
        match connection.try_read(piece) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            read => return Poll::Ready(read),
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_http::body::BodyStream;
    use actix_web::rt::net::TcpListener;
    use futures_util::stream::{self, StreamExt as _};
    use tokio::io::AsyncReadExt as _;

    use super::*;

    const PATIENCE: Duration = Duration::from_millis(300);
    const SOON: Duration = Duration::from_secs(10);

    /// A connection, and the client's end of it.
    async fn connected() -> (Outbound, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap());
        let (client, (ours, _)) = tokio::try_join!(client, listener.accept()).unwrap();
        SockRef::from(&ours).set_send_buffer_size(16 * 1_024).unwrap();
        (split(Framed::new(ours, Codec::default()), PATIENCE).1, client)
    }

    fn upgraded(pieces: impl Stream<Item = Bytes> + 'static) -> Response<BoxBody> {
        let body = BodyStream::new(pieces.map(Ok::<_, Infallible>));
        Response::build(StatusCode::SWITCHING_PROTOCOLS).upgrade("websocket").body(body).map_into_boxed_body()
    }

    #[actix_web::test]
    async fn a_client_that_takes_nothing_is_dropped() {
        let (outbound, client) = connected().await;
        let endless = upgraded(stream::repeat(Bytes::from_static(&[b'x'; PIECE])));
        let error = timeout(SOON, outbound.send(endless)).await.expect("an end").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
        drop(client);
    }

    #[actix_web::test]
    async fn a_client_that_takes_a_little_now_and_then_is_not() {
        let (outbound, mut client) = connected().await;
        // It has room for a part alone, and makes more four times within the patience.
        SockRef::from(&client).set_recv_buffer_size(256 * 1_024).unwrap();
        let length = 1_024 * PIECE;
        let pieces = stream::iter(vec![Bytes::from_static(&[b'x'; PIECE]); length / PIECE]);
        let taking = async {
            let (mut taken, mut piece) = (0, vec![0; length / 16]);
            loop {
                sleep(PATIENCE / 4).await;
                match client.read(&mut piece).await.unwrap() {
                    0 => break taken,
                    more => taken += more,
                }
            }
        };
        let (sent, taken) = tokio::join!(timeout(SOON * 6, outbound.send(upgraded(pieces))), taking);
        assert!(sent.as_ref().is_ok_and(Result::is_ok) && taken > length, "{sent:?} {taken}");
    }

    #[actix_web::test]
    async fn a_client_to_which_nothing_is_sent_may_wait_for_long() {
        let (outbound, mut client) = connected().await;
        let late = upgraded(stream::once(async {
            sleep(PATIENCE * 2).await;
            Bytes::from_static(b"news")
        }));
        let read = async {
            let mut all = Vec::new();
            client.read_to_end(&mut all).await.map(|_| all)
        };
        let (sent, all) = tokio::join!(outbound.send(late), read);
        assert!(sent.is_ok() && all.unwrap().windows(4).any(|bytes| bytes == b"news"));
    }
}
