//! The question before deleting a waffle.

use serde::Serialize;

use crate::context::Frame;
use crate::context::form::Field;

/// `GET /admin/waffles/:id/delete`, and the answer to a form without a valid confirmation.
#[derive(Debug, Clone, Serialize)]
pub struct DeleteWafflePage {
    pub frame: Frame,
    /// The waffle's uuid.
    pub id: String,
    pub title: String,
    pub archived: bool,
    pub total_spots: u32,
    /// Claimed and not yet paid.
    pub pending: u32,
    /// Paid spots, winners and losers included.
    pub paid: u32,
    /// What those were worth at today's price, formatted.
    pub paid_sum: String,
    pub winners: u32,
    pub confirmation: Field,
    /// The error of the password. The password itself is never sent back.
    pub password_error: Option<String>,
}

template!(DeleteWafflePage: "admin/delete_waffle");
