//! A year of evenings before the demo begins: their days, and the goods sold.

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use rand::{RngExt, rngs::StdRng, seq::SliceRandom};
use waffle_domain::{change::Change, terms::TermsDraft, waffle_fields::WaffleDraft};

use super::{evening::Evening, goods::Good, people::Guests, story::Story};

/// How far back it goes, in days.
const DAYS: i64 = 365;
/// The last days belong to the samples.
const LATEST_DAYS_AGO: i64 = 6;
/// Evenings stay listed for this many days, and are archived a week or so later.
const LISTED_DAYS: i64 = 35;
/// From this many days ago on, there are deadlines.
const DEADLINES_DAYS: i64 = 200;
/// From this many days ago on, most winners are drawn by lot.
const LOTS_DAYS: i64 = 250;

/// Returns the stories of the last year's evenings, the oldest first: the same ones for the same moment and generator.
pub(super) fn stories(sold: &[Good], now: DateTime<Utc>, rng: &mut StdRng) -> Vec<Story> {
    let mut goods: Vec<&Good> = Vec::new();
    let mut times_sold = std::collections::HashMap::<&str, u32>::new();
    let mut guests = Guests::default();
    let (mut due, mut told) = (0.5, Vec::new());
    for ago in (LATEST_DAYS_AGO..=DAYS).rev() {
        let day = now - TimeDelta::days(ago);
        // Not left to the generator alone: no month stays empty, and weekends still have most of them.
        due += likely(day, ago) * rng.random_range(0.6..1.4);
        if due < 1.0 {
            continue;
        }
        due -= 1.0;
        if goods.is_empty() {
            goods = sold.iter().collect();
            goods.shuffle(rng);
        }
        let Some(good) = goods.pop() else { continue };
        let times = times_sold.entry(&good.title).and_modify(|times| *times += 1).or_insert(1);
        told.push(evening(good, *times, (day, ago), rng).story(&mut guests, rng));
    }
    told
}

/// How many evenings there are on a day like this, on average.
fn likely(day: DateTime<Utc>, ago: i64) -> f64 {
    let weekday = [0.12, 0.1, 0.12, 0.16, 0.34, 0.42, 0.3];
    let of_day = weekday.get(day.weekday().num_days_from_monday() as usize).copied().unwrap_or_default();
    let season = match (day.month(), day.day()) {
        (12, ..=22) => 2.1,
        (11, 15..) => 1.4,
        (12 | 1, _) => 0.8,
        (7 | 8, _) => 0.75,
        _ => 1.0,
    };
    of_day * season * (0.75 + 0.5 * part_of_year(ago))
}

/// How much of the year has passed, from 0 to 1.
fn part_of_year(ago: i64) -> f64 {
    let (over, all) = (i32::try_from(DAYS - ago).unwrap_or_default(), i32::try_from(DAYS).unwrap_or(1));
    f64::from(over) / f64::from(all)
}

