//! The actor itself: a thin shell around the live board.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use actix::{Actor, ActorContext, Addr, AsyncContext, Context, Handler};
use chrono::{DateTime, Utc};
use rand::SeedableRng;
use rand::rngs::StdRng;
use tokio::sync::Mutex;
use tokio::time::Instant;
use waffle_domain::claim::{Claim, Granted, Selection};
use waffle_domain::event::SpotChanged;
use waffle_domain::failure::Failure;
use waffle_domain::refusal::Refusal;
use waffle_domain::spot::SpotStatus;
use waffle_domain::timeouts::{CLAIM_PARKED, READ_OWN, SNAPSHOT};
use waffle_domain::wire::event::{Event, EventBody};
use waffle_store::claims::Verdict;
use waffle_store::pools::ActorPool;

use crate::awaited_answer::{Answer, Reply};
use crate::hints_to_servers::Hints;
use crate::ledger::Ledger;
use crate::ledger::job::{Job, Settled};
use crate::waffle::live_board::{Decision, LiveBoard};
use crate::waffle::messages::{ClaimSpots, Compare, EvictIfIdle, LedgerDied, Settle, WaitForSeq, WentBack};
use crate::waffle::published::Published;
use crate::waffle::read_own_writes::Owed;
use crate::waffle::replay::Replay;
use crate::waffles_config::WafflesConfig;
use crate::watch::{Subscriber, SubscriptionEnd};

/// How many messages may wait for an actor; one more claim is refused immediately.
const MAILBOX: usize = 2_048;
/// How many claims may wait for claims in flight.
const MOST_PARKED: usize = 1_024;
/// How often claims that wait are looked at.
const LOOK: Duration = Duration::from_millis(200);

/// Serializes a waffle's claims, follows its log, and informs its watchers.
pub struct WaffleActor {
    pub(super) board: LiveBoard,
    pub(super) published: Arc<Published>,
    pub(super) pool: ActorPool,
    pub(super) config: WafflesConfig,
    pub(super) hints: Arc<Hints>,
    pub(super) ledger: Ledger,
    parked: VecDeque<ClaimSpots>,
    looking: bool,
    /// Once set, every new subscription ends with this.
    pub(super) closed: Option<SubscriptionEnd>,
    pub(super) replay: Replay,
    pub(super) early: BTreeMap<i64, Event>,
    pub(super) reading: bool,
    pub(super) read_again: bool,
    pub(super) owed: Owed,
    /// Each change that is under way or waits has a clone.
    pub(super) changing: Arc<()>,
    /// Held by the change that is under way.
    pub(super) slot: Arc<Mutex<()>>,
    /// Held by the buyer's change that is next.
    pub(super) buyers_slot: Arc<Mutex<()>>,
    /// Watchers that have seen more than this actor, and wait until it has read the log.
    pub(super) ahead: Vec<(i64, Subscriber)>,
    /// Watchers that wait until the events that they missed are read, and the last numbers that they have seen.
    pub(super) returning: Vec<(i64, Subscriber)>,
    /// The number after which the log is being read for them.
    pub(super) catching_up: Option<i64>,
    rng: StdRng,
}

impl WaffleActor {
    /// Makes an actor from what the database holds. `seed` must come from the operating system.
    pub(crate) fn new(
        board: LiveBoard,
        pool: ActorPool,
        ledger: Ledger,
        config: WafflesConfig,
        hints: Arc<Hints>,
        seed: [u8; 32],
    ) -> Self {
        let published = Arc::new(Published::new(board.snapshot()));
        let waffle = &published.snapshot.load().waffle;
        config.openings.note(waffle.id, waffle.terms.opens_at);
        Self {
            board,
            published,
            pool,
            config,
            hints,
            ledger,
            parked: VecDeque::new(),
            looking: false,
            closed: None,
            replay: Replay::default(),
            early: BTreeMap::new(),
            reading: false,
            read_again: false,
            owed: Owed::default(),
            changing: Arc::default(),
            slot: Arc::default(),
            buyers_slot: Arc::default(),
            ahead: Vec::new(),
            returning: Vec::new(),
            catching_up: None,
            rng: StdRng::from_seed(seed),
        }
    }

    /// Starts the actor on this thread. Its mailbox has its full size before the first message.
    pub fn start_with_room(self) -> Addr<Self> {
        Self::create(|ctx| {
            ctx.set_mailbox_capacity(MAILBOX);
            self
        })
    }

