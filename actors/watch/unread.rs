//! What the watchers of a hub have yet to read: each broadcast once, however many they are. For each broadcast, the
//! watchers that read it next are only counted, so that nothing here takes longer with more watchers.

use std::collections::VecDeque;
use std::mem;

use crate::watch::broadcast::{Broadcast, Encoded};
use crate::watch::{News, SubscriptionEnd};

/// The most messages that may be unread, and the most bytes. Beyond that, one message replaces the older half.
const MOST_UNREAD: Size = Size { messages: 1_000, bytes: 1 << 20 };
/// A ring with room for more broadcasts than this gives it back once all are read.
const ROOM_KEPT: usize = 16;

/// Broadcasts in order, then perhaps the end.
#[derive(Debug, Default)]
pub(super) struct Unread {
    /// The broadcasts that some watcher has yet to read, each with how many read it next.
    broadcasts: VecDeque<(Broadcast, usize)>,
    /// The position of the first of them, also for all watchers that were at positions before it.
    first: usize,
    /// Whether the first replaces others, and all that read it next have been counted.
    summarized: bool,
    size: Size,
    /// How many have read all.
    up_to_date: usize,
    watchers: usize,
    end: Option<SubscriptionEnd>,
}

/// How much is unread.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Size {
    messages: usize,
    bytes: usize,
}

impl Size {
    fn exceeds(self, most: Self) -> bool {
        self.messages > most.messages || self.bytes > most.bytes
    }

    fn add(&mut self, broadcast: &Broadcast) {
        self.messages += broadcast.count();
        self.bytes += broadcast.bytes();
    }

    fn half(self) -> Self {
        Self { messages: self.messages / 2, bytes: self.bytes / 2 }
    }
}

impl Unread {
    /// Adds a watcher; returns its position, from which it reads what comes from now on. `None` after the end.
    pub(super) fn join(&mut self) -> Option<usize> {
        if self.end.is_some() {
            return None;
        }
        self.watchers += 1;
        self.up_to_date += 1;
        Some(self.first + self.broadcasts.len())
    }

    /// Removes the watcher at a position.
    pub(super) fn leave(&mut self, position: usize) {
        *self.readers(position) -= 1;
        self.watchers -= 1;
        self.forget_read();
    }

    /// Adds a broadcast. Returns how many watchers are so far behind that they have to fetch what they missed.
    pub(super) fn push(&mut self, broadcast: &Broadcast) -> usize {
        if self.watchers() == 0 {
            return 0;
        }
        self.size.add(broadcast);
        self.broadcasts.push_back((broadcast.clone(), mem::take(&mut self.up_to_date)));
        self.forget_read();
        if self.size.exceeds(MOST_UNREAD) { self.summarize() } else { 0 }
    }

    /// Replaces all but the newest broadcasts by one message. Half of what may be unread is left, so that a watcher
    /// that reads nothing costs those that are a little behind nothing. The last broadcast stays, however long: a
    /// watcher that has read all others is not behind.
    fn summarize(&mut self) -> usize {
        let counted = if self.summarized { self.broadcasts.front().map_or(0, |(_, readers)| *readers) } else { 0 };
        let (mut behind, mut through) = (0, None);
        while self.broadcasts.len() > 1 && self.size.exceeds(MOST_UNREAD.half()) {
            through = self.broadcasts.front().map(|(broadcast, _)| broadcast.through());
            behind += self.forget_first();
        }
        let Some(through) = through else { return 0 };
        let summary = Broadcast::new(&[Encoded::resync_instead(through, through)], through);
        self.first -= 1;
        self.size.add(&summary);
        self.broadcasts.push_front((summary, behind));
        self.summarized = true;
        behind - counted
    }

    /// Ends it for all watchers, after what they have yet to read.
    pub(super) fn end(&mut self, end: SubscriptionEnd) {
        self.end.get_or_insert(end);
    }

