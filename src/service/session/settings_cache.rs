//! The settings, cached for at most two seconds; a change on this server shows immediately.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use waffle_domain::settings::Settings;
use waffle_store::failure::StoreFailure;
use waffle_store::pools::PgPool as Pool;

use crate::clock::Clock;

/// How old what is cached of the settings may be.
pub(crate) const MAX_AGE: Duration = Duration::from_secs(2);

/// Reads the settings from the database and caches them for two seconds.
pub struct SettingsCache {
    database: Pool,
    clock: Clock,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    settings: Option<(Duration, Arc<Settings>)>,
    /// How often the cache was cleared.
    generation: u64,
}

impl SettingsCache {
    /// Makes an empty cache.
    pub fn new(database: Pool, clock: Clock) -> Self {
        Self { database, clock, held: Mutex::default() }
    }

    /// Returns the settings, at most two seconds old.
    pub async fn get(&self) -> Result<Arc<Settings>, StoreFailure> {
        let now = self.clock.elapsed();
        let generation = {
            let held = self.held();
            if let Some((read_at, settings)) = &held.settings
                && now.saturating_sub(*read_at) < MAX_AGE
            {
                return Ok(Arc::clone(settings));
            }
            held.generation
        };
        let settings = Arc::new(waffle_store::settings::read(&self.database).await?);
        let mut held = self.held();
        // Settings that were read before the cache was cleared may be out of date.
        if held.generation == generation {
            held.settings = Some((now, Arc::clone(&settings)));
        }
        Ok(settings)
    }

    /// Clears the cache, because the settings may have changed.
    pub fn forget(&self) {
        let mut held = self.held();
        held.generation += 1;
        held.settings = None;
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
