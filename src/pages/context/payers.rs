//! Which payer's payments are for which handle.

use serde::Serialize;
use waffle_domain::wire::payers::Payer;

use crate::context::Frame;
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::pager::TablePager;

/// `GET /admin/users/payers?search=…&page=…`.
#[derive(Debug, Clone, Serialize)]
pub struct PayersPage {
    pub frame: Frame,
    pub flash: Option<Flash>,
    pub search: Field,
    pub payers: Vec<Payer>,
    /// The number of this page, from 1.
    pub page: u32,
    pub pager: Option<TablePager>,
}

template!(PayersPage: "admin/payers");
