//! How an event is written: as a line of text for people, or as a line of JSON for programs.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::mem;

use actix_web::http::header::HeaderValue;
use chrono::SecondsFormat::Millis;
use env_logger::fmt::Formatter;
use log::Record;
use log::kv::{Error, Key, Value, VisitSource, VisitValue};
use serde::Serialize;
use serde_json::Map;
use waffle_http::request_id;
use waffle_service::clock::Clock;

/// Writes `2026-11-27T20:14:03.123Z INFO  waffle::server request=4f1c listening: version=0.2.0`.
pub(super) fn write_text(formatter: &mut Formatter, record: &Record<'_>) -> io::Result<()> {
    let style = formatter.default_level_style(record.level());
    write!(formatter, "{} {style}{:<5}{style:#} {}", now(), record.level(), record.target())?;
    if let Some(id) = request_id::current() {
        write!(formatter, " request={}", id.to_str().unwrap_or_default())?;
    }
    writeln!(formatter, " {}", one_line(&text(record)))
}

/// Writes an object.
pub(super) fn write_json(formatter: &mut Formatter, record: &Record<'_>) -> io::Result<()> {
    writeln!(formatter, "{}", json(record))
}

/// An event, as an object.
#[derive(Serialize)]
struct Line<'a> {
    timestamp: String,
    level: &'static str,
    target: &'a str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<&'a str>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    fields: Map<String, serde_json::Value>,
}

/// Returns the object of an event, without a line break.
pub(super) fn json(record: &Record<'_>) -> String {
    let mut fields = Fields::default();
    // Only a visitor fails, and this one doesn't.
    let _ = record.key_values().visit(&mut fields);
    let id = request_id::current();
    let line = Line {
        timestamp: now(),
        level: record.level().as_str(),
        target: record.target(),
        message: record.args().to_string(),
        request: id.as_ref().and_then(|id: &HeaderValue| id.to_str().ok()),
        fields: fields.0,
    };
    serde_json::to_string(&line).unwrap_or_default()
}

fn now() -> String {
    Clock::system().now().to_rfc3339_opts(Millis, true)
}

/// The message, followed by the fields: `listening: version=0.2.0 note="two words"`.
fn text(record: &Record<'_>) -> String {
    let mut pairs = Pairs { text: record.args().to_string(), separator: ": " };
    if pairs.text.is_empty() {
        pairs.separator = "";
    }
    let _ = record.key_values().visit(&mut pairs);
    pairs.text
}

struct Pairs {
    text: String,
    separator: &'static str,
}

impl<'kvs> VisitSource<'kvs> for Pairs {
    fn visit_pair(&mut self, key: Key<'kvs>, value: Value<'kvs>) -> Result<(), Error> {
        let (value, separator) = (value.to_string(), mem::replace(&mut self.separator, " "));
        let plain = !value.is_empty() && !value.contains(|c: char| c.is_whitespace() || c.is_control() || c == '"');
        let shown = if plain { value } else { format!("{value:?}") };
        Ok(write!(self.text, "{separator}{key}={shown}")?)
    }
}

/// Collects fields as JSON: numbers and truth values as such, everything else as text.
#[derive(Default)]
struct Fields(Map<String, serde_json::Value>);

impl<'kvs> VisitSource<'kvs> for Fields {
    fn visit_pair(&mut self, key: Key<'kvs>, value: Value<'kvs>) -> Result<(), Error> {
        let mut field = Field(serde_json::Value::Null);
        value.visit(&mut field)?;
        self.0.insert(key.to_string(), field.0);
        Ok(())
    }
}

struct Field(serde_json::Value);

impl VisitValue<'_> for Field {
    fn visit_any(&mut self, value: Value<'_>) -> Result<(), Error> {
        self.0 = value.to_string().into();
        Ok(())
    }

    fn visit_null(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn visit_u64(&mut self, value: u64) -> Result<(), Error> {
        self.0 = value.into();
        Ok(())
    }

    fn visit_i64(&mut self, value: i64) -> Result<(), Error> {
        self.0 = value.into();
        Ok(())
    }

    fn visit_u128(&mut self, value: u128) -> Result<(), Error> {
        self.0 = u64::try_from(value).map_or_else(|_| value.to_string().into(), Into::into);
        Ok(())
    }

    fn visit_f64(&mut self, value: f64) -> Result<(), Error> {
        self.0 = value.into();
        Ok(())
    }

    fn visit_bool(&mut self, value: bool) -> Result<(), Error> {
        self.0 = value.into();
        Ok(())
    }
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
    use log::Level;
    use serde_json::json;

    use super::*;

    const ODD: &str = "a\r\n2026 INFO b\u{1b}[2J\t\u{85}";

    fn with_record<T>(message: &str, fields: &[(&str, Value<'_>)], then: impl FnOnce(&Record<'_>) -> T) -> T {
        let mut record = Record::builder();
        then(&record.level(Level::Warn).target("a").args(format_args!("{message}")).key_values(&fields).build())
    }

    #[test]
    fn nothing_in_a_line_begins_another_one() {
        assert_eq!(one_line("as it is: ü \"x\""), "as it is: ü \"x\"");
        assert_eq!(one_line(ODD), r"a\r\n2026 INFO b\u{1b}[2J\t\u{85}");
        let odd = [("why", Value::from(ODD))];
        let line = with_record("m", &odd, |record| one_line(&text(record)).into_owned());
        assert_eq!(line, r#"m: why="a\r\n2026 INFO b\u{1b}[2J\t\u{85}""#);
        assert!(!with_record(ODD, &odd, json).contains(|c| c < ' '));
    }

    #[test]
    fn fields_follow_the_message_and_are_quoted_where_they_must_be() {
        let fields = [("count", 7_u64.into()), ("error", "no answer".into()), ("empty", "".into())];
        assert_eq!(with_record("late", &fields, text), r#"late: count=7 error="no answer" empty="""#);
        assert_eq!(with_record("", &fields[..1], text), "count=7");
        assert_eq!(with_record("late", &[], text), "late");
    }

    #[test]
    fn json_keeps_the_types_of_fields_and_leaves_out_what_is_not_there() {
        let fields = [("ms", 7_u128.into()), ("rate", 0.5.into()), ("works", true.into()), ("why", ODD.into())];
        let line: serde_json::Value = serde_json::from_str(&with_record("late", &fields, json)).unwrap();
        assert_eq!(line["fields"], json!({"ms": 7, "rate": 0.5, "works": true, "why": ODD}));
        assert_eq!([&line["level"], &line["target"], &line["message"]], ["WARN", "a", "late"]);
        let time = line["timestamp"].as_str().unwrap();
        assert!(time.len() == 24 && time.ends_with('Z'), "{time}");
        let bare: serde_json::Value = serde_json::from_str(&with_record("late", &[], json)).unwrap();
        assert_eq!(bare.as_object().unwrap().len(), 4, "{bare}");
    }
}
