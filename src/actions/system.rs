//! How the database fares, for those who run the server.

use std::time::Duration;

use tokio::time::timeout;
use waffle_store::failure::StoreFailure;
use waffle_store::system::{DatabaseFacts, facts};

use crate::actions::Services;

/// How long the database may take to tell how it fares.
const PATIENCE: Duration = Duration::from_secs(1);

/// Reads the version and the size of the database; none while it is away.
pub async fn database_facts(services: &Services) -> Option<DatabaseFacts> {
    let late = |_| Err(StoreFailure::late(PATIENCE));
    let database = timeout(PATIENCE, facts(&services.pool)).await.unwrap_or_else(late);
    database.inspect_err(|failure| log::info!("nothing is known of the database: cause=\"{failure}\"")).ok()
}
