//! Who signed in, as admins see it.

use std::net::IpAddr;

use crate::user_agent::Device;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A page of sign-ins.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LoginHistory)]
pub struct SignInHistory {
    pub records: Vec<SignInRecord>,
    #[schema(example = 1)]
    pub page: u32,
    #[schema(example = 25)]
    pub per_page: u32,
    /// The number of sign-ins on all pages.
    #[schema(example = 1)]
    pub total: i64,
}

/// A sign-in.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LoginRecord)]
pub struct SignInRecord {
    pub id: Uuid,
    pub admin_id: Uuid,
    /// The name at that time.
    #[schema(example = "anna")]
    pub username: String,
    #[schema(value_type = String, example = "203.0.113.7")]
    pub ip_address: IpAddr,
    /// As the browser sent it.
    pub user_agent: String,
    #[schema(example = "Firefox")]
    pub browser: String,
    #[schema(example = "Linux")]
    pub os: String,
    #[schema(value_type = Device)]
    pub device_type: String,
    /// The owner of the address, as soon as WHOIS has answered.
    #[schema(required)]
    pub ip_org: Option<String>,
    #[schema(required)]
    pub ip_country: Option<String>,
    #[schema(required)]
    pub ip_city: Option<String>,
    /// The number of the network.
    #[schema(required)]
    pub ip_asn: Option<String>,
    /// The server that answered.
    #[schema(required)]
    pub whois_server: Option<String>,
    pub created_at: DateTime<Utc>,
}
