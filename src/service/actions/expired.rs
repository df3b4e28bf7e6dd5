//! Spots that were not paid in time.

use chrono::TimeDelta;
use uuid::Uuid;
use waffle_domain::wire::expired::{Expired, ExpiredEntry, ExpiredSpot};
use waffle_store::expired;

use crate::actions::Services;
use crate::failure::Failure;
use crate::failure::of_read;

/// How long they are listed.
const LISTED: TimeDelta = TimeDelta::days(7);

/// Lists the spots of a waffle that expired recently, by handle.
pub async fn list(services: &Services, waffle_id: Uuid) -> Result<Expired, Failure> {
    let mut entries: Vec<ExpiredEntry> = Vec::new();
    for spot in expired::list(&services.pool, waffle_id, services.now() - LISTED).await.map_err(of_read)? {
        let expired = ExpiredSpot { number: spot.number, expired_at: spot.expired_at, free: spot.free };
        match entries.iter_mut().find(|entry| entry.social_handle == spot.social_handle) {
            Some(entry) => entry.spots.push(expired),
            None => entries.push(ExpiredEntry { social_handle: spot.social_handle, spots: vec![expired] }),
        }
    }
    Ok(Expired { entries })
}
