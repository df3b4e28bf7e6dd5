//! The four business reports. They are long reads on the connections that signing in needs too, so only a few run at
//! the same time.

use chrono::{DateTime, Utc};
use waffle_domain::report::period::Range;
use waffle_domain::report::ranking_length::Limit;
use waffle_domain::report::velocity::WaffleVelocity;
use waffle_domain::timeouts::REPORT_SLOT;
use waffle_store::failure::StoreFailure;
use waffle_store::reports;
use waffle_store::reports::drought::Drought;
use waffle_store::reports::monthly_activity::MonthlyActivity;
use waffle_store::reports::power_buyers::PowerBuyer;

use crate::actions::Services;
use crate::actions::slow_read_slots::slot;
use crate::failure::{Failure, of_read};

/// Returns how many reports are read at the same time: two, if that leaves one of the connections to sellers.
pub(crate) const fn at_once(connections: u32) -> usize {
    if connections > 2 { 2 } else { 1 }
}

/// Lists the buyers who lost and did not win in the range, the ones longest without a win first. For all time, lists
/// everyone who ever lost.
pub async fn drought(services: &Services, range: &Range) -> Result<Vec<Drought>, Failure> {
    let (pool, range) = (services.pool.clone(), *range);
    in_turn(services, async move { reports::drought::read(&pool, &range).await }).await
}

/// Lists every month of the range up to now, earliest first.
pub async fn monthly_activity(
    services: &Services,
    range: &Range,
    now: DateTime<Utc>,
) -> Result<Vec<MonthlyActivity>, Failure> {
    let (pool, range) = (services.pool.clone(), *range);
    in_turn(services, async move { reports::monthly_activity::read(&pool, &range, now).await }).await
}

/// Lists the buyers with the most paid spots in the range.
pub async fn power_buyers(services: &Services, range: &Range, limit: Limit) -> Result<Vec<PowerBuyer>, Failure> {
    let (pool, range) = (services.pool.clone(), *range);
    in_turn(services, async move { reports::power_buyers::read(&pool, &range, limit).await }).await
}

/// Measures how fast the boards of the waffles created in the range filled, newest first.
pub async fn spot_velocity(services: &Services, range: &Range) -> Result<Vec<WaffleVelocity>, Failure> {
    let (pool, range) = (services.pool.clone(), *range);
    in_turn(services, async move { reports::spot_velocity::read(&pool, &range).await }).await
}

/// Reads a report when it has a slot; 503 if that takes too long. The read keeps its slot when its client has left,
/// since the database goes on with it.
async fn in_turn<R: Send + 'static>(
    services: &Services,
    read: impl Future<Output = Result<R, StoreFailure>> + Send + 'static,
) -> Result<R, Failure> {
    let slot = slot(&services.report_slots, REPORT_SLOT, "reports").await?;
    let reading = tokio::spawn(async move {
        let _slot = slot;
        read.await
    });
    reading.await.map_err(Failure::internal)?.map_err(of_read)
}
