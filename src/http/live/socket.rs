//! A watcher's WebSocket: the body of an upgraded response, which reads the client's frames and yields the session's. A
//! watcher has no task and no actor, and a broadcast is not copied for one until it is written. No other file knows
//! about WebSocket.

use std::collections::VecDeque;
use std::future::{Ready, ready};
use std::pin::Pin;
use std::task::{self, Context, Poll};
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::{Version, header};
use actix_web::{FromRequest, HttpRequest, HttpResponse, HttpResponseBuilder};
use actix_web_actors::ws::handshake;
use bytes::Bytes;
use futures_util::Stream;
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, Sleep, sleep, sleep_until};
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_actors::watch::{News, Subscription, SubscriptionEnd};
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::WATCHER_HEARTBEAT;
use waffle_domain::wire::frame::{FrameKind, frame};
use waffle_domain::wire::message::Message;
use waffle_service::failure::Failure;
use waffle_store::waffles::WaffleRef;

use crate::client_ip::ClientIp;
use crate::connections::Connection;
use crate::error::HttpError;
use crate::extractors::InQuery;
use crate::live::decoder::{Decoder, Inbound};
use crate::live::session::{Ending, Session, ending};
use crate::socket_slots::{SocketSlot, SocketSlots};

/// The most bytes that the connection is given in one piece. It copies them into a buffer, which must stay small.
const PIECE: usize = 4 * 1024;
/// How often a watcher whose subscription was lost tries to get another.
const TRIES: u32 = 12;
/// The length of a `Sec-WebSocket-Key`: 16 bytes in base64.
const KEY_LENGTH: usize = 24;

type Subscribing = LocalBoxFuture<'static, Result<Option<Subscription>, Failure>>;

struct Socket {
    waffles: Waffles,
    waffle: WaffleRef,
    session: Session,
    decoder: Decoder,
    inbound: Payload,
    outbound: VecDeque<Bytes>,
    subscription: Option<Subscription>,
    subscribing: Option<Subscribing>,
    tries: u32,
    started: Instant,
    next_heartbeat: Instant,
    /// The time until the next heartbeat or deadline.
    pause: Pin<Box<Sleep>>,
    /// Whether the close frame is queued. Nothing is queued after it.
    closing: bool,
    /// Given back when the socket is gone.
    _slot: SocketSlot,
}

/// A request for an upgrade, with the stream of its client's bytes.
pub struct Upgrade {
    request: HttpRequest,
    inbound: Payload,
}

impl FromRequest for Upgrade {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        ready(Ok(Self { request: request.clone(), inbound: payload.take() }))
    }
}

impl Upgrade {
    /// The waffle's address, as the client wrote it.
    pub fn slug(&self) -> &str {
        self.request.match_info().query("slug")
    }

    /// Reads the query string.
    pub fn query<T: DeserializeOwned>(&self) -> Result<InQuery<T>, HttpError> {
        InQuery::of(&self.request)
    }

    /// Upgrades; 400 `no_upgrade` unless the request asks for it as RFC 6455 requires, 429 or 503 without a free slot.
    pub fn open(
        self,
        waffles: Waffles,
        waffle_id: Uuid,
        since: Option<i64>,
        slots: &SocketSlots,
    ) -> Result<HttpResponse, HttpError> {
        let Self { request, inbound } = self;
        let mut upgraded = shake_hands(&request).ok_or_else(|| Failure::from(Refusal::NoUpgrade))?;
        let slot = slots.take(ClientIp::of(&request)?)?;
        if let Some(connection) = request.conn_data::<Connection>() {
            connection.becomes_a_watchers();
        }
        Ok(upgraded.streaming(Socket::new(waffles, WaffleRef::Id(waffle_id), since, inbound, slot)))
    }
}

/// Begins the answer to a request for a WebSocket; `None` unless it asks as RFC 6455 requires.
pub(crate) fn shake_hands(request: &HttpRequest) -> Option<HttpResponseBuilder> {
    let asks = request.version() >= Version::HTTP_11 && has_key(request);
    asks.then(|| handshake(request).ok()).flatten()
}

/// Returns whether the key is 16 bytes in base64. Their value does not matter, but every WebSocket client sends one.
fn has_key(request: &HttpRequest) -> bool {
    let Some(key) = request.headers().get(header::SEC_WEBSOCKET_KEY) else { return false };
    let Some(digits) = key.as_bytes().strip_suffix(b"==") else { return false };
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    key.len() == KEY_LENGTH && digits.iter().all(is_digit)
}

