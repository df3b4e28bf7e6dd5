//! The four reports, computed from the current spots and waffles, archived ones included.

pub mod drought;
pub mod monthly_activity;
pub mod power_buyers;
pub mod spot_velocity;

use sqlx::postgres::{PgConnection, Postgres};
use sqlx::{Connection, Executor, Transaction};

use crate::failure::StoreFailure;

/// Makes the planner assume that the spots are in memory and that parallel workers pay off. Compiling the query would
/// take longer than running it.
const SESSION: &str = "SET LOCAL jit = off; SET LOCAL work_mem = '64MB'; SET LOCAL random_page_cost = 1.1; \
     SET LOCAL parallel_setup_cost = 0";

/// Begins a read-only transaction that sees a single snapshot.
async fn begin(connection: &mut PgConnection) -> Result<Transaction<'_, Postgres>, StoreFailure> {
    let mut transaction = connection.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    transaction.execute(SESSION).await?;
    Ok(transaction)
}
