//! Buyers and reports as the database computes them, against a model without SQL.

mod backfill;
pub(crate) mod model;
mod operations;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use waffle_domain::buyer::{Due, Entry};
use waffle_store::buyers::read;

use model::HANDLES;
use operations::Market;

use crate::reports::compare_reports;
use crate::test_store::handle;

const OPERATIONS: u32 = 10_000;
const LOOK_EVERY: u32 = 500;
const DAY: i64 = 24 * 60 * 60;

#[tokio::test]
async fn after_ten_thousand_operations_every_buyer_and_every_report_is_as_the_model_says() {
    let seed = 20_260_601;
    let mut rng = StdRng::seed_from_u64(seed);
    let mut market = Market::open().await;
    let mut looked = 0;
    while market.tried < OPERATIONS {
        market.clock += match rng.random_range(0..40) {
            // At midnight, or right before or after it.
            0 => DAY - market.clock % DAY + rng.random_range(-1..=1),
            _ => rng.random_range(1..2_000),
        };
        market.step(&mut rng).await;
        if market.tried / LOOK_EVERY > looked {
            looked = market.tried / LOOK_EVERY;
            let place = format!("seed {seed}, operation {}", market.tried);
            compare(&market, &place).await;
            compare_reports(&market.store.pool, &market.model, &mut rng, &place).await;
        }
    }
    assert!(market.done.iter().all(|count| *count > 20), "every operation was done often: {:?}", market.done);
}

async fn compare(market: &Market, place: &str) {
    let mut surplus = 0.0;
    for name in HANDLES {
        let handle = handle(name);
        let buyer = read(&market.store.pool, &handle, 0..100).await.unwrap();
        let second = read(&market.store.pool, &handle, 1..2).await.unwrap();
        let listed: Vec<_> = buyer.waffles.iter().skip(1).take(1).cloned().collect();
        let all = (&buyer.totals, &buyer.trophies, buyer.first_seen);
        assert_eq!((&second.totals, &second.trophies, second.first_seen), all, "{place}: {name}");
        assert_eq!(second.waffles, listed, "{place}: {name}");
        let due = buyer
            .waffles
            .iter()
            .map(Entry::due)
            .fold(Due::default(), |sum, due| Due { spots: sum.spots + due.spots, cents: sum.cents + due.cents });
        assert_eq!(buyer.totals.due, due, "{place}: {name}");
        let (stats, luck) = (buyer.stats(), buyer.luck());
        assert_eq!(market.model.entries(name), buyer.waffles, "{place}: {name}");
        assert_eq!(market.history(name).await, buyer.waffles, "{place}: {name}");
        let told = [stats.total_wins, stats.total_losses, stats.total_spots_claimed, stats.total_paid];
        assert_eq!(market.model.counts(name), told, "{place}: {name}");
        assert_eq!(market.model.rates(name), [luck.win_rate, luck.expected_win_rate].map(|rate| rate.to_string()));
        assert_eq!(market.model.first_seen.get(name).copied(), stats.first_seen, "{place}: {name}");
        surplus += f64::from(stats.total_wins) - buyer.totals.expected_wins;
    }
    assert!(surplus.abs() < 1e-9, "{place}: luck sums to {surplus}");
    for (id, counters) in market.model.counters() {
        market.store.assert_sound(id).await;
        let found: (i32, i32, i32, i32) =
            sqlx::query_as("SELECT available_count, pending_count, paid_count, drawn_count FROM waffles WHERE id = $1")
                .bind(id)
                .fetch_one(&market.store.pool)
                .await
                .unwrap();
        assert_eq!(<[i32; 4]>::from(found), counters, "{place}");
    }
}
