//! The four reports against a model without SQL.

mod model;

use chrono::{DateTime, TimeDelta, Utc};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use waffle_domain::report::period::Range;
use waffle_domain::report::ranking_length::Limit;
use waffle_store::pools::{PgPool, acquire};
use waffle_store::reports::{drought, monthly_activity, power_buyers, spot_velocity};
use waffle_test_databases::TestDatabase;

use crate::buyers::model::{Model, Waffle};

/// When something happened that is in the reports: creations, completions, claims and payments.
fn moments(model: &Model) -> Vec<Vec<DateTime<Utc>>> {
    let (waffles, held) = (|| model.waffles.iter(), || model.waffles.iter().flat_map(Waffle::held));
    let kinds = [
        waffles().map(|waffle| waffle.created_at).collect(),
        waffles().filter_map(|waffle| waffle.completed_at).collect(),
        held().map(|held| held.claimed_at).collect(),
        held().filter_map(|held| held.paid_at).collect::<Vec<_>>(),
    ];
    kinds.into_iter().filter(|kind| !kind.is_empty()).collect()
}

/// Ranges of every kind, with bounds at the very moments at which something happened, or right next to them.
fn ranges(model: &Model, rng: &mut StdRng) -> Vec<Range> {
    let moments = moments(model);
    let mut ends = || {
        let moment =
            *moments.choose(rng).unwrap().choose(rng).unwrap() + TimeDelta::microseconds(rng.random_range(-1..=1));
        if rng.random() { moment.format("%Y-%m-%d").to_string() } else { moment.to_rfc3339() }
    };
    let mut ranges = vec![Range::ALL];
    for _ in 0..12 {
        let (from, to) = (ends(), ends());
        ranges.extend(Range::parse(&from, &to));
        ranges.extend(Range::parse(&from, ""));
        ranges.extend(Range::parse("", &to));
    }
    ranges
}

/// Asserts that the reports on a shop are as its model says.
pub(crate) async fn compare_reports(pool: &PgPool, model: &Model, rng: &mut StdRng, place: &str) {
    for range in ranges(model, rng) {
        let now = moments(model).concat().into_iter().max().unwrap() + TimeDelta::days(rng.random_range(0..80));
        let limit = Limit::parse(["1", "3", ""][rng.random_range(0..3)]).unwrap();
        let place = format!("{place}: {range:?} {limit:?} {now}");
        assert_eq!(
            drought::read(&mut acquire(pool).await.unwrap(), &range).await.unwrap(),
            model::drought(model, &range),
            "{place}"
        );
        let buyers = power_buyers::read(&mut acquire(pool).await.unwrap(), &range, limit).await.unwrap();
        assert_eq!(buyers, model::power_buyers(model, &range, limit), "{place}");
        let months = monthly_activity::read(&mut acquire(pool).await.unwrap(), &range, now).await.unwrap();
        assert_eq!(months, model::monthly_activity(model, &range, now), "{place}");
        assert_eq!(
            spot_velocity::read(&mut acquire(pool).await.unwrap(), &range).await.unwrap(),
            model::spot_velocity(model, &range),
            "{place}"
        );
    }
}

#[tokio::test]
async fn an_empty_shop_has_empty_reports() {
    let (_database, pool) = TestDatabase::with_pool(1).await.unwrap();
    let now = "2026-03-15T12:00:00Z".parse().unwrap();
    assert!(drought::read(&mut acquire(&pool).await.unwrap(), &Range::ALL).await.unwrap().is_empty());
    assert!(
        power_buyers::read(&mut acquire(&pool).await.unwrap(), &Range::ALL, Limit::default()).await.unwrap().is_empty()
    );
    assert!(spot_velocity::read(&mut acquire(&pool).await.unwrap(), &Range::ALL).await.unwrap().is_empty());
    assert!(monthly_activity::read(&mut acquire(&pool).await.unwrap(), &Range::ALL, now).await.unwrap().is_empty());
    let quiet = Range::parse("2026-01-01", "2026-02-28").unwrap();
    let months = monthly_activity::read(&mut acquire(&pool).await.unwrap(), &quiet, now).await.unwrap();
    assert_eq!(
        months.iter().map(|row| (row.month.to_string(), row.revenue)).collect::<Vec<_>>(),
        [("2026-01".to_owned(), 0), ("2026-02".to_owned(), 0)]
    );
}
