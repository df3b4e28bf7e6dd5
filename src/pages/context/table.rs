//! The pages of lists, which all have their rows, a form with filters, and links to the other pages.

use serde::Serialize;
use waffle_domain::paging::Paging;
use waffle_store::table::Table;

use crate::context::Frame;
use crate::context::form::Form;
use crate::templates::Values;

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

/// A page of a list, without what only this list shows.
#[derive(Debug, Clone, Serialize)]
#[serde(bound = "")]
pub struct TablePage<T: Table> {
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
}

/// What a filter can be: values with their labels, which are names or texts.
pub fn options(labelled: impl IntoIterator<Item = (impl ToString, impl Serialize)>) -> Vec<Values> {
    let option = |(value, label)| values! { value: ToString::to_string(&value), label };
    labelled.into_iter().map(option).collect()
}

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
