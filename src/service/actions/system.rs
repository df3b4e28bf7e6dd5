//! The state of the database, for operators.

use tokio::time::timeout;
use waffle_domain::timeouts::SYSTEM_INFORMATION;
use waffle_store::database_figures::{DatabaseFacts, facts};
use waffle_store::failure::StoreFailure;

use crate::actions::Services;

/// Reads the version and size of the database; `None` if it does not answer in time.
pub async fn database_facts(services: &Services) -> Option<DatabaseFacts> {
    let late = |_| Err(StoreFailure::late(SYSTEM_INFORMATION));
    let database = timeout(SYSTEM_INFORMATION, facts(&services.pool)).await.unwrap_or_else(late);
    database.inspect_err(|failure| log::info!(cause:% = failure; "the database did not answer the system page")).ok()
}
