//! Prometheus' text format.

use std::fmt::{Display, Write as _};

use waffle_actors::telemetry::HistogramReading;

/// The media type of the format.
pub(super) const TEXT_FORMAT: &str = "text/plain; version=0.0.4";

/// Label names with their values.
pub(super) type Labels<'a> = &'a [(&'static str, &'a str)];

/// All families of one response.
#[derive(Default)]
pub(super) struct Families(String);

/// A family being filled: each sample has the same labels with other values.
pub(super) struct Family<'a> {
    text: &'a mut String,
    name: &'static str,
    /// Written before the first sample: a family without samples is left out.
    head: Option<String>,
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
        Family { text: &mut self.0, name, head: Some(format!("# HELP {name} {help}\n# TYPE {name} {kind}\n")) }
    }

    /// Returns all families that have samples.
    pub(super) fn text(self) -> String {
        self.0
    }
}

impl Family<'_> {
    /// Adds the only sample, without labels.
    pub(super) fn is(&mut self, value: u64) {
        self.with(&[], value);
    }

    /// Adds a sample.
    pub(super) fn with(&mut self, labels: Labels<'_>, value: impl Display) -> &mut Self {
        self.line("", labels, value)
    }

    /// Adds a histogram.
    pub(super) fn reading(&mut self, labels: Labels<'_>, reading: &HistogramReading, unit: Unit) -> &mut Self {
        for (bound, count) in &reading.up_to {
            self.up_to(&unit.shown(*bound).to_string(), labels, *count);
        }
        self.up_to("+Inf", labels, reading.count);
        self.line("_sum", labels, unit.shown(reading.sum)).line("_count", labels, reading.count)
    }

    fn up_to(&mut self, bound: &str, labels: Labels<'_>, count: u64) {
        self.line("_bucket", &[labels, &[("le", bound)]].concat(), count);
    }

    fn line(&mut self, suffix: &str, labels: Labels<'_>, value: impl Display) -> &mut Self {
        self.text.extend(self.head.take());
        let labels: Vec<_> = labels.iter().map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect();
        let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        // Writing to a string never fails.
        let _ = writeln!(self.text, "{}{suffix}{labels} {value}", self.name);
        self
    }
}

impl Unit {
    #[expect(clippy::cast_precision_loss, reason = "a number of seconds is a fraction, exact up to 2^53 µs")]
    fn shown(self, value: u64) -> f64 {
        match self {
            Self::Pieces => value as f64,
            Self::Microseconds => value as f64 / 1e6,
        }
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', r"\\").replace('\n', r"\n").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use waffle_actors::telemetry::HistogramReading;

    use super::{Families, Unit};

    #[test]
    fn numbers_are_written_as_prometheus_reads_them() {
        let mut families = Families::default();
        families.counter("claims_total", "Claims.").with(&[("outcome", "a\"b\\c\nd")], 3).with(&[("outcome", "x")], 0);
        families.gauge("watchers", "Watchers.").is(7);
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
