//! The beacons of these tests.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use waffle_beacon::http_client::Fetcher;
use waffle_beacon::local::{LocalBeacon, Plan};
use waffle_beacon::relay_url::RelayUrl;
use waffle_beacon::relays::{Patience, Relays};
use waffle_domain::draw::round::{Round, Timetable};

/// Longer than even a busy machine takes.
pub(crate) const PATIENT: Patience =
    Patience { each: Duration::from_mins(1), all: Duration::from_mins(2), newest_of_others: Duration::from_mins(1) };

/// When the tests happen: the hundredth round has just appeared.
pub(crate) fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_099, 0).expect("a time")
}

pub(crate) fn round(number: u64) -> Round {
    Round::try_from(number).expect("a round")
}

/// A beacon with a round each second from the second 1,000 on. The same secret makes the same chain.
pub(crate) async fn beacon(secret: u8) -> LocalBeacon {
    let timetable = Timetable::new(1_000, 1).expect("a timetable");
    let listen = (Ipv4Addr::LOCALHOST, 0).into();
    LocalBeacon::start(Plan { listen, secret: [secret; 32], timetable, now: Arc::new(now) }).await.expect("a beacon")
}

pub(crate) async fn beacons<const N: usize>() -> [LocalBeacon; N] {
    let mut started = Vec::new();
    for _ in 0..N {
        started.push(beacon(1).await);
    }
    started.try_into().ok().expect("as many")
}

/// Relays of the first one's chain, each of which has more time than it needs.
pub(crate) fn relays(beacons: &[&LocalBeacon]) -> Relays {
    relays_within(PATIENT, beacons)
}

pub(crate) fn relays_within(patience: Patience, beacons: &[&LocalBeacon]) -> Relays {
    relays_at(patience, beacons[0], &beacons.iter().map(|beacon| beacon.url()).collect::<Vec<_>>())
}

pub(crate) fn relays_at(patience: Patience, of: &LocalBeacon, urls: &[String]) -> Relays {
    let urls = urls.iter().map(|url| RelayUrl::parse(url).expect("an address")).collect();
    Relays::new(*of.chain(), urls, Fetcher::default(), patience)
}
