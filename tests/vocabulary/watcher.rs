//! What watchers do: look at a board while others change it.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async, connect_async};

use crate::app::TestApp;
use crate::seller::Waffle;

/// How long to wait for a message that should come.
const PATIENCE: Duration = Duration::from_secs(10);

/// An open socket.
pub struct Watcher<S = MaybeTlsStream<TcpStream>>(WebSocketStream<S>);

impl TestApp {
    /// Opens a socket.
    pub async fn watch(&self, path: &str) -> Watcher {
        Watcher(connect_async(format!("ws://{}{path}", self.address)).await.expect("an upgrade").0)
    }

    /// Opens a socket for a waffle, and waits until it is served.
    pub async fn watching(&self, waffle: &Waffle) -> Watcher {
        let mut watcher = self.watch(&format!("/ws/{}", waffle.slug)).await;
        watcher.ping().await;
        watcher
    }

    /// Opens a socket as a client at an address.
    pub async fn watch_from(&self, address: &str, path: &str) -> Watcher {
        let mut request = format!("ws://{}{path}", self.address).into_client_request().expect("a request");
        request.headers_mut().insert("x-forwarded-for", address.parse().expect("an address"));
        Watcher(connect_async(request).await.expect("an upgrade").0)
    }

    /// Opens a socket over the test's own connection.
    pub async fn watch_over(&self, connection: TcpStream, path: &str) -> Watcher<TcpStream> {
        Watcher(client_async(format!("ws://{}{path}", self.address), connection).await.expect("an upgrade").0)
    }

    /// Tries to open a socket and returns the status of the refusal.
    pub async fn watch_refused(&self, path: &str) -> u16 {
        match connect_async(format!("ws://{}{path}", self.address)).await {
            Err(Error::Http(response)) => response.status().as_u16(),
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("upgraded"),
        }
    }
}

impl Watcher {
    /// Sends bytes as they are.
    pub async fn send_raw(&mut self, bytes: &[u8]) {
        let MaybeTlsStream::Plain(stream) = self.0.get_mut() else { panic!("not a plain connection") };
        stream.write_all(bytes).await.expect("an open socket");
    }
}

impl<S> Watcher<S>
where
    WebSocketStream<S>: StreamExt<Item = Result<Message, Error>> + SinkExt<Message, Error = Error> + Unpin,
{
    async fn frame(&mut self) -> Message {
        let frame = timeout(PATIENCE, self.0.next()).await.expect("a frame in time");
        frame.expect("an open socket").expect("a whole frame")
    }

    /// The next message, as text.
    pub async fn next_text(&mut self) -> String {
        loop {
            match self.frame().await {
                Message::Text(text) => return text.as_str().to_owned(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("no message but {other:?}"),
            }
        }
    }

    /// The next message.
    pub async fn next(&mut self) -> Value {
        serde_json::from_str(&self.next_text().await).expect("JSON")
    }

    /// The sequence numbers of the next messages.
    pub async fn next_seqs(&mut self, count: usize) -> Vec<i64> {
        let messages = self.next_many(count).await;
        messages.iter().map(|message| message["seq"].as_i64().expect("a sequence number")).collect()
    }

    /// The next messages.
    pub async fn next_many(&mut self, count: usize) -> Vec<Value> {
        let mut messages = Vec::with_capacity(count);
        for _ in 0..count {
            messages.push(self.next().await);
        }
        messages
    }

    /// Reads until the socket is closed; returns the messages and the close code.
    pub async fn rest(&mut self) -> (Vec<Value>, u16) {
        let mut messages = Vec::new();
        loop {
            match self.frame().await {
                Message::Text(text) => messages.push(serde_json::from_str(&text).expect("JSON")),
                Message::Close(Some(frame)) => return (messages, frame.code.into()),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("no message but {other:?}"),
            }
        }
    }

    /// The close code; asserts that no message comes before it.
    pub async fn closed(&mut self) -> u16 {
        let (messages, code) = self.rest().await;
        assert_eq!(messages, [Value::Null; 0]);
        code
    }

    pub async fn send(&mut self, message: Message) {
        self.0.send(message).await.expect("an open socket");
    }

    /// Sends a ping and waits for its pong, so that everything sent before has arrived.
    pub async fn ping(&mut self) {
        self.send(Message::Ping("here?".into())).await;
        loop {
            match self.frame().await {
                Message::Pong(data) => return assert_eq!(data, "here?"),
                Message::Ping(_) => {}
                other => panic!("no pong but {other:?}"),
            }
        }
    }
}
