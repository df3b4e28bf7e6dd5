//! Changes of a waffle's spots, and of its buyers' notes. One is under way at a time, so that others that wait for the
//! waffle's row, such as claims, wait for one at most. Small changes are made by the ledger, along with those of other
//! waffles; each of the others is a separate call.

use std::sync::Arc;
use std::time::Duration;

use actix::{AsyncContext, Context, Handler};
use tokio::time::{Instant, sleep, timeout};
use waffle_domain::failure::Failure;
use waffle_domain::payment_note::PaymentNote;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::{CHANGE, CHANGE_LOOK, CHANGE_RETRY, CHANGE_SLOT, READ_OWN};
use waffle_domain::wire::event::{Event, Mark};
use waffle_store::events;
use waffle_store::failure::StoreFailure;
use waffle_store::hints::Newest;
use waffle_store::payments::{self, LineResult};
use waffle_store::pools::{self, ActorPool};
use waffle_store::receipts;
use waffle_store::spots::{self, SpotOrder, SpotResult};

use crate::awaited_answer::{Answer, Reply};
use crate::database_call::within_primary;
use crate::ledger::changes::Attempt;
use crate::waffle::WaffleActor;
use crate::waffle::messages::{ChangeSpots, Changed, SayPaid, TakePayments};
use crate::waffles_config::Now;
use crate::watch::SubscriptionEnd;

/// How many changes of one waffle may be under way or wait.
const MOST_CHANGING: usize = 64;
/// The same before one more of a buyer is refused: the rest is for the sellers.
const MOST_OF_BUYERS: usize = 48;

impl Handler<ChangeSpots> for WaffleActor {
    type Result = ();

    fn handle(&mut self, ChangeSpots { order, reply }: ChangeSpots, ctx: &mut Context<Self>) {
        let most = if order.author.is_some() { MOST_CHANGING } else { MOST_OF_BUYERS };
        let (ledger, pool, now) = (self.ledger.clone(), self.pool.clone(), self.config.now.clone());
        let (order, known, arrived) = (Arc::new(order), self.board.newest(), Instant::now());
        let work = async move {
            match ledger.change(&order).await {
                Attempt::Made(results) => Ok(results),
                Attempt::Lost => look_up(&pool, &order, known).await,
                Attempt::NotMade if arrived.elapsed() > CHANGE_RETRY => {
                    Err(Failure::unavailable("the database is too slow"))
                }
                Attempt::NotMade => change(&pool, &now, &order, known, arrived).await,
            }
        };
        self.take_slot(most, work, |results| events_of(results.iter()), reply, ctx);
    }
}

impl Handler<TakePayments> for WaffleActor {
    type Result = ();

    fn handle(&mut self, TakePayments { order, reply }: TakePayments, ctx: &mut Context<Self>) {
        let (pool, now, arrived) = (self.pool.clone(), self.config.now.clone(), Instant::now());
        // If the answer is lost, a repeat shows the outcome: lines that were taken are known.
        let work = async move {
            let taken = tried(&pool, arrived, || payments::take(&pool, &order, now())).await;
            taken?.ok_or(Refusal::NoWaffle.into())
        };
        let news = |lines: &Vec<LineResult>| {
            events_of(lines.iter().flat_map(|line| match line {
                LineResult::Judged(results) => &results[..],
                LineResult::TakenBefore | LineResult::Remembered | LineResult::NotRemembered => &[],
            }))
        };
        self.take_slot(MOST_CHANGING, work, news, reply, ctx);
    }
}

impl Handler<SayPaid> for WaffleActor {
    type Result = ();

    fn handle(&mut self, SayPaid { receipt, note, reply }: SayPaid, ctx: &mut Context<Self>) {
        let (pool, now) = (self.pool.clone(), self.config.now.clone());
        let work = async move {
            let noted = receipts::say_paid(&pool, &receipt, note.as_ref().map(PaymentNote::as_str), now());
            within_primary(CHANGE, pool.let_go(), noted).await?.ok_or(Refusal::NoWaffle.into())
        };
        self.take_slot(MOST_OF_BUYERS, work, |seq| (Vec::new(), *seq), reply, ctx);
    }
}

impl WaffleActor {
    /// Counts the changes that are under way or wait.
    pub(super) fn changing(&self) -> usize {
        Arc::strong_count(&self.changing) - 1
    }

