//! The list of every handle that has ever claimed, and the actions on handles.

use serde::Serialize;
use waffle_domain::wire::blocked_handles::BlockedHandle;
use waffle_domain::wire::known_buyers::KnownBuyer;
use waffle_store::merge_users::MergeCounts;

use crate::context::Frame;
use crate::context::flash::Flash;
use crate::context::form::{Field, Form};
use crate::context::pager::TablePager;

/// `GET /admin/users?search=…&page=…`.
#[derive(Debug, Clone, Serialize)]
pub struct KnownBuyersPage {
    pub frame: Frame,
    /// The search term; empty lists everyone.
    pub search: Field,
    /// How many handles match the search.
    pub total: i64,
    pub users: Vec<KnownBuyer>,
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
    /// The handle to block, and why.
    pub form: Form,
    pub blocked: Vec<BlockedHandle>,
}

template!(BlockedHandlesPage: "admin/blocked_handles");

/// `GET /admin/users/merge`, and its answers.
#[derive(Debug, Clone, Serialize)]
pub struct MergePage {
    pub frame: Frame,
    pub flash: Option<Flash>,
    /// The handle that goes, and the one that gets everything.
    pub form: Form,
    /// The changes; shown before they are confirmed.
    pub preview: Option<MergeCounts>,
    /// Whether the first handle holds no spots.
    pub nothing: bool,
}

template!(MergePage: "admin/merge_buyers");
