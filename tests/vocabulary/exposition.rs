//! A strict parser of Prometheus' text format, which panics at anything irregular.

use std::collections::{BTreeMap, BTreeSet};

/// Label values by name.
type Labels = BTreeMap<String, String>;

/// The metrics in one answer.
#[derive(Debug, Default)]
pub struct Exposition {
    samples: BTreeMap<(String, Labels), f64>,
    kinds: BTreeMap<String, String>,
}

impl Exposition {
    /// Parses text of version 0.0.4. Each family must appear once, with help and type before its samples, each sample
    /// once, and histograms must add up.
    pub fn parse(text: &str) -> Self {
        assert!(text.ends_with('\n'), "the last line has an end");
        let mut read = Self::default();
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let (name, help) = line.strip_prefix("# HELP ").and_then(|rest| rest.split_once(' ')).expect(line);
            assert!(is_name(name) && help.ends_with('.'), "{line}");
            let line = lines.next().expect("a type");
            let kind = line.strip_prefix(&format!("# TYPE {name} ")).expect(line);
            assert!(["counter", "gauge", "histogram"].contains(&kind), "{line}");
            assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
            assert!(read.kinds.insert(name.to_owned(), kind.to_owned()).is_none(), "{name} comes twice");
            let mut samples = 0;
            while let Some(line) = lines.next_if(|line| !line.starts_with('#')) {
                read.take_sample(name, kind, line);
                samples += 1;
            }
            assert!(samples > 0, "{name} has no sample");
        }
        read.check_histograms();
        read
    }

    fn take_sample(&mut self, family: &str, kind: &str, line: &str) {
        let (head, value) = line.rsplit_once(' ').expect(line);
        let (name, labels) = match head.split_once('{') {
            Some((name, rest)) => (name, read_labels(rest.strip_suffix('}').expect(line))),
            None => (head, Labels::new()),
        };
        let suffix = name.strip_prefix(family).expect(line);
        let suffixes = if kind == "histogram" { &["_bucket", "_sum", "_count"][..] } else { &[""] };
        assert!(suffixes.contains(&suffix), "{line}");
        assert_eq!(suffix == "_bucket", labels.contains_key("le"), "{line}");
        let value: f64 = value.parse().expect(line);
        assert!(value.is_finite() && value >= 0.0, "{line}");
        assert!(self.samples.insert((name.to_owned(), labels), value).is_none(), "twice: {line}");
    }

    fn check_histograms(&self) {
        for (family, _) in self.kinds.iter().filter(|(_, kind)| *kind == "histogram") {
            for ((_, labels), count) in self.of(&format!("{family}_count")) {
                let mut buckets: Vec<(f64, f64)> = self
                    .of(&format!("{family}_bucket"))
                    .filter(|((_, of), _)| of.iter().filter(|(name, _)| *name != "le").eq(labels.iter()))
                    .map(|((_, of), count)| (of["le"].replace("+Inf", "inf").parse().unwrap(), *count))
                    .collect();
                buckets.sort_by(|one, other| one.partial_cmp(other).unwrap());
                assert!(buckets.windows(2).all(|pair| pair[0].1 <= pair[1].1), "{family} {labels:?} {buckets:?}");
                assert_eq!(buckets.last(), Some(&(f64::INFINITY, *count)), "{family} {labels:?}");
                assert!(self.samples.contains_key(&(format!("{family}_sum"), labels.clone())), "{family} {labels:?}");
            }
        }
    }

    fn of(&self, name: &str) -> impl Iterator<Item = (&(String, Labels), &f64)> {
        self.samples.iter().filter(move |((of, _), _)| of == name)
    }

    /// A sample's value, or 0 if there is none, as for a counter that never counted.
    pub fn value(&self, name: &str, labels: &[(&str, &str)]) -> f64 {
        let labels = labels.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        self.samples.get(&(name.to_owned(), labels)).copied().unwrap_or(0.0)
    }

    /// A sample's value as a whole number.
    pub fn count(&self, name: &str, labels: &[(&str, &str)]) -> u64 {
        let value = self.value(name, labels);
        value.to_string().parse().unwrap_or_else(|_| panic!("{name} {labels:?} is {value}"))
    }

    /// The names of all families.
    pub fn families(&self) -> BTreeSet<&str> {
        self.kinds.keys().map(String::as_str).collect()
    }

    /// Each sample's name and labels.
    pub fn series(&self) -> BTreeSet<&(String, Labels)> {
        self.samples.keys().collect()
    }

    /// The values that a label takes.
    pub fn values_of(&self, label: &str) -> BTreeSet<&str> {
        self.samples.keys().filter_map(|(_, labels)| labels.get(label)).map(String::as_str).collect()
    }
}

fn read_labels(text: &str) -> Labels {
    let mut labels = Labels::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").expect(text);
        assert!(is_name(name), "{text}");
        let mut value = String::new();
        let mut chars = after.char_indices();
        let end = loop {
            match chars.next().expect(text) {
                (at, '"') => break at,
                (_, '\\') => value.push(match chars.next().expect(text).1 {
                    'n' => '\n',
                    escaped @ ('"' | '\\') => escaped,
                    other => panic!("\\{other} in {text}"),
                }),
                (_, other) => value.push(other),
            }
        };
        assert!(labels.insert(name.to_owned(), value).is_none(), "{text}");
        rest = &after[end + 1..];
        if !rest.is_empty() {
            rest = rest.strip_prefix(',').filter(|rest| !rest.is_empty()).expect(text);
        }
    }
    labels
}

fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c == '_';
    !text.is_empty() && text.chars().all(fits)
}
