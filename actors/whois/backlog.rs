//! The look-ups that wait, and those under way: each address once, however many sign-ins came from it.

use std::collections::{HashMap, HashSet, VecDeque};
use std::net::IpAddr;

use uuid::Uuid;

/// Bounded work: so many records may wait, so many addresses may be under way.
#[derive(Debug)]
pub(super) struct Backlog {
    /// Addresses that wait, in the order in which they came.
    order: VecDeque<IpAddr>,
    /// Their records.
    records: HashMap<IpAddr, Vec<Uuid>>,
    under_way: HashSet<IpAddr>,
    waiting: usize,
    most_waiting: usize,
    most_under_way: usize,
}

impl Backlog {
    pub(super) fn new(most_waiting: usize, most_under_way: usize) -> Self {
        Self {
            order: VecDeque::new(),
            records: HashMap::new(),
            under_way: HashSet::new(),
            waiting: 0,
            most_waiting,
            most_under_way,
        }
    }

    /// Adds a record; `false` when too many wait.
    pub(super) fn push(&mut self, address: IpAddr, record: Uuid) -> bool {
        if self.waiting >= self.most_waiting {
            return false;
        }
        self.waiting += 1;
        let records = self.records.entry(address).or_default();
        if records.is_empty() {
            self.order.push_back(address);
        }
        records.push(record);
        true
    }

    /// Takes the next address with all its records. None when nothing waits, enough is under way, or all that waits is under way
    /// already: its records will find the answer of the first one.
    pub(super) fn next(&mut self) -> Option<(IpAddr, Vec<Uuid>)> {
        if self.under_way.len() >= self.most_under_way {
            return None;
        }
        let place = self.order.iter().position(|address| !self.under_way.contains(address))?;
        let address = self.order.remove(place)?;
        let records = self.records.remove(&address).unwrap_or_default();
        self.waiting -= records.len();
        self.under_way.insert(address);
        Some((address, records))
    }

    /// Notes that an address is not under way any more.
    pub(super) fn done(&mut self, address: IpAddr) {
        self.under_way.remove(&address);
    }

    /// Notes that nothing is under way any more.
    pub(super) fn nothing_under_way(&mut self) {
        self.under_way.clear();
    }

    /// Counts the records that wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::net::{IpAddr, Ipv4Addr};

    use proptest::prelude::{any, proptest};
    use uuid::Uuid;

    use super::Backlog;

    fn address(n: u8) -> IpAddr {
        Ipv4Addr::new(203, 0, 113, n).into()
    }

    #[test]
    fn an_address_is_under_way_once_and_takes_all_its_records() {
        let mut backlog = Backlog::new(10, 4);
        let ids: Vec<Uuid> = (0..4).map(Uuid::from_u128).collect();
        for id in &ids[..2] {
            assert!(backlog.push(address(1), *id));
        }
        assert_eq!(backlog.next(), Some((address(1), ids[..2].to_vec())));
        assert!(backlog.push(address(1), ids[2]) && backlog.push(address(2), ids[3]));
        assert_eq!(backlog.next(), Some((address(2), vec![ids[3]])), "not behind one that has to wait");
        assert_eq!(backlog.next(), None);
        backlog.done(address(1));
        assert_eq!(backlog.next(), Some((address(1), vec![ids[2]])));
        assert_eq!(backlog.waiting(), 0);
    }

    proptest! {
        #[test]
        fn its_bounds_hold_and_no_record_is_lost_or_doubled(steps in proptest::collection::vec(any::<(bool, u8)>(), 0..200)) {
            let mut backlog = Backlog::new(5, 2);
            let (mut accepted, mut taken, mut under_way) = (HashSet::new(), HashSet::new(), Vec::new());
            for (at, (push, n)) in steps.into_iter().enumerate() {
                if push {
                    let id = Uuid::from_u128(at as u128);
                    let full = accepted.len() - taken.len() == 5;
                    assert_eq!(backlog.push(address(n % 4), id), !full);
                    if !full {
                        accepted.insert(id);
                    }
                } else if let Some((address, records)) = backlog.next() {
                    assert!(!records.is_empty() && !under_way.contains(&address) && under_way.len() < 2);
                    for record in records {
                        assert!(accepted.contains(&record) && taken.insert(record));
                    }
                    under_way.push(address);
                } else if !under_way.is_empty() {
                    backlog.done(under_way.remove(0));
                }
                assert_eq!(backlog.waiting(), accepted.len() - taken.len());
            }
            for address in under_way {
                backlog.done(address);
            }
            while let Some((address, records)) = backlog.next() {
                assert!(records.into_iter().all(|record| taken.insert(record)));
                backlog.done(address);
            }
            assert_eq!(taken, accepted);
        }
    }
}
