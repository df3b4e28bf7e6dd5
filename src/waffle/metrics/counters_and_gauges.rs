//! Every counter, gauge and histogram: its name, its help text, and where it is read.

use chrono::{DateTime, Utc};
use waffle_domain::claim_outcome::ClaimOutcome;

use super::process::Usage;
use super::text_format::{Families, Unit};
use crate::logging;
use crate::server::shared::Shared;

/// Writes all current numbers as Prometheus text.
pub(super) fn text(shared: &Shared, started: DateTime<Utc>) -> Result<String, prometheus::Error> {
    let mut all = Families::default();
    server(&mut all, shared, started);
    if let Some(usage) = Usage::read() {
        process(&mut all, &usage);
    }
    requests(&mut all, shared);
    claims(&mut all, shared);
    ledger(&mut all, shared);
    watchers(&mut all, shared);
    refusals(&mut all, shared);
    all.text()
}

fn server(all: &mut Families, shared: &Shared, started: DateTime<Utc>) {
    all.gauge("waffle_build_info", "Always 1; the version is in the label.")
        .with(&[("version", env!("CARGO_PKG_VERSION"))], 1);
    all.gauge("process_start_time_seconds", "When the server started, in seconds since 1970.")
        .is(u64::try_from(started.timestamp()).unwrap_or_default());
    let mut connections =
        all.gauge("waffle_database_connections", "Connections to the database, by the kind of work that shares them.");
    for (name, pool) in shared.pools.named() {
        let (open, idle) = (u64::from(pool.size()), pool.num_idle() as u64);
        connections
            .with(&[("pool", name), ("state", "idle")], idle.min(open))
            .with(&[("pool", name), ("state", "in_use")], open.saturating_sub(idle));
    }
    let mut most = all.gauge("waffle_database_connections_max", "How many connections each may have.");
    for (name, pool) in shared.pools.named() {
        most.with(&[("pool", name)], pool.options().get_max_connections().into());
    }
}

fn process(all: &mut Families, usage: &Usage) {
    all.counter("process_cpu_seconds_total", "Processor time of this process.").with_fraction(&[], usage.cpu_seconds);
    all.gauge("process_resident_memory_bytes", "Memory of this process that is not swapped out.")
        .is(usage.resident_bytes);
    all.gauge("process_open_fds", "Open files and connections: every watcher is one.").is(usage.open_files);
    if let Some(most) = usage.most_files {
        all.gauge("process_max_fds", "How many files and connections may be open.").is(most);
    }
}

fn requests(all: &mut Families, shared: &Shared) {
    let Some(requests) = &shared.requests else { return };
    let routes = requests.by_route();
    let mut ended = all.counter("waffle_http_requests_total", "Requests that were answered.");
    for (pattern, route) in &routes {
        for (method, status, count) in route.ended().filter(|(.., count)| *count > 0) {
            ended.with(&[("route", pattern), ("method", method), ("status", status)], count);
        }
    }
    let mut took = all.histogram(
        "waffle_http_request_duration_seconds",
        "Time from the head of a request to the head of its answer.",
    );
    for (pattern, route) in &routes {
        took.reading(&[("route", pattern)], &route.took().read(), Unit::Microseconds);
    }
    all.gauge("waffle_http_requests_in_flight", "Requests that wait for their answer.").is(requests.in_flight());
}

