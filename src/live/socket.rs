//! WebSocket I/O, and the only file that does it: a shell around the session.

use std::time::Duration;

use actix::{
    Actor, ActorContext, ActorFutureExt, AsyncContext, Handler, Message as ActixMessage, StreamHandler, WrapFuture,
};
use actix_web::{HttpRequest, HttpResponse, web};
use actix_web_actors::ws::{
    CloseCode, CloseReason, Message as Frame, ProtocolError, WebsocketContext, WsResponseBuilder,
};
use tokio::time::Instant;
use uuid::Uuid;
use waffle_actors::refusal::Refusal;
use waffle_actors::waffles::{Waffles, Watch};
use waffle_actors::watch::{Broadcast, Encoded, SubscriptionState};
use waffle_domain::time_limits::WATCHER_HEARTBEAT;
use waffle_store::waffles::WaffleRef;

use crate::live::session::{Ending, MOST_INBOUND, Session, ending};
use crate::web::connections::Connection;
use crate::web::error::Failure;

/// How many broadcasts may wait for a watcher. (Its backlog is also limited in bytes.)
const MAILBOX: usize = 4_096;
/// How often a watcher whose subscription was lost tries to get another.
const TRIES: u32 = 12;

struct Socket {
    waffles: Waffles,
    waffle: WaffleRef,
    session: Session,
    watch: Option<Watch>,
    /// Broadcasts of the next subscription that arrived before the subscription itself.
    early: Vec<Broadcast>,
    tries: u32,
    started: Instant,
}

/// Tells the socket to close.
#[derive(ActixMessage)]
#[rtype(result = "()")]
struct End(Ending);

/// Upgrades the request; 400 `no_upgrade` unless it asks for that.
pub fn open(
    request: &HttpRequest,
    payload: web::Payload,
    waffles: Waffles,
    waffle_id: Uuid,
    since: Option<i64>,
) -> Result<HttpResponse, Failure> {
    let socket = Socket {
        waffles,
        waffle: WaffleRef::Id(waffle_id),
        session: Session::new(since, Duration::ZERO),
        watch: None,
        early: Vec::new(),
        tries: 0,
        started: Instant::now(),
    };
    let upgraded = WsResponseBuilder::new(socket, request, payload)
        .frame_size(MOST_INBOUND)
        .start()
        .map_err(|_| Failure::bad_request("no_upgrade", "This address speaks WebSocket: ask for an upgrade."))?;
    if let Some(connection) = request.conn_data::<Connection>() {
        connection.becomes_a_watchers();
    }
    Ok(upgraded)
}

impl Socket {
    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn subscribe(&mut self, ctx: &mut WebsocketContext<Self>) {
        let (waffles, waffle, since) = (self.waffles.clone(), self.waffle.clone(), self.session.seen());
        let to = ctx.address().recipient();
        let watch = async move { waffles.watch(&waffle, since, to).await };
        ctx.spawn(watch.into_actor(self).map(|watch, socket, ctx| socket.subscribed(watch, ctx)));
    }

    fn subscribed(&mut self, watch: Result<Option<Watch>, Refusal>, ctx: &mut WebsocketContext<Self>) {
        match watch {
            Ok(Some(watch)) => {
                for broadcast in self.early.drain(..) {
                    watch.subscription.took(&broadcast);
                }
                let mut state = watch.subscription.state.clone();
                self.watch = Some(watch);
                let ended = async move {
                    let ended = state.wait_for(|state| *state != SubscriptionState::Live).await;
                    ended.map_or(SubscriptionState::Lost, |state| *state)
                };
                ctx.spawn(ended.into_actor(self).map(|state, socket, ctx| socket.ended(state, ctx)));
            }
            Ok(None) => end(ctx, Ending { code: 1000, reason: "the waffle is gone" }),
            Err(refusal) => {
                log::debug!("a watcher can't subscribe: {refusal}");
                self.subscribe_later(ctx);
            }
        }
    }

    fn ended(&mut self, state: SubscriptionState, ctx: &mut WebsocketContext<Self>) {
        self.watch = None;
        self.early.clear();
        match ending(state) {
            // Queued behind the broadcasts in the mailbox, so that the client still gets those.
            Some(ending) => ctx.notify(End(ending)),
            None => self.subscribe_later(ctx),
        }
    }

    /// Subscribes again: at once the first time, then after ever longer pauses. After the last try, closes the session.
    fn subscribe_later(&mut self, ctx: &mut WebsocketContext<Self>) {
        self.tries += 1;
        if self.tries > TRIES {
            return end(ctx, Ending { code: 1013, reason: "not available now: come back with since" });
        }
        let pause = Duration::from_millis(20 << self.tries.min(7));
        ctx.run_later(if self.tries == 1 { Duration::from_millis(1) } else { pause }, Self::subscribe);
    }

    /// Ends the session as soon as the client has been silent for too long.
    fn listen(&mut self, ctx: &mut WebsocketContext<Self>) {
        let left = self.session.patience(self.now());
        if left.is_zero() {
            return end(ctx, Ending { code: 1001, reason: "silent for too long" });
        }
        ctx.run_later(left, Self::listen);
    }
}

fn end(ctx: &mut WebsocketContext<Socket>, ending: Ending) {
    let code = CloseCode::from(ending.code);
    ctx.close(Some(CloseReason { code, description: Some(ending.reason.to_owned()) }));
    ctx.stop();
}

impl Actor for Socket {
    type Context = WebsocketContext<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
        ctx.run_interval(WATCHER_HEARTBEAT, |_, ctx| {
            ctx.text(Encoded::ping().text);
            ctx.ping(b"");
        });
        self.listen(ctx);
        self.subscribe(ctx);
    }
}

impl Handler<Broadcast> for Socket {
    type Result = ();

    fn handle(&mut self, broadcast: Broadcast, ctx: &mut Self::Context) {
        match &self.watch {
            Some(watch) => watch.subscription.took(&broadcast),
            None => self.early.push(broadcast.clone()),
        }
        self.tries = 0;
        for message in self.session.take(&broadcast) {
            ctx.text(message.text.clone());
        }
    }
}

impl Handler<End> for Socket {
    type Result = ();

    fn handle(&mut self, End(ending): End, ctx: &mut Self::Context) {
        end(ctx, ending);
    }
}

impl StreamHandler<Result<Frame, ProtocolError>> for Socket {
    fn handle(&mut self, frame: Result<Frame, ProtocolError>, ctx: &mut Self::Context) {
        let now = self.now();
        match frame {
            Ok(Frame::Text(text)) => self.session.hear(&text, now),
            Ok(Frame::Pong(_)) => self.session.hear_pong(now),
            Ok(Frame::Ping(data)) => ctx.pong(&data),
            Ok(Frame::Close(_)) => end(ctx, Ending { code: 1000, reason: "" }),
            Ok(Frame::Binary(_) | Frame::Continuation(_) | Frame::Nop) => {}
            Err(ProtocolError::Overflow) => end(ctx, Ending { code: 1009, reason: "a frame has at most 1 KiB" }),
            Err(_) => end(ctx, Ending { code: 1002, reason: "not understood" }),
        }
    }

    fn finished(&mut self, ctx: &mut Self::Context) {
        ctx.stop();
    }
}
