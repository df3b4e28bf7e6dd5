//! Reads Prometheus' text format, and panics at anything irregular.

use std::collections::{BTreeMap, BTreeSet};

/// The metrics in one answer.
#[derive(Debug, Default)]
pub struct Exposition {
    /// Values by name and labels, as they are written.
    pub samples: BTreeMap<String, f64>,
    pub families: BTreeSet<String>,
}

impl Exposition {
    /// Parses text of version 0.0.4. Each family must appear once, with help and type before its samples, and each
    /// sample once. How labels and histograms are written is tested where that is done.
    pub fn parse(text: &str) -> Self {
        assert!(text.ends_with('\n'), "the last line has an end");
        let mut read = Self::default();
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let (name, help) = line.strip_prefix("# HELP ").and_then(|rest| rest.split_once(' ')).expect(line);
            let fits = |c: char| c.is_ascii_lowercase() || c == '_';
            assert!(name.chars().all(fits) && help.ends_with('.'), "{line}");
            let line = lines.next().expect("a type");
            let kind = line.strip_prefix(&format!("# TYPE {name} ")).expect(line);
            assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
            assert!(read.families.insert(name.to_owned()), "{name} comes twice");
            let before = read.samples.len();
            while let Some(line) = lines.next_if(|line| !line.starts_with('#')) {
                let (sample, value) = line.rsplit_once(' ').expect(line);
                let (value, end) = (value.parse::<f64>().expect(line), sample.strip_prefix(name).expect(line));
                assert!(end.is_empty() || end.starts_with('{') || kind == "histogram", "{line}");
                assert!(value.is_finite() && value >= 0.0, "{line}");
                assert!(read.samples.insert(sample.to_owned(), value).is_none(), "twice: {line}");
            }
            assert!(read.samples.len() > before, "{name} has no sample");
        }
        read
    }

    /// A sample's value, or 0 if there is none, as for a counter that never counted.
    pub fn value(&self, sample: &str) -> f64 {
        self.samples.get(sample).copied().unwrap_or(0.0)
    }

    /// A sample's value as a whole number.
    pub fn count(&self, sample: &str) -> u64 {
        let value = self.value(sample);
        value.to_string().parse().unwrap_or_else(|_| panic!("{sample} is {value}"))
    }

    /// Counts by a label, which is the only one.
    pub fn counts<const N: usize>(&self, name: &str, label: &str, values: [&str; N]) -> [u64; N] {
        values.map(|value| self.count(&format!("{name}{{{label}=\"{value}\"}}")))
    }
}
