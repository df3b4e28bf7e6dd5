//! The four reports against a model without SQL, on random shops.

mod model;
mod shop;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use waffle_domain::report::limit::Limit;
use waffle_domain::report::range::Range;
use waffle_store::reports::{drought, monthly_activity, power_buyers, spot_velocity};
use waffle_test_databases::TestDatabase;

use shop::Shop;

/// Ranges of every kind, some with bounds at the very moments something happened in the shop.
fn ranges(rng: &mut StdRng) -> Vec<Range> {
    let mut ends = || {
        let moment = shop::moment(rng);
        if rng.random() { moment.format("%Y-%m-%d").to_string() } else { moment.to_rfc3339() }
    };
    let mut ranges = vec![Range::ALL];
    for _ in 0..20 {
        let (from, to) = (ends(), ends());
        ranges.extend(Range::parse(&from, &to));
        ranges.extend(Range::parse(&from, ""));
        ranges.extend(Range::parse("", &to));
    }
    ranges
}

#[tokio::test]
async fn reports_equal_a_model_without_sql() {
    for seed in 0..4 {
        let mut rng = StdRng::seed_from_u64(seed);
        let shop = Shop::random(&mut rng);
        let (_database, pool) = TestDatabase::with_pool(2).await.unwrap();
        shop.write(&pool).await;
        for range in ranges(&mut rng) {
            let now = shop::moment(&mut rng) + chrono::TimeDelta::days(40);
            let limit = Limit::parse(["1", "3", ""][rng.random_range(0..3)]).unwrap();
            assert_eq!(drought::read(&pool, &range).await.unwrap(), model::drought(&shop, &range), "{seed}: {range:?}");
            assert_eq!(
                power_buyers::read(&pool, &range, limit).await.unwrap(),
                model::power_buyers(&shop, &range, limit),
                "{seed}: {range:?} {limit:?}",
            );
            assert_eq!(
                monthly_activity::read(&pool, &range, now).await.unwrap(),
                model::monthly_activity(&shop, &range, now),
                "{seed}: {range:?} {now}",
            );
            assert_eq!(
                spot_velocity::read(&pool, &range).await.unwrap(),
                model::spot_velocity(&shop, &range),
                "{seed}: {range:?}",
            );
        }
    }
}

#[tokio::test]
async fn an_empty_shop_has_empty_reports() {
    let (_database, pool) = TestDatabase::with_pool(1).await.unwrap();
    let now = "2026-03-15T12:00:00Z".parse().unwrap();
    assert!(drought::read(&pool, &Range::ALL).await.unwrap().is_empty());
    assert!(power_buyers::read(&pool, &Range::ALL, Limit::default()).await.unwrap().is_empty());
    assert!(spot_velocity::read(&pool, &Range::ALL).await.unwrap().is_empty());
    assert!(monthly_activity::read(&pool, &Range::ALL, now).await.unwrap().is_empty());
    let quiet = Range::parse("2026-01-01", "2026-02-28").unwrap();
    let months = monthly_activity::read(&pool, &quiet, now).await.unwrap();
    assert_eq!(
        months.iter().map(|row| (row.month.to_string(), row.revenue)).collect::<Vec<_>>(),
        [("2026-01".to_owned(), 0), ("2026-02".to_owned(), 0)]
    );
}
