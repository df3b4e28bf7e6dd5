//! What the watchers of a hub have yet to read: each broadcast once, however many they are. Who reads which one next is
//! only counted, so that nothing here takes longer with more watchers.

use std::collections::VecDeque;
use std::mem;

use crate::watch::broadcast::Broadcast;
use crate::watch::{News, SubscriptionEnd};

/// A watcher for whom more unread bytes than this would wait is evicted.
const MOST_BACKLOG: usize = 1 << 20;
/// A ring with room for more broadcasts than this gives it back once all are read.
const ROOM_KEPT: usize = 16;

/// Broadcasts in order, then perhaps the end.
#[derive(Debug, Default)]
pub(super) struct Ring {
    /// The broadcasts that somebody has yet to read, each with how many read it next.
    unread: VecDeque<(Broadcast, usize)>,
    /// The place of the first of them.
    first: usize,
    bytes: usize,
    /// How many have read all.
    up_to_date: usize,
    watchers: usize,
    end: Option<SubscriptionEnd>,
}

impl Ring {
    /// Adds a watcher; gives its place, from which it reads what comes from now on. None after the end.
    pub(super) fn join(&mut self) -> Option<usize> {
        if self.end.is_some() {
            return None;
        }
        self.watchers += 1;
        self.up_to_date += 1;
        Some(self.first + self.unread.len())
    }

    /// Removes the watcher at a place.
    pub(super) fn leave(&mut self, place: usize) {
        if let Some(readers) = self.readers(place) {
            *readers -= 1;
            self.watchers -= 1;
            self.forget_read();
        }
    }

    /// Adds a broadcast. Watchers who are too slow are evicted: answers how many.
    pub(super) fn push(&mut self, broadcast: &Broadcast) -> usize {
        if self.watchers() == 0 {
            return 0;
        }
        self.bytes += broadcast.bytes();
        self.unread.push_back((broadcast.clone(), mem::take(&mut self.up_to_date)));
        let mut evicted = 0;
        // What is alone may be longer: a watcher who has read all else is not slow.
        while self.bytes > MOST_BACKLOG && self.unread.len() > 1 {
            evicted += self.forget_first();
        }
        self.watchers -= evicted;
        self.forget_read();
        evicted
    }

    /// Ends it for all watchers, after what they have yet to read.
    pub(super) fn end(&mut self, end: SubscriptionEnd) {
        self.end.get_or_insert(end);
    }

    /// Gives what the watcher at a place reads next, and moves it on.
    pub(super) fn next(&mut self, place: &mut usize) -> Option<News> {
        // What it was sent has no gaps; the rest would only take memory for somebody who does not read.
        let Some(ahead) = place.checked_sub(self.first) else { return Some(News::Ended(SubscriptionEnd::Evicted)) };
        let Some((broadcast, readers)) = self.unread.get_mut(ahead) else { return self.end.map(News::Ended) };
        let broadcast = broadcast.clone();
        *readers -= 1;
        *place += 1;
        if let Some(readers) = self.readers(*place) {
            *readers += 1;
        }
        self.forget_read();
        Some(News::Broadcast(broadcast))
    }

    /// Counts the watchers who stay.
    pub(super) fn watchers(&self) -> usize {
        if self.end.is_some() { 0 } else { self.watchers }
    }

    /// How many read next at a place; none where watchers are evicted.
    fn readers(&mut self, place: usize) -> Option<&mut usize> {
        let ahead = place.checked_sub(self.first)?;
        Some(self.unread.get_mut(ahead).map_or(&mut self.up_to_date, |(_, readers)| readers))
    }

    /// Drops the first broadcasts as far as all have read them.
    fn forget_read(&mut self) {
        while self.unread.front().is_some_and(|(_, readers)| *readers == 0) {
            self.forget_first();
        }
        if self.unread.is_empty() && self.unread.capacity() > ROOM_KEPT {
            self.unread = VecDeque::new();
        }
    }

    /// Drops the first broadcast; answers how many would have read it next.
    fn forget_first(&mut self) -> usize {
        let Some((broadcast, readers)) = self.unread.pop_front() else { return 0 };
        self.bytes -= broadcast.bytes();
        self.first += 1;
        readers
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_BACKLOG, ROOM_KEPT, Ring};
    use crate::watch::{Broadcast, Encoded, News, SubscriptionEnd};

    fn broadcast(seq: i64) -> Broadcast {
        Broadcast::new(&[Encoded::resync_instead(seq, seq)], seq)
    }