fn evening(good: &Good, times: u32, (day, ago): (DateTime<Utc>, i64), rng: &mut StdRng) -> Evening {
    let festive = day.month() == 12 && day.day() <= 22;
    let midnight = day.date_naive().and_time(chrono::NaiveTime::MIN).and_utc();
    let created = midnight + TimeDelta::minutes(rng.random_range(9 * 60..16 * 60));
    let opens = midnight + TimeDelta::minutes(rng.random_range(17..21) * 60 + rng.random_range(0..4) * 15);
    // Most are sold out, and quickly.
    let (fill, minutes) = match rng.random_range(0..10) {
        _ if festive => (1.0, rng.random_range(8..40)),
        0..6 => (1.0, rng.random_range(12..90)),
        6..8 => (rng.random_range(0.8..0.97), rng.random_range(120..600)),
        _ => (rng.random_range(0.5..0.75), rng.random_range(600..1_500)),
    };
    let pay_within = (ago <= DEADLINES_DAYS && rng.random_ratio(3, 4)).then_some(60);
    let by_lot = ago <= LOTS_DAYS && rng.random_ratio(4, 5);
    let title = if times == 1 { format!("“{}”", good.title) } else { format!("“{}”, no. {times}", good.title) };
    let price = good.cents + if festive { 100 } else { 0 };
    let terms = TermsDraft {
        opens_at: Change::To(Some(opens.to_rfc3339())),
        pay_within_minutes: Change::To(pay_within),
        ..TermsDraft::default()
    };
    Evening {
        draft: WaffleDraft { title: Some(title), spot_price: Some(price), ..good.draft(terms) },
        spots: good.spots,
        winners: usize::try_from(good.winners).unwrap_or(1),
        created,
        opens,
        minutes,
        fill,
        pay_within,
        by_lot,
        archived_after: (ago > LISTED_DAYS).then(|| TimeDelta::hours(rng.random_range(6 * 24..10 * 24))),
        part_of_year: part_of_year(ago),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use rand::SeedableRng;

    use super::*;
    use crate::demo::goods;
    use crate::demo::story::Action;

    fn told(now: &str) -> (DateTime<Utc>, Vec<Story>) {
        let now = now.parse().unwrap();
        (now, stories(&goods::read().unwrap().sold_before, now, &mut StdRng::seed_from_u64(1)))
    }

    const MOMENTS: [&str; 4] =
        ["2026-01-01T00:00:00Z", "2026-02-28T23:59:59Z", "2026-07-14T12:00:00Z", "2028-12-24T18:30:00Z"];

    #[test]
    fn a_year_has_60_to_100_evenings_in_every_month_and_most_before_christmas() {
        for (now, told) in MOMENTS.map(told) {
            assert!((60..=100).contains(&told.len()), "{}", told.len());
            let mut months = HashMap::<u32, usize>::new();
            let mut weekend = 0;
            for story in &told {
                let created = story.steps[0].at;
                assert!(created > now - TimeDelta::days(DAYS + 1) && story.steps.iter().all(|step| step.at < now));
                *months.entry(created.month()).or_default() += 1;
                weekend += usize::from(created.weekday().num_days_from_monday() >= 4);
            }
            assert!(months.len() == 12 && months.values().all(|evenings| *evenings >= 2), "{now}: {months:?}");
            assert!(weekend * 2 > told.len(), "{weekend} of {}", told.len());
        }
        let (_, told) = told("2026-07-14T12:00:00Z");
        let of = |month| told.iter().filter(|story| story.steps[0].at.month() == month).count();
        assert!(of(12) > of(11) && of(12) > of(1), "{} {} {}", of(11), of(12), of(1));
    }

    #[test]
    fn the_same_moment_and_generator_tell_the_same_year() {
        let actions = |(_, told): (DateTime<Utc>, Vec<Story>)| -> Vec<(DateTime<Utc>, Action)> {
            told.into_iter().flat_map(|story| story.steps).map(|step| (step.at, step.action)).collect()
        };
        assert!(actions(told(MOMENTS[0])) == actions(told(MOMENTS[0])));
        assert!(actions(told(MOMENTS[0])) != actions(told(MOMENTS[1])));
    }

    #[test]
    fn no_taken_spot_is_claimed_and_only_claimed_spots_are_paid() {
        for (_, told) in MOMENTS.map(told) {
            for story in told {
                let mut pending = HashSet::new();
                let mut paid = HashSet::new();
                assert!(story.steps.is_sorted_by_key(|step| step.at));
                for step in story.steps {
                    match step.action {
                        Action::Claim(claims) => {
                            for number in claims.into_iter().flat_map(|claim| claim.numbers) {
                                assert!(pending.insert(number) && !paid.contains(&number), "{number}");
                            }
                        }
                        Action::Pay(numbers) => {
                            for number in numbers {
                                assert!(pending.remove(&number) && paid.insert(number), "{number}");
                            }
                        }
                        Action::Release(numbers) | Action::GiveBack(numbers) => {
                            assert!(numbers.iter().all(|number| pending.remove(number)), "{numbers:?}");
                        }
                        Action::Expire => pending.clear(),
                        Action::PickWinners(numbers) => assert!(numbers.iter().all(|number| paid.contains(number))),
                        _ => {}
                    }
                }
            }
        }
    }
}
