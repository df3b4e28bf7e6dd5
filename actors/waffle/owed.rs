//! Answers that wait until the actor has applied what they tell of.

use crate::waffle::WaffleActor;

/// An answer that tells of events, kept until the actor has applied them: who gets it may read what it says. Dropped, it is given.
pub(super) struct Owed {
    seq: i64,
    answer: Option<Box<dyn FnOnce() + Send>>,
}

impl Drop for Owed {
    fn drop(&mut self) {
        if let Some(answer) = self.answer.take() {
            answer();
        }
    }
}

impl WaffleActor {
    /// Gives an answer once all events up to `seq` are applied.
    pub(super) fn owe(&mut self, seq: i64, answer: impl FnOnce() + Send + 'static) {
        self.owed.push(Owed { seq, answer: Some(Box::new(answer)) });
        self.give_owed();
    }

    pub(super) fn give_owed(&mut self) {
        let seq = self.desk.seq();
        self.owed.retain(|owed| owed.seq > seq);
    }
}
