//! Who makes a change, and from where.

use std::net::IpAddr;

use uuid::Uuid;

/// The account behind a change, for the event log and the audit record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    pub account_id: Uuid,
    /// Its username at that time.
    pub username: String,
    /// Where the request came from.
    pub ip_address: Option<IpAddr>,
}
