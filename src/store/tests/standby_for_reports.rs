//! Reads at a standby, with a real one.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use sqlx::{ConnectOptions, Executor, Row};
use uuid::Uuid;
use waffle_domain::report::period::Range;
use waffle_domain::slug::SlugPrefix;
use waffle_store::create_waffle;
use waffle_store::database::Database;
use waffle_store::failure::StoreFailure;
use waffle_store::pools::pool_of_copy;
use waffle_store::pools::{PgPool, Pooled, options, pool};
use waffle_store::reports::spot_velocity;
use waffle_store::standby::{Lent, Standby};
use waffle_test_databases::{Replicated, StopMode};

use crate::test_store::{admin, at, new_waffle, replicated};

/// Shorter than in production, but longer than a test takes from one statement to the next.
const REST: Duration = Duration::from_secs(2);

struct Shop {
    servers: Replicated,
    primary: PgPool,
    standby: Standby,
}

impl Shop {
    async fn open() -> Self {
        let (servers, options) = replicated().await;
        servers.catch_up().await.unwrap();
        let standby = standby(&servers.standby.url("waffle"));
        Self { primary: pool(&options, 2), servers, standby }
    }

    async fn sells(&self, title: &str) {
        create_waffle::create(
            &self.primary,
            Uuid::new_v4(),
            &SlugPrefix::default(),
            &new_waffle(title, 5),
            admin().at(at(0)),
        )
        .await
        .unwrap();
    }

    /// When the primary committed the newest change.
    async fn newest_change(&self) -> DateTime<Utc> {
        let newest = "SELECT timestamp FROM pg_last_committed_xact()";
        sqlx::query_scalar(newest).fetch_one(&self.primary).await.unwrap()
    }

