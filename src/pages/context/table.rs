//! The pages of lists, which all have their rows, a form with filters, and links to the other pages.

use serde::Serialize;
use waffle_domain::paging::Paging;
use waffle_store::audit::trail::AuditLog;
use waffle_store::buyers::known_buyers::KnownBuyers;
use waffle_store::payers::Payers;
use waffle_store::sign_ins::SignIns;
use waffle_store::table::Table;

use crate::context::form::Form;
use crate::context::{Frame, SettingsTab};

/// Links to the neighbouring pages that keep the table's filters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TablePager {
    pub page: u32,
    pub pages: u32,
    pub previous: Option<String>,
    pub next: Option<String>,
}

impl TablePager {
    /// Makes the links for a table of `total` rows; `None` if they fit on one page. Every link keeps `query`, which is
    /// already encoded and ends with `&`.
    pub fn new(paging: Paging, total: i64, query: &str) -> Option<Self> {
        let pages = u64::try_from(total).unwrap_or_default().div_ceil(u64::from(paging.per_page()));
        let pages = u32::try_from(pages).unwrap_or(u32::MAX);
        let link = |page: u32| format!("?{query}page={page}");
        (pages > 1 || paging.page() > 1).then(|| Self {
            page: paging.page(),
            pages,
            // From beyond the last page, "previous" goes to the last page.
            previous: (paging.page() > 1).then(|| link((paging.page() - 1).min(pages.max(1)))),
            next: (paging.page() < pages).then(|| link(paging.page() + 1)),
        })
    }
}

/// A page of a list, and what only this list shows.
#[derive(Debug, Clone, Serialize)]
#[serde(bound = "M: Serialize")]
pub struct TablePage<T: Table, M = ()> {
    pub frame: Frame,
    /// The filters as applied, or as typed with their errors.
    pub form: Form,
    /// Whether any filter is set.
    pub filtered: bool,
    /// Whether a filter is invalid: then nothing is listed.
    pub refused: bool,
    pub rows: Vec<T::Row>,
    /// The number of rows on all pages.
    pub total: i64,
    /// The number of this page, from 1.
    pub page: u32,
    /// `None` if everything fits on one page.
    pub pager: Option<TablePager>,
    /// The parameters that keep the filters in a link.
    #[serde(skip)]
    pub kept: String,
    /// The zone in which times are shown.
    pub zone: &'static str,
    #[serde(flatten)]
    pub more: M,
}

impl<T: Table> TablePage<T> {
    /// A page without rows and filters.
    pub fn new(frame: Frame, form: Form) -> Self {
        Self {
            frame,
            form,
            filtered: false,
            refused: false,
            rows: Vec::new(),
            total: 0,
            page: 1,
            pager: None,
            kept: String::new(),
            zone: "UTC",
            more: (),
        }
    }

    /// Adds what only this list shows.
    pub fn with<M>(self, more: M) -> TablePage<T, M> {
        let Self { frame, form, filtered, refused, rows, total, page, pager, kept, zone, more: () } = self;
        TablePage { frame, form, filtered, refused, rows, total, page, pager, kept, zone, more }
    }
}

/// What the buyers' page shows besides.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct BuyerActions {
    /// Whether this seller may merge handles.
    pub may_merge: bool,
    /// Whether this seller may block handles.
    pub may_block: bool,
}

/// What the audit log's page shows besides.
#[derive(Debug, Clone, Serialize)]
pub struct AuditFilters {
    pub admins: Vec<FilterOption>,
    pub actions: Vec<FilterOption>,
    pub entity_types: Vec<FilterOption>,
    /// The page of each row's entity, if it still exists.
    pub hrefs: Vec<Option<String>>,
    /// The address of the same entries as CSV.
    pub csv: String,
    /// Whether the reader sees everyone's entries.
    pub everyone: bool,
}

/// What a filter can be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FilterOption {
    pub value: String,
    pub label: String,
}

impl FilterOption {
    /// Lists values with their labels.
    pub fn list(options: impl IntoIterator<Item = (impl ToString, impl ToString)>) -> Vec<Self> {
        options.into_iter().map(|(value, label)| Self { value: value.to_string(), label: label.to_string() }).collect()
    }
}

/// What the page of everyone's sign-ins shows besides.
#[derive(Debug, Clone, Serialize)]
pub struct WhoseSignIns {
    /// Whose sign-ins these are, in a sentence.
    pub lead: &'static str,
    /// The accounts to choose from; empty if the role may not choose.
    pub accounts: Vec<FilterOption>,
    /// Whether rows name the account.
    pub named: bool,
}

/// What the settings tab with the seller's own sign-ins shows besides.
#[derive(Debug, Clone, Serialize)]
pub struct OwnSignIns {
    pub tabs: Vec<SettingsTab>,
    /// The text of the link to the whole history, for roles that see more than their own sign-ins.
    pub more: Option<&'static str>,
    /// Never: all are the seller's own.
    pub named: bool,
}

template!(TablePage<KnownBuyers, BuyerActions>: "admin/known_buyers");
template!(TablePage<Payers>: "admin/payers");
template!(TablePage<AuditLog, AuditFilters>: "admin/audit");
template!(TablePage<SignIns, WhoseSignIns>: "admin/sign_ins");
template!(TablePage<SignIns, OwnSignIns>: "admin/my_sign_ins");

#[cfg(test)]
mod tests {
    use waffle_domain::paging::{PageSize, Paging};

    use super::TablePager;

    fn links(page: &str, total: i64) -> Option<(Option<String>, Option<String>)> {
        let paging = Paging::parse(page, "", PageSize { default: 25, most: 100 }).unwrap();
        TablePager::new(paging, total, "q=a&").map(|pager| (pager.previous, pager.next))
    }

    #[test]
    fn links_lead_to_the_neighbours_and_back_from_beyond_the_end() {
        let link = |page: u32| Some(format!("?q=a&page={page}"));
        assert_eq!(links("1", 25), None);
        assert_eq!(links("1", 26), Some((None, link(2))));
        assert_eq!(links("2", 26), Some((link(1), None)));
        assert_eq!(links("9", 26), Some((link(2), None)));
        assert_eq!(links("9", 0), Some((link(1), None)));
    }
}
