//! Where the numbers come from, and what they are called.

use actix_web::web::Data;
use chrono::{DateTime, Utc};
use waffle_actors::telemetry::ClaimOutcome;
use waffle_actors::waffles::Waffles;
use waffle_store::connect::PgPool as Pool;

use super::families::{Families, Unit};
use super::process;
use super::requests::Requests;
use crate::card::Cards;
use crate::session::Sessions;
use crate::web::rate_limit::{self, Claims, Login, RateLimiter};

/// What is asked for its numbers.
#[derive(Clone)]
pub struct Sources {
    pub started: DateTime<Utc>,
    pub requests: Data<Requests>,
    pub waffles: Data<Waffles>,
    pub pool: Data<Pool>,
    pub sessions: Data<Sessions>,
    pub card_images: Data<Cards>,
    pub claims: Data<RateLimiter<Claims>>,
    pub cards: Data<RateLimiter<rate_limit::Cards>>,
    pub login: Data<RateLimiter<Login>>,
}

impl Sources {
    /// Reads all numbers of this moment, as Prometheus text.
    pub(super) fn text(&self) -> Result<String, prometheus::Error> {
        let mut families = Families::default();
        self.describe_server(&mut families);
        process::describe(&mut families);
        self.requests.describe(&mut families);
        self.describe_claims(&mut families);
        self.describe_ledger(&mut families);
        self.describe_watchers(&mut families);
        self.describe_cards(&mut families);
        self.describe_refusals(&mut families);
        families.text()
    }

    fn describe_server(&self, families: &mut Families) {
        families
            .gauge("waffle_build_info", "Always 1; the version is in the label.")
            .with(&[("version", env!("CARGO_PKG_VERSION"))], 1);
        families
            .gauge("process_start_time_seconds", "When the server started, in seconds since 1970.")
            .with(&[], u64::try_from(self.started.timestamp()).unwrap_or_default());
        let (open, idle) = (u64::from(self.pool.size()), self.pool.num_idle() as u64);
        families
            .gauge("waffle_database_connections", "Connections that requests share.")
            .with(&[("state", "idle")], idle.min(open))
            .with(&[("state", "in_use")], open.saturating_sub(idle));
        families
            .gauge("waffle_database_connections_max", "How many connections requests may share.")
            .with(&[], self.pool.options().get_max_connections().into());
    }

    fn describe_claims(&self, families: &mut Families) {
        let claims = &self.waffles.counters().claims;
        let mut ended = families.counter("waffle_claims_total", "Claims, by how they ended for whoever made them.");
        for outcome in ClaimOutcome::ALL {
            ended.with(&[("outcome", outcome.name())], claims.ended(outcome));
        }
        families.counter("waffle_spots_claimed_total", "Spots that were claimed here.").with(&[], claims.spots.get());
        families
            .counter("waffle_claims_replayed_total", "Claims that were repeated and got the answer of the first time.")
            .with(&[], claims.replayed.get());
        families
            .gauge("waffle_actors_loaded", "Waffles in memory, each with an actor of its own.")
            .with(&[], self.waffles.count() as u64);
        families
            .counter("waffle_actor_restarts_total", "Actors of waffles that died and were started anew.")
            .with(&[], self.waffles.restarts());
    }

    fn describe_ledger(&self, families: &mut Families) {
        let ledger = &self.waffles.counters().ledger;
        families.histogram("waffle_ledger_batch_claims", "Claims that were committed together.").spread(
            &[],
            &ledger.batches.read(),
            Unit::Pieces,
        );
        families
            .histogram("waffle_ledger_commit_duration_seconds", "Time to commit a batch, further tries included.")
            .spread(&[], &ledger.commits.read(), Unit::Microseconds);
        families
            .gauge("waffle_ledger_queue_claims", "Claims that wait for their commit or are in one.")
            .with(&[], ledger.waiting());
        families
            .counter("waffle_ledger_retries_total", "Commits that did not go through at once, by what was in the way.")
            .with(&[("reason", "answer_lost")], ledger.lost.get())
            .with(&[("reason", "lock")], ledger.locked.get())
            .with(&[("reason", "batch_failed")], ledger.split.get())
            .with(&[("reason", "conflict")], ledger.conflicts.get());
        families
            .counter("waffle_ledger_restarts_total", "How often the ledger died and was started anew.")
            .with(&[], ledger.restarts.get());
    }

    fn describe_watchers(&self, families: &mut Families) {
        let counters = self.waffles.counters();
        families.gauge("waffle_watchers", "Watchers that are connected.").with(&[], self.waffles.watchers() as u64);
        families
            .counter("waffle_watchers_evicted_total", "Watchers that read too slowly and were closed with 1013.")
            .with(&[], counters.evicted.get());
        families
            .counter(
                "waffle_watcher_resyncs_total",
                "Watchers that had missed too much and were told to fetch all spots.",
            )
            .with(&[], counters.resyncs.get());
    }

    fn describe_cards(&self, families: &mut Families) {
        families
            .counter("waffle_card_renders_total", "Share cards that were drawn.")
            .with(&[], self.card_images.drawn());
        families
            .counter("waffle_card_cache_hits_total", "Share cards that were there already.")
            .with(&[], self.card_images.found());
    }

    fn describe_refusals(&self, families: &mut Families) {
        let mut ended = families.counter("waffle_sign_ins_total", "Tries to sign in, by how they ended.");
        for (outcome, count) in self.sessions.sign_ins().read() {
            ended.with(&[("outcome", outcome)], count);
        }
        families
            .counter("waffle_rate_limited_total", "Requests that were refused by a limit per client.")
            .with(&[("limiter", "claims")], self.claims.refused())
            .with(&[("limiter", "cards")], self.cards.refused())
            .with(&[("limiter", "login")], self.login.refused());
    }
}
