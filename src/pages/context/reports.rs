//! The reports page.

use serde::Serialize;
use waffle_language::{Language, Text, say, typed_amount};

use crate::templates::Values;

/// The table of a report.
#[derive(Debug, Clone, Serialize)]
pub struct Table {
    columns: Vec<Values>,
    rows: Vec<Values>,
}

impl Table {
    /// An empty table: its first column is the name, the others say whether they hold numbers.
    pub fn new(name: Text, columns: impl IntoIterator<Item = (Text, bool)>) -> Self {
        let column = |(label, number): (Text, bool)| values! { label, number };
        let columns = [(name, false)].into_iter().chain(columns).map(column).collect();
        Self { columns, rows: Vec::new() }
    }

    /// Adds a row. Its name and cells are texts, numbers, amounts or plain words.
    pub fn row(&mut self, name: impl Serialize, href: Option<&str>, cells: impl Serialize) {
        self.rows.push(values! { name, href, cells });
    }
}

/// A number of a report.
pub fn figure(label: impl Serialize, value: impl Serialize) -> Values {
    values! { label, value }
}

/// Writes a number of hours as `42 s`, `12 min`, `5.3 h` or `3.2 days`.
pub fn duration(hours: f64, language: Language) -> Text {
    match hours {
        hours if hours < 1.0 / 60.0 => say!("report-seconds", seconds = format!("{:.0}", hours * 3_600.0)),
        hours if hours < 1.0 => say!("report-minutes", minutes = format!("{:.0}", hours * 60.0)),
        hours if hours < 48.0 => say!("report-hours", hours = decimal(hours, language)),
        hours => say!("report-days", days = decimal(hours / 24.0, language)),
    }
}

/// Writes a positive number with one decimal: `37.5`, `37,5`.
pub fn decimal(number: f64, language: Language) -> String {
    let tenths = format!("{number:.1}").replace('.', "").parse().unwrap_or_default();
    typed_amount(language, tenths, 1)
}

#[cfg(test)]
mod tests {
    use waffle_language::ENGLISH;

    use super::duration;

    #[test]
    fn durations_are_written_as_people_say_them() {
        let written = [0.0, 0.012, 0.2, 5.26, 47.9, 76.8].map(|hours| duration(hours, ENGLISH).to_string());
        assert_eq!(written, ["0 s", "43 s", "12 min", "5.3 h", "47.9 h", "3.2 days"]);
    }
}
