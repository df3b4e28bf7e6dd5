//! The log: one line per event on standard error, with the id of the request it belongs to.

mod malformed;

use std::{borrow::Cow, io::Write, panic, time::Instant};

use chrono::SecondsFormat::Millis;
use env_logger::{Builder, Logger, Target, fmt::Formatter};
use log::{LevelFilter, Log, Metadata, Record};
use waffle_http::request_id;
use waffle_service::clock::Clock;

use malformed::{Malformed, Report};

static MALFORMED: Malformed = Malformed::new();

/// Returns how many messages that were not HTTP requests arrived since logging started.
pub fn malformed_requests() -> u64 {
    MALFORMED.count()
}

/// Starts logging with a filter such as `info,waffle=debug`. Panics are logged too. Fails if a logger is already
/// running.
pub fn start(filter: &str) -> Result<(), log::SetLoggerError> {
    let logger = Builder::new()
        // Its debug lines show the data a page is rendered with, including tokens.
        .filter_module("handlebars", LevelFilter::Warn)
        // It repeats the server's own lines about its start and stop.
        .filter_module("actix_server", LevelFilter::Warn)
        .parse_filters(filter)
        .target(Target::Stderr)
        .format(line)
        .build();
    // Errors always get here: some are counted, whatever the filter shows.
    log::set_max_level(logger.filter().max(LevelFilter::Error));
    log::set_boxed_logger(Box::new(Quieted(logger)))?;
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        log::error!("panic: at={place} message={:?}", panic.payload_as_str().unwrap_or("unknown"));
    }));
    Ok(())
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
                    let reason = record.args();
                    log::info!("not an HTTP request: count={count} last=\"{reason}\"");
                }
            }
        }
    }

    fn flush(&self) {
        self.0.flush();
    }
}

fn line(formatter: &mut Formatter, record: &Record<'_>) -> std::io::Result<()> {
    let time = Clock::system().now().to_rfc3339_opts(Millis, true);
    let style = formatter.default_level_style(record.level());
    write!(formatter, "{time} {style}{:<5}{style:#} {}", record.level(), record.target())?;
    if let Some(id) = request_id::current() {
        write!(formatter, " request={}", id.to_str().unwrap_or_default())?;
    }
    writeln!(formatter, " {}", one_line(&record.args().to_string()))
}

/// Shows control characters by their codes, so that text from a client can't begin a new line.
fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return text.into();
    }
    let shown = |c: char| if c.is_control() { c.escape_default().collect() } else { c.to_string() };
    text.chars().map(shown).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn nothing_in_a_line_begins_another_one() {
        assert_eq!(one_line("as it is: ü \"x\""), "as it is: ü \"x\"");
        assert_eq!(one_line("a\r\n2026 INFO b\u{1b}[2J\t\u{85}"), r"a\r\n2026 INFO b\u{1b}[2J\t\u{85}");
    }
}
