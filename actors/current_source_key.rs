//! The key under which sources of claims are hashed this week, in memory, so that no claim has to read it.

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use rand::TryRng;
use rand::rngs::SysRng;
use waffle_domain::timeouts::BACKGROUND_CALL;
use waffle_store::failure::StoreFailure;
use waffle_store::pools::PgPool;
use waffle_store::sources::{SourceKey, current_key};

use crate::database_call::within;

/// Holds the key of this week; clones share it.
#[derive(Debug, Clone, Default)]
pub struct SourceKeys(Arc<ArcSwapOption<SourceKey>>);

impl SourceKeys {
    /// Reads the key of this week from the database. The retention does so every hour: until then, or while the
    /// database is away, the last key stays in use, and is deleted in time all the same.
    pub async fn renew(&self, pool: &PgPool) -> Result<(), StoreFailure> {
        let mut random = [0; 32];
        SysRng.try_fill_bytes(&mut random).map_err(|error| StoreFailure::Broken(error.to_string()))?;
        let key = within(BACKGROUND_CALL, current_key(pool, random)).await?;
        self.0.store(Some(Arc::new(key)));
        Ok(())
    }

    /// Returns the key; none before it was read for the first time, which is before the server accepts claims.
    pub fn current(&self) -> Option<Arc<SourceKey>> {
        self.0.load_full()
    }
}
