//! The audit log, as admins see it.

use std::net::IpAddr;

use crate::audit::{AuditAction, EntityType};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};
use uuid::Uuid;

/// A page of the log.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditEntries {
    pub entries: Vec<AuditEntry>,
    #[schema(example = 1)]
    pub page: u32,
    #[schema(example = 50)]
    pub per_page: u32,
    /// The number of entries on all pages.
    #[schema(example = 1)]
    pub total: i64,
}

/// What an admin did.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditEntry {
    pub id: Uuid,
    pub timestamp: DateTime<Utc>,
    /// `null` for what the service did by itself, such as drawing winners.
    #[schema(required)]
    pub admin_id: Option<Uuid>,
    /// The name at that time.
    #[schema(required, example = "anna")]
    pub admin_username: Option<String>,
    #[schema(schema_with = actions)]
    pub action: String,
    #[schema(schema_with = entity_types)]
    pub entity_type: String,
    /// The id of what was changed.
    #[schema(example = "17")]
    pub entity_id: String,
    /// A sentence for a person.
    pub detail: String,
    #[schema(required, value_type = Option<String>, example = "203.0.113.7")]
    pub ip_address: Option<IpAddr>,
}

fn actions() -> Object {
    codes("What was done.", AuditAction::ALL.iter().map(|action| action.as_str()))
}

fn entity_types() -> Object {
    codes("What kind of thing it was done to.", EntityType::ALL.iter().map(|entity| entity.as_str()))
}

fn codes(description: &str, known: impl Iterator<Item = &'static str>) -> Object {
    ObjectBuilder::new().schema_type(Type::String).description(Some(description)).enum_values(Some(known)).build()
}
