//! How long the reports take with a million spots: `cargo bench -p waffle-store --bench reports`.
//!
//! It fills a database with a thousand waffles of a thousand spots, claimed by fifty thousand handles, some of them far
//! more often than others. Then it reads each report ten times, over all time and over the last quarter.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

mod shop;

use std::error::Error;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use waffle_domain::report::period::Range;
use waffle_domain::report::ranking_length::Limit;
use waffle_store::pools::PgPool;
use waffle_store::reports::{drought, monthly_activity, power_buyers, spot_velocity};
use waffle_test_databases::TestDatabase;

/// How long each report may take.
const GOAL: Duration = Duration::from_millis(300);
const RUNS: usize = 10;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test --all-targets` runs benchmarks too, but without this argument.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let database = TestDatabase::create().await?;
    let pool = database.pool(2).await?;
    let spots = shop::write(&pool).await?;
    println!("{spots} spots; goal {} ms; {RUNS} runs each", GOAL.as_millis());
    let now = shop::end();
    let quarter = Range::days((now - TimeDelta::days(89)).date_naive(), now.date_naive());
    for (name, range) in [("all of time", Range::ALL), ("90 days", quarter)] {
        println!("\n{name:<20}{:>10}{:>10}{:>10}{:>10}", "rows", "best", "median", "worst");
        for report in ["drought", "power-buyers", "monthly-activity", "spot-velocity"] {
            measure(&pool, report, &range, now).await?;
        }
    }
    Ok(())
}

async fn measure(pool: &PgPool, report: &str, range: &Range, now: DateTime<Utc>) -> Result<(), Box<dyn Error>> {
    let (mut times, mut rows) = (Vec::with_capacity(RUNS), 0);
    let mut connection = pool.acquire().await?;
    for _ in 0..RUNS {
        let started = Instant::now();
        rows = match report {
            "drought" => drought::read(&mut connection, range).await?.len(),
            "power-buyers" => power_buyers::read(&mut connection, range, Limit::parse("100")?).await?.len(),
            "monthly-activity" => monthly_activity::read(&mut connection, range, now).await?.len(),
            _ => spot_velocity::read(&mut connection, range).await?.len(),
        };
        times.push(started.elapsed());
    }
    times.sort_unstable();
    let written = |place: usize| times.get(place).map_or_else(String::new, |time| format!("{} ms", time.as_millis()));
    let verdict = if times.get(RUNS / 2).is_some_and(|median| *median <= GOAL) { "" } else { "  over the goal" };
    println!("{report:<20}{rows:>10}{:>10}{:>10}{:>10}{verdict}", written(0), written(RUNS / 2), written(RUNS - 1));
    Ok(())
}
