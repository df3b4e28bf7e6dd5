//! Which payer's payments are for which handle.

use serde::Serialize;
use waffle_domain::wire::payers::Payer;

use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::pager::TablePager;
use crate::context::{Frame, Moment};

/// `GET /admin/users/payers?search=…&page=…`.
#[derive(Debug, Clone, Serialize)]
pub struct PayersPage {
    pub frame: Frame,
    pub flash: Option<Flash>,
    pub search: Field,
    pub payers: Vec<PayerRow>,
    /// The number of this page, from 1.
    pub page: u32,
    pub pager: Option<TablePager>,
}

template!(PayersPage: "admin/payers");

/// A payer's name, as payments carry it.
#[derive(Debug, Clone, Serialize)]
pub struct PayerRow {
    pub id: String,
    pub name: String,
    pub handle: String,
    pub since: Moment,
    pub last: Moment,
}

impl From<Payer> for PayerRow {
    fn from(Payer { id, name, social_handle, since, last_at }: Payer) -> Self {
        Self { id: id.to_string(), name, handle: social_handle, since: since.into(), last: last_at.into() }
    }
}
