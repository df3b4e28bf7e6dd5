//! The last messages of a waffle, for watchers who come back.

use std::collections::VecDeque;

use crate::watch::Encoded;

/// The most messages a returning watcher is sent; one who missed more has to fetch the spots again.
pub const MOST_REPLAYED: i64 = 1_000;

/// The newest messages, in order and without gaps.
#[derive(Debug, Default)]
pub struct Replay(VecDeque<Encoded>);

/// How a returning watcher catches up.
#[derive(Debug)]
pub enum CatchUp {
    /// Send these messages.
    Messages(Vec<Encoded>),
    /// Read them from the log.
    Read,
    /// Tell the client to fetch the spots again.
    Resync,
}

impl Replay {
    /// Keeps a message that was sent to everyone.
    pub fn push(&mut self, message: Encoded) {
        if self.0.len() as u64 >= MOST_REPLAYED.unsigned_abs() {
            self.0.pop_front();
        }
        self.0.push_back(message);
    }

    /// Decides how a watcher catches up from `since` to `newest`.
    pub fn since(&self, since: i64, newest: i64) -> CatchUp {
        if since < 0 || since > newest {
            return CatchUp::Resync;
        }
        let oldest = self.0.front().map_or(newest + 1, |m| m.first);
        if since + 1 < oldest {
            return if newest - since > MOST_REPLAYED { CatchUp::Resync } else { CatchUp::Read };
        }
        CatchUp::Messages(self.0.iter().filter(|m| m.seq > since).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{CatchUp, MOST_REPLAYED, Replay};
    use crate::watch::Encoded;

    fn replay(seqs: std::ops::RangeInclusive<i64>) -> Replay {
        let mut replay = Replay::default();
        for seq in seqs {
            replay.push(Encoded::resync_instead(seq, seq));
        }
        replay
    }

    #[test]
    fn sends_what_was_missed_in_order() {
        let CatchUp::Messages(messages) = replay(5..=9).since(6, 9) else { panic!("no messages") };
        assert_eq!(messages.iter().map(|m| m.seq).collect::<Vec<_>>(), [7, 8, 9]);
        assert!(matches!(replay(5..=9).since(4, 9), CatchUp::Messages(m) if m.len() == 5));
        assert!(matches!(replay(5..=9).since(9, 9), CatchUp::Messages(m) if m.is_empty()));
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
    fn one_message_stands_for_many_events() {
        let mut replay = replay(5..=9);
        replay.push(Encoded::resync_instead(10, 4_009));
        replay.push(Encoded::resync_instead(4_010, 4_010));
        for (since, told) in [(7, &[8, 9, 4_009, 4_010][..]), (9, &[4_009, 4_010]), (2_000, &[4_009, 4_010])] {
            let CatchUp::Messages(messages) = replay.since(since, 4_010) else { panic!("no messages") };
            assert_eq!(messages.iter().map(|m| m.seq).collect::<Vec<_>>(), told, "{since}");
        }
        assert!(matches!(replay.since(3, 4_010), CatchUp::Resync));
    }

    #[test]
    fn is_bounded() {
        let replay = replay(1..=MOST_REPLAYED + 10);
        assert_eq!(replay.0.len() as u64, MOST_REPLAYED.unsigned_abs());
        assert!(matches!(replay.since(10, MOST_REPLAYED + 10), CatchUp::Messages(m) if m[0].seq == 11));
    }
}
