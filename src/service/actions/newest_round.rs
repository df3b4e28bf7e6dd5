//! The beacon's newest round, a lower bound of the current time. Requests at the same time share one answer.

use tokio::sync::Mutex;
use tokio::time::{Instant, timeout_at};
use waffle_beacon::relays::Relays;
use waffle_domain::draw::clock::Heard;
use waffle_domain::timeouts::NEWEST_ROUND;

use crate::clock::Clock;

/// Asks the relays, never twice at the same time.
#[derive(Debug)]
pub struct NewestRound {
    relays: Relays,
    clock: Clock,
    /// The last answer, and when it came. The request that asks the relays holds the lock.
    last: Mutex<Option<(Instant, Heard)>>,
}

impl NewestRound {
    pub fn new(relays: Relays, clock: Clock) -> Self {
        Self { relays, clock, last: Mutex::default() }
    }

    /// Returns what the relays say now, before a transaction begins: no lock in the database waits for relays. A
    /// request that comes while they are being asked shares the answer, and counts the time that passes from then on.
    pub async fn heard(&self) -> Heard {
        let came = Instant::now();
        let until = came + NEWEST_ROUND;
        // Requests before this one may have given up, which leaves less time to ask again.
        let Ok(mut last) = timeout_at(until, self.last.lock()).await else { return Heard::Nothing };
        if let Some((told, heard)) = *last
            && told >= came
        {
            return heard;
        }
        let newest = self.relays.newest(self.clock.now(), until).await.map(|verified| verified.round());
        let heard = Heard::of(self.relays.chain().timetable(), newest, self.clock.now());
        *last = Some((Instant::now(), heard));
        heard
    }
}
