//! The list of every handle that has ever claimed.

use serde::Serialize;
use waffle_store::merge_users::MergeCounts;
use waffle_wire::known_buyers::KnownBuyer;

use crate::pages::context::flash::Flash;
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
    /// Whether this seller may merge handles.
    pub may_merge: bool,
    pub pager: Option<TablePager>,
}

/// `GET /admin/users/merge`, and its answers.
#[derive(Debug, Clone, Serialize)]
pub struct MergePage {
    pub frame: Frame,
    pub csrf_token: String,
    pub flash: Option<Flash>,
    /// The handle that goes.
    pub handle: Field,
    /// The handle that gets everything.
    pub into: Field,
    /// What would change; shown before it is confirmed.
    pub preview: Option<MergePreview>,
    /// Whether the first handle holds no spots.
    pub nothing: bool,
}

/// What would become the other handle's.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct MergePreview {
    pub spots: u64,
    pub waffles: u64,
    pub wins: u64,
}

impl From<MergeCounts> for MergePreview {
    fn from(MergeCounts { spots, waffles, wins }: MergeCounts) -> Self {
        Self { spots: spots.unsigned_abs(), waffles: waffles.unsigned_abs(), wins: wins.unsigned_abs() }
    }
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
