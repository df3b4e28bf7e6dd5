//! The cost of a call of claims grows with its claims, whatever obstacles they have.

use std::fs;
use std::time::{Duration, Instant};

use waffle_store::claims::{Order, Verdict, commit};

use crate::test_store::{TestStore, at, claim, keyed};

/// How many spots each claim wants: the largest batch is full in claims and in spots.
const EACH: i32 = 8;
const FEW: i32 = 64;
const MANY: i32 = 256;
const ROUNDS: i32 = 15;

/// The obstacle of the claims of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Against {
    Nothing,
    /// One wants a spot that is taken.
    One,
    /// All want spots that are taken.
    All,
    /// All want more than their handles may hold.
    Caps,
}

impl TestStore {
    /// What a call with this many claims of a board with a cap costs the ledger's backend.
    async fn cost(&mut self, claims: i32, against: Against) -> Duration {
        let id = self.waffle(i64::from(EACH * MANY)).await;
        self.run("UPDATE waffles SET max_spots_per_handle = 8 WHERE id = $1", id).await;
        let order = |n: i32| {
            let numbers: Vec<i32> = (EACH * n + 1..=EACH * (n + 1)).collect();
            keyed(claim(id, &format!("buyer{n}"), &numbers), &format!("{id} {n}"))
        };
        let orders: Vec<Order> = (0..claims).map(order).collect();
        let (taken, refused) = match against {
            Against::Nothing => (0, 0),
            Against::One => (1, 1),
            Against::All => (EACH * claims, orders.len()),
            Against::Caps => {
                self.run("UPDATE waffles SET max_spots_per_handle = 7 WHERE id = $1", id).await;
                (0, orders.len())
            }
        };
        // One of each claim's at least.
        let early: Vec<Order> = (1..=taken).step_by(7).map(|n| claim(id, &format!("early{n}"), &[n])).collect();
        self.commit(&early, 0).await;
        let backend = "SELECT pid::bigint FROM pg_stat_activity
            WHERE datname = current_database() AND query LIKE 'SELECT * FROM claim_spots%'";
        let (backend, begun) = (self.count(backend).await, Instant::now());
        let before = processor_time(backend);
        let verdicts = commit(&mut self.ledger, &orders, at(1)).await.unwrap();
        let used = processor_time(backend)
            .zip(before)
            .map_or_else(|| begun.elapsed(), |(now, before)| now.saturating_sub(before));
        assert_eq!(verdicts.iter().filter(|v| !matches!(v, Verdict::Granted { .. })).count(), refused, "{against:?}");
        used
    }
}

/// The time that a process has had of a processor, if the system reports it.
fn processor_time(process: i64) -> Option<Duration> {
    let read = fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?;
    Some(Duration::from_nanos(read.split(' ').next()?.parse().ok()?))
}

#[tokio::test]
async fn four_times_as_many_claims_cost_four_times_as_much_whatever_speaks_against_them() {
    let mut store = TestStore::new().await;
    let mut costs = [Against::Nothing, Against::One, Against::All, Against::Caps]
        .map(|against| (against, Duration::MAX, Duration::MAX));
    // Other work on the machine only ever adds to a cost, and at times to all of them.
    for _ in 0..ROUNDS {
        for (against, few, many) in &mut costs {
            *few = store.cost(FEW, *against).await.min(*few);
            *many = store.cost(MANY, *against).await.min(*many);
        }
    }
    for (against, few, many) in &costs {
        println!("{against:?}: {FEW} claims cost {few:?}, {MANY} cost {many:?}");
        assert!(*many < 6 * *few, "{against:?}: {FEW} claims cost {few:?}, {MANY} cost {many:?}");
    }
    let (nothing, one) = (costs[0].2, costs[1].2);
    assert!(one < nothing * 4 / 3, "a taken spot is at the others' cost: {one:?} instead of {nothing:?}");
}
