//! The list of every handle that has ever claimed.

use serde::Serialize;
use waffle_wire::known_buyers::KnownBuyer;

use crate::pages::context::form::Field;
use crate::pages::context::pager::TablePager;
use crate::pages::context::{Frame, Moment};

/// `GET /admin/users?search=…&page=…`.
#[derive(Debug, Clone, Serialize)]
pub struct KnownBuyersPage {
    pub frame: Frame,
    /// The search term; empty lists everyone.
    pub search: Field,
    /// How many handles match the search.
    pub total: i64,
    pub users: Vec<KnownBuyerRow>,
    pub pager: Option<TablePager>,
}

/// A handle in the list.
#[derive(Debug, Clone, Serialize)]
pub struct KnownBuyerRow {
    pub handle: String,
    pub first_seen: Moment,
    pub last_claim: Moment,
}

impl From<KnownBuyer> for KnownBuyerRow {
    fn from(KnownBuyer { handle, created_at, updated_at }: KnownBuyer) -> Self {
        Self { handle, first_seen: created_at.into(), last_claim: updated_at.into() }
    }
}
