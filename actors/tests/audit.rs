//! The audit actor: each record is moved once, in order, whatever happens in the meantime.

use std::time::{Duration, Instant};

use tokio::time::sleep;
use uuid::Uuid;
use waffle_actors::audit;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::audit_scope_and_filter::{AuditFilter, AuditScope};
use waffle_domain::author::Author;
use waffle_store::audit::of_actor;
use waffle_store::audit::trail::before;
use waffle_store::database_figures;
use waffle_store::failure::StoreFailure;
use waffle_store::pools::{PgPool, acquire, options, pool};
use waffle_test_databases::StopMode;
use waffle_test_databases::inspection::end_sessions;

use crate::server::{cluster, database, now, until};

/// Often enough for a test.
const OFTEN: Duration = Duration::from_millis(5);

/// Writes a record whose entity is its number.
async fn write(pool: &PgPool, number: usize) -> Result<(), StoreFailure> {
    let author = Author { account_id: Uuid::from_u128(7), username: "ada".to_owned(), ip_address: None };
    let mut connection = pool.acquire().await?;
    of_actor(&mut connection, author.at(now()), AuditAction::MarkPaid, (EntityType::Spot, number), "").await
}

/// All entries, oldest first.
async fn entries(pool: &PgPool) -> Vec<String> {
    let all = before(&mut acquire(pool).await.unwrap(), AuditScope::Everyone, &AuditFilter::default(), None, 100_000)
        .await
        .unwrap();
    all.into_iter().rev().map(|entry| entry.entity_id).collect()
}

/// Waits until nothing is left to be moved.
async fn until_moved(pool: &PgPool) {
    let is_empty = async || database_figures::facts(pool).await.is_ok_and(|facts| facts.audit_backlog == 0);
    until("no record is left in the outbox", is_empty).await;
}

fn numbers(count: usize) -> Vec<String> {
    (0..count).map(|number| number.to_string()).collect()
}

#[actix::test]
async fn at_its_end_it_moves_all_that_waits_even_several_batches() {
    let (_database, options) = database().await;
    let pool = pool(&options, 4);
    for number in 0..1_200 {
        write(&pool, number).await.unwrap();
    }
    let (_, writer) = audit::start(pool.clone(), Duration::from_hours(1));
    writer.stop().await;
    assert_eq!(database_figures::facts(&pool).await.unwrap().audit_backlog, 0);
    assert_eq!(entries(&pool).await, numbers(1_200));
}

#[actix::test]
async fn a_database_that_stops_and_starts_loses_and_doubles_nothing() {
    let (cluster, options) = cluster().await;
    let (own, movers) = (pool(&options, 4), pool(&options, 4));
    let writers = [audit::start(movers.clone(), OFTEN).1, audit::start(movers, OFTEN).1];
    let mut written = 0;
    for mode in [StopMode::Fast, StopMode::Immediate] {
        for _ in 0..300 {
            write(&own, written).await.unwrap();
            written += 1;
        }
        cluster.stop_server(mode).await.unwrap();
        sleep(OFTEN * 10).await;
        cluster.start_server().await.unwrap();
        until("the database comes back", async || write(&own, written).await.is_ok()).await;
        written += 1;
    }
    until_moved(&own).await;
    assert_eq!(entries(&own).await, numbers(written));
    for writer in writers {
        writer.stop().await;
    }
    own.close().await;
    cluster.stop().await.unwrap();
}

#[actix::test]
async fn two_servers_whose_connections_are_cut_repeatedly_move_each_record_once() {
    let (_database, options) = database().await;
    let pools = [pool(&options, 2), pool(&options, 2)];
    let writers = pools.clone().map(|pool| audit::start(pool, OFTEN).1);
    let own = pool(&options, 2);
    for number in 0..1_000 {
        while write(&own, number).await.is_err() {
            // Its connections are cut while they are idle, so nothing was written.
        }
        if number % 50 == 49 {
            end_sessions(&options).await.unwrap();
        }
    }
    until_moved(&own).await;
    assert_eq!(entries(&own).await, numbers(1_000));
    for writer in writers {
        writer.stop().await;
    }
}

#[actix::test]
async fn an_actor_that_is_killed_repeatedly_moves_each_record_once() {
    let (_database, options) = database().await;
    let pool = pool(&options, 4);
    let (actor, writer) = audit::start(pool.clone(), OFTEN);
    for number in 0..500 {
        write(&pool, number).await.unwrap();
        if number % 100 == 99 {
            actor.kill().await;
        }
    }
    until_moved(&pool).await;
    assert_eq!(entries(&pool).await, numbers(500));
    writer.stop().await;
}

#[actix::test]
async fn without_a_database_it_ends_in_time_all_the_same() {
    let nowhere = options("postgres://waffle@127.0.0.1:1/waffle").unwrap();
    let (_, writer) = audit::start(pool(&nowhere, 1), OFTEN);
    sleep(OFTEN).await;
    let begun = Instant::now();
    writer.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}
