//! The certificate of the public address. The connection has verified it, so only its dates are read here.

use chrono::{DateTime, TimeDelta, Utc};
use der::asn1::{AnyRef, GeneralizedTime, UtcTime};
use der::{Decode as _, Reader as _, SliceReader, Tag, Tagged as _};

use super::report::Finding;

/// When a certificate should have been renewed: browsers refuse it soon. One with a short lifetime is renewed later.
const WRONG: (TimeDelta, i32) = (TimeDelta::days(7), 12);
const WARNING: (TimeDelta, i32) = (TimeDelta::days(21), 4);

/// Judges how long a certificate is still valid.
pub(super) fn judge(name: &'static str, certificate: &[u8], now: DateTime<Utc>) -> Finding {
    let to_do = "Find out why it was not renewed: look at the log of the proxy, or of what renews it.";
    let Some((from, until)) = validity(certificate) else {
        return Finding::warning(name, "the certificate is valid, but its dates can't be read", to_do);
    };
    let left = until - now;
    let seen = format!("the certificate is valid until {}, {} days left", until.format("%Y-%m-%d"), left.num_days());
    let below = |(days, part): (TimeDelta, i32)| left < days.min((until - from) / part);
    match left {
        _ if below(WRONG) => Finding::wrong(name, seen, to_do),
        _ if below(WARNING) => Finding::warning(name, seen, to_do),
        _ => Finding::ok(name, seen),
    }
}

/// Reads from when until when a certificate is valid (RFC 5280, section 4.1).
fn validity(certificate: &[u8]) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let signed = *parts(AnyRef::from_der(certificate).ok()?)?.first()?;
    let fields = parts(signed)?;
    // Algorithm, issuer, validity: the first three that are sequences.
    let validity = fields.iter().filter(|field| field.tag() == Tag::Sequence).nth(2)?;
    match parts(*validity)?.as_slice() {
        [from, until] => Some((time(*from)?, time(*until)?)),
        _ => None,
    }
}

fn parts(whole: AnyRef<'_>) -> Option<Vec<AnyRef<'_>>> {
    let mut reader = SliceReader::new(whole.value()).ok()?;
    let mut parts = Vec::new();
    while !reader.is_finished() {
        parts.push(AnyRef::decode(&mut reader).ok()?);
    }
    Some(parts)
}

fn time(value: AnyRef<'_>) -> Option<DateTime<Utc>> {
    let since_1970 = match value.tag() {
        Tag::UtcTime => value.decode_as::<UtcTime>().ok()?.to_unix_duration(),
        _ => value.decode_as::<GeneralizedTime>().ok()?.to_unix_duration(),
    };
    DateTime::from_timestamp(i64::try_from(since_1970.as_secs()).ok()?, 0)
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    use super::super::report::Outcome::{Ok, Warning, Wrong};
    use super::*;

    /// From 2026-11-22 12:59:40 until 2126-10-29 12:59:40, a time of the other kind.
    fn of_a_century() -> Vec<u8> {
        let pem = include_str!("../../../tests/api/proxies/test.pem");
        STANDARD.decode(pem.lines().filter(|line| !line.starts_with('-')).collect::<String>()).unwrap()
    }

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn the_dates_are_read_and_few_days_are_wrong() {
        let certificate = of_a_century();
        let (from, until) = validity(&certificate).unwrap();
        assert_eq!((from, until), (at("2026-11-22T12:59:40Z"), at("2126-10-29T12:59:40Z")));
        for (days, outcome) in [(400, Ok), (21, Ok), (20, Warning), (7, Warning), (6, Wrong), (-1, Wrong)] {
            assert_eq!(judge("tls", &certificate, until - TimeDelta::days(days)).outcome(), outcome, "{days}");
        }
    }

    #[test]
    fn what_is_no_certificate_has_no_dates() {
        let certificate = of_a_century();
        for length in 0..certificate.len() {
            assert_eq!(validity(&certificate[..length]), None, "{length}");
        }
        for place in 0..certificate.len() {
            let mut changed = certificate.clone();
            changed[place] ^= 0xff;
            // Whatever it is, reading it ends.
            let _ = judge("tls", &changed, at("2026-11-27T00:00:00Z"));
        }
    }
}
