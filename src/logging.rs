//! The log: one line per event on standard error, with the id of the request it belongs to.

use std::{io::Write, panic};

use env_logger::{Builder, Target, fmt::Formatter};
use log::{LevelFilter, Record};

use crate::web::request_id;

/// Starts logging with a filter such as `info,waffle=debug`. Panics are logged too. Fails if a logger is already
/// running.
pub fn start(filter: &str) -> Result<(), log::SetLoggerError> {
    Builder::new()
        // Its debug lines show the data a page is rendered with, including tokens.
        .filter_module("handlebars", LevelFilter::Warn)
        // It repeats what the server logs when it starts and stops.
        .filter_module("actix_server", LevelFilter::Warn)
        .parse_filters(filter)
        .target(Target::Stderr)
        .format(line)
        .try_init()?;
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        log::error!("panic: at={place} message={:?}", panic.payload_as_str().unwrap_or("unknown"));
    }));
    Ok(())
}

fn line(formatter: &mut Formatter, record: &Record<'_>) -> std::io::Result<()> {
    let (time, style) = (formatter.timestamp_millis(), formatter.default_level_style(record.level()));
    write!(formatter, "{time} {style}{:<5}{style:#} {}", record.level(), record.target())?;
    if let Some(id) = request_id::current() {
        write!(formatter, " request={}", id.to_str().unwrap_or_default())?;
    }
    writeln!(formatter, " {}", record.args())
}
