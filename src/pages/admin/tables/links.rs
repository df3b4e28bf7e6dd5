//! Links from an entry to the page of its waffle.

use uuid::Uuid;
use waffle_domain::audit::EntityType;
use waffle_http::error::HttpError;
use waffle_service::actions::{Services, audit};
use waffle_store::audit::entities::PlacedSpot;
use waffle_store::audit::trail::AuditEntry;

/// Those waffles of some entries that still exist.
pub(super) struct Links {
    waffles: Vec<Uuid>,
    spots: Vec<PlacedSpot>,
}

impl Links {
    /// Looks up the waffles of these entries.
    pub(super) async fn of(services: &Services, entries: &[AuditEntry]) -> Result<Self, HttpError> {
        let of_kind = |kind: EntityType| entries.iter().filter(move |entry| entry.entity_type == kind.as_str());
        let waffles: Vec<Uuid> = of_kind(EntityType::Waffle).filter_map(|entry| entry.entity_id.parse().ok()).collect();
        let spots: Vec<i64> = of_kind(EntityType::Spot).filter_map(|entry| entry.entity_id.parse().ok()).collect();
        if waffles.is_empty() && spots.is_empty() {
            return Ok(Self { waffles, spots: Vec::new() });
        }
        let (waffles, spots) = audit::existing(services, &waffles, &spots).await?;
        Ok(Self { waffles, spots })
    }

    /// The manage page of an entry's waffle; `None` if it has none, or it no longer exists.
    pub(super) fn href(&self, entry: &AuditEntry) -> Option<String> {
        let waffle = match EntityType::parse(&entry.entity_type)? {
            EntityType::Waffle => {
                let id = entry.entity_id.parse().ok()?;
                self.waffles.contains(&id).then_some(id)?
            }
            EntityType::Spot => {
                let id: i64 = entry.entity_id.parse().ok()?;
                self.spots.iter().find(|spot| spot.id == id)?.waffle_id
            }
            EntityType::Admin | EntityType::Settings => return None,
        };
        Some(format!("/admin/waffles/{waffle}"))
    }
}
