//! The log: one line per event on standard error, with the id of the request it belongs to.

mod from_libraries;
mod lines;
mod malformed;

use std::error::Error;
use std::panic;
use std::time::Instant;

use env_logger::{Builder, Logger, Target};
use log::{LevelFilter, Log, Metadata, Record};
use waffle_service::config::{self, LogFormat};

use malformed::{Malformed, Report};

static MALFORMED: Malformed = Malformed::new();

/// Returns how many messages that were not HTTP requests arrived since logging started.
pub fn malformed_requests() -> u64 {
    MALFORMED.count()
}

/// Starts logging, also of panics and of what libraries report. Fails if a logger is already running.
pub fn start(config: &config::Log) -> Result<(), log::SetLoggerError> {
    let line = match config.format {
        LogFormat::Text => lines::write_text,
        LogFormat::Json => lines::write_json,
    };
    let logger = Builder::new()
        // Its debug lines show the data a page is rendered with, including tokens.
        .filter_module("handlebars", LevelFilter::Warn)
        // It repeats the server's own lines about its start and stop.
        .filter_module("actix_server", LevelFilter::Warn)
        // Each try of each connection to a standby that is being promoted. Whatever waits says so once.
        .filter_module("sqlx_core::pool", LevelFilter::Off)
        .parse_filters(&config.filter)
        .target(Target::Stderr)
        .format(line)
        .build();
    // Errors always get here: some are counted, whatever the filter shows.
    log::set_max_level(logger.filter().max(LevelFilter::Error));
    log::set_boxed_logger(Box::new(Quieted(logger)))?;
    from_libraries::pass_on();
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        log::error!(at = place.as_str(), message = panic.payload_as_str().unwrap_or("unknown"); "panic");
    }));
    Ok(())
}

/// Returns the last line of a program that gives up: a sentence, or a line of JSON.
pub(crate) fn last_line(error: &dyn Error, format: LogFormat) -> String {
    match format {
        LogFormat::Text => error.to_string(),
        LogFormat::Json => {
            let level = log::Level::Error;
            lines::json(&Record::builder().level(level).target("waffle").args(format_args!("{error}")).build())
        }
    }
}

/// Writes lines, but only counts those with which clients could flood the log.
struct Quieted(Logger);

impl Log for Quieted {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() == log::Level::Error || self.0.enabled(metadata)
    }

    fn log(&self, record: &Record<'_>) {
        match Report::of(record) {
            None => self.0.log(record),
            Some(Report::Echo) => {}
            Some(Report::One) => {
                if let Some(count) = MALFORMED.note(Instant::now()) {
                    log::info!(count, last:% = record.args(); "not an HTTP request");
                }
            }
        }
    }

    fn flush(&self) {
        self.0.flush();
    }
}
