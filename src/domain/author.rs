//! Who makes a change, from where, and when.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
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

/// Who makes a change, and when.
#[derive(Debug, Clone, Copy)]
pub struct By<'a> {
    pub author: &'a Author,
    pub at: DateTime<Utc>,
}

impl Author {
    /// Names the author of a change at a moment.
    pub fn at(&self, at: DateTime<Utc>) -> By<'_> {
        By { author: self, at }
    }
}

/// A change by no account has no author.
impl<'a> From<By<'a>> for (Option<&'a Author>, DateTime<Utc>) {
    fn from(By { author, at }: By<'a>) -> Self {
        (Some(author), at)
    }
}
