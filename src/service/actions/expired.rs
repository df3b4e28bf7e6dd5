//! Spots that were not paid in time.

use chrono::TimeDelta;
use uuid::Uuid;
use waffle_store::expired::{self, Expired, ExpiredEntry};

use crate::actions::Services;
use crate::failure::{Failure, of_read};

/// How long they are listed.
const LISTED: TimeDelta = TimeDelta::days(7);

/// Lists the spots of a waffle that expired recently, by handle.
pub async fn list(services: &Services, waffle_id: Uuid) -> Result<Expired, Failure> {
    let mut entries: Vec<ExpiredEntry> = Vec::new();
    let expired = expired::list(&services.pool, waffle_id, services.now() - LISTED).await.map_err(of_read)?;
    for (social_handle, spot) in expired {
        match entries.iter_mut().find(|entry| entry.social_handle == social_handle) {
            Some(entry) => entry.spots.push(spot),
            None => entries.push(ExpiredEntry { social_handle, spots: vec![spot] }),
        }
    }
    Ok(Expired { entries })
}
