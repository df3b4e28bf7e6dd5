//! Answers that wait until what they say can be read here: whoever is answered reads what he wrote.

use actix::{AsyncContext, Context};
use tokio::time::Instant;

use crate::waffle::WaffleActor;

/// Answers that wait.
#[derive(Default)]
pub(super) struct Owed(Vec<Answer>);

struct Answer {
    /// The sequence number of the last event that it speaks of.
    seq: i64,
    /// When it is given in any case: it is true, and whoever waits for it would be told that nobody knows.
    until: Instant,
    give: Box<dyn FnOnce() + Send>,
}

impl Owed {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Gives those that speak of nothing beyond a sequence number, and those that waited for too long.
    fn give(&mut self, seq: i64, now: Instant) {
        for answer in self.0.extract_if(.., |answer| answer.seq <= seq || answer.until <= now) {
            (answer.give)();
        }
    }
}

impl WaffleActor {
    /// Gives an answer once all events up to `seq` are applied, but at that moment at the latest.
    pub(super) fn answer_at(
        &mut self,
        seq: i64,
        until: Instant,
        answer: impl FnOnce() + Send + 'static,
        ctx: &mut Context<Self>,
    ) {
        if seq <= self.desk.seq() {
            return answer();
        }
        self.owed.0.push(Answer { seq, until, give: Box::new(answer) });
        ctx.run_later(until.saturating_duration_since(Instant::now()), |actor, _| actor.give_answers());
    }

    /// Gives the answers whose time has come.
    pub(super) fn give_answers(&mut self) {
        self.owed.give(self.desk.seq(), Instant::now());
    }
}