    /// Lets a change wait for the slot and do its work, unless `most` are there already. `news` returns its events, and
    /// the number up to which the log has to be read before it is answered.
    fn take_slot<T: Send + 'static>(
        &mut self,
        most: usize,
        work: impl Future<Output = Result<T, Failure>> + 'static,
        news: fn(&T) -> (Vec<Event>, i64),
        reply: Reply<T>,
        ctx: &Context<Self>,
    ) {
        if self.changing() >= most {
            let _ = reply.send(Err(Refusal::Overloaded.into()));
            return;
        }
        let counted = Arc::clone(&self.changing);
        let (own, slot) = (ctx.address(), Arc::clone(&self.slot));
        // Buyers queue among themselves first, so that a seller waits for one of them at most.
        let among_buyers = (most == MOST_OF_BUYERS).then(|| Arc::clone(&self.buyers_slot));
        let (arrived, mut answer) = (Instant::now(), Answer::to(reply));
        // Outside this actor's context: the change goes on and gets its true answer even if the actor ends.
        actix::spawn(async move {
            let slots = async {
                let among_buyers = match &among_buyers {
                    Some(slot) => Some(slot.lock().await),
                    None => None,
                };
                (among_buyers, slot.lock().await)
            };
            let result = match timeout(CHANGE_SLOT, slots).await {
                Ok(_slots) => work.await,
                Err(_) => Err(Failure::unavailable("earlier changes of the waffle take too long")),
            };
            let news = result.as_ref().map(news).map_err(Failure::clone);
            answer.set(result);
            own.do_send(Changed { news, arrived, answer: Box::new(answer), _counted: counted });
        });
    }
}

impl Handler<Changed> for WaffleActor {
    type Result = ();

    fn handle(&mut self, Changed { news, arrived, answer, .. }: Changed, ctx: &mut Context<Self>) {
        let mut last = 0;
        match news {
            // Deleted on another server.
            Err(Failure { refusal: Refusal::NoWaffle, .. }) => return self.finish(SubscriptionEnd::Over, ctx),
            Err(_) => self.read_on(ctx),
            Ok((events, seq)) => {
                last = seq;
                let unread = events.is_empty();
                self.absorb(events, ctx);
                if unread && last > self.board.seq() {
                    self.read_on(ctx);
                }
            }
        }
        if last > 0 {
            self.hints.send(self.board.waffle().id, Newest::Seq(last));
        }
        self.look_at_parked(ctx);
        self.answer_at(last, arrived + READ_OWN, move || drop(answer), ctx);
    }
}

fn events_of<'a>(results: impl Iterator<Item = &'a SpotResult>) -> (Vec<Event>, i64) {
    let event = |result: &SpotResult| match result {
        SpotResult::Changed(event) => Some(event.clone()),
        _ => None,
    };
    let events: Vec<Event> = results.filter_map(event).collect();
    let last = events.iter().map(|event| event.seq).max().unwrap_or(0);
    (events, last)
}

async fn change(
    pool: &ActorPool,
    now: &Now,
    order: &SpotOrder,
    known: Mark,
    arrived: Instant,
) -> Result<Vec<SpotResult>, Failure> {
    match tried(pool, arrived, || spots::change(pool, order, now())).await {
        Ok(results) => results.ok_or(Refusal::NoWaffle.into()),
        Err(StoreFailure::Lost(text)) => {
            log::warn!(error = text.as_str(); "the answer to a change of spots was lost");
            look_up(pool, order, known).await
        }
        Err(failure) => Err(failure.into()),
    }
}

/// Makes a change, and tries again for a while where the database found a conflict.
async fn tried<T, F>(pool: &ActorPool, arrived: Instant, call: impl Fn() -> F) -> Result<T, StoreFailure>
where
    F: Future<Output = Result<T, StoreFailure>>,
{
    loop {
        match within_primary(CHANGE, pool.let_go(), call()).await {
            Err(StoreFailure::Aborted(text)) if arrived.elapsed() < CHANGE_RETRY => {
                log::info!(error = text.as_str(); "a change of spots is tried again");
            }
            outcome => return outcome,
        }
    }
}

/// Looks for the events of a change whose answer was lost. Not finding them proves nothing: it may still commit. What
/// is found counts once the standbys have it.
async fn look_up(pool: &ActorPool, order: &SpotOrder, known: Mark) -> Result<Vec<SpotResult>, Failure> {
    for pause in [20, 100, 400, 800] {
        sleep(Duration::from_millis(pause)).await;
        let found = timeout(CHANGE_LOOK, events::of_change(pool, order.waffle_id, known, order.id)).await;
        if let Ok(Ok((found, mut connection))) = found
            && !found.is_empty()
        {
            let made = timeout(CHANGE_LOOK, pools::wait_for_standbys(&mut connection)).await;
            let results = found.into_iter().map(SpotResult::Changed).collect();
            return made.is_ok_and(|made| made.is_ok()).then_some(results).ok_or_else(Failure::outcome_unknown);
        }
    }
    Err(Refusal::OutcomeUnknown.into())
}