    /// Asks for a connection until there is one.
    async fn lend(&self) -> Lent {
        let begun = Instant::now();
        loop {
            if let Some(lent) = self.standby.lend(None).await {
                return lent;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "it is never used again");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

fn standby(url: &str) -> Standby {
    Standby::new(pool_of_copy(&Database::parse(url).unwrap())).resting(REST)
}

/// The titles in a report, over a connection that was lent.
async fn titles(lent: &mut Lent) -> Option<Vec<String>> {
    let waffles = lent.read(|connection| spot_velocity::read(connection, &Range::ALL)).await;
    waffles.map(|waffles| waffles.into_iter().map(|waffle| waffle.title).collect())
}

async fn fail(connection: &mut Pooled) -> Result<(), StoreFailure> {
    connection.execute("SELECT 1 / 0").await?;
    Ok(())
}

#[tokio::test]
async fn what_is_read_there_says_up_to_when_it_has_all_changes() {
    let shop = Shop::open().await;
    let keep_times = "ALTER SYSTEM SET track_commit_timestamp = on";
    shop.primary.execute(keep_times).await.unwrap();
    shop.servers.primary.stop_server(StopMode::Fast).await.unwrap();
    shop.servers.primary.start_server().await.unwrap();
    shop.sells("Old").await;
    let old = shop.newest_change().await;
    shop.servers.catch_up().await.unwrap();
    shop.servers.hold_back().await.unwrap();
    shop.sells("New").await;
    let mut lent = shop.standby.lend(None).await.unwrap();
    assert_eq!((titles(&mut lent).await.unwrap(), lent.as_of()), (vec!["Old".to_owned()], Some(old)));
    drop(lent);

    let new = shop.newest_change().await;
    shop.servers.catch_up().await.unwrap();
    let mut lent = shop.standby.lend(None).await.unwrap();
    assert_eq!((titles(&mut lent).await.unwrap().len(), lent.as_of()), (2, Some(new)));
}

#[tokio::test]
async fn a_primary_in_its_place_is_the_present_and_is_only_read() {
    let shop = Shop::open().await;
    let primary = standby(&shop.servers.primary.url("waffle"));
    let mut lent = primary.lend(None).await.unwrap();
    assert_eq!(lent.as_of(), None);
    let write = async |connection: &mut Pooled| {
        let limits = "SELECT current_setting('statement_timeout') || ' ' || current_setting('enable_seqscan')";
        let limits: String = connection.fetch_one(limits).await?.try_get(0)?;
        assert_eq!(limits, "5s on");
        let refused = connection.execute("DELETE FROM spots").await.unwrap_err();
        Ok::<_, StoreFailure>(refused.to_string())
    };
    let refused = lent.read(write).await.unwrap();
    assert!(refused.contains("read-only transaction"), "{refused}");
}

#[tokio::test]
async fn one_that_failed_is_left_alone_for_a_while_and_then_used_again() {
    let shop = Shop::open().await;
    assert!(shop.standby.lend(None).await.unwrap().read(fail).await.is_none());
    assert!(shop.standby.lend(None).await.is_none(), "after any failure");
    assert_eq!(titles(&mut shop.lend().await).await, Some(vec![]));

    shop.servers.standby.stop_server(StopMode::Fast).await.unwrap();
    assert!(shop.standby.lend(None).await.is_none());
    shop.servers.standby.start_server().await.unwrap();
    assert!(shop.standby.lend(None).await.is_none(), "it is not tried yet");
    shop.sells("Box").await;
    shop.servers.catch_up().await.unwrap();
    assert_eq!(titles(&mut shop.lend().await).await, Some(vec!["Box".to_owned()]));
    // One success is enough.
    assert!(shop.standby.lend(None).await.is_some());
}

#[tokio::test]
async fn one_that_is_frozen_holds_up_no_one_for_long() {
    let shop = Shop::open().await;
    drop(shop.standby.lend(None).await.unwrap());
    shop.servers.freeze().await.unwrap();
    let begun = Instant::now();
    assert!(shop.standby.lend(None).await.is_none());
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    let again = Instant::now();
    assert!(shop.standby.lend(None).await.is_none());
    assert!(again.elapsed() < Duration::from_millis(100), "{:?}", again.elapsed());
}

#[tokio::test]
async fn a_read_that_stands_in_the_way_of_changes_fails_there() {
    let shop = Shop::open().await;
    let impatient = options(&shop.servers.standby.url("postgres")).unwrap();
    let mut connection = impatient.connect().await.unwrap();
    connection.execute("ALTER SYSTEM SET max_standby_streaming_delay = 0").await.unwrap();
    connection.execute("SELECT pg_reload_conf()").await.unwrap();
    let mut lent = shop.standby.lend(None).await.unwrap();
    let read = async |connection: &mut Pooled| {
        connection.execute("BEGIN; SELECT count(*) FROM owed_announcements").await?;
        shop.primary.execute("DROP TABLE owed_announcements").await?;
        connection.execute("SELECT pg_sleep(4)").await?;
        Ok::<_, StoreFailure>(())
    };
    assert_eq!(lent.read(read).await, None);
}

#[tokio::test]
async fn one_that_cannot_say_how_old_it_is_is_not_used_before_a_change() {
    let shop = Shop::open().await;
    shop.primary.execute("CHECKPOINT").await.unwrap();
    shop.servers.catch_up().await.unwrap();
    let url = shop.servers.standby.url("postgres");
    options(&url).unwrap().connect().await.unwrap().execute("CHECKPOINT").await.unwrap();
    shop.servers.standby.stop_server(StopMode::Fast).await.unwrap();
    shop.servers.standby.start_server().await.unwrap();
    let replayed = "SELECT pg_last_xact_replay_timestamp() IS NULL";
    let unknown: bool =
        sqlx::query_scalar(replayed).fetch_one(&mut options(&url).unwrap().connect().await.unwrap()).await.unwrap();
    assert!(unknown, "the test has not made what it is about");
    assert!(shop.standby.lend(None).await.is_none());
    shop.sells("Box").await;
    shop.servers.catch_up().await.unwrap();
    assert!(shop.standby.lend(None).await.unwrap().as_of().is_some(), "it did not fail, so it needs no rest");
}

#[tokio::test]
async fn parts_are_read_from_the_same_run_of_a_server_or_not_at_all() {
    let shop = Shop::open().await;
    let lent = shop.standby.lend(None).await.unwrap();
    let run = lent.run();
    drop(lent);
    assert_eq!(shop.standby.lend(Some(run)).await.unwrap().run(), run);
    // Another server answers at the address, as behind a proxy.
    let other = standby(&shop.servers.primary.url("waffle"));
    assert!(other.lend(Some(run)).await.is_none() && other.lend(None).await.is_some());
}

#[tokio::test]
async fn when_all_its_connections_are_used_no_one_waits_and_it_has_not_failed() {
    let shop = Shop::open().await;
    let mut all = Vec::new();
    while let Some(lent) = shop.standby.lend(None).await {
        all.push(lent);
    }
    assert_eq!(all.len(), 4);
    all.pop();
    assert!(shop.standby.lend(None).await.is_some());
}