    /// Returns what others see of the actor.
    pub fn published(&self) -> Arc<Published> {
        Arc::clone(&self.published)
    }

    /// Publishes what readers see.
    pub(super) fn publish(&self) {
        let snapshot = self.board.snapshot();
        let (id, opens_at) = (snapshot.waffle.id, snapshot.waffle.terms.opens_at);
        if self.published.snapshot.load().waffle.terms.opens_at != opens_at {
            self.config.openings.note(id, opens_at);
        }
        self.published.publish(snapshot);
    }

    fn claim(&mut self, request: ClaimSpots, ctx: &mut Context<Self>) {
        let waited = request.arrived.elapsed();
        let decision = if request.key_used {
            Decision::Submit(self.board.recall(&request.claim, &mut self.rng))
        } else {
            self.board.decide(&request.claim, &*self.config.now, &mut self.rng)
        };
        match decision {
            Decision::Submit(numbers) => {
                let ClaimSpots { claim, arrived, reply, .. } = request;
                let answer = Answer::to(reply);
                let known = self.board.newest();
                let job = Job { claim, numbers, known, arrived, busy_since: None, answer, counted: None };
                if let Some(mut job) = self.ledger.submit(job) {
                    self.board.release(job.claim.id, &job.numbers);
                    job.answer.set(Err(Refusal::Overloaded.into()));
                }
            }
            Decision::Wait if waited > CLAIM_PARKED => {
                answer(request.reply, Err(Failure::unavailable("claims in flight take too long")));
            }
            Decision::Wait if self.parked.len() >= MOST_PARKED => {
                answer(request.reply, Err(Refusal::Overloaded.into()));
            }
            Decision::Wait => {
                self.parked.push_back(request);
                self.look_later(ctx);
            }
            Decision::NoneFree => answer(request.reply, Ok(nothing(&request.claim))),
            Decision::Refuse(refusal) => answer(request.reply, Err(refusal.into())),
        }
    }

    /// Decides again on the parked claims, in order.
    pub(super) fn look_at_parked(&mut self, ctx: &mut Context<Self>) {
        for request in std::mem::take(&mut self.parked) {
            if !request.reply.is_closed() {
                self.claim(request, ctx);
            }
        }
    }

