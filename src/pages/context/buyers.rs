//! The actions on handles.

use serde::Serialize;
use waffle_domain::wire::blocked_handles::BlockedHandle;
use waffle_store::merge_users::MergeCounts;

use crate::context::Frame;
use crate::context::form::Form;

/// `GET /admin/users/blocked`, and its answers.
#[derive(Debug, Clone, Serialize)]
pub struct BlockedHandlesPage {
    pub frame: Frame,
    /// The handle to block, and why.
    pub form: Form,
    pub blocked: Vec<BlockedHandle>,
}

template!(BlockedHandlesPage: "admin/blocked_handles");

/// `GET /admin/users/merge`, and its answers.
#[derive(Debug, Clone, Serialize)]
pub struct MergePage {
    pub frame: Frame,
    /// The handle that goes, and the one that gets everything.
    pub form: Form,
    /// The changes; shown before they are confirmed.
    pub preview: Option<MergeCounts>,
    /// Whether the first handle holds no spots.
    pub nothing: bool,
}

template!(MergePage: "admin/merge_buyers");
