//! The findings, and how they are shown: to a person on a terminal of 80 columns, and to a program.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::json;

/// The width of the table.
const COLUMNS: usize = 80;
/// Where the text of a line starts, after its outcome and its name.
const INDENT: usize = 28;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Outcome {
    Ok,
    Warning,
    Wrong,
    Skipped,
}

/// One line of the examination.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Finding {
    /// Stays the same from version to version.
    name: &'static str,
    outcome: Outcome,
    seen: String,
    /// None if all is well.
    to_do: Option<String>,
}

impl Finding {
    pub(super) fn ok(name: &'static str, seen: impl Into<String>) -> Self {
        Self::new(name, Outcome::Ok, &seen.into(), None)
    }

    pub(super) fn warning(name: &'static str, seen: impl Into<String>, to_do: impl Into<String>) -> Self {
        Self::new(name, Outcome::Warning, &seen.into(), Some(&to_do.into()))
    }

    pub(super) fn wrong(name: &'static str, seen: impl Into<String>, to_do: impl Into<String>) -> Self {
        Self::new(name, Outcome::Wrong, &seen.into(), Some(&to_do.into()))
    }

    pub(super) fn skipped(name: &'static str, why: impl Into<String>) -> Self {
        Self::new(name, Outcome::Skipped, &why.into(), None)
    }

    /// Makes one with something to do unless all is well.
    pub(super) fn judged(name: &'static str, outcome: Outcome, seen: impl Into<String>, to_do: &str) -> Self {
        Self::new(name, outcome, &seen.into(), Some(to_do).filter(|_| outcome != Outcome::Ok))
    }

    fn new(name: &'static str, outcome: Outcome, seen: &str, to_do: Option<&str>) -> Self {
        Self { name, outcome, seen: printable(seen), to_do: to_do.map(printable) }
    }

    #[cfg(test)]
    pub(super) fn outcome(&self) -> Outcome {
        self.outcome
    }

    #[cfg(test)]
    pub(super) fn seen(&self) -> &str {
        &self.seen
    }
}

/// A text on one line that can't control the terminal: it may quote other servers.
fn printable(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").replace(char::is_control, "\u{fffd}")
}

/// All findings.
pub(super) struct Report(pub(super) Vec<Finding>);

impl Report {
    fn count(&self, outcome: Outcome) -> usize {
        self.0.iter().filter(|finding| finding.outcome == outcome).count()
    }

    pub(super) fn nothing_wrong(&self) -> bool {
        self.count(Outcome::Wrong) == 0
    }

    pub(super) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let all = json!({"ok": self.nothing_wrong(), "wrong": self.count(Outcome::Wrong),
            "warnings": self.count(Outcome::Warning), "findings": self.0});
        writeln!(out, "{all:#}")
    }

    pub(super) fn write_table(&self, out: &mut impl Write) -> io::Result<()> {
        for finding in &self.0 {
            let outcome = match finding.outcome {
                Outcome::Ok => "ok",
                Outcome::Warning => "warning",
                Outcome::Wrong => "WRONG",
                Outcome::Skipped => "skipped",
            };
            let to_do = finding.to_do.iter().map(|to_do| format!("-> {to_do}"));
            let mut head = format!("{outcome:<8} {:<19}", finding.name);
            for line in [finding.seen.clone()].into_iter().chain(to_do).flat_map(|text| wrapped(&text)) {
                writeln!(out, "{head:INDENT$}{line}")?;
                head.clear();
            }
        }
        let (wrong, warnings) = (self.count(Outcome::Wrong), self.count(Outcome::Warning));
        writeln!(out, "\n{wrong} wrong, {warnings} to look at")
    }
}

/// Breaks a text into lines; a word that is too long for one stays whole, so that it can be copied.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        if let Some(line) = lines.last_mut()
            && (line.is_empty() || line.chars().count() + 1 + word.chars().count() <= COLUMNS - INDENT)
        {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        Report(vec![
            Finding::ok("database", "PostgreSQL 16"),
            Finding::warning("clock", "the database's clock is 400 ms ahead of the one of this machine", "Run NTP."),
            Finding::skipped("standbys", "none\u{1b}[2J\nare asked"),
        ])
    }

    #[test]
    fn the_table_fits_a_terminal_of_80_columns_and_controls_none() {
        let mut out = Vec::new();
        report().write_table(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let expected = "\
ok       database           PostgreSQL 16
warning  clock              the database's clock is 400 ms ahead of the one of
                            this machine
                            -> Run NTP.
skipped  standbys           none\u{fffd}[2J are asked

0 wrong, 1 to look at
";
        assert_eq!(text, expected);
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS));
    }

    #[test]
    fn only_what_is_wrong_counts_as_wrong() {
        let mut report = report();
        assert!(report.nothing_wrong());
        report.0.push(Finding::wrong("beacon", "silent", "Look."));
        assert!(!report.nothing_wrong());
        let mut out = Vec::new();
        report.write_json(&mut out).unwrap();
        let all: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!((&all["ok"], &all["wrong"], &all["warnings"]), (&json!(false), &json!(1), &json!(1)));
        let beacon = json!({"name": "beacon", "outcome": "wrong", "seen": "silent", "to_do": "Look."});
        assert_eq!(all["findings"][3], beacon);
        assert_eq!(all["findings"][0]["to_do"], json!(null));
    }
}