    /// Returns what the watcher at a position reads next, and moves it on.
    pub(super) fn next(&mut self, position: &mut usize) -> Option<News> {
        *position = self.first.max(*position);
        let Some((broadcast, readers)) = self.broadcasts.get_mut(*position - self.first) else {
            return self.end.map(News::Ended);
        };
        let broadcast = broadcast.clone();
        *readers -= 1;
        *position += 1;
        *self.readers(*position) += 1;
        self.forget_read();
        Some(News::Broadcast(broadcast))
    }

    /// Counts the watchers that stay.
    pub(super) fn watchers(&self) -> usize {
        if self.end.is_some() { 0 } else { self.watchers }
    }

    /// How many read next at a position.
    fn readers(&mut self, position: usize) -> &mut usize {
        let ahead = position.saturating_sub(self.first);
        self.broadcasts.get_mut(ahead).map_or(&mut self.up_to_date, |(_, readers)| readers)
    }

    /// Drops the first broadcasts that all have read.
    fn forget_read(&mut self) {
        while self.broadcasts.front().is_some_and(|(_, readers)| *readers == 0) {
            self.forget_first();
        }
        if self.broadcasts.is_empty() && self.broadcasts.capacity() > ROOM_KEPT {
            self.broadcasts = VecDeque::new();
        }
    }

    /// Drops the first broadcast; returns how many would have read it next.
    fn forget_first(&mut self) -> usize {
        let Some((broadcast, readers)) = self.broadcasts.pop_front() else { return 0 };
        self.size.messages -= broadcast.count();
        self.size.bytes -= broadcast.bytes();
        self.first += 1;
        self.summarized = false;
        readers
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_UNREAD, ROOM_KEPT, Size, Unread};
    use crate::watch::{Broadcast, Encoded, News, SubscriptionEnd};

    fn broadcast(seq: i64) -> Broadcast {
        Broadcast::new(&[Encoded::resync_instead(seq, seq)], seq)
    }

    /// One that counts this many bytes, or a few less.
    fn long(seq: i64, bytes: usize) -> Broadcast {
        let message = Encoded::resync_instead(seq, seq);
        let envelope = Broadcast::new(&[], seq).bytes();
        let count = (bytes - envelope) / (broadcast(seq).bytes() - envelope);
        Broadcast::new(&vec![message; count], seq)
    }

    /// The last numbers of all that is there, and how it ended then.
    fn read(unread: &mut Unread, position: &mut usize) -> (Vec<i64>, Option<SubscriptionEnd>) {
        let mut seqs = Vec::new();
        loop {
            match unread.next(position) {
                Some(News::Broadcast(broadcast)) => seqs.push(broadcast.through()),
                Some(News::Live(_)) => panic!("a hub's news"),
                Some(News::Ended(end)) => return (seqs, Some(end)),
                None => return (seqs, None),
            }
        }
    }

    #[test]
    fn each_reads_what_came_since_it_joined_and_what_all_have_read_is_dropped() {
        let mut unread = Unread::default();
        let mut early = unread.join().unwrap();
        unread.push(&broadcast(1));
        let mut late = unread.join().unwrap();
        unread.push(&broadcast(2));
        assert_eq!(read(&mut unread, &mut early), (vec![1, 2], None));
        assert_eq!((unread.broadcasts.len(), unread.watchers()), (1, 2));
        unread.push(&broadcast(3));
        assert_eq!(read(&mut unread, &mut late), (vec![2, 3], None));
        assert_eq!(read(&mut unread, &mut early), (vec![3], None));
        assert_eq!((unread.broadcasts.len(), unread.size), (0, Size::default()));
    }

    #[test]
    fn what_only_watchers_that_left_had_to_read_is_dropped() {
        let mut unread = Unread::default();
        let positions: Vec<_> = (1..=100).map(|seq| (unread.join().unwrap(), unread.push(&broadcast(seq))).0).collect();
        let mut stays = unread.join().unwrap();
        assert_eq!((unread.broadcasts.len(), unread.watchers()), (100, 101));
        for position in positions {
            unread.leave(position);
        }
        assert_eq!((unread.broadcasts.len(), unread.size, unread.watchers()), (0, Size::default(), 1));
        assert!(unread.broadcasts.capacity() <= ROOM_KEPT);
        unread.push(&broadcast(101));
        assert_eq!(read(&mut unread, &mut stays), (vec![101], None));
        unread.leave(stays);
        unread.push(&broadcast(102));
        assert!(unread.broadcasts.is_empty(), "there are no watchers");
    }

