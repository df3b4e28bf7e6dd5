//! The server of a board, as its clients reach it: the API's answers, and the WebSocket.

use std::fmt;
use std::mem;

use actix_codec::Framed;
use actix_http::ws::{CloseCode, Codec, Frame, Item, Message, hash_key};
use actix_web::http::Uri;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::header::{CONNECTION, HeaderMap, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use reqwest::{Client, RequestBuilder, Response, StatusCode, Upgraded};
use serde_json::Value;
use tokio::time::{Instant, timeout};
use uuid::Uuid;
use waffle_beacon::http_client::{FetchError, answer, body, trusting_client_builder};
use waffle_domain::timeouts::{WATCH_FAREWELL, WATCH_REQUEST, WATCHER_SILENCE};

use super::board::Board;

/// The longest answer: 10,000 spots with the longest handles have less than 3 MB.
const MOST_BYTES: usize = 8 * 1024 * 1024;
/// The longest message.
const LONGEST_MESSAGE: usize = 1024 * 1024;

/// The address of a board.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Address {
    /// Scheme, host and port.
    origin: String,
    slug: String,
}

/// A client of the server at an address.
pub(super) struct Site {
    client: Client,
    address: Address,
}

/// A board as it was read, with the answers themselves.
pub(super) struct Reading {
    pub(super) board: Board,
    pub(super) waffle: Value,
    pub(super) spots: Value,
}

/// An open WebSocket.
pub(super) struct Socket {
    framed: Framed<Upgraded, Codec>,
    /// The beginning of a message that something in between has split.
    begun: Vec<u8>,
    pub(super) opened: Instant,
}

/// Why a board is not read or followed for now.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error("it is unknown, or archived")]
    NotFound,
    #[error("the status of the answer is {0}")]
    Status(u16),
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error("the answer is no board in JSON")]
    NoBoard,
    #[error("the answers are not up to date")]
    Behind,
    #[error("messages are missing")]
    Missed,
    #[error("the answer opens no WebSocket")]
    NoSocket,
    #[error("the connection broke: {0}")]
    Broken(String),
    #[error("the server was silent for {} s", WATCHER_SILENCE.as_secs())]
    Silent,
    #[error("the server closed the connection with {0}")]
    Closed(u16),
}

impl Fault {
    /// Returns whether a server of boards may well answer like this for a moment.
    pub(super) fn may_pass(&self) -> bool {
        matches!(self, Self::Status(429 | 500..=599) | Self::Fetch(FetchError::TooSlow) | Self::Behind)
    }
}

impl Address {
    /// Reads the address of a board's page, of any page below it, or of its JSON.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let uri: Uri = text.split('#').next()?.parse().ok()?;
        let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"))?;
        let slug = match uri.path().split('/').skip(1).collect::<Vec<_>>().as_slice() {
            ["waffle", slug, ..] | ["api", "waffles", slug, ..] => (*slug).to_owned(),
            _ => return None,
        };
        let origin = format!("{scheme}://{}", uri.authority()?);
        (!slug.is_empty()).then_some(Self { origin, slug })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}/waffle/{}", self.origin, self.slug)
    }
}

impl Site {
    pub(super) fn new(address: Address) -> Result<Self, FetchError> {
        // A connection that was kept may have died without a sign.
        Ok(Self { client: trusting_client_builder()?.pool_max_idle_per_host(0).build()?, address })
    }

    /// Returns the address.
    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    /// Reads the board.
    pub(super) async fn read(&self) -> Result<Reading, Fault> {
        let (waffle_head, waffle) = self.json("").await?;
        let (spots_head, spots) = self.json("/spots").await?;
        let seq = |head: &HeaderMap| text(head, "x-event-seq").parse::<i64>().map_err(|_| Fault::NoBoard);
        let of_waffle = (&waffle, seq(&waffle_head)?);
        let board = Board::read(of_waffle, text(&waffle_head, "x-locked-draw"), (&spots, seq(&spots_head)?));
        let board = board.map_err(|_| Fault::NoBoard)?;
        if text(&spots_head, "x-waffle-id").parse::<Uuid>().ok() != Some(board.id()) {
            // Another waffle got the address in between.
            return Err(Fault::Behind);
        }
        Ok(Reading { board, waffle, spots })
    }

    async fn json(&self, rest: &str) -> Result<(HeaderMap, Value), Fault> {
        let Address { origin, slug } = &self.address;
        let request = self.client.get(format!("{origin}/api/waffles/{slug}{rest}"));
        let reading = async {
            let response = expect(StatusCode::OK, request).await?;
            let head = response.headers().clone();
            let body = body(response, MOST_BYTES).await?;
            Ok::<_, Fault>((head, serde_json::from_slice(&body).map_err(|_| Fault::NoBoard)?))
        };
        timeout(WATCH_REQUEST, reading).await.unwrap_or(Err(FetchError::TooSlow.into()))
    }

