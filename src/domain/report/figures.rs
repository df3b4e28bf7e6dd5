//! The figures in the reports.

use chrono::{DateTime, Utc};

/// The days since the last win, for a buyer who has never won.
pub const NEVER: i64 = 99_999;

/// Returns the whole days since the last win; [`NEVER`] if there is none.
pub fn days_since(last_win: Option<DateTime<Utc>>, now: DateTime<Utc>) -> i64 {
    last_win.map_or(NEVER, |won| (now - won).num_days().max(0))
}

/// Returns the time between two moments in hours, to four decimals (0.36 s).
pub fn hours(from: DateTime<Utc>, to: DateTime<Utc>) -> f64 {
    rounded(exact((to - from).num_milliseconds()) / 3_600_000.0, 10_000.0)
}

/// Returns the mean of hours, to four decimals; `None` if there are none.
pub fn mean(hours: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (count, sum) = hours.into_iter().fold((0_u32, 0.0), |(count, sum), hours| (count + 1, sum + hours));
    (count > 0).then(|| rounded(sum / f64::from(count), 10_000.0))
}

fn rounded(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps
}

#[expect(clippy::cast_precision_loss, reason = "counts and milliseconds of centuries stay far below 2^53")]
fn exact(number: i64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};

    use super::{NEVER, days_since, hours, mean};

    #[test]
    fn days_are_whole_and_never_negative() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let ago = |hours| Some(now - TimeDelta::hours(hours));
        assert_eq!([days_since(ago(0), now), days_since(ago(47), now), days_since(ago(48), now)], [0, 1, 2]);
        assert_eq!(days_since(ago(-30), now), 0, "another server's clock may run ahead");
        assert_eq!(days_since(None, now), NEVER);
    }

    #[test]
    fn hours_are_fine_enough_for_a_rush() {
        let start = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        assert_eq!(hours(start, start + TimeDelta::minutes(90)).to_string(), "1.5");
        assert_eq!(hours(start, start + TimeDelta::milliseconds(3_600)).to_string(), "0.001");
        assert_eq!(mean([1.0, 2.0, 4.5]), Some(2.5));
        assert_eq!(mean([]), None);
    }
}
