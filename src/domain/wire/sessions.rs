//! Sessions, as their owner sees them.

use std::net::IpAddr;

use crate::user_agent::Device;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Where somebody is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Session)]
pub struct SessionView {
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    /// To about a minute.
    pub last_seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// Where it was seen last.
    #[schema(value_type = String, example = "203.0.113.7")]
    pub ip_address: IpAddr,
    #[schema(example = "Firefox")]
    pub browser: String,
    #[schema(example = "Linux")]
    pub os: String,
    #[schema(value_type = Device)]
    pub device_type: String,
    /// Whether it is the one of this request.
    pub current: bool,
}

/// How many sessions were ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionsEnded {
    #[schema(example = 2)]
    pub ended: u64,
}
