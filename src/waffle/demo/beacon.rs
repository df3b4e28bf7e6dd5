//! The demo's beacon, so that draws need no internet.

use std::{io, net::Ipv4Addr, sync::Arc};

use waffle_beacon::{
    local::{LocalBeacon, Plan},
    relay_url::RelayUrl,
};
use waffle_domain::draw::{digest::sha256, round::Timetable};
use waffle_service::clock::Clock;
use waffle_service::config::{Draw, Secret};

/// When its rounds began, long before any demo, and how often they appear. With the secret they determine the chain, so
/// that draws of an earlier run can still be checked.
const GENESIS: i64 = 1_577_836_800;
const PERIOD_SECONDS: u32 = 3;

/// Starts a beacon with a key that is made of the secret.
pub(super) async fn start(secret: &Secret, clock: &Clock) -> io::Result<LocalBeacon> {
    let clock = clock.clone();
    let timetable = Timetable::new(GENESIS, PERIOD_SECONDS).ok_or_else(|| io::Error::other("no such timetable"))?;
    let plan = Plan {
        listen: (Ipv4Addr::LOCALHOST, 0).into(),
        secret: *sha256(secret.expose().as_bytes()).as_bytes(),
        timetable,
        now: Arc::new(move || clock.now()),
    };
    LocalBeacon::start(plan).await
}

/// Returns the settings of draws that use a beacon.
pub(super) fn draw(beacon: &LocalBeacon) -> Draw {
    let relays = RelayUrl::parse(&beacon.url()).into_iter().collect();
    Draw { chain: *beacon.chain(), relays }
}
