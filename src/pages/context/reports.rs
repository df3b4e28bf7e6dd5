//! The reports page.

use serde::Serialize;

use crate::context::Link;

/// A link that may be to the current page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tab {
    #[serde(flatten)]
    pub link: Link,
    pub current: bool,
}

/// The contents of a report.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    pub title: &'static str,
    /// What the report counts, in a sentence or two.
    pub lead: String,
    pub figures: Vec<Figure>,
    pub charts: Vec<Chart>,
    pub table: Table,
    /// A note that the table is cut short, if it is.
    pub cut: Option<String>,
    /// The text for an empty table.
    pub empty: &'static str,
}

/// A number that sums up the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Figure {
    pub label: String,
    pub value: String,
}

/// A chart as SVG.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Chart {
    pub title: &'static str,
    pub svg: String,
}

/// The numbers behind the charts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Table {
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

/// A column: its name, and whether it holds numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Column {
    pub label: String,
    pub number: bool,
}

/// A row: its subject, and the other columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    pub name: String,
    /// A page with more about it.
    pub href: Option<String>,
    pub cells: Vec<Cell>,
}

/// A cell with its column's name, for layouts without a table head.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cell {
    pub label: String,
    pub text: String,
    pub number: bool,
}

impl Table {
    /// Makes a table with these columns and no rows. The first column holds the name of the row.
    pub fn new(name: &str, columns: &[(&str, bool)]) -> Self {
        let first = Column { label: name.to_owned(), number: false };
        let others = columns.iter().map(|(label, number)| Column { label: (*label).to_owned(), number: *number });
        Self { columns: std::iter::once(first).chain(others).collect(), rows: Vec::new() }
    }

    /// Adds a row with a value for each column after the first.
    pub fn row(&mut self, name: impl Into<String>, href: Option<String>, values: impl IntoIterator<Item = String>) {
        let cell =
            |(column, text): (&Column, String)| Cell { label: column.label.clone(), text, number: column.number };
        let cells = self.columns.iter().skip(1).zip(values).map(cell).collect();
        self.rows.push(Row { name: name.into(), href, cells });
    }
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
