//! Metric families, written in Prometheus' text format.

use std::fmt::Display;
use std::mem;

use waffle_actors::telemetry::HistogramReading;

/// What the answer with these texts is called.
pub(super) const CONTENT_TYPE: &str = "text/plain; version=0.0.4";

/// Label names with their values.
pub(super) type Labels<'a> = &'a [(&'static str, &'a str)];

/// The text of one response.
#[derive(Default)]
pub(super) struct Families(String);

/// A family being written: each sample has the same labels with other values.
pub(super) struct Family<'a> {
    text: &'a mut String,
    name: &'static str,
    /// Comes with the first sample: a family without any is left out.
    heading: String,
}

/// The unit of a spread's values, which decides how they are shown.
#[derive(Clone, Copy)]
pub(super) enum Unit {
    Pieces,
    /// Shown in seconds.
    Microseconds,
}

impl Families {
    /// Starts a family of counters; its name should end in `_total`.
    pub(super) fn counter(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.begin(name, help, "counter")
    }

    /// Starts a family of gauges.
    pub(super) fn gauge(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.begin(name, help, "gauge")
    }

    /// Starts a family of histograms.
    pub(super) fn histogram(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.begin(name, help, "histogram")
    }

    fn begin(&mut self, name: &'static str, help: &str, kind: &str) -> Family<'_> {
        Family { text: &mut self.0, name, heading: format!("# HELP {name} {help}\n# TYPE {name} {kind}\n") }
    }

    /// Returns all families that have samples.
    pub(super) fn text(self) -> String {
        self.0
    }
}

impl Family<'_> {
    /// Adds a sample with a number.
    pub(super) fn with(&mut self, labels: Labels<'_>, value: impl Display) -> &mut Self {
        self.sample("", labels, None, value)
    }

    /// Adds the only sample, which has no labels.
    pub(super) fn is(&mut self, value: impl Display) {
        self.with(&[], value);
    }

    /// Adds a histogram.
    pub(super) fn reading(&mut self, labels: Labels<'_>, reading: &HistogramReading, unit: Unit) -> &mut Self {
        for (bound, count) in &reading.up_to {
            self.sample("_bucket", labels, Some(&unit.shown(*bound)), count);
        }
        self.sample("_bucket", labels, Some("+Inf"), reading.count);
        self.sample("_sum", labels, None, unit.shown(reading.sum)).sample("_count", labels, None, reading.count)
    }

    fn sample(&mut self, part: &str, labels: Labels<'_>, up_to: Option<&str>, value: impl Display) -> &mut Self {
        let labels = labels.iter().copied().chain(up_to.map(|bound| ("le", bound)));
        let labels: Vec<_> = labels.map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect();
        let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        self.text.extend([mem::take(&mut self.heading), format!("{}{part}{labels} {value}\n", self.name)]);
        self
    }
}

impl Unit {
    #[expect(clippy::cast_precision_loss, reason = "exact up to 2^53 microseconds, which are 285 years")]
    fn shown(self, value: u64) -> String {
        match self {
            Self::Pieces => value.to_string(),
            Self::Microseconds => (value as f64 / 1e6).to_string(),
        }
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', r"\\").replace('\n', r"\n").replace('"', r#"\""#)
}

#[cfg(test)]
mod tests {
    use waffle_actors::telemetry::HistogramReading;

    use super::{Families, Unit};

    #[test]
    fn numbers_are_written_as_prometheus_reads_them() {
        let mut families = Families::default();
        families.counter("claims_total", "Claims.").with(&[("outcome", "a\"b\\c\nd")], 3).with(&[("outcome", "x")], 0);
        families.gauge("watchers", "Watchers.").with(&[], 7);
        let reading = HistogramReading { up_to: vec![(500, 1), (1_000, 3)], count: 4, sum: 2_000_500 };
        families.histogram("took_seconds", "Time.").reading(&[], &reading, Unit::Microseconds);
        families.histogram("claims", "Claims of a batch.").reading(&[("of", "x")], &reading, Unit::Pieces);
        families.counter("empty_total", "Nothing.");
        let expected = "\
# HELP claims_total Claims.
# TYPE claims_total counter
claims_total{outcome=\"a\\\"b\\\\c\\nd\"} 3
claims_total{outcome=\"x\"} 0
# HELP watchers Watchers.
# TYPE watchers gauge
watchers 7
# HELP took_seconds Time.
# TYPE took_seconds histogram
took_seconds_bucket{le=\"0.0005\"} 1
took_seconds_bucket{le=\"0.001\"} 3
took_seconds_bucket{le=\"+Inf\"} 4
took_seconds_sum 2.0005
took_seconds_count 4
# HELP claims Claims of a batch.
# TYPE claims histogram
claims_bucket{of=\"x\",le=\"500\"} 1
claims_bucket{of=\"x\",le=\"1000\"} 3
claims_bucket{of=\"x\",le=\"+Inf\"} 4
claims_sum{of=\"x\"} 2000500
claims_count{of=\"x\"} 4
";
        assert_eq!(families.text(), expected);
    }
}
