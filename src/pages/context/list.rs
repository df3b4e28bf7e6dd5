//! What lists have in common: their pages, and the winners of a waffle.

use std::iter::repeat;

use serde::Serialize;
use waffle_domain::paging::Part;
use waffle_domain::waffle::Waffle;

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
