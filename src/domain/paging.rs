//! Parts of a long list.

use std::fmt;

use waffle_language::say;

use crate::invalid::{Findings, Invalid};

/// The number of a page, from 1, and how many rows a page has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paging {
    page: u32,
    per_page: u32,
}

/// How many rows a page of a list may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageSize {
    /// The number of rows unless another one is asked for.
    pub default: u32,
    /// The most rows that can be asked for.
    pub most: u32,
}

impl Paging {
    /// `page` and `per_page` in the API's description.
    pub const PATTERN: &str = "^(-?[0-9]+)?$";

    /// Parses `page` and `per_page`. Empty text means the default, as does fewer than one row; too many rows are
    /// lowered to the most, and a page before the first is the first. Fails if a text is not a whole number.
    pub fn parse(page: &str, per_page: &str, size: PageSize) -> Result<Self, Invalid> {
        let mut findings = Findings::default();
        let asked = findings.keep(whole("page", page)).flatten();
        let rows = findings.keep(whole("per_page", per_page)).flatten();
        findings.into_result()?;
        let rows = rows.filter(|rows| *rows >= 1).unwrap_or(size.default);
        Ok(Self { page: asked.unwrap_or(1).max(1), per_page: rows.min(size.most) })
    }

    /// Returns the number of the page, from 1.
    pub const fn page(self) -> u32 {
        self.page
    }

    /// Returns how many rows a page has.
    pub const fn per_page(self) -> u32 {
        self.per_page
    }

    /// Returns how many rows come before the page.
    pub fn offset(self) -> i64 {
        i64::from(self.page - 1) * i64::from(self.per_page)
    }
}

/// The most rows of a [`Part`].
pub const MOST_ROWS: i64 = 100;

/// A part of a list, as API clients ask for it: a number of rows, after skipping some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    pub limit: i64,
    pub offset: i64,
}

/// As in the API's query.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "limit={}&offset={}", self.limit, self.offset)
    }
}

impl Part {
    /// Checks `limit`, the most rows unless given, and `offset`. Fails with all invalid fields.
    pub fn parse(limit: Option<i64>, offset: Option<i64>) -> Result<Self, Invalid> {
        let mut findings = Findings::default();
        let (limit, offset) = (limit.unwrap_or(MOST_ROWS), offset.unwrap_or_default());
        if !(1..=MOST_ROWS).contains(&limit) {
            findings.refuse("limit", say!("fault-limit", most = MOST_ROWS));
        }
        if offset < 0 {
            findings.refuse("offset", say!("fault-offset"));
        }
        findings.into_result()?;
        Ok(Self { limit, offset })
    }

    /// Returns the part of a page, from 1, with the most rows.
    pub fn of_page(page: u32) -> Self {
        Self { limit: MOST_ROWS, offset: i64::from(page.saturating_sub(1)) * MOST_ROWS }
    }

    /// Finds the part in a list that only grows, counted from its newest row: its rows are those after the first
    /// returned position, up to the second. Neither exceeds `total`.
    pub fn from_newest(self, total: i64) -> (i64, i64) {
        let through = total.saturating_sub(self.offset).max(0);
        (through.saturating_sub(self.limit).max(0), through)
    }
}

/// Parses a number of any size and clamps it to what fits; negative ones become 0.
fn whole(field: &str, text: &str) -> Result<Option<u32>, Invalid> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Invalid::field(field, say!("fault-page", field)));
    }
    Ok(Some(if negative { 0 } else { digits.parse().unwrap_or(u32::MAX) }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, proptest};

    use super::{PageSize, Paging, Part};

    const SIZE: PageSize = PageSize { default: 25, most: 100 };

    fn parsed(page: &str, per_page: &str) -> (u32, u32, i64) {
        let paging = Paging::parse(page, per_page, SIZE).unwrap();
        (paging.page(), paging.per_page(), paging.offset())
    }

    #[test]
    fn absent_or_too_small_values_have_their_default() {
        for (page, per_page) in [("", ""), ("1", "0"), ("0", "-3"), (" -7 ", " 25 ")] {
            assert_eq!(parsed(page, per_page), (1, 25, 0), "{page:?} {per_page:?}");
        }
    }

    #[test]
    fn a_page_holds_at_most_a_hundred_rows() {
        assert_eq!(parsed("2", "99"), (2, 99, 99));
        assert_eq!(parsed("2", "100"), (2, 100, 100));
        assert_eq!(parsed("2", "101"), (2, 100, 100));
        assert_eq!(parsed("3", "99999999999999999999").1, 100);
    }

    #[test]
    fn a_text_that_is_no_whole_number_is_refused_by_name() {
        for bad in ["x", "1.5", "1e3", "-", "+1", "½"] {
            let refused = Paging::parse(bad, bad, SIZE).unwrap_err();
            assert_eq!(refused.0.iter().map(|fault| fault.field.as_str()).collect::<Vec<_>>(), ["page", "per_page"]);
        }
    }

    #[test]
    fn a_part_has_its_bounds_on_both_sides() {
        let parsed = |limit, offset| Part::parse(limit, offset).map(|part| (part.limit, part.offset)).ok();
        assert_eq!(parsed(None, None), Some((100, 0)));
        assert_eq!([parsed(Some(1), Some(0)), parsed(Some(100), Some(7))], [Some((1, 0)), Some((100, 7))]);
        for (limit, offset, fields) in
            [(0, 0, &["limit"][..]), (101, 0, &["limit"]), (1, -1, &["offset"]), (-1, i64::MIN, &["limit", "offset"])]
        {
            let refused = Part::parse(Some(limit), Some(offset)).unwrap_err();
            assert_eq!(refused.0.iter().map(|fault| fault.field.as_str()).collect::<Vec<_>>(), fields);
        }
    }

    #[test]
    fn parts_from_the_newest_row_on_leave_none_out_and_show_none_twice() {
        assert_eq!(Part::of_page(1).from_newest(0), (0, 0));
        assert_eq!(Part::of_page(1).from_newest(100), (0, 100));
        assert_eq!(Part::of_page(1).from_newest(101), (1, 101));
        assert_eq!(Part::of_page(2).from_newest(101), (0, 1));
        assert_eq!(Part::of_page(3).from_newest(101), (0, 0));
        assert_eq!(Part::of_page(u32::MAX).from_newest(i64::MAX).1 % 100, i64::MAX % 100);
        assert_eq!(Part { limit: 100, offset: i64::MAX }.from_newest(5), (0, 0));
    }

    proptest! {
        #[test]
        fn every_number_is_a_page(page in any::<i128>(), per_page in any::<i128>()) {
            let paging = Paging::parse(&page.to_string(), &per_page.to_string(), SIZE).unwrap();
            prop_assert!(paging.page() >= 1 && (1..=100).contains(&paging.per_page()) && paging.offset() >= 0);
        }
    }
}
