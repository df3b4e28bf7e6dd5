//! The four business reports. They are long reads on the connections that signing in needs too, so only a few run at
//! the same time. With a standby for them, they are read there.

use chrono::{DateTime, Utc};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use waffle_domain::refusal::SlowRead;
use waffle_domain::report::period::Range;
use waffle_domain::report::ranking_length::Limit;
use waffle_domain::report::velocity::WaffleVelocity;
use waffle_domain::timeouts::REPORT_SLOT;
use waffle_store::failure::StoreFailure;
use waffle_store::pools::{PgPool, Pooled, acquire};
use waffle_store::reports;
use waffle_store::reports::drought::Drought;
use waffle_store::reports::monthly_activity::MonthlyActivity;
use waffle_store::reports::power_buyers::PowerBuyer;
use waffle_store::standby::{Dated, Standby};

use crate::actions::Services;
use crate::actions::slow_read_slots::slot;
use crate::failure::{Failure, of_read};

/// Returns how many reports are read at the same time: two, if that leaves one of the connections to sellers.
pub(crate) const fn at_once(connections: u32) -> usize {
    if connections > 2 { 2 } else { 1 }
}

/// Lists the buyers who lost and did not win in the range, the ones longest without a win first. For all time, lists
/// everyone who ever lost.
pub async fn drought(services: &Services, range: &Range) -> Result<Dated<Vec<Drought>>, Failure> {
    let range = *range;
    in_turn(services, move |connection| async move { reports::drought::read(connection, &range).await }.boxed()).await
}

/// Lists every month of the range up to now, earliest first.
pub async fn monthly_activity(
    services: &Services,
    range: &Range,
    now: DateTime<Utc>,
) -> Result<Dated<Vec<MonthlyActivity>>, Failure> {
    let range = *range;
    in_turn(services, move |connection| {
        async move { reports::monthly_activity::read(connection, &range, now).await }.boxed()
    })
    .await
}

/// Lists the buyers with the most paid spots in the range.
pub async fn power_buyers(services: &Services, range: &Range, limit: Limit) -> Result<Dated<Vec<PowerBuyer>>, Failure> {
    let range = *range;
    in_turn(services, move |connection| {
        async move { reports::power_buyers::read(connection, &range, limit).await }.boxed()
    })
    .await
}

/// Measures how fast the boards of the waffles created in the range filled, newest first.
pub async fn spot_velocity(services: &Services, range: &Range) -> Result<Dated<Vec<WaffleVelocity>>, Failure> {
    let range = *range;
    in_turn(services, move |connection| async move { reports::spot_velocity::read(connection, &range).await }.boxed())
        .await
}

/// Reads a report when it has a slot; 503 if that takes too long. The read keeps its slot when its client has left,
/// since the database goes on with it.
async fn in_turn<R: Send + 'static>(
    services: &Services,
    read: impl for<'c> Fn(&'c mut Pooled) -> BoxFuture<'c, Result<R, StoreFailure>> + Send + Sync + 'static,
) -> Result<Dated<R>, Failure> {
    let slot = slot(&services.report_slots, REPORT_SLOT, SlowRead::Reports).await?;
    let (standby, primary) = (services.standby.clone(), services.pool.clone());
    let reading = tokio::spawn(async move {
        let _slot = slot;
        anywhere(standby.as_ref(), &primary, &read).await
    });
    reading.await.map_err(Failure::internal)?.map_err(of_read)
}

/// Reads at the standby, or else at the primary.
async fn anywhere<R>(
    standby: Option<&Standby>,
    primary: &PgPool,
    read: impl for<'c> Fn(&'c mut Pooled) -> BoxFuture<'c, Result<R, StoreFailure>>,
) -> Result<Dated<R>, StoreFailure> {
    if let Some(standby) = standby
        && let Some(mut lent) = standby.lend(None).await
    {
        let as_of = lent.as_of();
        if let Some(read) = lent.read(&read).await {
            return Ok(Dated { read, as_of });
        }
    }
    let mut connection = acquire(primary).await?;
    Ok(Dated { read: read(&mut connection).await?, as_of: None })
}
