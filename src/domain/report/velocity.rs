//! How fast boards fill.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::figures::{hours, mean};
use crate::waffle::WaffleStatus;

/// When a waffle got its first and last claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaffleVelocity {
    pub id: Uuid,
    /// The waffle's name in addresses.
    pub slug: String,
    pub title: String,
    pub status: WaffleStatus,
    pub created_at: DateTime<Utc>,
    /// When the first of the spots now held was claimed.
    pub first_claim: Option<DateTime<Utc>>,
    /// When the last of them was claimed.
    pub last_claim: Option<DateTime<Utc>>,
    pub completed_at: Option<DateTime<Utc>>,
}

impl WaffleVelocity {
    /// Returns the hours from creation to the first claim; `None` if there is none.
    pub fn hours_to_first_claim(&self) -> Option<f64> {
        self.first_claim.map(|at| hours(self.created_at, at))
    }

    /// Returns the hours from creation to the last claim; `None` if there is none.
    pub fn hours_to_last_claim(&self) -> Option<f64> {
        self.last_claim.map(|at| hours(self.created_at, at))
    }

    fn hours_to_completion(&self) -> Option<f64> {
        self.completed_at.map(|at| hours(self.created_at, at))
    }
}

/// The waffles of one status.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = VelocityGroup)]
pub struct StatusVelocity {
    pub status: WaffleStatus,
    pub waffle_count: usize,
    // The mean over the waffles with a claim.
    #[schema(required)]
    pub avg_hours_to_first_claim: Option<f64>,
    // The mean over the completed waffles.
    #[schema(required)]
    pub avg_hours_to_completion: Option<f64>,
}

/// Sums up waffles by status: first the active, then the completed ones. There is an entry for each status even without
/// waffles.
pub fn by_status(waffles: &[WaffleVelocity]) -> [StatusVelocity; 2] {
    [WaffleStatus::Active, WaffleStatus::Completed].map(|status| {
        let group = || waffles.iter().filter(|waffle| waffle.status == status);
        StatusVelocity {
            status,
            waffle_count: group().count(),
            avg_hours_to_first_claim: mean(group().filter_map(WaffleVelocity::hours_to_first_claim)),
            avg_hours_to_completion: mean(group().filter_map(WaffleVelocity::hours_to_completion)),
        }
    })
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};

    use super::{WaffleVelocity, by_status};
    use crate::waffle::WaffleStatus;

    fn waffle(claims: Option<(i64, i64)>, completed: Option<i64>) -> WaffleVelocity {
        let after = |minutes| DateTime::<Utc>::UNIX_EPOCH + TimeDelta::minutes(minutes);
        WaffleVelocity {
            id: uuid::Uuid::nil(),
            slug: "w".into(),
            title: "W".into(),
            status: if completed.is_some() { WaffleStatus::Completed } else { WaffleStatus::Active },
            created_at: after(0),
            first_claim: claims.map(|(first, _)| after(first)),
            last_claim: claims.map(|(_, last)| after(last)),
            completed_at: completed.map(after),
        }
    }

    #[test]
    fn a_waffle_without_claims_has_no_hours() {
        let quiet = waffle(None, None);
        assert_eq!((quiet.hours_to_first_claim(), quiet.hours_to_last_claim()), (None, None));
        let busy = waffle(Some((30, 90)), None);
        assert_eq!((busy.hours_to_first_claim(), busy.hours_to_last_claim()), (Some(0.5), Some(1.5)));
    }

    #[test]
    fn means_leave_out_missing_values() {
        let waffles = [
            waffle(None, None),
            waffle(Some((60, 60)), None),
            waffle(Some((0, 30)), Some(120)),
            waffle(Some((120, 180)), Some(360)),
        ];
        let [active, completed] = by_status(&waffles);
        assert_eq!(
            (active.waffle_count, active.avg_hours_to_first_claim, active.avg_hours_to_completion),
            (2, Some(1.0), None)
        );
        assert_eq!(
            (completed.waffle_count, completed.avg_hours_to_first_claim, completed.avg_hours_to_completion),
            (2, Some(1.0), Some(4.0)),
        );
        assert_eq!(
            by_status(&[]).map(|group| (group.waffle_count, group.avg_hours_to_first_claim)),
            [(0, None), (0, None)]
        );
    }
}
