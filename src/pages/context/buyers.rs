//! Every handle that ever claimed, as the pages show it.

use serde::Serialize;
use waffle_store::buyers::KnownBuyer;

use crate::pages::context::form::Field;
use crate::pages::context::pager::TablePager;
use crate::pages::context::{Frame, Moment};

/// `GET /admin/users?search=…&page=…`.
#[derive(Debug, Clone, Serialize)]
pub struct KnownBuyersPage {
    pub frame: Frame,
    /// What is looked for; empty for all.
    pub search: Field,
    /// How many handles there are, of those looked for.
    pub total: i64,
    pub users: Vec<KnownBuyerRow>,
    pub pager: Option<TablePager>,
}

/// A handle.
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
