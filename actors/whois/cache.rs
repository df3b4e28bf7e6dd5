//! Answers of the last day.

use std::collections::HashMap;
use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use waffle_domain::whois::server::WhoisServer;

use crate::whois::look_up::WhoisAnswer;

/// How long an answer is used.
const LIFETIME: TimeDelta = TimeDelta::days(1);

/// A bounded number of answers, by the server that was asked and the address.
#[derive(Debug)]
pub(super) struct Cache {
    entries: HashMap<(WhoisServer, IpAddr), (DateTime<Utc>, WhoisAnswer)>,
    capacity: usize,
}

impl Cache {
    /// Makes a cache of at most `capacity` answers.
    pub(super) fn new(capacity: usize) -> Self {
        Self { entries: HashMap::new(), capacity }
    }

    /// Returns the answer, unless it is too old.
    pub(super) fn get(&self, server: &WhoisServer, address: IpAddr, now: DateTime<Utc>) -> Option<WhoisAnswer> {
        let (since, answer) = self.entries.get(&(server.clone(), address))?;
        (now - since < LIFETIME).then(|| answer.clone())
    }

    /// Keeps an answer from now on. Where there is no room, all others are dropped.
    pub(super) fn put(&mut self, server: WhoisServer, address: IpAddr, answer: WhoisAnswer, now: DateTime<Utc>) {
        if self.entries.len() >= self.capacity {
            self.entries.retain(|_, (since, _)| now - *since < LIFETIME);
        }
        if self.entries.len() >= self.capacity {
            self.entries.clear();
        }
        self.entries.insert((server, address), (now, answer));
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use chrono::{DateTime, TimeDelta};
    use waffle_domain::whois::answer::AddressOwner;
    use waffle_domain::whois::server::WhoisServer;

    use super::{Cache, LIFETIME};
    use crate::whois::look_up::WhoisAnswer;

    fn server(name: &str) -> WhoisServer {
        WhoisServer::parse(name).unwrap()
    }

    fn answer() -> WhoisAnswer {
        WhoisAnswer { holder: AddressOwner::default(), server: "a.net".to_owned() }
    }

    fn address(n: u32) -> IpAddr {
        Ipv4Addr::from(n).into()
    }

    #[test]
    fn an_answer_is_used_for_a_day_and_only_for_the_server_that_gave_it() {
        let (mut cache, now) = (Cache::new(10), DateTime::UNIX_EPOCH);
        cache.put(server("a.net"), address(1), answer(), now);
        assert!(cache.get(&server("a.net"), address(1), now + LIFETIME - TimeDelta::seconds(1)).is_some());
        assert!(cache.get(&server("a.net"), address(1), now + LIFETIME).is_none());
        assert!(cache.get(&server("b.net"), address(1), now).is_none());
        assert!(cache.get(&server("a.net"), address(2), now).is_none());
    }

    #[test]
    fn its_size_is_bounded_and_the_newest_stays() {
        let (mut cache, now) = (Cache::new(10), DateTime::UNIX_EPOCH);
        for n in 0..1_000 {
            cache.put(server("a.net"), address(n), answer(), now);
            assert!(cache.entries.len() <= 10);
            assert!(cache.get(&server("a.net"), address(n), now).is_some());
        }
    }
}
