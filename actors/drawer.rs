//! Draws what is due: fetches the rounds that locked draws wait for, and sets the winners.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use futures_util::stream::{StreamExt, iter};
use tokio::time::{Instant, MissedTickBehavior, interval};
use uuid::Uuid;
use waffle_beacon::relays::{RelayAnswer, Relays};
use waffle_domain::draw::beacon::VerifiedRound;
use waffle_domain::draw::round::Round;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::{CHANGE, DRAWS_READ};
use waffle_store::draws::{DueDraw, decide, reading};
use waffle_store::failure::StoreFailure;
use waffle_store::pools::PgPool;

use crate::database_call::within;
use crate::supervised_task::Supervised;
use crate::waffles::Waffles;
use crate::waffles_config::Now;

/// How often it looks. Every server does; the database makes sure that each draw is drawn once.
const EVERY: Duration = Duration::from_secs(1);
/// Once one has failed, a round is given up after this time: the database may be away.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many draws are looked at together.
const CHUNK: i64 = 100;
/// How long the log stays quiet after the line that no relay has a round.
const QUIET: Duration = Duration::from_mins(1);
/// How many rounds are fetched at the same time.
const AT_ONCE: usize = 8;

/// Draws what is due, on this server.
struct Drawer {
    waffles: Waffles,
    pool: PgPool,
    relays: Relays,
    now: Now,
}

/// Starts drawing. A server that starts finds the draws again that were locked before.
pub fn start(waffles: &Waffles, pool: &PgPool, relays: &Relays, now: &Now) -> Supervised {
    let (waffles, pool, relays, now) = (waffles.clone(), pool.clone(), relays.clone(), now.clone());
    Supervised::endless("draws", move || {
        let drawer = Drawer { waffles: waffles.clone(), pool: pool.clone(), relays: relays.clone(), now: now.clone() };
        drawer.draw()
    })
}

impl Drawer {
    async fn draw(self) {
        let mut tick = interval(EVERY);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut works, mut failed, mut missing) = (true, HashSet::new(), Quieted::default());
        let mut others_reported = false;
        loop {
            tick.tick().await;
            let drawn = self.draw_due(&mut failed, &mut missing).await;
            if let Err(failure) = &drawn
                && works
            {
                log::warn!(error:% = failure; "what is due can't be drawn");
            }
            works = drawn.is_ok();
            if !others_reported {
                others_reported = self.report_other_chains().await.is_ok();
            }
        }
    }

    /// Draws what is due; waffles that failed last time come last, so that one that keeps failing holds up no other.
    /// Returns the first failure.
    async fn draw_due(&self, failed: &mut HashSet<Uuid>, missing: &mut Quieted) -> Result<(), StoreFailure> {
        let chain = self.relays.chain().hash();
        let mut due = within(DRAWS_READ, reading::due(&self.pool, &chain, (self.now)(), CHUNK)).await?;
        due.sort_by_key(|draw| failed.contains(&draw.waffle_id));
        failed.retain(|waffle_id| due.iter().any(|draw| draw.waffle_id == *waffle_id));
        let rounds = self.fetch(&due, missing).await;
        let (begun, mut outcome) = (Instant::now(), Ok(()));
        for draw in due {
            if outcome.is_err() && begun.elapsed() > PATIENCE {
                break;
            }
            if let Some(round) = rounds.get(&draw.round) {
                let decided = self.decide(&draw, round).await;
                if decided.is_err() {
                    failed.insert(draw.waffle_id)
                } else {
                    failed.remove(&draw.waffle_id)
                };
                outcome = outcome.and(decided);
            }
        }
        outcome
    }

    /// Logs if draws wait for a chain that this server doesn't follow.
    async fn report_other_chains(&self) -> Result<(), StoreFailure> {
        let chain = self.relays.chain().hash();
        let others = within(DRAWS_READ, reading::of_other_chains(&self.pool, &chain)).await?;
        if others > 0 {
            log::error!(draws = others; "locked draws wait for a chain that is not configured");
        }
        Ok(())
    }

    /// Fetches the rounds of draws, as far as the relays have them. Once a minute at most, it logs what they lack.
    async fn fetch(&self, due: &[DueDraw], missing: &mut Quieted) -> HashMap<Round, VerifiedRound> {
        let mut rounds: Vec<Round> = due.iter().map(|draw| draw.round).collect();
        rounds.sort_unstable();
        rounds.dedup();
        let asked = iter(rounds).map(|round| async move { (round, self.relays.ask(round).await) });
        let (mut found, mut lacking) = (HashMap::new(), Vec::new());
        for (round, asked) in asked.buffer_unordered(AT_ONCE).collect::<Vec<_>>().await {
            match asked {
                RelayAnswer::Round(verified) => drop(found.insert(round, verified)),
                RelayAnswer::NotYet(failures) | RelayAnswer::Nobody(failures) => lacking.push((round, failures)),
            }
        }
        if let Some((round, failures)) = lacking.first()
            && missing.may_log(Instant::now())
        {
            let failures: Vec<String> = failures.iter().map(ToString::to_string).collect();
            let (count, failures) = (lacking.len(), failures.join("; "));
            log::info!(round = round.get(), rounds = count, failures:%; "no relay has the round of a draw");
        }
        found
    }

    async fn decide(&self, draw: &DueDraw, round: &VerifiedRound) -> Result<(), StoreFailure> {
        let decided = decide(&self.pool, draw.waffle_id, draw.number, round, None, (self.now)());
        match within(CHANGE, decided).await {
            Ok((_, seq)) => {
                log::info!(waffle:% = draw.waffle_id, draw = draw.number, round = draw.round.get(); "drawn");
                // Informs the watchers here and the other servers. If that fails, they read the log a moment later.
                let _ = self.waffles.snapshot_at(draw.waffle_id, seq).await;
            }
            Err(StoreFailure::Refused(Refusal::OtherChain { sentence })) => {
                log::error!(waffle:% = draw.waffle_id, cause:% = sentence; "a draw can't be decided");
            }
            // Another server was faster.
            Err(StoreFailure::Refused(_)) => {}
            Err(failure) => return Err(failure),
        }
        Ok(())
    }
}

/// When a lasting condition was logged last.
#[derive(Default)]
struct Quieted(Option<Instant>);

impl Quieted {
    /// Returns whether to log it now.
    fn may_log(&mut self, now: Instant) -> bool {
        let quiet = self.0.is_some_and(|last| now.saturating_duration_since(last) < QUIET);
        if !quiet {
            self.0 = Some(now);
        }
        !quiet
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::Quieted;

    #[test]
    fn a_lasting_condition_is_logged_once_a_minute() {
        let (begin, mut quieted) = (Instant::now(), Quieted::default());
        let logged = (0..=180).filter(|second| quieted.may_log(begin + Duration::from_secs(*second)));
        assert_eq!(logged.collect::<Vec<_>>(), [0, 60, 120, 180]);
    }
}
