//! A connection on which a client asks for an upgrade. From then on it carries this one exchange: the request, whose
//! body is whatever the client sends, and the response. A watcher's lasts for hours, and there are many of them, so it
//! holds no more memory than what waits to be sent.

use std::{
    convert::Infallible,
    future::poll_fn,
    io::{self, ErrorKind},
    net::Shutdown,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, ready},
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
use tokio::time::timeout;
use waffle_domain::time_limits::CONNECTION_END;

/// How many bytes a connection gathers before it writes them.
pub(super) const WRITE_BUFFER: usize = 8 * 1_024;
/// The most bytes that are read at once.
const PIECE: usize = 4 * 1_024;

/// Lets the app answer the request, as it does any other, and sends what it answers until one of them ends it.
pub(super) async fn serve<S, B>(app: Rc<S>, asked: (Request, Framed<TcpStream, Codec>)) -> Result<(), Infallible>
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody + 'static,
{
    let (request, framed) = asked;
    if let Err(error) = exchange(&*app, request, framed).await {
        log::debug!("a connection broke: error={error}");
    }
    Ok(())
}

async fn exchange<S, B>(app: &S, mut request: Request, framed: Framed<TcpStream, Codec>) -> io::Result<()>
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody + 'static,
{
    let (inbound, mut outbound) = split(framed);
    *request.payload() = Payload::Stream { payload: Box::pin(inbound) };
    if request.head().expect() {
        outbound.waiting.extend_from_slice(b"HTTP/1.1 100 Continue\r\n\r\n");
    }
    poll_fn(|context| outbound.poll_write(context)).await?;
    let (_request, response) = match app.call(request).await {
        Ok(answered) => {
            let (request, response) = answered.into_parts();
            // A watcher's request holds the memory into which it was read; any other one its count as a connection.
            let kept = (response.status() != StatusCode::SWITCHING_PROTOCOLS).then_some(request);
            (kept, response.map_into_boxed_body().into())
        }
        Err(error) => (None, error.into()),
    };
    outbound.send(response).await
}

fn split(framed: Framed<TcpStream, Codec>) -> (Inbound, Outbound) {
    let parts = framed.into_parts();
    let connection = Rc::new(parts.io);
    // What came early is copied, so that the dispatcher's buffer goes.
    let inbound = Inbound { connection: Rc::clone(&connection), early: Bytes::copy_from_slice(&parts.read_buf) };
    (inbound, Outbound { connection, codec: parts.codec, waiting: parts.write_buf, body: None })
}

/// What the client sends after the head of its request.
struct Inbound {
    connection: Rc<TcpStream>,
    /// What had come with the head.
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
            // Only an upgraded connection may end like this. Of a body, nobody knows whether it is whole.
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
    /// What is not written yet. Its memory is given back whenever all is.
    waiting: BytesMut,
    /// None when all of it has been read.
    body: Option<BoxBody>,
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
        // Closing at once could take back what the client has not read yet.
        SockRef::from(&*self.connection).shutdown(Shutdown::Write)?;
        let _ = timeout(CONNECTION_END, poll_fn(|context| self.poll_end(context))).await;
        Ok(())
    }

    /// Sends what there is. Ready: all is sent.
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

    /// Takes from the body what there is room for. Pending: it has nothing more for now.
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
            ready!(self.connection.poll_write_ready(context))?;
            match self.connection.try_write(&self.waiting) {
                Ok(0) => return Poll::Ready(Err(ErrorKind::WriteZero.into())),
                Ok(written) => self.waiting.advance(written),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        self.waiting = BytesMut::new();
        Poll::Ready(Ok(()))
    }

    /// Reads on for nothing. Ready: the client has closed the connection.
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
