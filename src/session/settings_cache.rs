//! The settings, at most two seconds old.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use waffle_domain::settings::Settings;
use waffle_store::failure::Failure;
use waffle_store::pool::Pool;

use crate::clock::Clock;

const MAX_AGE: Duration = Duration::from_secs(2);

/// Reads the settings from the database, and remembers them for two seconds.
pub struct SettingsCache {
    database: Pool,
    clock: Clock,
    held: Mutex<Option<(Duration, Arc<Settings>)>>,
}

impl SettingsCache {
    /// A cache that holds nothing yet.
    pub fn new(database: Pool, clock: Clock) -> Self {
        Self { database, clock, held: Mutex::default() }
    }

    /// The settings of now, or of two seconds ago at most.
    pub async fn get(&self) -> Result<Arc<Settings>, Failure> {
        let now = self.clock.elapsed();
        if let Some((read_at, settings)) = self.held.lock().unwrap_or_else(PoisonError::into_inner).as_ref()
            && now.saturating_sub(*read_at) < MAX_AGE
        {
            return Ok(Arc::clone(settings));
        }
        let settings = Arc::new(waffle_store::settings::read(&self.database).await?);
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, Arc::clone(&settings)));
        Ok(settings)
    }
}
