//! The four reports, computed from the current spots and waffles, archived ones included.

pub mod drought;
pub mod monthly_activity;
pub mod power_buyers;
pub mod spot_velocity;

use sqlx::Executor;
use sqlx::postgres::PgConnection;

use crate::failure::StoreFailure;
use crate::pools::Pooled;
use crate::transaction::in_snapshot;

/// Makes the planner assume that the spots are in memory and that parallel workers pay off. Compiling the query would
/// take longer than running it.
const SESSION: &str = "SET LOCAL jit = off; SET LOCAL work_mem = '64MB'; SET LOCAL random_page_cost = 1.1; \
     SET LOCAL parallel_setup_cost = 0";

/// Reads a report in one snapshot.
async fn report<T>(
    connection: &mut Pooled,
    read: impl AsyncFnOnce(&mut PgConnection) -> Result<T, StoreFailure>,
) -> Result<T, StoreFailure> {
    in_snapshot(connection, async |connection| {
        connection.execute(SESSION).await?;
        read(connection).await
    })
    .await
}
