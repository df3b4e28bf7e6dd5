//! The columns of files for spreadsheets.

use chrono::{DateTime, SecondsFormat, Utc};

/// A column: its name, and its value in a row.
pub type Column<R> = (&'static str, fn(&R) -> String);

/// Writes a moment as RFC 3339, and nothing for none.
pub fn time(at: impl Into<Option<DateTime<Utc>>>) -> String {
    at.into().map(|at| at.to_rfc3339_opts(SecondsFormat::AutoSi, true)).unwrap_or_default()
}
