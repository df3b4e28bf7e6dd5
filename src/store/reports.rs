//! The four reports, read from the spots and waffles as they are now. Archived waffles count.

pub mod drought;
pub mod monthly_activity;
pub mod power_buyers;
pub mod spot_velocity;

use sqlx::postgres::{PgPool, Postgres};
use sqlx::{Executor, Transaction};

use crate::failure::StoreFailure;

/// What a report tells the planner: the million spots that it reads lie in memory, in the order of an index and for all processors;
/// compiling the query would take longer than running it.
const SESSION: &str = "SET LOCAL jit = off; SET LOCAL work_mem = '64MB'; SET LOCAL random_page_cost = 1.1; \
     SET LOCAL parallel_setup_cost = 0";

/// Begins a transaction that sees one moment and changes nothing.
async fn begin(pool: &PgPool) -> Result<Transaction<'static, Postgres>, StoreFailure> {
    let mut transaction = pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    transaction.execute(SESSION).await?;
    Ok(transaction)
}
