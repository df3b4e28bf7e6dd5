//! The actor itself: a thin shell around the desk.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use actix::{Actor, ActorContext, Addr, AsyncContext, Context, Handler};
use rand::SeedableRng;
use rand::rngs::StdRng;
use waffle_domain::claim::{Claim, Granted, Wish};
use waffle_domain::event::SpotChanged;
use waffle_domain::spot::SpotStatus;
use waffle_store::claims::Verdict;
use waffle_store::connect::PgPool;
use waffle_wire::event::{Event, EventBody};

use crate::hints::Hints;
use crate::ledger::Ledger;
use crate::ledger::job::{Reply, Settled};
use crate::refusal::Refusal;
use crate::settings::Settings;
use crate::waffle::desk::{Decision, Desk};
use crate::waffle::messages::{ClaimSpots, Compare, LetGo, Reach, Settle};
use crate::waffle::owed::Owed;
use crate::waffle::replay::Replay;
use crate::waffle::shared::Shared;
use crate::watch::{Standing, Subscriber};

/// How many messages may wait for an actor; claims beyond are refused at once.
const MAILBOX: usize = 2_048;
/// How many claims may wait for others in flight.
const MOST_PARKED: usize = 1_024;
/// How long a claim waits for others in flight.
const PATIENCE: Duration = Duration::from_millis(1_600);
/// From when on a random claim takes what is free instead of waiting for all that it asked for.
const HURRY: Duration = Duration::from_secs(1);
/// How often claims that wait are looked at.
const LOOK: Duration = Duration::from_millis(200);

/// Serializes a waffle's claims, follows its log, and tells its watchers.
pub struct WaffleActor {
    pub(super) desk: Desk,
    pub(super) shared: Arc<Shared>,
    pub(super) pool: PgPool,
    pub(super) settings: Settings,
    pub(super) hints: Arc<Hints>,
    ledger: Ledger,
    parked: VecDeque<ClaimSpots>,
    looking: bool,
    pub(super) subscribers: Vec<Subscriber>,
    /// How every later subscription ends at once; none as long as watchers are welcome.
    pub(super) closed: Option<Standing>,
    pub(super) replay: Replay,
    pub(super) early: BTreeMap<i64, Event>,
    pub(super) reading: bool,
    pub(super) read_again: bool,
    pub(super) owed: Vec<Owed>,
    pub(super) changing: usize,
    pub(super) catching_up: usize,
    rng: StdRng,
}

impl WaffleActor {
    /// Makes an actor of what the database holds. The seed comes from the operating system's generator.
    pub(crate) fn new(
        desk: Desk,
        pool: PgPool,
        ledger: Ledger,
        settings: Settings,
        hints: Arc<Hints>,
        seed: [u8; 32],
    ) -> Self {
        let shared = Arc::new(Shared::new(desk.snapshot()));
        Self {
            desk,
            shared,
            pool,
            settings,
            hints,
            ledger,
            parked: VecDeque::new(),
            looking: false,
            subscribers: Vec::new(),
            closed: None,
            replay: Replay::default(),
            early: BTreeMap::new(),
            reading: false,
            read_again: false,
            owed: Vec::new(),
            changing: 0,
            catching_up: 0,
            rng: StdRng::from_seed(seed),
        }
    }

    /// Starts the actor on this thread, with room for many messages from the start.
    pub fn start_with_room(self) -> Addr<Self> {
        Self::create(|ctx| {
            ctx.set_mailbox_capacity(MAILBOX);
            self
        })
    }

    /// Gives what others see of the actor.
    pub fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.shared)
    }

    /// Publishes what readers see.
    pub(super) fn publish(&self) {
        self.shared.publish(self.desk.snapshot());
    }

    fn claim(&mut self, request: ClaimSpots, ctx: &mut Context<Self>) {
        let waited = request.arrived.elapsed();
        match self.desk.decide(&request.claim, waited > HURRY, &mut self.rng) {
            Decision::Submit(numbers) => {
                let seq = self.desk.seq();
                self.ledger.submit(request.claim, numbers, seq, request.arrived, request.reply);
            }
            Decision::Wait if waited > PATIENCE => {
                answer(request.reply, Err(Refusal::Unavailable("claims in flight take too long".into())));
            }
            Decision::Wait if self.parked.len() >= MOST_PARKED => answer(request.reply, Err(Refusal::Overloaded)),
            Decision::Wait => {
                self.parked.push_back(request);
                self.look_later(ctx);
            }
            Decision::NoneFree => answer(request.reply, Ok(nothing(&request.claim))),
            Decision::Refuse(refusal) => answer(request.reply, Err(refusal)),
        }
    }

    /// Decides again on the claims that wait, in their order.
    pub(super) fn look_at_parked(&mut self, ctx: &mut Context<Self>) {
        for request in std::mem::take(&mut self.parked) {
            if !request.reply.is_closed() {
                self.claim(request, ctx);
            }
        }
    }

    fn look_later(&mut self, ctx: &mut Context<Self>) {
        if !self.looking {
            self.looking = true;
            ctx.run_later(LOOK, |actor, ctx| {
                actor.looking = false;
                actor.look_at_parked(ctx);
            });
        }
    }

    /// Takes a claim's outcome in: what it held is let go, what it got is added to the events. Answers a random claim whose
    /// picks another server took: it is decided on again.
    fn take_in(&mut self, settled: &mut Settled, events: &mut Vec<Event>, stale: &mut bool) -> Option<ClaimSpots> {
        self.desk.let_go(settled.claim.id, &settled.numbers);
        match &settled.outcome {
            Ok(Verdict::Granted { granted, first_seq: Some(first) }) => {
                events.extend(granted_events(settled, granted, *first));
                None
            }
            Ok(Verdict::Taken(_)) if matches!(settled.claim.wish, Wish::Any(_)) => {
                *stale = true;
                let reply = settled.take_reply()?;
                Some(ClaimSpots { claim: settled.claim.clone(), arrived: settled.arrived, reply })
            }
            Ok(Verdict::Taken(_) | Verdict::NotActive | Verdict::NotFound) | Err(Refusal::OutcomeUnknown) => {
                *stale = true;
                None
            }
            _ => None,
        }
    }
}

