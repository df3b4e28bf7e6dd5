//! The last messages of a waffle, for watchers that come back.

use std::collections::VecDeque;

use crate::watch::{Broadcast, Encoded};

/// The most messages a returning watcher is sent; one that missed more has to fetch the spots again.
pub const MOST_REPLAYED: i64 = 1_000;

/// The newest messages, in order and without gaps. It keeps none while a waffle has no watchers: then they are read
/// from the log.
#[derive(Debug, Default)]
pub struct Replay {
    /// Whether messages are kept.
    keeps: bool,
    messages: VecDeque<Encoded>,
    /// What watchers that came back since the newest message were sent, and after which number it begins.
    sent: Option<(i64, Broadcast)>,
}

/// How a returning watcher catches up.
#[derive(Debug)]
pub enum CatchUp {
    /// Send these messages.
    Missed(Broadcast),
    /// Read them from the log.
    Read,
    /// Ask the client to fetch the spots again.
    Resync,
}

impl Replay {
    /// Returns whether messages are kept, and so have to be pushed.
    pub fn keeps(&self) -> bool {
        self.keeps
    }

    /// Keeps messages from now on; returns whether it did not before.
    pub fn keep(&mut self) -> bool {
        !std::mem::replace(&mut self.keeps, true)
    }

    /// Drops all, and keeps nothing from now on.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Keeps a message that was sent to everyone.
    pub fn push(&mut self, message: Encoded) {
        self.sent = None;
        if self.is_full() {
            self.messages.pop_front();
        }
        self.messages.push_back(message);
    }

    /// Puts older messages before those that it holds, as far as there is room and they fit without a gap.
    pub fn fill(&mut self, older: impl DoubleEndedIterator<Item = Encoded>, newest: i64) {
        for message in older.rev() {
            if !self.is_full() && message.seq + 1 == self.oldest(newest) {
                self.messages.push_front(message);
            }
        }
    }

    /// The first sequence number that it holds; the one after `newest` if it holds none.
    pub fn oldest(&self, newest: i64) -> i64 {
        self.messages.front().map_or(newest + 1, |message| message.first)
    }

    /// Decides how a watcher catches up from `since` to `newest`.
    pub fn since(&mut self, since: i64, newest: i64) -> CatchUp {
        if since < 0 || since > newest {
            return CatchUp::Resync;
        }
        if since + 1 < self.oldest(newest) {
            return if newest - since > MOST_REPLAYED { CatchUp::Resync } else { CatchUp::Read };
        }
        if let Some((begin, sent)) = &self.sent
            && *begin <= since
        {
            // A watcher that missed a part of it shares its memory.
            return CatchUp::Missed(sent.since(since));
        }
        let missed: Vec<Encoded> = self.messages.iter().filter(|message| message.seq > since).cloned().collect();
        let missed = Broadcast::new(&missed, newest);
        self.sent = Some((since, missed.clone()));
        CatchUp::Missed(missed)
    }

    fn is_full(&self) -> bool {
        self.messages.len() as u64 >= MOST_REPLAYED.unsigned_abs()
    }
}

#[cfg(test)]
mod tests {
    use super::{CatchUp, MOST_REPLAYED, Replay};
    use crate::watch::Encoded;

    fn messages(seqs: std::ops::RangeInclusive<i64>) -> impl DoubleEndedIterator<Item = Encoded> {
        seqs.map(|seq| Encoded::resync_instead(seq, seq))
    }

    fn replay(seqs: std::ops::RangeInclusive<i64>) -> Replay {
        let mut replay = Replay::default();
        messages(seqs).for_each(|message| replay.push(message));
        replay
    }

    fn missed(replay: &mut Replay, since: i64, newest: i64) -> Vec<i64> {
        let CatchUp::Missed(missed) = replay.since(since, newest) else { panic!("not from memory") };
        assert_eq!(missed.through(), newest);
        missed.seqs().collect()
    }

    #[test]
    fn sends_what_was_missed_in_order() {
        let mut replay = replay(5..=9);
        assert_eq!(missed(&mut replay, 6, 9), [7, 8, 9]);
        assert_eq!(missed(&mut replay, 4, 9), [5, 6, 7, 8, 9]);
        assert_eq!(missed(&mut replay, 7, 9), [8, 9], "a part of what was sent before");
        assert_eq!(missed(&mut replay, 9, 9), [0_i64; 0]);
        messages(10..=10).for_each(|message| replay.push(message));
        assert_eq!(missed(&mut replay, 7, 10), [8, 9, 10]);
    }

    #[test]
    fn watchers_that_missed_the_same_share_one_piece_of_memory() {
        let mut replay = replay(5..=9);
        let mut frames = |since| match replay.since(since, 9) {
            CatchUp::Missed(missed) => missed.all().as_ptr_range().end,
            _ => panic!("not from memory"),
        };
        let end = frames(5);
        assert!((6..9).all(|since| frames(since) == end));
    }

    #[test]
    fn reads_what_it_does_not_hold_and_resyncs_what_is_too_far() {
        assert!(matches!(replay(5..=9).since(3, 9), CatchUp::Read));
        assert!(matches!(Replay::default().since(0, 2), CatchUp::Read));
        assert!(matches!(Replay::default().since(0, MOST_REPLAYED), CatchUp::Read));
        assert!(matches!(Replay::default().since(0, MOST_REPLAYED + 1), CatchUp::Resync));
        assert!(matches!(replay(5..=9).since(10, 9), CatchUp::Resync), "a slug used again");
        assert!(matches!(replay(5..=9).since(-1, 9), CatchUp::Resync));
    }

    #[test]
    fn is_filled_from_the_log_without_gaps() {
        let mut replay = Replay::default();
        replay.fill(messages(6..=7), 9);
        assert!(matches!(replay.since(5, 9), CatchUp::Read), "8 and 9 are missing");
        replay.fill(messages(8..=9), 9);
        messages(10..=11).for_each(|message| replay.push(message));
        replay.fill(messages(6..=9), 11);
        assert_eq!(missed(&mut replay, 5, 11), (6..=11).collect::<Vec<_>>());
        replay.fill(messages(3..=5), 11);
        assert_eq!(missed(&mut replay, 2, 11), (3..=11).collect::<Vec<_>>());
    }

    #[test]
    fn one_message_stands_for_many_events() {
        let mut replay = replay(5..=9);
        replay.push(Encoded::resync_instead(10, 4_009));
        replay.push(Encoded::resync_instead(4_010, 4_010));
        for (since, expected) in [(7, &[8, 9, 4_009, 4_010][..]), (9, &[4_009, 4_010]), (2_000, &[4_009, 4_010])] {
            assert_eq!(missed(&mut replay, since, 4_010), expected, "{since}");
        }
        assert!(matches!(replay.since(3, 4_010), CatchUp::Resync));
    }

    #[test]
    fn is_bounded() {
        let mut replay = replay(11..=MOST_REPLAYED + 5);
        replay.fill(messages(1..=10), MOST_REPLAYED + 5);
        assert_eq!(replay.messages.len() as u64, MOST_REPLAYED.unsigned_abs());
        messages(MOST_REPLAYED + 6..=MOST_REPLAYED + 10).for_each(|message| replay.push(message));
        assert_eq!(replay.messages.len() as u64, MOST_REPLAYED.unsigned_abs());
        assert_eq!(missed(&mut replay, 10, MOST_REPLAYED + 10).first(), Some(&11));
    }
}
