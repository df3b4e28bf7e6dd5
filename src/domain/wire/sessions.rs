//! Sessions, as their owner sees them.

use std::net::IpAddr;

use crate::user_agent::Device;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A session of an account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Session)]
pub struct SessionView {
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    /// Accurate to about a minute.
    pub last_seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// The address of its last request.
    #[schema(value_type = String, example = "203.0.113.7")]
    pub ip_address: IpAddr,
    #[schema(example = "Firefox")]
    pub browser: String,
    #[schema(example = "Linux")]
    pub os: String,
    #[schema(value_type = Device)]
    pub device_type: String,
    /// Whether it is the session of this request.
    pub current: bool,
}

/// How many sessions were ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionsEnded {
    #[schema(example = 2)]
    pub ended: u64,
}