    /// One that counts as many bytes as that, or a few less.
    fn long(seq: i64, bytes: usize) -> Broadcast {
        let message = Encoded::resync_instead(seq, seq);
        let envelope = Broadcast::new(&[], seq).bytes();
        let count = (bytes - envelope) / (broadcast(seq).bytes() - envelope);
        Broadcast::new(&vec![message; count], seq)
    }

    /// The last numbers of all that is there, and whether it was evicted then.
    fn read(ring: &mut Ring, place: &mut usize) -> (Vec<i64>, Option<SubscriptionEnd>) {
        let mut seqs = Vec::new();
        loop {
            match ring.next(place) {
                Some(News::Broadcast(broadcast)) => seqs.push(broadcast.through()),
                Some(News::Ended(end)) => return (seqs, Some(end)),
                None => return (seqs, None),
            }
        }
    }

    #[test]
    fn each_reads_what_came_since_it_joined_and_what_all_have_read_is_dropped() {
        let mut ring = Ring::default();
        let mut early = ring.join().unwrap();
        ring.push(&broadcast(1));
        let mut late = ring.join().unwrap();
        ring.push(&broadcast(2));
        assert_eq!(read(&mut ring, &mut early), (vec![1, 2], None));
        assert_eq!((ring.unread.len(), ring.watchers()), (1, 2));
        ring.push(&broadcast(3));
        assert_eq!(read(&mut ring, &mut late), (vec![2, 3], None));
        assert_eq!(read(&mut ring, &mut early), (vec![3], None));
        assert_eq!((ring.unread.len(), ring.bytes), (0, 0));
    }

    #[test]
    fn what_only_those_had_to_read_who_left_is_dropped() {
        let mut ring = Ring::default();
        let places: Vec<_> = (1..=100).map(|seq| (ring.join().unwrap(), ring.push(&broadcast(seq))).0).collect();
        let mut stays = ring.join().unwrap();
        assert_eq!((ring.unread.len(), ring.watchers()), (100, 101));
        for place in places {
            ring.leave(place);
        }
        assert_eq!((ring.unread.len(), ring.bytes, ring.watchers()), (0, 0, 1));
        assert!(ring.unread.capacity() <= ROOM_KEPT);
        ring.push(&broadcast(101));
        assert_eq!(read(&mut ring, &mut stays), (vec![101], None));
        ring.leave(stays);
        ring.push(&broadcast(102));
        assert!(ring.unread.is_empty(), "nobody is there");
    }

    #[test]
    fn up_to_a_mebibyte_may_wait_and_not_one_broadcast_more() {
        let mut ring = Ring::default();
        let (mut slow, mut good) = (ring.join().unwrap(), ring.join().unwrap());
        let fit = MOST_BACKLOG / broadcast(1).bytes();
        for seq in 1..=fit {
            assert_eq!(ring.push(&broadcast(1)), 0, "{seq}");
        }
        assert_eq!(read(&mut ring, &mut good).0.len(), fit);
        assert_eq!(ring.push(&broadcast(1)), 1);
        assert_eq!(ring.watchers(), 1);
        assert_eq!(read(&mut ring, &mut slow), (vec![], Some(SubscriptionEnd::Evicted)), "the rest is not kept");
        assert_eq!(read(&mut ring, &mut good), (vec![1], None));
        ring.leave(slow);
        assert_eq!((ring.watchers(), ring.bytes), (1, 0), "counted once");
    }

    #[test]
    fn a_longer_one_reaches_those_who_have_read_all_else() {
        let mut ring = Ring::default();
        let (mut slow, mut good) = (ring.join().unwrap(), ring.join().unwrap());
        assert_eq!(ring.push(&long(1, 2 * MOST_BACKLOG)), 0);
        assert_eq!(read(&mut ring, &mut good), (vec![1], None));
        assert_eq!(ring.push(&long(2, 2 * MOST_BACKLOG)), 1);
        assert_eq!(read(&mut ring, &mut slow), (vec![], Some(SubscriptionEnd::Evicted)));
        assert_eq!(read(&mut ring, &mut good), (vec![2], None));
    }

    #[test]
    fn the_end_comes_last_and_nobody_joins_after_it() {
        let mut ring = Ring::default();
        let mut place = ring.join().unwrap();
        ring.push(&broadcast(1));
        ring.end(SubscriptionEnd::Over);
        ring.end(SubscriptionEnd::Lost);
        assert_eq!((ring.watchers(), ring.join()), (0, None));
        assert_eq!(read(&mut ring, &mut place), (vec![1], Some(SubscriptionEnd::Over)));
        ring.leave(place);
    }
}
