//! The four business reports.

use chrono::{DateTime, Utc};
use waffle_domain::report::limit::Limit;
use waffle_domain::report::range::Range;
use waffle_domain::report::velocity::WaffleVelocity;
use waffle_store::reports;
use waffle_store::reports::drought::Drought;
use waffle_store::reports::monthly_activity::MonthlyActivity;
use waffle_store::reports::power_buyers::PowerBuyer;

use crate::actions::Services;
use crate::web::error::Failure;
use crate::web::refusal::of_read;

/// Lists the buyers who lost and did not win in the range, longest without a win first. Over all time, lists everyone
/// who ever lost.
pub async fn drought(services: &Services, range: &Range) -> Result<Vec<Drought>, Failure> {
    reports::drought::read(&services.pool, range).await.map_err(of_read)
}

/// Lists every month of the range up to now, earliest first.
pub async fn monthly_activity(
    services: &Services,
    range: &Range,
    now: DateTime<Utc>,
) -> Result<Vec<MonthlyActivity>, Failure> {
    reports::monthly_activity::read(&services.pool, range, now).await.map_err(of_read)
}

/// Lists the buyers with the most paid spots in the range.
pub async fn power_buyers(services: &Services, range: &Range, limit: Limit) -> Result<Vec<PowerBuyer>, Failure> {
    reports::power_buyers::read(&services.pool, range, limit).await.map_err(of_read)
}

/// Measures how fast the boards of the waffles created in the range filled, newest first.
pub async fn spot_velocity(services: &Services, range: &Range) -> Result<Vec<WaffleVelocity>, Failure> {
    reports::spot_velocity::read(&services.pool, range).await.map_err(of_read)
}
