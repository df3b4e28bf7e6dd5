//! The home page and the public list of waffles.

use std::iter::repeat;

use chrono::{DateTime, Utc};
use serde::Serialize;
use waffle_domain::money::Currency;
use waffle_domain::paging::Part;
use waffle_domain::waffle::{Waffle, WaffleStatus as Status};
use waffle_store::waffles::ListedWaffle;

use crate::context::Frame;
use crate::context::how_won::HowWonView;
use crate::context::terms::TermsView;

/// `GET /`: the active waffles.
#[derive(Debug, Clone, Serialize)]
pub struct HomePage {
    pub frame: Frame,
    /// Active waffles, newest first.
    pub waffles: Vec<WaffleCard>,
    /// Which part of the API's list the page shows.
    pub list: String,
}

template!(HomePage: "home");

/// `GET /waffles`: every waffle that is not archived.
#[derive(Debug, Clone, Serialize)]
pub struct WafflesPage {
    pub frame: Frame,
    /// Active waffles, newest first.
    pub active: Vec<WaffleCard>,
    /// Completed waffles, newest first.
    pub completed: Vec<WaffleCard>,
    /// Which part of the API's list the page shows.
    pub list: String,
    pub neighbours: Neighbours,
}

template!(WafflesPage: "waffles");

/// The numbers of the previous and the next page of a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Neighbours {
    pub previous: Option<u32>,
    pub next: Option<u32>,
}

/// The rows to read for a page of a list: one more than it shows, to see whether another page follows.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    page: u32,
    pub part: Part,
}

impl Neighbours {
    /// Says which rows to read for a page, from 1.
    pub fn wanted(page: u32, per_page: u32) -> Wanted {
        let (page, per_page) = (page.max(1), i64::from(per_page));
        Wanted { page, part: Part { limit: per_page + 1, offset: i64::from(page - 1) * per_page } }
    }
}

impl Wanted {
    /// Leaves out the extra row, and returns the neighbouring pages.
    pub fn found<T>(self, rows: &[T]) -> (&[T], Neighbours) {
        let shown = usize::try_from(self.part.limit - 1).unwrap_or_default();
        let previous = (self.page > 1).then(|| self.page - 1);
        match rows.get(..shown) {
            Some(first) if rows.len() > shown => (first, Neighbours { previous, next: Some(self.page + 1) }),
            _ => (rows, Neighbours { previous, next: None }),
        }
    }
}

/// A waffle in a list; the page's script keeps it up to date.
#[derive(Debug, Clone, Serialize)]
pub struct WaffleCard {
    pub id: String,
    pub slug: String,
    pub title: String,
    pub image_url: Option<String>,
    /// The price of one spot, formatted.
    pub price: String,
    pub status: WaffleStatus,
    pub total_spots: u32,
    pub available: u32,
    /// Every spot that is not available.
    pub claimed: u32,
    /// Claimed spots in percent, with one decimal: `37.5`.
    pub fill_percent: String,
    /// How many winners will be drawn.
    pub item_count: u32,
    /// The newest sequence number included in these counts; the live updates start after it.
    pub seq: i64,
    /// Empty until the waffle is completed.
    pub winners: Vec<Winner>,
    pub how_won: HowWonView,
    pub terms: TermsView,
}

impl WaffleCard {
    /// Makes a waffle's card, as it is now.
    pub fn new(listed: &ListedWaffle, currency: &Currency, now: DateTime<Utc>) -> Self {
        let (waffle, counts) = (&listed.waffle, listed.counts);
        Self {
            id: waffle.id.to_string(),
            slug: waffle.slug.clone(),
            title: waffle.title.clone(),
            image_url: waffle.image_url.clone(),
            price: currency.format(waffle.spot_price),
            status: waffle.status.into(),
            total_spots: waffle.total_spots.unsigned_abs(),
            available: counts.available.unsigned_abs(),
            claimed: counts.claimed().unsigned_abs(),
            fill_percent: format!("{:.1}", counts.fill_percent()),
            item_count: waffle.item_count.unsigned_abs(),
            seq: listed.last_seq,
            winners: winners(waffle),
            how_won: HowWonView::new(waffle.draw.how_won(), (&waffle.slug, waffle.archived)),
            terms: TermsView::new(&waffle.terms, now),
        }
    }
}

/// Whether a waffle still takes claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WaffleStatus {
    Active,
    Completed,
}

impl From<Status> for WaffleStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Active => Self::Active,
            Status::Completed => Self::Completed,
        }
    }
}

/// A winning spot and who holds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Winner {
    pub number: u32,
    pub handle: String,
    /// The winner's prize, if the draw names it.
    pub prize: Option<String>,
}

/// A waffle's winners in draw order; empty before the draw.
pub fn winners(waffle: &Waffle) -> Vec<Winner> {
    paired(&waffle.winning_spot_numbers, &waffle.winning_social_handles, waffle.winning_prizes.as_deref())
}

/// Pairs numbers with handles, and with prizes if there are any.
pub fn paired(numbers: &[i32], handles: &[String], prizes: Option<&[String]>) -> Vec<Winner> {
    let prizes = prizes.unwrap_or_default().iter().cloned().map(Some).chain(repeat(None));
    let winners = numbers.iter().zip(handles).zip(prizes);
    winners
        .map(|((number, handle), prize)| Winner { number: number.unsigned_abs(), handle: handle.clone(), prize })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Neighbours;

    #[test]
    fn a_page_knows_its_neighbours() {
        let found = |page, rows: usize| {
            let rows = vec![(); rows];
            let (rows, neighbours) = Neighbours::wanted(page, 60).found(&rows);
            (rows.len(), neighbours.previous, neighbours.next)
        };
        assert_eq!(found(1, 60), (60, None, None));
        assert_eq!(found(1, 61), (60, None, Some(2)));
        assert_eq!(found(3, 61), (60, Some(2), Some(4)));
        assert_eq!(found(3, 0), (0, Some(2), None));
        assert_eq!(Neighbours::wanted(3, 60).part.offset, 120);
    }
}
