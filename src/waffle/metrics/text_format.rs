//! Prometheus' text format.

use prometheus::{
    TextEncoder,
    proto::{Bucket, Counter, Gauge, Histogram, LabelPair, Metric, MetricFamily, MetricType},
};
use waffle_actors::telemetry::HistogramReading;

/// Label names with their values.
pub(super) type Labels<'a> = &'a [(&'static str, &'a str)];

/// All families of one response.
#[derive(Default)]
pub(super) struct Families(Vec<MetricFamily>);

/// A family being filled: each sample has the same labels with other values.
pub(super) struct Family<'a>(&'a mut MetricFamily);

/// The unit of a spread's values, which decides how they are shown.
#[derive(Clone, Copy)]
pub(super) enum Unit {
    Pieces,
    /// Shown in seconds.
    Microseconds,
}

impl Families {
    /// Starts a family of counters; its name should end in `_total`.
    pub(super) fn counter(&mut self, name: &str, help: &str) -> Family<'_> {
        self.begin(name, help, MetricType::COUNTER)
    }

    /// Starts a family of gauges.
    pub(super) fn gauge(&mut self, name: &str, help: &str) -> Family<'_> {
        self.begin(name, help, MetricType::GAUGE)
    }

    /// Starts a family of histograms.
    pub(super) fn histogram(&mut self, name: &str, help: &str) -> Family<'_> {
        self.begin(name, help, MetricType::HISTOGRAM)
    }

    fn begin(&mut self, name: &str, help: &str, kind: MetricType) -> Family<'_> {
        let mut family = MetricFamily::default();
        family.set_name(name.to_owned());
        family.set_help(help.to_owned());
        family.set_field_type(kind);
        let place = self.0.len();
        self.0.push(family);
        Family(&mut self.0[place])
    }

    /// Writes all families that have samples.
    pub(super) fn text(mut self) -> Result<String, prometheus::Error> {
        self.0.retain(|family| !family.get_metric().is_empty());
        TextEncoder::new().encode_to_string(&self.0)
    }
}

impl Family<'_> {
    /// Adds the only sample, without labels.
    pub(super) fn is(&mut self, value: u64) {
        self.with(&[], value);
    }

    /// Adds a sample with a whole number.
    pub(super) fn with(&mut self, labels: Labels<'_>, value: u64) -> &mut Self {
        self.with_fraction(labels, number(value))
    }

    /// Adds a sample with any number.
    pub(super) fn with_fraction(&mut self, labels: Labels<'_>, value: f64) -> &mut Self {
        let mut metric = labelled(labels);
        if self.0.get_field_type() == MetricType::COUNTER {
            let mut counter = Counter::default();
            counter.set_value(value);
            metric.set_counter(counter);
        } else {
            let mut gauge = Gauge::default();
            gauge.set_value(value);
            metric.set_gauge(gauge);
        }
        self.0.mut_metric().push(metric);
        self
    }

    /// Adds a histogram.
    pub(super) fn reading(&mut self, labels: Labels<'_>, reading: &HistogramReading, unit: Unit) -> &mut Self {
        let buckets = reading.up_to.iter().map(|(bound, count)| {
            let mut bucket = Bucket::default();
            bucket.set_upper_bound(unit.shown(*bound));
            bucket.set_cumulative_count(*count);
            bucket
        });
        let mut histogram = Histogram::default();
        histogram.set_bucket(buckets.collect());
        histogram.set_sample_count(reading.count);
        histogram.set_sample_sum(unit.shown(reading.sum));
        let mut metric = labelled(labels);
        metric.set_histogram(histogram);
        self.0.mut_metric().push(metric);
        self
    }
}

impl Unit {
    fn shown(self, value: u64) -> f64 {
        match self {
            Self::Pieces => number(value),
            Self::Microseconds => number(value) / 1e6,
        }
    }
}

fn labelled(labels: Labels<'_>) -> Metric {
    let pair = |(name, value): &(&str, &str)| {
        let mut pair = LabelPair::default();
        pair.set_name((*name).to_owned());
        pair.set_value((*value).to_owned());
        pair
    };
    Metric::from_label(labels.iter().map(pair).collect())
}

#[expect(clippy::cast_precision_loss, reason = "the format has only floating point numbers, exact up to 2^53")]
fn number(value: u64) -> f64 {
    value as f64
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
        assert_eq!(families.text().unwrap(), expected);
    }
}