fn granted_events<'a>(settled: &'a Settled, granted: &'a Granted, first: i64) -> impl Iterator<Item = Event> + 'a {
    granted.spots.iter().zip(first..).map(move |((spot_id, number), seq)| Event {
        seq,
        at: settled.at,
        change_id: Some(settled.claim.id),
        body: EventBody::Spot(SpotChanged {
            spot_id: *spot_id,
            number: *number,
            from: SpotStatus::Available,
            to: SpotStatus::Pending,
            handle: settled.claim.handle.clone(),
        }),
    })
}

fn nothing(claim: &Claim) -> Granted {
    let requested = match claim.wish {
        Wish::Any(count) => Some(count),
        Wish::Numbers(_) => None,
    };
    Granted { spots: Vec::new(), handle: claim.handle.clone(), requested }
}

fn answer(reply: Reply, result: Result<Granted, Refusal>) {
    // A caller who has gone needs no answer.
    let _ = reply.send(result);
}

impl Actor for WaffleActor {
    type Context = Context<Self>;
}

impl Handler<ClaimSpots> for WaffleActor {
    type Result = ();

    fn handle(&mut self, request: ClaimSpots, ctx: &mut Self::Context) {
        self.claim(request, ctx);
    }
}

impl Handler<Settle> for WaffleActor {
    type Result = ();

    fn handle(&mut self, Settle(mut settled): Settle, ctx: &mut Self::Context) {
        let (mut events, mut stale, mut again) = (Vec::new(), false, Vec::new());
        for one in &mut settled {
            again.extend(self.take_in(one, &mut events, &mut stale));
        }
        self.absorb(events, ctx);
        for one in settled {
            self.owe(one.last_seq().unwrap_or(0), move || drop(one));
        }
        if stale {
            self.read_on(ctx);
        }
        self.look_at_parked(ctx);
        if !again.is_empty() {
            self.parked.extend(again);
            self.look_later(ctx);
        }
    }
}

impl Handler<Compare> for WaffleActor {
    type Result = ();

    fn handle(&mut self, Compare(newest): Compare, ctx: &mut Self::Context) {
        match newest {
            None => self.finish(Standing::Over, ctx),
            Some(newest) if newest > self.desk.seq() => self.read_on(ctx),
            Some(_) => {}
        }
    }
}

impl Handler<Reach> for WaffleActor {
    type Result = ();

    fn handle(&mut self, Reach { seq, reply }: Reach, ctx: &mut Self::Context) {
        let shared = self.shared();
        self.owe(seq, move || {
            let _ = reply.send(shared.snapshot.load_full());
        });
        if seq > self.desk.seq() {
            self.read_on(ctx);
        }
    }
}

impl Handler<LetGo> for WaffleActor {
    type Result = ();

    fn handle(&mut self, LetGo { used }: LetGo, ctx: &mut Self::Context) {
        self.subscribers.retain(Subscriber::connected);
        self.count_watchers();
        let used_since = self.shared.used() > used;
        let busy = !self.parked.is_empty() || self.desk.has_held() || self.changing + self.catching_up > 0;
        if !used_since && !busy && self.subscribers.is_empty() {
            self.finish(Standing::Lost, ctx);
        }
    }
}

impl WaffleActor {
    /// Ends all subscriptions and stops.
    pub(super) fn finish(&mut self, standing: Standing, ctx: &mut Context<Self>) {
        self.end_subscriptions(standing);
        self.shared.retire();
        ctx.stop();
    }
}

#[cfg(any(test, feature = "faults"))]
impl Handler<crate::waffle::messages::Panic> for WaffleActor {
    type Result = ();

    #[expect(clippy::panic, reason = "a test asks for it")]
    fn handle(&mut self, _: crate::waffle::messages::Panic, _: &mut Self::Context) {
        panic!("an actor was told to panic");
    }
}
