//! What buyers asked for and did not get: written down without holding up any claim.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use uuid::Uuid;
use waffle_actors::refused_claims::RefusedClaims;
use waffle_actors::supervised_task::Supervised;
use waffle_actors::telemetry::Counters;
use waffle_domain::claim::Claim;
use waffle_domain::refusal::Refusal;
use waffle_domain::refused_spot::{MOST_KEPT, RefusedSpot};
use waffle_store::activity::ActivityPart;
use waffle_store::pools::pool;
use waffle_store::refused_claims::list;
use waffle_test_databases::TestDatabase;
use waffle_test_databases::inspection::{lock_table, until_waiting};

use crate::server::{Server, admin, any, database, now, spots, until};

/// A server that writes refused claims down, and what writes them.
async fn writing() -> (TestDatabase, Server, Supervised) {
    let (database, options) = database().await;
    let counters = Arc::<Counters>::default();
    let (refused, writer) = RefusedClaims::start(pool(&options, 1), Arc::new(now), Arc::clone(&counters));
    let server = Server::with(&options, |config| (config.refused_claims, config.counters) = (refused, counters));
    (database, server, writer)
}

async fn written(server: &Server, id: Uuid) -> Vec<RefusedSpot> {
    let kept = list(&server.pool, id, &ActivityPart::newest(10_000), None).await.unwrap();
    kept.into_iter().map(|kept| kept.spot).collect()
}

async fn refuse(server: &Server, claim: Claim) {
    let refused = server.claim(claim).await.unwrap_err().refusal;
    assert!(matches!(refused, Refusal::SpotsTaken { .. }), "{refused:?}");
}

#[actix::test]
async fn what_buyers_did_not_get_is_written_down_with_by_how_much_they_were_late() {
    let (_database, server, writer) = writing().await;
    let id = server.waffle(2).await;
    server.claim(spots(id, "anna", &[2])).await.unwrap();
    refuse(&server, spots(id, "ben", &[1, 2])).await;
    server.claim(spots(id, "anna", &[1])).await.unwrap();
    assert_eq!(server.claim(any(id, "cleo", 1)).await, Ok(vec![]));
    refuse(&server, Claim { assigned_by: Some(admin()), ..spots(id, "dora", &[1]) }).await;
    until("all is written", async || written(&server, id).await.len() == 3).await;

    let kept = written(&server, id).await;
    let of = |spot: &RefusedSpot| (spot.handle.to_string(), spot.number, spot.claimed_at.is_some());
    let expected = [("cleo", None, false), ("ben", Some(1), false), ("ben", Some(2), true)]
        .map(|(handle, number, late)| (handle.to_owned(), number, late));
    assert_eq!(kept.iter().map(of).collect::<Vec<_>>(), expected);
    let late = kept[2].late_by().unwrap();
    assert!(late > TimeDelta::zero() && late < TimeDelta::seconds(10), "{late}");
    writer.stop().await;
    server.stop().await;
}

#[actix::test]
async fn a_flood_of_refused_claims_holds_up_no_claim_and_leaves_what_a_waffle_keeps() {
    let (_database, server, writer) = writing().await;
    let (id, other) = (server.waffle(10).await, server.waffle(10).await);
    for id in [id, other] {
        server.claim(spots(id, "anna", &[1])).await.unwrap();
    }
    let lock = lock_table(&server.options, "refused_claims").await.unwrap();
    refuse(&server, spots(id, "bot", &[1])).await;
    until_waiting(&server.options, 1).await.unwrap();
    let begun = Instant::now();
    for n in 0..5_000 {
        refuse(&server, spots(if n % 100 == 0 { other } else { id }, &format!("bot{n}"), &[1])).await;
    }
    assert_eq!(server.claim(spots(id, "ben", &[2])).await, Ok(vec![2]));
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    let dropped = server.waffles.counters().claims.refused_dropped.get();
    assert!((1..=1_000).contains(&dropped), "{dropped}");
    lock.release().await.unwrap();

    let most = usize::try_from(MOST_KEPT).unwrap();
    until("the flood is written", async || written(&server, other).await.len() > 20).await;
    until("as much as is kept", async || written(&server, id).await.len() >= most).await;
    writer.stop().await;
    // Those before them go when some 64 more have come: how many there are at the end differs.
    let kept = written(&server, id).await.len();
    assert!((most..most + 512).contains(&kept), "{kept}");
    server.stop().await;
}

#[actix::test]
async fn what_the_database_does_not_take_is_counted_and_what_comes_after_it_is_written() {
    let (database, server, writer) = writing().await;
    let id = server.waffle(10).await;
    server.claim(spots(id, "anna", &[1])).await.unwrap();
    database.execute("ALTER TABLE refused_claims RENAME TO elsewhere").await.unwrap();
    for buyer in ["ben", "cleo"] {
        refuse(&server, spots(id, buyer, &[1])).await;
    }
    let lost = || server.waffles.counters().claims.refused_lost.get();
    until("both are lost", async || lost() == 2).await;
    database.execute("ALTER TABLE elsewhere RENAME TO refused_claims").await.unwrap();
    refuse(&server, spots(id, "dora", &[1])).await;
    until("the next one is written", async || written(&server, id).await.len() == 1).await;
    assert_eq!(lost(), 2);
    writer.stop().await;
    server.stop().await;
}

#[actix::test]
async fn at_its_end_it_writes_what_waits() {
    let (_database, server, writer) = writing().await;
    let id = server.waffle(10).await;
    server.claim(spots(id, "anna", &[1])).await.unwrap();
    for n in 0..100 {
        refuse(&server, spots(id, &format!("bot{n}"), &[1])).await;
    }
    writer.stop().await;
    assert_eq!(written(&server, id).await.len(), 100);
    server.stop().await;
}
