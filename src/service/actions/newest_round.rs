//! The beacon's newest round, which says how late it is at least: asked for once for all who want to know at a time.

use tokio::sync::Mutex;
use tokio::time::{Instant, timeout_at};
use waffle_beacon::relays::Relays;
use waffle_domain::draw::clock::Heard;
use waffle_domain::time_limits::NEWEST_ROUND;

use crate::clock::Clock;

/// Asks the relays, one time after the other.
#[derive(Debug)]
pub struct NewestRound {
    relays: Relays,
    clock: Clock,
    /// What was heard last, and when. Whoever asks the relays holds it.
    last: Mutex<Option<(Instant, Heard)>>,
}

impl NewestRound {
    pub fn new(relays: Relays, clock: Clock) -> Self {
        Self { relays, clock, last: Mutex::default() }
    }

    /// Returns what the relays say now, before a transaction begins: nobody waits for relays with a lock. Whoever comes
    /// while they are being asked takes what that brings, and the time that passes from then on counts for him.
    pub async fn heard(&self) -> Heard {
        let came = Instant::now();
        let until = came + NEWEST_ROUND;
        // Whoever asked before may have gone away, so that there is less time left to ask again.
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
