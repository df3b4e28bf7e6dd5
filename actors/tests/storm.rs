//! Two hundred buyers together, over two servers on one database.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::join_all;
use uuid::Uuid;
use waffle_domain::failure::Failure;
use waffle_domain::refusal::Refusal;
use waffle_store::pools::PgConnectOptions;
use waffle_store::waffles::sequences;
use waffle_test_databases::inspection::{contradictions, owners, remove_claim_guards};

use crate::server::{Server, any, assert_sound, database, keyed, spots};

const BUYERS: i64 = 200;
const SPOTS: i64 = 300;

fn server(options: &PgConnectOptions, memory_guard: bool) -> Server {
    Server::with(options, |config| {
        config.compare_every = Duration::from_millis(50);
        config.memory_guard = memory_guard;
    })
}

/// A claim: the buyer's handle, the numbers, and the answer.
type Claimed = (String, Option<Vec<i32>>, Result<Vec<i32>, Failure>);

/// Lets every buyer claim overlapping sets of spots on one server and then at random on the other.
async fn storm(servers: &[Server; 2], id: Uuid) -> Vec<Claimed> {
    let buyers = (0..BUYERS).map(async |buyer| {
        let (here, there) = if buyer % 2 == 0 { (&servers[0], &servers[1]) } else { (&servers[1], &servers[0]) };
        let handle = format!("buyer{buyer}");
        let mut claimed = Vec::new();
        for round in 0..2 {
            let first = (buyer * 7 + round * 31) % (SPOTS - 3) + 1;
            let wanted = [first, first + 1, first + 3];
            let mut claim = spots(id, &handle, &wanted);
            if buyer % 3 == 0 {
                claim = keyed(claim, &format!("{buyer}-{round}"));
            }
            let answer = here.claim(claim).await;
            claimed.push((handle.clone(), Some(wanted.map(|n| i32::try_from(n).unwrap()).to_vec()), answer));
        }
        let answer = there.claim(any(id, &handle, 1)).await;
        claimed.push((handle, None, answer));
        claimed
    });
    join_all(buyers).await.into_iter().flatten().collect()
}

/// Judges by the answers: no spot was promised twice, and no claim was granted in part.
fn promised_once(claimed: &[Claimed]) -> Result<BTreeMap<i32, String>, String> {
    let mut owners = BTreeMap::new();
    for (handle, wanted, answer) in claimed {
        let numbers = match answer {
            Ok(numbers) => numbers,
            Err(Failure { refusal: Refusal::SpotsTaken { .. }, .. }) if wanted.is_some() => continue,
            Err(other) => return Err(format!("{handle}: {other}")),
        };
        if wanted.as_ref().is_some_and(|wanted| wanted != numbers) {
            return Err(format!("{handle} wanted {wanted:?} and got {numbers:?}"));
        }
        for number in numbers {
            if let Some(other) = owners.insert(*number, handle.clone()) {
                return Err(format!("{number} was sold to {other} and to {handle}"));
            }
        }
    }
    Ok(owners)
}

async fn stays_right(memory_guard: bool) {
    let (_database, options) = database().await;
    let servers = [server(&options, memory_guard), server(&options, memory_guard)];
    let id = servers[0].waffle(SPOTS).await;
    let mut watchers = [servers[0].watch(id, None).await, servers[1].watch(id, None).await];
    let claimed = storm(&servers, id).await;
    let promised = promised_once(&claimed).unwrap();
    assert_eq!(owners(&options, id).await.unwrap(), promised);
    assert_sound(&options, id).await;
    let last = sequences(&servers[0].pool, &[id]).await.unwrap()[0].1;
    assert_eq!(last, i64::try_from(promised.len()).unwrap());
    for watcher in &mut watchers {
        watcher.assert_saw_all(last).await;
    }
    let counters = || servers.iter().map(|server| server.waffles.counters());
    assert_eq!(counters().map(|counters| counters.claims.spots.get()).sum::<u64>(), promised.len() as u64);
    assert_eq!(counters().map(|counters| counters.ledger.waiting()).sum::<u64>(), 0);
    for server in servers {
        assert_eq!(server.seen(id).await, (last, i32::try_from(last).unwrap()));
        assert_eq!(server.waffles.restarts(), 0);
        server.stop().await;
    }
}

#[actix::test]
async fn every_spot_has_one_owner_and_every_watcher_saw_every_change_once() {
    stays_right(true).await;
}

#[actix::test]
async fn the_database_alone_keeps_every_promise() {
    stays_right(false).await;
}

#[actix::test]
async fn without_the_guards_of_the_database_the_same_storm_sells_spots_twice() {
    let (_database, options) = database().await;
    remove_claim_guards(&options).await.unwrap();
    let servers = [server(&options, false), server(&options, false)];
    let id = servers[0].waffle(SPOTS).await;
    let mut claimed = storm(&servers, id).await;
    // A database without guards may also abort a batch; only its grants count here.
    claimed.retain(|(_, _, answer)| answer.is_ok());
    assert!(promised_once(&claimed).unwrap_err().contains("was sold to"));
    assert!(!contradictions(&options, id).await.unwrap().is_empty());
    for server in servers {
        server.stop().await;
    }
}
