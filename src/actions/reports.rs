//! The four reports of how the shop does.

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

/// Who lost and did not win in the range, the longest without a win first.
pub async fn drought(services: &Services, range: &Range) -> Result<Vec<Drought>, Failure> {
    reports::drought::read(&services.pool, range).await.map_err(of_read)
}

/// Every month of the range up to now, the earliest first.
pub async fn monthly_activity(services: &Services, range: &Range) -> Result<Vec<MonthlyActivity>, Failure> {
    reports::monthly_activity::read(&services.pool, range, services.now()).await.map_err(of_read)
}

/// The buyers of the most paid spots in the range.
pub async fn power_buyers(services: &Services, range: &Range, limit: Limit) -> Result<Vec<PowerBuyer>, Failure> {
    reports::power_buyers::read(&services.pool, range, limit).await.map_err(of_read)
}

/// How fast the boards of the waffles created in the range filled, the newest first.
pub async fn spot_velocity(services: &Services, range: &Range) -> Result<Vec<WaffleVelocity>, Failure> {
    reports::spot_velocity::read(&services.pool, range).await.map_err(of_read)
}