fn claims(all: &mut Families, shared: &Shared) {
    let waffles = &shared.services.waffles;
    let counters = waffles.counters();
    let mut ended = all.counter("waffle_claims_total", "Claims, by how they ended for whoever made them.");
    for outcome in ClaimOutcome::ALL {
        ended.with(&[("outcome", outcome.as_str())], counters.claims.ended(outcome));
    }
    all.counter("waffle_spots_claimed_total", "Spots that were claimed here.").is(counters.claims.spots.get());
    all.counter("waffle_claims_replayed_total", "Claims that were repeated and got the answer of the first time.")
        .is(counters.claims.replayed.get());
    all.counter("waffle_refused_spots_dropped_total", "Refused spots that were not written down, by the reason.")
        .with(&[("reason", "too_many")], counters.claims.refused_dropped.get())
        .with(&[("reason", "database")], counters.claims.refused_lost.get());
    all.gauge("waffle_actors_loaded", "Waffles in memory, each with an actor of its own.").is(waffles.count() as u64);
    all.histogram("waffle_lookup_waffles", "Waffles that were looked up together, existing or not.").reading(
        &[],
        &counters.lookups.read(),
        Unit::Pieces,
    );
    all.histogram("waffle_load_waffles", "Waffles that were loaded together.").reading(
        &[],
        &counters.loads.read(),
        Unit::Pieces,
    );
    all.counter("waffle_actor_restarts_total", "Actors of waffles that died and were started anew.")
        .is(waffles.restarts());
}

fn ledger(all: &mut Families, shared: &Shared) {
    let ledger = &shared.services.waffles.counters().ledger;
    all.histogram("waffle_ledger_batch_claims", "Claims that were committed together.").reading(
        &[],
        &ledger.batches.read(),
        Unit::Pieces,
    );
    all.histogram("waffle_ledger_commit_duration_seconds", "Time to commit a batch, further tries included.").reading(
        &[],
        &ledger.commits.read(),
        Unit::Microseconds,
    );
    all.gauge("waffle_ledger_queue_claims", "Claims that wait for their commit or are in one.").is(ledger.waiting());
    all.counter("waffle_ledger_retries_total", "Commits that did not go through at once, by what was in the way.")
        .with(&[("reason", "answer_lost")], ledger.lost.get())
        .with(&[("reason", "waffle_busy")], ledger.busy.get())
        .with(&[("reason", "lock")], ledger.locked.get())
        .with(&[("reason", "batch_failed")], ledger.split.get())
        .with(&[("reason", "conflict")], ledger.conflicts.get());
    all.counter("waffle_ledger_restarts_total", "How often the ledger died and was started anew.")
        .is(ledger.restarts.get());
}

fn watchers(all: &mut Families, shared: &Shared) {
    let waffles = &shared.services.waffles;
    let counters = waffles.counters();
    all.gauge("waffle_watchers", "Watchers that are connected.").is(waffles.watchers() as u64);
    all.counter("waffle_watchers_evicted_total", "Watchers that took nothing for too long and were closed with 1013.")
        .is(counters.evicted.get());
    all.counter(
        "waffle_watcher_resyncs_total",
        "Watchers that had missed too much, or were too far behind, and were told to fetch all spots.",
    )
    .is(counters.resyncs.get());
    all.counter("waffle_watcher_catch_ups_total", "Reads of the log for watchers who came back.")
        .is(counters.catch_ups.get());
}

fn refusals(all: &mut Families, shared: &Shared) {
    let services = &shared.services;
    all.counter("waffle_card_renders_total", "Share cards that were drawn.").is(services.cards.drawn());
    all.counter("waffle_card_cache_hits_total", "Share cards that were there already.").is(services.cards.found());
    let mut ended = all.counter("waffle_sign_ins_total", "Tries to sign in, by how they ended.");
    for (outcome, count) in services.sessions.sign_ins.each() {
        ended.with(&[("outcome", outcome)], count.get());
    }
    all.counter("waffle_rate_limited_total", "Requests that were refused by a limit per client.")
        .with(&[("limiter", "claims")], shared.claims.refused())
        .with(&[("limiter", "given_back")], shared.given_back.refused())
        .with(&[("limiter", "buyers")], shared.buyers.refused())
        .with(&[("limiter", "buyers_numbers")], shared.buyers_numbers.refused())
        .with(&[("limiter", "receipts")], shared.receipts.refused())
        .with(&[("limiter", "cards")], shared.cards.refused())
        .with(&[("limiter", "photos")], shared.photos.refused())
        .with(&[("limiter", "login")], shared.login.refused())
        .with(&[("limiter", "sockets")], shared.socket_slots.refused());
    all.counter("waffle_malformed_requests_total", "How often something came that was no HTTP request.")
        .is(logging::malformed_requests());
}
