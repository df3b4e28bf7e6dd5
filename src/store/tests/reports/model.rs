//! The reports in plain Rust, as the contract defines them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Datelike, Utc};
use waffle_domain::report::month::Month;
use waffle_domain::report::period::Range;
use waffle_domain::report::ranking_length::Limit;
use waffle_domain::report::velocity::WaffleVelocity;
use waffle_store::reports::drought::Drought;
use waffle_store::reports::monthly_activity::MonthlyActivity;
use waffle_store::reports::power_buyers::PowerBuyer;

use waffle_domain::spot::SpotStatus::{Loser, Winner};
use waffle_domain::waffle::WaffleStatus;

use crate::buyers::model::{Held, Model, Waffle};

fn within(range: &Range, at: Option<DateTime<Utc>>) -> bool {
    at.is_some_and(|at| range.start().is_none_or(|start| at >= start) && range.end().is_none_or(|end| at < end))
}

fn held(model: &Model) -> impl Iterator<Item = (&Waffle, &Held)> {
    model.waffles.iter().flat_map(|waffle| waffle.held().map(move |held| (waffle, held)))
}

pub(crate) fn drought(model: &Model, range: &Range) -> Vec<Drought> {
    let mut rows = Vec::new();
    for handle in held(model).map(|(_, spot)| spot.handle).collect::<BTreeSet<_>>() {
        let mine: Vec<_> = held(model).filter(|(_, spot)| spot.handle == handle).collect();
        let wins = || mine.iter().filter(|(_, spot)| spot.status() == Winner).map(|(waffle, _)| waffle.completed_at);
        let row = Drought {
            social_handle: handle.to_owned(),
            total_entries: count(mine.iter().filter(|(_, spot)| within(range, Some(spot.claimed_at)))),
            total_losses: count(mine.iter().filter(|(_, spot)| spot.status() == Loser)),
            last_entry: mine.iter().map(|(_, spot)| spot.claimed_at).max().unwrap(),
            last_win: wins().max().flatten(),
        };
        let recent_win = *range != Range::ALL && wins().any(|at| within(range, at));
        if row.total_losses > 0 && !recent_win {
            rows.push(row);
        }
    }
    rows.sort_by_key(|row| (row.last_win, Reverse((row.total_losses, row.total_entries)), row.social_handle.clone()));
    rows
}

pub(crate) fn power_buyers(model: &Model, range: &Range, limit: Limit) -> Vec<PowerBuyer> {
    let mut rows: BTreeMap<&str, PowerBuyer> = BTreeMap::new();
    for (waffle, spot) in held(model).filter(|(_, spot)| within(range, spot.paid_at)) {
        let row = rows.entry(spot.handle).or_insert_with(|| PowerBuyer {
            social_handle: spot.handle.to_owned(),
            paid_spots: 0,
            total_spent: 0,
            wins: 0,
            losses: 0,
        });
        row.paid_spots += 1;
        row.total_spent += waffle.price;
        row.wins += i64::from(spot.status() == Winner);
        row.losses += i64::from(spot.status() == Loser);
    }
    let mut rows: Vec<_> = rows.into_values().collect();
    rows.sort_by_key(|row| (Reverse((row.paid_spots, row.total_spent)), row.social_handle.clone()));
    rows.truncate(usize::try_from(limit.get()).unwrap());
    rows
}

pub(crate) fn monthly_activity(model: &Model, range: &Range, now: DateTime<Utc>) -> Vec<MonthlyActivity> {
    let first = model.waffles.iter().map(|waffle| waffle.created_at).min().unwrap();
    let start = range.start().unwrap_or(first);
    let end = range.end().map_or(now, |end| now.min(end - chrono::TimeDelta::microseconds(1)));
    let number = |at: DateTime<Utc>| i64::from(at.year()) * 12 + i64::from(at.month0());
    let mut rows = Vec::new();
    for wanted in number(start)..=number(end) {
        let here = |at: &Option<DateTime<Utc>>| within(range, *at) && at.is_some_and(|at| number(at) == wanted);
        let paid = held(model).filter(|(_, spot)| here(&spot.paid_at));
        let first_of_month = format!("{:04}-{:02}-01T00:00:00Z", wanted / 12, wanted % 12 + 1).parse().unwrap();
        rows.push(MonthlyActivity {
            month: Month::of(first_of_month),
            waffles_created: count(model.waffles.iter().filter(|waffle| here(&Some(waffle.created_at)))),
            spots_claimed: count(held(model).filter(|(_, spot)| here(&Some(spot.claimed_at)))),
            revenue: paid.map(|(waffle, ..)| waffle.price).sum(),
        });
    }
    rows
}

pub(crate) fn spot_velocity(model: &Model, range: &Range) -> Vec<WaffleVelocity> {
    let mut waffles: Vec<_> = model.waffles.iter().filter(|waffle| within(range, Some(waffle.created_at))).collect();
    waffles.sort_by_key(|waffle| (Reverse(waffle.created_at), waffle.id));
    let row = |waffle: &Waffle| {
        let claims = || waffle.held().map(|held| held.claimed_at);
        WaffleVelocity {
            id: waffle.id,
            slug: waffle.slug.clone(),
            title: waffle.title.clone(),
            status: if waffle.completed() { WaffleStatus::Completed } else { WaffleStatus::Active },
            created_at: waffle.created_at,
            first_claim: claims().min(),
            last_claim: claims().max(),
            completed_at: waffle.completed_at,
        }
    };
    waffles.into_iter().map(row).collect()
}

fn count<T>(items: impl Iterator<Item = T>) -> i64 {
    i64::try_from(items.count()).unwrap()
}
