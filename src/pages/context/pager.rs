//! The links between the pages of a long table.

use serde::Serialize;
use waffle_domain::paging::Paging;

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
