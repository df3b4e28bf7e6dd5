//! Answers that wait until their events can be read here, so that callers read their own writes.

use actix::{AsyncContext, Context};
use tokio::time::Instant;

use crate::waffle::WaffleActor;

/// How many answers may wait: more than claims reach a waffle in the moment that its log usually takes. When the log
/// can't be read for seconds, one more is given immediately, as each of them is in the end.
const MOST_OWED: usize = 8_192;

/// Answers that wait.
#[derive(Default)]
pub(super) struct Owed {
    answers: Vec<Answer>,
    /// When they are looked at next.
    wakes_at: Option<Instant>,
}

struct Answer {
    /// The sequence number of the last event that it reports.
    seq: i64,
    /// When it is given in any case: it is true, and otherwise its caller would learn only that the outcome is unknown.
    until: Instant,
    give: Box<dyn FnOnce() + Send>,
}

impl Owed {
    pub(super) fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// Keeps an answer back; gives it immediately if too many wait already.
    fn keep(&mut self, answer: Answer) {
        if self.answers.len() >= MOST_OWED {
            return (answer.give)();
        }
        self.answers.push(answer);
    }

    /// Gives those that report nothing after a sequence number, and those that waited for too long.
    fn give(&mut self, seq: i64, now: Instant) {
        for answer in self.answers.extract_if(.., |answer| answer.seq <= seq || answer.until <= now) {
            (answer.give)();
        }
    }

    /// Returns when the next one has waited for too long.
    fn next_end(&self) -> Option<Instant> {
        self.answers.iter().map(|answer| answer.until).min()
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
        if seq <= self.board.seq() {
            return answer();
        }
        self.owed.keep(Answer { seq, until, give: Box::new(answer) });
        self.wake_by(until, ctx);
    }

    /// Gives the answers whose time has come.
    pub(super) fn give_answers(&mut self) {
        self.owed.give(self.board.seq(), Instant::now());
    }

    /// Looks at the answers at that moment: one timer is enough for all of them, unless an earlier one is needed.
    fn wake_by(&mut self, until: Instant, ctx: &mut Context<Self>) {
        if self.owed.wakes_at.is_some_and(|at| at <= until) {
            return;
        }
        self.owed.wakes_at = Some(until);
        ctx.run_later(until.saturating_duration_since(Instant::now()), move |actor, ctx| {
            if actor.owed.wakes_at != Some(until) {
                // An earlier timer has replaced it.
                return;
            }
            actor.owed.wakes_at = None;
            actor.give_answers();
            if let Some(next) = actor.owed.next_end() {
                actor.wake_by(next, ctx);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[test]
    fn answers_wait_for_their_events_or_their_time_and_are_bounded() {
        let (mut owed, given, now) = (Owed::default(), Arc::new(AtomicUsize::new(0)), Instant::now());
        let answer = |seq: i64, seconds: u64| {
            let given = Arc::clone(&given);
            let give = Box::new(move || {
                given.fetch_add(1, Ordering::Relaxed);
            });
            Answer { seq, until: now + Duration::from_secs(seconds), give }
        };
        let count = || given.load(Ordering::Relaxed);
        owed.keep(answer(1, 2));
        for _ in 2..MOST_OWED {
            owed.keep(answer(2, 8));
        }
        owed.keep(answer(3, 8));
        assert_eq!((count(), owed.next_end()), (0, Some(now + Duration::from_secs(2))));
        owed.keep(answer(4, 8));
        assert_eq!((count(), owed.answers.len()), (1, MOST_OWED), "one more is given immediately");
        owed.give(0, now + Duration::from_secs(2));
        assert_eq!(count(), 2, "the one whose time has come");
        owed.keep(answer(4, 8));
        assert_eq!(count(), 2, "there is room again");
        owed.give(2, now);
        assert_eq!((count(), owed.answers.len()), (MOST_OWED, 2));
        owed.give(4, now);
        assert!(owed.is_empty() && owed.next_end().is_none());
    }
}
