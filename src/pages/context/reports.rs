//! The reports page.

use serde::Serialize;

use crate::templates::Values;

/// The table of a report.
#[derive(Debug, Clone, Serialize)]
pub struct Table {
    columns: Vec<Values>,
    rows: Vec<Values>,
}

impl Table {
    /// An empty table: its first column is the name, the others say whether they hold numbers.
    pub fn new(name: &str, columns: &[(&str, bool)]) -> Self {
        let column = |(label, number)| values! { label, number };
        let columns = [(name, false)].into_iter().chain(columns.iter().copied()).map(column).collect();
        Self { columns, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, name: &str, href: Option<&str>, cells: impl Serialize) {
        self.rows.push(values! { name, href, cells });
    }
}

/// A number of a report.
pub fn figure(label: impl Serialize, value: impl Serialize) -> Values {
    values! { label, value }
}

/// Formats a number of hours as `42 s`, `12 min`, `5.3 h` or `3.2 days`.
pub fn duration(hours: f64) -> String {
    match hours {
        hours if hours < 1.0 / 60.0 => format!("{:.0} s", hours * 3_600.0),
        hours if hours < 1.0 => format!("{:.0} min", hours * 60.0),
        hours if hours < 48.0 => format!("{hours:.1} h"),
        hours => format!("{:.1} days", hours / 24.0),
    }
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn durations_are_written_as_people_say_them() {
        let written = [0.0, 0.012, 0.2, 5.26, 47.9, 76.8].map(duration);
        assert_eq!(written, ["0 s", "43 s", "12 min", "5.3 h", "47.9 h", "3.2 days"]);
    }
}
