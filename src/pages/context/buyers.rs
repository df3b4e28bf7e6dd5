//! The list of every handle that has ever claimed, and the actions on handles.

use serde::Serialize;
use waffle_domain::wire::blocked_handles::BlockedHandle;
use waffle_domain::wire::known_buyers::KnownBuyer;
use waffle_store::merge_users::MergeCounts;

use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::pager::TablePager;
use crate::context::{Frame, Moment};

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
    /// Whether this seller may block handles.
    pub may_block: bool,
    pub pager: Option<TablePager>,
}

template!(KnownBuyersPage: "admin/known_buyers");

/// `GET /admin/users/blocked`, and its answers.
#[derive(Debug, Clone, Serialize)]
pub struct BlockedHandlesPage {
    pub frame: Frame,
    pub flash: Option<Flash>,
    /// The handle to block.
    pub handle: Field,
    /// Why; may stay empty.
    pub reason: Field,
    pub blocked: Vec<BlockedHandleRow>,
}

template!(BlockedHandlesPage: "admin/blocked_handles");

/// A handle that may not claim.
#[derive(Debug, Clone, Serialize)]
pub struct BlockedHandleRow {
    pub handle: String,
    pub reason: Option<String>,
    /// The username of the seller who blocked it.
    pub blocked_by: String,
    pub at: Moment,
}

impl From<BlockedHandle> for BlockedHandleRow {
    fn from(BlockedHandle { handle, reason, created_at, created_by }: BlockedHandle) -> Self {
        Self { handle, reason, blocked_by: created_by, at: created_at.into() }
    }
}

/// `GET /admin/users/merge`, and its answers.
#[derive(Debug, Clone, Serialize)]
pub struct MergePage {
    pub frame: Frame,
    pub flash: Option<Flash>,
    /// The handle that goes.
    pub handle: Field,
    /// The handle that gets everything.
    pub into: Field,
    /// The changes; shown before they are confirmed.
    pub preview: Option<MergePreview>,
    /// Whether the first handle holds no spots.
    pub nothing: bool,
}

template!(MergePage: "admin/merge_buyers");

/// What would move to the other handle.
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
