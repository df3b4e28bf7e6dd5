//! Where the metrics come from, with their names and help texts.

use actix_web::web::Data;
use chrono::{DateTime, Utc};
use waffle_actors::telemetry::ClaimOutcome;
use waffle_http::rate_limit::{self, BuyersNumbers, Claims, Login, RateLimiter};
use waffle_http::request_counts::Requests;
use waffle_http::socket_slots::SocketSlots;
use waffle_service::actions::Services;
use waffle_store::pools::Pools;

use super::families::{Families, Unit};
use super::process;
use crate::logging;

/// The parts of the server whose counters are read.
#[derive(Clone)]
pub struct Sources {
    pub started: DateTime<Utc>,
    pub requests: Data<Requests>,
    pub pools: Pools,
    pub services: Data<Services>,
    pub claims: Data<RateLimiter<Claims>>,
    pub given_back: Data<RateLimiter<rate_limit::GivenBack>>,
    pub buyers: Data<RateLimiter<rate_limit::Buyers>>,
    pub buyers_numbers: Data<RateLimiter<BuyersNumbers>>,
    pub cards: Data<RateLimiter<rate_limit::Cards>>,
    pub login: Data<RateLimiter<Login>>,
    pub socket_slots: Data<SocketSlots>,
}

impl Sources {
    /// Writes all current numbers as Prometheus text.
    pub(super) fn text(&self) -> Result<String, prometheus::Error> {
        let mut families = Families::default();
        self.describe_server(&mut families);
        process::describe(&mut families);
        self.describe_requests(&mut families);
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
        let mut connections = families
            .gauge("waffle_database_connections", "Connections to the database, by the kind of work that shares them.");
        for (name, pool) in self.pools.named() {
            let (open, idle) = (u64::from(pool.size()), pool.num_idle() as u64);
            connections
                .with(&[("pool", name), ("state", "idle")], idle.min(open))
                .with(&[("pool", name), ("state", "in_use")], open.saturating_sub(idle));
        }
        let mut most = families.gauge("waffle_database_connections_max", "How many connections each may have.");
        for (name, pool) in self.pools.named() {
            most.with(&[("pool", name)], pool.options().get_max_connections().into());
        }
    }

    fn describe_requests(&self, families: &mut Families) {
        let routes = self.requests.by_route();
        let mut ended = families.counter("waffle_http_requests_total", "Requests that were answered.");
        for (pattern, route) in &routes {
            for (method, status, count) in route.ended().filter(|(.., count)| *count > 0) {
                ended.with(&[("route", pattern), ("method", method), ("status", status)], count);
            }
        }
        let mut took = families.histogram(
            "waffle_http_request_duration_seconds",
            "Time from the head of a request to the head of its answer.",
        );
        for (pattern, route) in &routes {
            took.reading(&[("route", pattern)], &route.took().read(), Unit::Microseconds);
        }
        families
            .gauge("waffle_http_requests_in_flight", "Requests that wait for their answer.")
            .with(&[], self.requests.in_flight());
    }

    fn describe_claims(&self, families: &mut Families) {
        let claims = &self.services.waffles.counters().claims;
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
            .with(&[], self.services.waffles.count() as u64);
        let counters = self.services.waffles.counters();
        families.histogram("waffle_lookup_waffles", "Waffles that were looked up together, existing or not.").reading(
            &[],
            &counters.lookups.read(),
            Unit::Pieces,
        );
        families.histogram("waffle_load_waffles", "Waffles that were loaded together.").reading(
            &[],
            &counters.loads.read(),
            Unit::Pieces,
        );
        families
            .counter("waffle_actor_restarts_total", "Actors of waffles that died and were started anew.")
            .with(&[], self.services.waffles.restarts());
    }

    fn describe_ledger(&self, families: &mut Families) {
        let ledger = &self.services.waffles.counters().ledger;
        families.histogram("waffle_ledger_batch_claims", "Claims that were committed together.").reading(
            &[],
            &ledger.batches.read(),
            Unit::Pieces,
        );
        families
            .histogram("waffle_ledger_commit_duration_seconds", "Time to commit a batch, further tries included.")
            .reading(&[], &ledger.commits.read(), Unit::Microseconds);
        families
            .gauge("waffle_ledger_queue_claims", "Claims that wait for their commit or are in one.")
            .with(&[], ledger.waiting());
        families
            .counter("waffle_ledger_retries_total", "Commits that did not go through at once, by what was in the way.")
            .with(&[("reason", "answer_lost")], ledger.lost.get())
            .with(&[("reason", "waffle_busy")], ledger.busy.get())
            .with(&[("reason", "lock")], ledger.locked.get())
            .with(&[("reason", "batch_failed")], ledger.split.get())
            .with(&[("reason", "conflict")], ledger.conflicts.get());
        families
            .counter("waffle_ledger_restarts_total", "How often the ledger died and was started anew.")
            .with(&[], ledger.restarts.get());
    }

    fn describe_watchers(&self, families: &mut Families) {
        let counters = self.services.waffles.counters();
        families
            .gauge("waffle_watchers", "Watchers that are connected.")
            .with(&[], self.services.waffles.watchers() as u64);
        families
            .counter(
                "waffle_watchers_evicted_total",
                "Watchers that took nothing for too long and were closed with 1013.",
            )
            .with(&[], counters.evicted.get());
        families
            .counter(
                "waffle_watcher_resyncs_total",
                "Watchers that had missed too much, or were too far behind, and were told to fetch all spots.",
            )
            .with(&[], counters.resyncs.get());
        families
            .counter("waffle_watcher_catch_ups_total", "Reads of the log for watchers who came back.")
            .with(&[], counters.catch_ups.get());
    }

    fn describe_cards(&self, families: &mut Families) {
        families
            .counter("waffle_card_renders_total", "Share cards that were drawn.")
            .with(&[], self.services.cards.drawn());
        families
            .counter("waffle_card_cache_hits_total", "Share cards that were there already.")
            .with(&[], self.services.cards.found());
    }

    fn describe_refusals(&self, families: &mut Families) {
        let mut ended = families.counter("waffle_sign_ins_total", "Tries to sign in, by how they ended.");
        for (outcome, count) in self.services.sessions.sign_ins().read() {
            ended.with(&[("outcome", outcome)], count);
        }
        families
            .counter("waffle_rate_limited_total", "Requests that were refused by a limit per client.")
            .with(&[("limiter", "claims")], self.claims.refused())
            .with(&[("limiter", "given_back")], self.given_back.refused())
            .with(&[("limiter", "buyers")], self.buyers.refused())
            .with(&[("limiter", "buyers_numbers")], self.buyers_numbers.refused())
            .with(&[("limiter", "cards")], self.cards.refused())
            .with(&[("limiter", "login")], self.login.refused())
            .with(&[("limiter", "sockets")], self.socket_slots.refused());
        families
            .counter("waffle_malformed_requests_total", "How often something came that was no HTTP request.")
            .with(&[], logging::malformed_requests());
    }
}
