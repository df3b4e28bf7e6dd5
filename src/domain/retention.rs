//! How long old data is kept.

use chrono::{DateTime, TimeDelta, Utc};

use crate::settings::Settings;

/// The data that is kept for a limited time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kept {
    /// Audit entries: kept as long as their setting says after they were written.
    AuditEntries,
    /// Login records: kept as long as their setting says after they were written.
    LoginHistory,
    /// Idempotency keys: valid for 24 hours after their claim was granted, and kept a little longer.
    IdempotencyKeys,
    /// Payment lines that were taken: as long as sellers may paste the same export again.
    PaymentLines,
    /// The keys that hash the sources of claims: kept for 30 days after they came into use, less the hour until the
    /// next purge.
    SourceKeys,
    /// Photos that neither a waffle nor the seller shows.
    Photos,
    /// Spots that buyers asked for and did not get.
    RefusedClaims,
    /// Anything with an expiry time, such as a token: kept an hour longer, since the clocks of servers may differ.
    Expiring,
}

/// How long an idempotency key is valid.
const KEYS: TimeDelta = TimeDelta::hours(24);
/// How long a taken payment line is remembered.
const LINES: TimeDelta = TimeDelta::days(180);
/// How long the source of a claim is known at most.
const SOURCES: TimeDelta = TimeDelta::days(30);
/// How long a photo is kept that nothing shows.
const PHOTOS: TimeDelta = TimeDelta::hours(24);
/// How long a refused claim is kept.
const REFUSED: TimeDelta = TimeDelta::hours(24);
/// How long expired data is still kept. Purges run at the same interval.
const GRACE: TimeDelta = TimeDelta::hours(1);

impl Kept {
    /// Returns the time before which data is deleted. Never earlier than 1970.
    pub fn cutoff(self, settings: &Settings, now: DateTime<Utc>) -> DateTime<Utc> {
        let age = match self {
            Self::AuditEntries => TimeDelta::days(settings.audit_retention_days.into()),
            Self::LoginHistory => TimeDelta::days(settings.login_history_retention_days.into()),
            Self::IdempotencyKeys => KEYS + GRACE,
            Self::PaymentLines => LINES,
            Self::SourceKeys => SOURCES - GRACE,
            Self::Photos => PHOTOS,
            Self::RefusedClaims => REFUSED,
            Self::Expiring => GRACE,
        };
        now.checked_sub_signed(age).unwrap_or(DateTime::UNIX_EPOCH).max(DateTime::UNIX_EPOCH)
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};

    use super::Kept;
    use crate::settings::Settings;

    fn cutoff(kept: Kept, settings: &Settings) -> String {
        let now: DateTime<Utc> = "2026-06-01T12:00:00Z".parse().unwrap();
        kept.cutoff(settings, now).to_rfc3339()
    }

    #[test]
    fn the_two_logs_are_kept_as_long_as_their_own_settings_say() {
        let settings = Settings { audit_retention_days: 30, login_history_retention_days: 1, ..Settings::default() };
        assert_eq!(cutoff(Kept::AuditEntries, &settings), "2026-05-02T12:00:00+00:00");
        assert_eq!(cutoff(Kept::LoginHistory, &settings), "2026-05-31T12:00:00+00:00");
        assert_eq!(cutoff(Kept::AuditEntries, &Settings::default()), "2026-03-03T12:00:00+00:00", "90 days");
    }

    #[test]
    fn keys_are_kept_for_a_day_and_expired_data_for_an_hour() {
        assert_eq!(cutoff(Kept::IdempotencyKeys, &Settings::default()), "2026-05-31T11:00:00+00:00");
        assert_eq!(cutoff(Kept::SourceKeys, &Settings::default()), "2026-05-02T13:00:00+00:00", "30 days");
        assert_eq!(cutoff(Kept::PaymentLines, &Settings::default()), "2025-12-03T12:00:00+00:00", "180 days");
        assert_eq!(cutoff(Kept::Photos, &Settings::default()), "2026-05-31T12:00:00+00:00");
        assert_eq!(cutoff(Kept::RefusedClaims, &Settings::default()), "2026-05-31T12:00:00+00:00");
        assert_eq!(cutoff(Kept::Expiring, &Settings::default()), "2026-06-01T11:00:00+00:00");
    }

    #[test]
    fn a_retention_longer_than_time_itself_keeps_everything() {
        for days in [100_000, 3_000_000, u32::MAX] {
            let settings = Settings { audit_retention_days: days, ..Settings::default() };
            assert_eq!(cutoff(Kept::AuditEntries, &settings), "1970-01-01T00:00:00+00:00", "{days}");
        }
    }
}
