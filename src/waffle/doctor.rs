//! `waffle doctor`: examines what a server of this configuration depends on, and says what to do. It changes nothing,
//! asks in parallel, and ends within [`DOCTOR`] whatever does not answer.

mod beacon;
mod certificate;
mod configuration;
mod database;
mod machine;
mod proxy;
mod public_url;
mod replication;
mod report;

use std::future::Future;
use std::io::{self, Write};
use std::mem;

use actix_web::rt::System;
use tokio::time::timeout;
use waffle_domain::timeouts::DOCTOR;
use waffle_service::clock::Clock;
use waffle_service::config::{Config, Environment};

use report::{Finding, Report};

/// How to show the findings.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Print JSON for a program, instead of a table
    #[arg(long)]
    json: bool,
}

/// Its name as a client of the database, which is not the one by which the connections of servers are counted.
const NAME: &str = "waffle doctor";

/// A part of the examination: the names of its lines, in their order.
type Names = &'static [&'static str];

/// Examines and prints. Returns whether nothing is wrong; a warning is not.
pub(crate) fn run(options: &Options, environment: &Environment) -> io::Result<bool> {
    let report = Report(match Config::load(environment) {
        Ok(config) => {
            let system = System::new();
            let findings = system.block_on(examine(&config, &Clock::system()));
            // Dropping it would wait for what still hangs, such as a look-up of a name.
            mem::forget(system);
            [vec![configuration::judge(&config)], findings].concat()
        }
        Err(error) => {
            let rest = [database::NAMES, machine::NAMES, public_url::NAMES, beacon::NAMES].concat();
            [vec![configuration::bad(&error)], skipped(&rest, "the configuration is not valid")].concat()
        }
    });
    let mut out = io::stdout().lock();
    if options.json {
        report.write_json(&mut out)?;
    } else {
        report.write_table(&mut out)?;
    }
    out.flush()?;
    Ok(report.nothing_wrong())
}

async fn examine(config: &Config, clock: &Clock) -> Vec<Finding> {
    let (database, machine, public_url, beacon) = tokio::join!(
        in_time(database::NAMES, database::examine(config, clock)),
        in_time(machine::NAMES, machine::examine(config)),
        in_time(public_url::NAMES, public_url::examine(config, clock)),
        in_time(beacon::NAMES, beacon::examine(config, clock)),
    );
    [database, machine, public_url, beacon].concat()
}

/// Gives up after [`DOCTOR`]: then the first line is wrong, and the others are skipped.
async fn in_time(names: Names, examined: impl Future<Output = Vec<Finding>>) -> Vec<Finding> {
    timeout(DOCTOR, examined).await.unwrap_or_else(|_| {
        let Some((first, rest)) = names.split_first() else { return Vec::new() };
        let late = format!("no answer within {} s", DOCTOR.as_secs());
        let to_do = "Find out what hangs, and run this again.";
        [vec![Finding::wrong(first, late.clone(), to_do)], skipped(rest, &late)].concat()
    })
}

fn skipped(names: &[&'static str], why: &str) -> Vec<Finding> {
    names.iter().map(|name| Finding::skipped(name, why)).collect()
}