    #[test]
    fn a_thousand_messages_may_wait_for_a_watcher_and_not_one_more() {
        for (last, expected) in [(1_000, (1..=1_000).collect()), (1_001, (501..=1_001).collect())] {
            let mut unread = Unread::default();
            let (mut slow, mut good) = (unread.join().unwrap(), unread.join().unwrap());
            let mut behind = 0;
            for seq in 1..=last {
                behind += unread.push(&broadcast(seq));
                assert_eq!(read(&mut unread, &mut good), (vec![seq], None), "one that reads gets each");
            }
            assert_eq!(behind, usize::from(last > 1_000));
            assert_eq!(read(&mut unread, &mut slow), (expected, None));
            assert_eq!((unread.broadcasts.len(), unread.size, unread.watchers()), (0, Size::default(), 2));
        }
    }

    #[test]
    fn a_watcher_that_reads_nothing_takes_bounded_memory_costs_others_nothing_and_is_counted_once() {
        let mut unread = Unread::default();
        let (mut slow, mut lagging) = (unread.join().unwrap(), unread.join().unwrap());
        let (mut behind, mut received) = (0, Vec::new());
        for seq in 1..=10_000 {
            behind += unread.push(&broadcast(seq));
            assert!(!unread.size.exceeds(MOST_UNREAD), "{seq}: {:?}", unread.size);
            if seq > 400 {
                let Some(News::Broadcast(next)) = unread.next(&mut lagging) else { panic!("there is more") };
                received.extend(next.seqs());
            }
        }
        assert_eq!(received, (1..=9_600).collect::<Vec<_>>(), "four hundred behind");
        assert_eq!(behind, 1);
        let (seqs, end) = read(&mut unread, &mut slow);
        assert_eq!((seqs.last(), end), (Some(&10_000), None));
        assert!(seqs.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{seqs:?}");
        unread.leave(lagging);
        assert_eq!((unread.broadcasts.len(), unread.watchers()), (0, 1));
    }

    #[test]
    fn watchers_that_leave_are_counted_wherever_they_are() {
        let mut unread = Unread::default();
        let positions: Vec<_> =
            (1..=3_000).map(|seq| (unread.join().unwrap(), unread.push(&broadcast(seq))).0).collect();
        let mut stays = unread.join().unwrap();
        for position in positions {
            unread.leave(position);
        }
        assert_eq!((unread.broadcasts.len(), unread.size, unread.watchers()), (0, Size::default(), 1));
        unread.push(&broadcast(3_001));
        assert_eq!(read(&mut unread, &mut stays), (vec![3_001], None));
    }

    #[test]
    fn a_mebibyte_may_wait_and_a_longer_one_reaches_watchers_that_have_read_all_others() {
        let mut unread = Unread::default();
        let (mut slow, mut good) = (unread.join().unwrap(), unread.join().unwrap());
        assert_eq!(unread.push(&long(1, 2 * MOST_UNREAD.bytes)), 0);
        assert_eq!(read(&mut unread, &mut good), (vec![1], None));
        assert_eq!(unread.push(&long(2, 2 * MOST_UNREAD.bytes)), 1);
        assert!(unread.size.bytes < 3 * MOST_UNREAD.bytes, "the first one is gone");
        assert_eq!(read(&mut unread, &mut slow), (vec![1, 2], None));
        assert_eq!(read(&mut unread, &mut good), (vec![2], None));
    }

    #[test]
    fn the_end_comes_last_and_no_one_joins_after_it() {
        let mut unread = Unread::default();
        let mut position = unread.join().unwrap();
        unread.push(&broadcast(1));
        unread.end(SubscriptionEnd::Over);
        unread.end(SubscriptionEnd::Lost);
        assert_eq!((unread.watchers(), unread.join()), (0, None));
        assert_eq!(read(&mut unread, &mut position), (vec![1], Some(SubscriptionEnd::Over)));
        unread.leave(position);
    }
}