    /// Opens a WebSocket on which all after an event of a waffle comes first. The handshake needs random bytes.
    pub(super) async fn open(&self, waffle: Uuid, since: i64, random: [u8; 16]) -> Result<Socket, Fault> {
        let Address { origin, slug } = &self.address;
        let key = STANDARD.encode(random);
        let request = self
            .client
            .get(format!("{origin}/ws/{slug}?since={since}&waffle={waffle}"))
            .header(CONNECTION, "upgrade")
            .header(UPGRADE, "websocket")
            .header(SEC_WEBSOCKET_VERSION, "13")
            .header(SEC_WEBSOCKET_KEY, &key);
        let opening = async {
            let response = expect(StatusCode::SWITCHING_PROTOCOLS, request).await?;
            let accepted = response.headers().get(SEC_WEBSOCKET_ACCEPT);
            if accepted.is_none_or(|accepted| *accepted.as_bytes() != hash_key(key.as_bytes())) {
                return Err(Fault::NoSocket);
            }
            let codec = Codec::new().client_mode().max_size(LONGEST_MESSAGE);
            let framed = Framed::new(response.upgrade().await.map_err(FetchError::from)?, codec);
            Ok::<_, Fault>(Socket { framed, begun: Vec::new(), opened: Instant::now() })
        };
        timeout(WATCH_REQUEST, opening).await.unwrap_or(Err(FetchError::TooSlow.into()))
    }
}

impl Socket {
    /// Returns the next message, and answers pings of the protocol until then.
    pub(super) async fn next(&mut self) -> Result<Bytes, Fault> {
        loop {
            let frame = timeout(WATCHER_SILENCE, self.framed.next()).await.map_err(|_| Fault::Silent)?;
            match frame.ok_or_else(|| Fault::Broken("it ended".to_owned()))?.map_err(broken)? {
                Frame::Text(text) => return Ok(text),
                Frame::Ping(payload) => self.send(Message::Pong(payload)).await?,
                Frame::Close(reason) => {
                    let code = reason.map_or(CloseCode::Normal, |reason| reason.code);
                    // The server may be gone already.
                    let _ = self.send(Message::Close(Some(code.into()))).await;
                    return Err(Fault::Closed(code.into()));
                }
                Frame::Continuation(Item::Last(part)) => {
                    self.keep(&part)?;
                    return Ok(mem::take(&mut self.begun).into());
                }
                Frame::Continuation(Item::FirstText(part) | Item::FirstBinary(part) | Item::Continue(part)) => {
                    self.keep(&part)?;
                }
                Frame::Binary(_) | Frame::Pong(_) => {}
            }
        }
    }

    fn keep(&mut self, part: &[u8]) -> Result<(), Fault> {
        if self.begun.len() + part.len() > LONGEST_MESSAGE {
            return Err(Fault::Broken("a message is too long".to_owned()));
        }
        self.begun.extend_from_slice(part);
        Ok(())
    }

    /// Answers a ping that came as a message.
    pub(super) async fn pong(&mut self) -> Result<(), Fault> {
        self.send(Message::Text(r#"{"type":"pong"}"#.into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Fault> {
        let sent = timeout(WATCH_REQUEST, self.framed.send(message)).await;
        sent.map_err(|_| Fault::Silent)?.map_err(broken)
    }

    /// Says goodbye, and gives the server a moment to do the same.
    pub(super) async fn close(mut self) {
        let farewell = async {
            if self.send(Message::Close(Some(CloseCode::Normal.into()))).await.is_ok() {
                while !matches!(self.framed.next().await, None | Some(Err(_) | Ok(Frame::Close(_)))) {}
            }
        };
        let _ = timeout(WATCH_FAREWELL, farewell).await;
    }
}

async fn expect(status: StatusCode, request: RequestBuilder) -> Result<Response, Fault> {
    let response = answer(request).await?;
    match response.status() {
        found if found == status => Ok(response),
        StatusCode::NOT_FOUND => Err(Fault::NotFound),
        other => Err(Fault::Status(other.as_u16())),
    }
}

/// A header's value; empty if there is none.
fn text<'a>(head: &'a HeaderMap, name: &str) -> &'a str {
    head.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn broken(error: impl fmt::Display) -> Fault {
    Fault::Broken(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn the_address_of_a_board_may_be_that_of_its_pages_or_of_its_json() {
        for text in [
            "https://waffles.example.com/waffle/camera",
            "https://waffles.example.com/waffle/camera/?lang=de#spots",
            "https://waffles.example.com/waffle/camera/stage?transparent=1",
            "HTTPS://waffles.example.com/api/waffles/camera/spots",
        ] {
            let address = Address::parse(text).unwrap();
            assert_eq!(address.to_string(), "https://waffles.example.com/waffle/camera", "{text}");
        }
        assert_eq!(
            Address::parse("http://127.0.0.1:8080/waffle/camera"),
            Some(Address { origin: "http://127.0.0.1:8080".into(), slug: "camera".into() })
        );
    }

    #[test]
    fn everything_else_is_no_board() {
        for text in [
            "",
            "camera",
            "/waffle/camera",
            "waffles.example.com/waffle/camera",
            "ftp://waffles.example.com/waffle/camera",
            "https://waffles.example.com",
            "https://waffles.example.com/waffle/",
            "https://waffles.example.com/waffles",
            "https://waffles.example.com/api/waffles",
            "https://waffles.example.com/buyer/anna",
            "https://waffles example com/waffle/camera",
        ] {
            assert_eq!(Address::parse(text), None, "{text}");
        }
    }
}