    /// Returns whether the database knows, or may know, more than this actor.
    fn is_news(&self, outcome: &Result<(Verdict, DateTime<Utc>), Failure>) -> bool {
        let terms = &self.board.waffle().terms;
        match outcome {
            Ok((Verdict::Refused(refusal), _)) => match refusal {
                Refusal::SpotsTaken { .. } | Refusal::WaffleNotActive | Refusal::NoWaffle => true,
                Refusal::TooManySpots { held, allowed } => {
                    held < allowed || terms.max_spots_per_handle != Some(*allowed)
                }
                Refusal::NotOpenYet { opens_at } => terms.opens_at != Some(*opens_at),
                Refusal::ClaimsPaused => !terms.claims_paused,
                _ => false,
            },
            Ok(_) => false,
            Err(failure) => failure.refusal == Refusal::OutcomeUnknown,
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
}

/// Lists the events of what was granted.
fn granted_events(Settled { job, outcome }: &Settled) -> Vec<Event> {
    let Ok((Verdict::Granted { granted, pay_by }, at)) = outcome else { return Vec::new() };
    let Some(first) = granted.first_seq else { return Vec::new() };
    let event = |((spot_id, number), seq): (&(i64, i32), i64)| Event {
        seq,
        at: *at,
        change_id: Some(job.claim.id),
        body: EventBody::Spot(SpotChanged {
            spot_id: *spot_id,
            number: *number,
            from: SpotStatus::Available,
            to: SpotStatus::Pending,
            handle: job.claim.handle.clone(),
            pay_by: *pay_by,
        }),
    };
    granted.spots.iter().zip(first..).map(event).collect()
}

/// The answer to a claim for which nothing is free.
pub(crate) fn nothing(claim: &Claim) -> Granted {
    let requested = match claim.selection {
        Selection::Any(count) => Some(count),
        Selection::Numbers(_) => None,
    };
    Granted { spots: Vec::new(), handle: claim.handle.clone(), requested, first_seq: None, replayed: false }
}

fn answer(reply: Reply<Granted>, result: Result<Granted, Failure>) {
    // A caller that has gone needs no answer.
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

    fn handle(&mut self, Settle(settled): Settle, ctx: &mut Self::Context) {
        let (mut events, mut answers, mut again, mut stale) = (Vec::new(), Vec::new(), Vec::new(), false);
        for one in settled {
            self.board.release(one.job.claim.id, &one.job.numbers);
            events.extend(granted_events(&one));
            let owed_at = one.owed_at();
            let Settled { job: Job { claim, arrived, answer, .. }, outcome } = one;
            // Another server granted it, whose commit is yet to be read.
            let replayed = matches!(outcome, Ok((Verdict::Replayed { .. }, _))) && owed_at > self.board.seq();
            stale |= self.is_news(&outcome) || replayed;
            let another_pick = match outcome {
                // Another server took the spots that were picked for it.
                Ok((Verdict::Refused(Refusal::SpotsTaken { .. }), _)) => true,
                // Its handle got some of its allowance in the meantime.
                Ok((Verdict::Refused(Refusal::TooManySpots { held, allowed }), _)) => held < allowed,
                _ => false,
            };
            if another_pick && matches!(claim.selection, Selection::Any(_)) {
                again.extend(answer.into_reply().map(|reply| ClaimSpots { claim, key_used: false, arrived, reply }));
            } else {
                answers.push((owed_at, arrived + READ_OWN, answer));
            }
        }
        self.absorb(events, ctx);
        for (seq, until, answer) in answers {
            self.answer_at(seq, until, move || drop(answer), ctx);
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

impl Handler<LedgerDied> for WaffleActor {
    type Result = ();

    fn handle(&mut self, LedgerDied: LedgerDied, ctx: &mut Self::Context) {
        // This includes claims that still wait in its queue. The database decides in any case.
        self.board.release_all();
        self.read_on(ctx);
        self.look_at_parked(ctx);
    }
}

impl Handler<Compare> for WaffleActor {
    type Result = ();

    fn handle(&mut self, Compare(newest): Compare, ctx: &mut Self::Context) {
        match newest {
            None => self.finish(SubscriptionEnd::Over, ctx),
            Some(newest) if newest > self.board.seq() => self.read_on(ctx),
            Some(_) => {}
        }
    }
}

impl Handler<WentBack> for WaffleActor {
    type Result = ();

    fn handle(&mut self, WentBack { newest }: WentBack, ctx: &mut Self::Context) {
        let (slug, known) = (&self.board.waffle().slug, self.board.seq());
        log::error!(waffle:% = slug, known, newest; "a waffle is loaded again, its log went back");
        self.start_over(newest);
        self.finish(SubscriptionEnd::Lost, ctx);
    }
}

impl Handler<WaitForSeq> for WaffleActor {
    type Result = ();

    fn handle(&mut self, WaitForSeq { seq, reply }: WaitForSeq, ctx: &mut Self::Context) {
        let published = self.published();
        let give = move || {
            let _ = reply.send(published.snapshot.load_full());
        };
        self.answer_at(seq, Instant::now() + SNAPSHOT, give, ctx);
        if seq > self.board.seq() {
            self.read_on(ctx);
        }
    }
}

impl Handler<EvictIfIdle> for WaffleActor {
    type Result = ();

    fn handle(&mut self, EvictIfIdle: EvictIfIdle, ctx: &mut Self::Context) {
        let waits = self.has_watchers() || !self.parked.is_empty() || !self.owed.is_empty();
        let busy = waits || self.board.has_held() || self.changing() > 0;
        if !busy && self.published.retire_alone() {
            self.finish(SubscriptionEnd::Lost, ctx);
        }
    }
}

impl WaffleActor {
    /// Ends all subscriptions and stops.
    pub(super) fn finish(&mut self, state: SubscriptionEnd, ctx: &mut Context<Self>) {
        // Callers that learn of the end must not find this actor again, though it takes a moment to stop.
        self.published.retire();
        self.published.hubs.end(state);
        ctx.stop();
    }
}

impl Drop for WaffleActor {
    /// Sends the watchers to the next actor.
    fn drop(&mut self) {
        self.published.hubs.end(SubscriptionEnd::Lost);
    }
}

#[cfg(any(test, feature = "faults"))]
impl Handler<crate::waffle::messages::Panic> for WaffleActor {
    type Result = ();

    #[expect(clippy::panic, reason = "a test asks for it")]
    fn handle(&mut self, _: crate::waffle::messages::Panic, _: &mut Self::Context) {
        panic!("injected by a test");
    }
}
