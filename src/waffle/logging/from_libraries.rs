//! What libraries report with `tracing`: passed on to the log with its fields. Slow statements of the database get a
//! short line, which shows how they begin.

use std::fmt;
use std::time::Duration;

use log::kv::{ToValue, Value};
use log::{Level, Record};
use tracing_core::dispatcher::{self, Dispatch};
use tracing_core::field::{Field, Visit};
use tracing_core::{Event, LevelFilter, Metadata, Subscriber, span};

/// What sqlx reports statements under.
const STATEMENTS: &str = "sqlx::query";
/// How much of a slow statement is shown, in characters.
const BEGINNING: usize = 100;

/// Begins to pass on.
pub(super) fn pass_on() {
    // Fails only if this was called before.
    let _ = dispatcher::set_global_default(Dispatch::new(PassOn));
}

struct PassOn;

impl Subscriber for PassOn {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let asked = log::Metadata::builder().level(level(metadata)).target(metadata.target()).build();
        !metadata.is_span() && log::logger().enabled(&asked)
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(match log::max_level() {
            log::LevelFilter::Off => LevelFilter::OFF,
            log::LevelFilter::Error => LevelFilter::ERROR,
            log::LevelFilter::Warn => LevelFilter::WARN,
            log::LevelFilter::Info => LevelFilter::INFO,
            log::LevelFilter::Debug => LevelFilter::DEBUG,
            log::LevelFilter::Trace => LevelFilter::TRACE,
        })
    }

    fn event(&self, event: &Event<'_>) {
        let metadata = event.metadata();
        let mut reported = Reported::default();
        event.record(&mut reported);
        if metadata.target() == STATEMENTS
            && let Some(slow) = reported.slow_statement()
        {
            let SlowStatement { statement, ms, rows } = slow;
            log::warn!(target: STATEMENTS, statement = statement.as_str(), ms, rows; "slow statement");
            return;
        }
        log::logger().log(
            &Record::builder()
                .level(level(metadata))
                .target(metadata.target())
                .args(format_args!("{}", reported.message))
                .key_values(&reported.fields.as_slice())
                .build(),
        );
    }

    // Spans are not enabled.
    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

fn level(metadata: &Metadata<'_>) -> Level {
    match *metadata.level() {
        tracing_core::Level::ERROR => Level::Error,
        tracing_core::Level::WARN => Level::Warn,
        tracing_core::Level::INFO => Level::Info,
        tracing_core::Level::DEBUG => Level::Debug,
        tracing_core::Level::TRACE => Level::Trace,
    }
}

/// An event of a library.
#[derive(Default)]
struct Reported {
    message: String,
    fields: Vec<(&'static str, Reading)>,
}

enum Reading {
    Count(u64),
    Number(f64),
    Yes(bool),
    Text(String),
}

impl ToValue for Reading {
    fn to_value(&self) -> Value<'_> {
        match self {
            Self::Count(count) => (*count).into(),
            Self::Number(number) => (*number).into(),
            Self::Yes(yes) => (*yes).into(),
            Self::Text(text) => text.as_str().into(),
        }
    }
}

impl Visit for Reported {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "message" {
            value.clone_into(&mut self.message);
        } else {
            self.fields.push((field.name(), Reading::Text(value.to_owned())));
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.fields.push((field.name(), Reading::Count(value)));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.fields.push((field.name(), Reading::Number(value)));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.fields.push((field.name(), Reading::Yes(value)));
    }
}

/// A statement that took long.
#[derive(Debug, PartialEq, Eq)]
struct SlowStatement {
    /// How it begins.
    statement: String,
    ms: u128,
    /// How many rows it returned or changed, 0 if it failed.
    rows: u64,
}

impl Reported {
    fn field(&self, name: &str) -> Option<&Reading> {
        self.fields.iter().find(|(found, _)| *found == name).map(|(_, value)| value)
    }

    fn text(&self, name: &str) -> &str {
        if let Some(Reading::Text(text)) = self.field(name) { text } else { "" }
    }

    fn count(&self, name: &str) -> u64 {
        if let Some(Reading::Count(count)) = self.field(name) { *count } else { 0 }
    }

    fn slow_statement(&self) -> Option<SlowStatement> {
        self.field("slow_threshold")?;
        let Some(Reading::Number(seconds)) = self.field("elapsed_secs") else { return None };
        // The whole statement is only there if it is longer than its summary.
        let whole = Some(self.text("db.statement")).filter(|text| !text.is_empty()).unwrap_or(self.text("summary"));
        Some(SlowStatement {
            statement: beginning(whole),
            ms: Duration::try_from_secs_f64(*seconds).ok()?.as_millis(),
            rows: self.count("rows_returned").max(self.count("rows_affected")),
        })
    }
}

/// The beginning of a statement without its comments. It has no values: those are sent apart from it.
fn beginning(statement: &str) -> String {
    let lines = statement.lines().map(str::trim).filter(|line| !line.starts_with("--"));
    let text = lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(BEGINNING) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(statement: &str) -> Reported {
        let fields = vec![
            ("summary", Reading::Text("SELECT 1".to_owned())),
            ("db.statement", Reading::Text(statement.to_owned())),
            ("rows_affected", Reading::Count(3)),
            ("rows_returned", Reading::Count(2)),
            ("elapsed_secs", Reading::Number(1.2349)),
            ("slow_threshold", Reading::Text("1s".to_owned())),
        ];
        Reported { message: String::new(), fields }
    }

    #[test]
    fn a_slow_statement_is_named_by_its_beginning() {
        let expected = |statement: &str| SlowStatement { statement: statement.to_owned(), ms: 1_234, rows: 3 };
        assert_eq!(reported("").slow_statement(), Some(expected("SELECT 1")));
        let commented = "\n\n-- Accounts.\n\nSELECT a,\n       b -- both\n  FROM t\n";
        assert_eq!(reported(commented).slow_statement(), Some(expected("SELECT a, b -- both FROM t")));
        let long = format!("SELECT {}", "ü".repeat(200));
        let shown = reported(&long).slow_statement().unwrap().statement;
        assert_eq!(shown, format!("SELECT {}…", "ü".repeat(93)));
        let mut quick = reported("");
        quick.fields.pop();
        assert_eq!(quick.slow_statement(), None);
    }
}
