//! The reports page.

use serde::Serialize;

use crate::pages::context::form::Field;
use crate::pages::context::{Frame, Link};

/// `GET /admin/reports`: one of the reports, with the others a tab away.
#[derive(Debug, Clone, Serialize)]
pub struct ReportsPage {
    pub frame: Frame,
    pub tabs: Vec<Tab>,
    /// The report's name in addresses.
    pub key: &'static str,
    pub filter: Filter,
    /// Ranges that are asked for often.
    pub presets: Vec<Tab>,
    pub report: Report,
    /// The same as a file, with the same filters.
    pub csv: String,
    /// Which zone days, months and times are of.
    pub zone_note: String,
}

/// A link that may lead to where one is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tab {
    #[serde(flatten)]
    pub link: Link,
    pub current: bool,
}

/// The filters as they hold now, or as they were refused.
#[derive(Debug, Clone, Serialize)]
pub struct Filter {
    pub from: Field,
    pub to: Field,
    /// How many rows are wanted, where that can be chosen.
    pub limit: Option<Field>,
}

/// What a report says.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    pub title: &'static str,
    /// What is counted, in a sentence or two.
    pub lead: String,
    pub figures: Vec<Figure>,
    pub charts: Vec<Chart>,
    pub table: Table,
    /// That the table does not show all, where it does not.
    pub cut: Option<String>,
    /// What to say when there is nothing in the table.
    pub empty: &'static str,
}

/// A number that stands for the whole report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Figure {
    pub label: String,
    pub value: String,
}

/// A drawing, as SVG.
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

/// A row: what it is about, and the other columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    pub name: String,
    /// Where more is told of it.
    pub href: Option<String>,
    pub cells: Vec<Cell>,
}

/// A value under its column, whose name it repeats for where there is no head of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cell {
    pub label: String,
    pub text: String,
    pub number: bool,
}

impl Table {
    /// A table with these columns and no rows; the first column is the name of the row.
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

/// Writes a time in hours as people say it: `42 s`, `12 min`, `5.3 h`, `3.2 days`.
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