impl Socket {
    fn new(waffles: Waffles, waffle: WaffleRef, since: Option<i64>, inbound: Payload, slot: SocketSlot) -> Self {
        let started = Instant::now();
        let mut socket = Self {
            waffles,
            waffle,
            session: Session::new(since),
            decoder: Decoder::default(),
            inbound,
            outbound: VecDeque::new(),
            subscription: None,
            subscribing: None,
            tries: 0,
            started,
            next_heartbeat: started + WATCHER_HEARTBEAT,
            pause: Box::pin(sleep_until(started + WATCHER_HEARTBEAT)),
            closing: false,
            _slot: slot,
        };
        socket.subscribe(Duration::ZERO);
        socket
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn queue(&mut self, kind: FrameKind, payload: &[u8]) {
        self.outbound.push_back(frame(kind, payload).into());
    }

    fn close(&mut self, Ending { code, reason }: Ending) {
        if !self.closing {
            self.closing = true;
            self.queue(FrameKind::Close, &[&code.to_be_bytes()[..], reason.as_bytes()].concat());
        }
    }

    fn subscribe(&mut self, pause: Duration) {
        let (waffles, waffle, since) = (self.waffles.clone(), self.waffle.clone(), self.session.seen());
        self.subscribing = Some(Box::pin(async move {
            if !pause.is_zero() {
                sleep(pause).await;
            }
            waffles.watch(&waffle, since).await
        }));
    }

    /// Subscribes again: immediately the first time, then after ever longer pauses. After the last try, it closes the
    /// session.
    fn subscribe_again(&mut self) {
        self.tries += 1;
        match self.tries {
            1 => self.subscribe(Duration::from_millis(1)),
            tries if tries > TRIES => self.close(Ending::UNAVAILABLE),
            tries => self.subscribe(Duration::from_millis(20 << tries.min(7))),
        }
    }

    fn ended(&mut self, end: SubscriptionEnd) {
        self.subscription = None;
        match ending(end) {
            Some(ending) => self.close(ending),
            None => self.subscribe_again(),
        }
    }

    /// Reads what the client has sent. Pending: nothing more so far. Ready: reading has ended.
    fn poll_inbound(&mut self, context: &mut Context<'_>) -> Poll<()> {
        while !self.closing {
            match task::ready!(Pin::new(&mut self.inbound).poll_next(context)) {
                Some(Ok(bytes)) => self.hear(&bytes),
                None | Some(Err(_)) => return Poll::Ready(()),
            }
        }
        Poll::Pending
    }

    fn hear(&mut self, mut bytes: &[u8]) {
        let now = self.now();
        while !self.closing {
            match self.decoder.next(&mut bytes) {
                Ok(Some(inbound)) => {
                    if let Err(ending) = self.session.count_frame(now) {
                        self.close(ending);
                        return;
                    }
                    self.session.note_unfinished(false, now);
                    self.take(inbound, now);
                }
                Ok(None) => break,
                Err(violation) => self.close(violation.into()),
            }
        }
        self.session.note_unfinished(self.decoder.is_within_a_frame(), now);
    }

    fn take(&mut self, inbound: Inbound, now: Duration) {
        match inbound {
            Inbound::Text(text) => self.session.hear(&text, now),
            Inbound::Pong => self.session.hear_pong(now),
            Inbound::Ping(payload) => self.queue(FrameKind::Pong, &payload),
            Inbound::Close => self.close(Ending::FAREWELL),
            Inbound::Other => {}
        }
    }

    fn ping(&mut self, live: Option<bool>) {
        let asked = serde_json::to_vec(&Message::Ping { live }).unwrap_or_default();
        self.queue(FrameKind::Text, &asked);
    }

    /// Sends heartbeats, and ends a silent session, when each is due.
    fn poll_time(&mut self, now: Instant, context: &mut Context<'_>) {
        if now >= self.next_heartbeat {
            self.next_heartbeat = now + WATCHER_HEARTBEAT;
            self.ping(None);
            self.queue(FrameKind::Ping, b"");
        }
        let (patience, ending) = self.session.patience();
        let until = self.started + patience;
        if now >= until {
            return self.close(ending);
        }
        // Reset before it is polled, so that it wakes this task at the right moment.
        let next = self.next_heartbeat.min(until);
        if self.pause.deadline() != next {
            self.pause.as_mut().reset(next);
        }
        if self.pause.as_mut().poll(context).is_ready() {
            // It passed just now.
            context.waker().wake_by_ref();
        }
    }

    /// Takes what the subscription brings, or subscribes.
    fn poll_waffle(&mut self, context: &mut Context<'_>) {
        while self.outbound.is_empty() && !self.closing {
            if let Some(subscription) = &mut self.subscription {
                match subscription.poll_next(context) {
                    Poll::Ready(News::Broadcast(broadcast)) => {
                        self.tries = 0;
                        let frames = self.session.take(&broadcast);
                        if !frames.is_empty() {
                            self.outbound.push_back(frames);
                        }
                    }
                    Poll::Ready(News::Live(live)) => self.ping(Some(live)),
                    Poll::Ready(News::Ended(end)) => self.ended(end),
                    Poll::Pending => return,
                }
            } else if let Some(subscribing) = &mut self.subscribing {
                let Poll::Ready(subscribed) = subscribing.as_mut().poll(context) else { return };
                self.subscribing = None;
                match subscribed {
                    Ok(Some(subscription)) => self.subscription = Some(subscription),
                    Ok(None) => self.close(Ending::GONE),
                    Err(refusal) => {
                        log::debug!(cause:% = refusal; "a watcher can't subscribe");
                        self.subscribe_again();
                    }
                }
            } else {
                return;
            }
        }
    }

    /// Takes the next piece to be sent.
    fn next_piece(&mut self) -> Option<Bytes> {
        let first = self.outbound.front_mut()?;
        if first.len() > PIECE { Some(first.split_to(PIECE)) } else { self.outbound.pop_front() }
    }
}

impl Stream for Socket {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let socket = &mut *self;
        if socket.poll_inbound(context).is_ready() {
            return Poll::Ready(None);
        }
        let now = Instant::now();
        let at = now - socket.started;
        if !socket.closing && socket.session.stalled(at) {
            socket.waffles.counters().evicted.one();
            socket.close(Ending::SLOW);
        }
        if !socket.closing {
            socket.poll_time(now, context);
            socket.poll_waffle(context);
        }
        let piece = socket.next_piece();
        socket.session.note_given(piece.is_some(), at);
        match piece {
            Some(piece) => Poll::Ready(Some(Ok(piece))),
            None if socket.closing => Poll::Ready(None),
            None => Poll::Pending,
        }
    }
}
