//! The money desk: what each buyer of a waffle owes and has paid.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::BuildHasher;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use waffle_language::say;

use crate::board::Board;
use crate::handle::Handle;
use crate::invalid::Invalid;
use crate::spot::{Spot, SpotStatus};
use crate::spot_numbers::SpotNumbers;
use crate::waffle::WaffleStatus;

/// A buyer of a waffle, with all that the handle holds there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskBuyer<'a> {
    pub handle: &'a Handle,
    /// Ascending by number; at least one.
    pub spots: Vec<&'a Spot>,
    /// When the oldest of the spots that are due was claimed.
    pub oldest_pending_at: Option<DateTime<Utc>>,
    /// The earliest deadline of the spots that are due.
    pub pay_by: Option<DateTime<Utc>>,
    pending_count: usize,
    due_count: usize,
    price: i64,
    /// The additional cents that the buyer is asked for.
    cents: i64,
}

/// Sums over all buyers of the waffle, whichever are listed; money in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
pub struct MoneyTotals {
    #[schema(example = 2500)]
    pub owed: i64,
    #[schema(example = 5000)]
    pub paid_amount: i64,
    pub buyers: usize,
    pub buyers_owing: usize,
}

/// Which buyers the desk lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DeskFilter {
    #[default]
    All,
    /// Buyers who owe, report a payment, and share a source with other handles that hold spots.
    SharedSource,
}

/// What a seller looks for at the desk.
#[derive(Debug, Clone)]
pub struct DeskSearch {
    /// A part of a handle, as handles are stored.
    part: String,
    /// The spots that are looked for, if it names any.
    numbers: Option<SpotNumbers>,
}

impl DeskSearch {
    /// Looks for handles that contain a text.
    pub fn of_handles(part: impl Into<String>) -> Self {
        Self { part: part.into(), numbers: None }
    }

    /// Looks for the spots that were typed, such as `7`, `#7` or `3, 7`, and for such handles.
    pub fn of_spots_or_handles(typed: &str, total: i32, part: impl Into<String>) -> Self {
        Self { numbers: SpotNumbers::read("search", typed, total).ok(), part: part.into() }
    }

    /// Returns the spot that is looked for, if it is a single one.
    pub fn spot(&self) -> Option<i32> {
        match self.numbers.as_ref()?.as_slice() {
            [number] => Some(*number),
            _ => None,
        }
    }

    /// Lists those whom it finds: those who hold the spots come first.
    pub fn among<'b, 'a>(&self, buyers: &'b [DeskBuyer<'a>]) -> Vec<&'b DeskBuyer<'a>> {
        let numbers = self.numbers.as_ref().map(SpotNumbers::as_slice).unwrap_or_default();
        let holds = |buyer: &DeskBuyer<'_>| buyer.spots.iter().any(|spot| numbers.binary_search(&spot.number).is_ok());
        let (mut found, others): (Vec<_>, Vec<_>) = buyers.iter().partition(|buyer| holds(buyer));
        found.extend(others.into_iter().filter(|buyer| buyer.handle.as_str().contains(&self.part)));
        found
    }
}

impl DeskFilter {
    /// Parses a filter by its name; without one it lists all.
    pub fn parse(name: &str) -> Result<Self, Invalid> {
        match name {
            "" => Ok(Self::All),
            "shared_source" => Ok(Self::SharedSource),
            _ => Err(Invalid::field("filter", say!("fault-desk-filter"))),
        }
    }
}

impl<'a> DeskBuyer<'a> {
    /// Lists the unpaid spots, ascending by number.
    pub fn pending(&self) -> impl Iterator<Item = &'a Spot> {
        self.spots.iter().copied().filter(|spot| spot.status() == SpotStatus::Pending)
    }

    /// Returns the price of a spot, in cents.
    pub fn price(&self) -> i64 {
        self.price
    }

    /// Counts the unpaid spots.
    pub fn pending_count(&self) -> usize {
        self.pending_count
    }

    /// Counts the paid spots, including winners and losers.
    pub fn paid_count(&self) -> usize {
        self.spots.len() - self.pending_count
    }

    /// Returns what is owed, in cents.
    pub fn owed(&self) -> i64 {
        worth(self.due_count, self.price)
    }

    /// Returns what the buyer is asked to send, in cents: the amount owed, and the cents that tell buyers apart.
    pub fn amount_to_send(&self) -> i64 {
        with_cents(self.owed(), self.cents)
    }

    /// Subtracts the buyer's cents from an amount, if it is the price of some of the spots with these cents.
    pub fn without_cents(&self, amount: i64) -> i64 {
        if amount == self.owed() {
            return amount;
        }
        let rest = amount.saturating_sub(self.cents);
        if rest > 0 && rest % self.price == 0 { rest } else { amount }
    }

    /// Returns what is paid, in cents.
    pub fn paid_amount(&self) -> i64 {
        worth(self.paid_count(), self.price)
    }

    /// Returns whether the buyer holds the spot with this number.
    pub fn holds(&self, number: i64) -> bool {
        self.spots.binary_search_by_key(&number, |spot| spot.number.into()).is_ok()
    }

    /// Returns whether a deadline has passed.
    pub fn overdue(&self, now: DateTime<Utc>) -> bool {
        self.pay_by.is_some_and(|pay_by| pay_by <= now)
    }

    fn add(&mut self, spot: &'a Spot, waffle: WaffleStatus) {
        self.spots.push(spot);
        self.pending_count += usize::from(spot.status() == SpotStatus::Pending);
        if is_due(waffle, spot.status()) {
            self.due_count += 1;
            self.oldest_pending_at = earlier(self.oldest_pending_at, spot.claimed_at());
            self.pay_by = earlier(self.pay_by, spot.pay_by());
        }
    }

    fn order(&self, other: &Self) -> Ordering {
        // Buyers who owe come first.
        let owing = |buyer: &Self| (buyer.oldest_pending_at.is_none(), buyer.oldest_pending_at);
        owing(self).cmp(&owing(other)).then_with(|| self.handle.cmp(other.handle))
    }
}

/// Returns whether a spot is still to be paid: a pending one, until the winners are set. A spot that was not paid by
/// then was in no draw and costs nothing, unless the winners are cleared.
pub fn is_due(waffle: WaffleStatus, spot: SpotStatus) -> bool {
    waffle == WaffleStatus::Active && spot == SpotStatus::Pending
}

/// Lists the buyers of a waffle: first those who owe, the oldest claim first, then the others by handle.
pub fn buyers(board: &Board, waffle: WaffleStatus, price: i64) -> Vec<DeskBuyer<'_>> {
    let mut found: HashMap<&Handle, DeskBuyer<'_>> = HashMap::new();
    for spot in board.spots() {
        let Some(handle) = spot.handle() else { continue };
        let new = DeskBuyer {
            handle,
            spots: Vec::new(),
            oldest_pending_at: None,
            pay_by: None,
            pending_count: 0,
            due_count: 0,
            price,
            cents: 0,
        };
        found.entry(handle).or_insert(new).add(spot, waffle);
    }
    let mut buyers: Vec<_> = found.into_values().collect();
    buyers.sort_unstable_by(DeskBuyer::order);
    buyers
}

/// Sets the cents that tell buyers apart.
pub fn tell_apart(buyers: &mut [DeskBuyer<'_>], cents: &HashMap<Handle, i64, impl BuildHasher>) {
    for buyer in buyers {
        buyer.cents = cents.get(buyer.handle).copied().unwrap_or_default();
    }
}

/// Returns the amount to send for the amount owed, both in cents; 0 for 0.
pub fn with_cents(owed: i64, cents: i64) -> i64 {
    if owed > 0 { owed.saturating_add(cents) } else { 0 }
}

/// Sums up what buyers owe and have paid.
pub fn totals(buyers: &[DeskBuyer<'_>]) -> MoneyTotals {
    let add = |sum: MoneyTotals, buyer: &DeskBuyer<'_>| MoneyTotals {
        owed: sum.owed.saturating_add(buyer.owed()),
        paid_amount: sum.paid_amount.saturating_add(buyer.paid_amount()),
        buyers: sum.buyers + 1,
        buyers_owing: sum.buyers_owing + usize::from(buyer.oldest_pending_at.is_some()),
    };
    buyers.iter().fold(MoneyTotals::default(), add)
}

fn worth(spots: usize, price: i64) -> i64 {
    price.saturating_mul(i64::try_from(spots).unwrap_or(i64::MAX))
}

fn earlier(one: Option<DateTime<Utc>>, other: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    one.into_iter().chain(other).min()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use chrono::{DateTime, TimeDelta, Utc};
    use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
    use proptest::{collection, option};

    use super::{DeskSearch, MoneyTotals, buyers, tell_apart, totals};
    use crate::board::Board;
    use crate::handle::Handle;
    use crate::spot::{Outcome, Spot, SpotState};
    use crate::waffle::WaffleStatus::{Active, Completed};

    const PRICE: i64 = 2_500;

    fn minute(minutes: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
    }

    fn pending(handle: &str, claimed: i64, pay_by: Option<i64>) -> SpotState {
        let handle = Handle::parse(handle).unwrap();
        SpotState::Pending { handle, claimed_at: minute(claimed), pay_by: pay_by.map(minute) }
    }

    fn paid(handle: &str, outcome: Outcome) -> SpotState {
        let handle = Handle::parse(handle).unwrap();
        SpotState::Paid { handle, claimed_at: minute(0), paid_at: minute(1), outcome }
    }

    fn board(states: Vec<SpotState>) -> Board {
        let spots = states.into_iter().zip(1..).map(|(state, number)| Spot { id: number.into(), number, state });
        Board::new(spots.collect()).unwrap()
    }

    #[test]
    fn buyers_who_owe_come_first_by_the_oldest_claim() {
        let board = board(vec![
            paid("zoe", Outcome::Won),
            paid("anna", Outcome::Lost),
            pending("ben", 9, Some(20)),
            pending("cleo", 5, None),
            paid("ben", Outcome::Open),
            pending("ben", 7, Some(30)),
            SpotState::Available,
            pending("adam", 7, None),
        ]);
        let found = buyers(&board, Active, PRICE);
        let rows: Vec<_> =
            found.iter().map(|buyer| (buyer.handle.as_str(), buyer.owed(), buyer.paid_amount())).collect();
        let expected =
            [("cleo", 2_500, 0), ("adam", 2_500, 0), ("ben", 5_000, 2_500), ("anna", 0, 2_500), ("zoe", 0, 2_500)];
        assert_eq!(rows, expected);
        let ben = &found[2];
        assert_eq!(ben.spots.iter().map(|spot| spot.number).collect::<Vec<_>>(), [3, 5, 6]);
        assert_eq!((ben.oldest_pending_at, ben.pay_by), (Some(minute(7)), Some(minute(20))));
        assert_eq!((ben.overdue(minute(19)), ben.overdue(minute(20))), (false, true));
        assert!(!found[0].overdue(minute(9_999)), "there is no deadline");
        assert_eq!(totals(&found), MoneyTotals { owed: 10_000, paid_amount: 7_500, buyers: 5, buyers_owing: 3 });
    }

    #[test]
    fn a_search_finds_who_holds_the_spots_and_then_handles() {
        let board = board(vec![
            pending("anna", 1, None),
            pending("7up", 2, None),
            paid("anna", Outcome::Open),
            SpotState::Available,
            pending("1", 3, None),
            paid("ben7", Outcome::Open),
            paid("cleo", Outcome::Open),
        ]);
        let buyers = buyers(&board, Active, PRICE);
        let found = |typed: &str, part: &str| -> Vec<_> {
            let search = DeskSearch::of_spots_or_handles(typed, 7, part);
            search.among(&buyers).into_iter().map(|buyer| buyer.handle.as_str()).collect()
        };
        assert_eq!(found("", ""), ["anna", "7up", "1", "ben7", "cleo"]);
        assert_eq!(found("7", "7"), ["cleo", "7up", "ben7"]);
        assert_eq!(found("1", "1"), ["anna", "1"], "a handle of digits");
        assert_eq!(found("#7", "#7"), ["cleo"]);
        assert_eq!(found("3, 7", "3, 7"), ["anna", "cleo"]);
        assert_eq!(found("4", "4"), [""; 0], "it is free");
        assert_eq!(found("8", "8"), [""; 0], "there is none");
        assert_eq!(found("EN", "en"), ["ben7"]);
        let spots =
            ["7", "#7", "3, 7", "", "anna", "8"].map(|typed| DeskSearch::of_spots_or_handles(typed, 7, "").spot());
        assert_eq!(spots, [Some(7), Some(7), None, None, None, None]);
        let of_handles = DeskSearch::of_handles("1");
        assert_eq!(of_handles.among(&buyers).iter().map(|it| it.handle.as_str()).collect::<Vec<_>>(), ["1"]);
    }

    #[test]
    fn no_one_owes_once_the_winners_are_set() {
        let board = board(vec![
            pending("ben", 9, Some(20)),
            paid("zoe", Outcome::Won),
            paid("anna", Outcome::Lost),
            paid("anna", Outcome::Open),
            pending("anna", 5, None),
        ]);
        let found = buyers(&board, Completed, PRICE);
        let rows: Vec<_> = found.iter().map(|it| (it.handle.as_str(), it.owed(), it.pending_count())).collect();
        assert_eq!(rows, [("anna", 0, 1), ("ben", 0, 1), ("zoe", 0, 0)]);
        let ben = &found[1];
        assert_eq!((ben.oldest_pending_at, ben.pay_by, ben.overdue(minute(99))), (None, None, false));
        assert_eq!(totals(&found), MoneyTotals { owed: 0, paid_amount: 7_500, buyers: 3, buyers_owing: 0 });
    }

    #[test]
    fn a_buyer_sends_a_few_cents_more_and_owes_the_same() {
        let board = board(vec![pending("ben", 9, None), pending("ben", 9, None), paid("zoe", Outcome::Open)]);
        let mut found = buyers(&board, Active, PRICE);
        let cents = HashMap::from([("ben", 7), ("zoe", 8)].map(|(name, cents)| (Handle::parse(name).unwrap(), cents)));
        tell_apart(&mut found, &cents);
        let rows: Vec<_> = found.iter().map(|it| (it.handle.as_str(), it.owed(), it.amount_to_send())).collect();
        assert_eq!(rows, [("ben", 5_000, 5_007), ("zoe", 0, 0)]);
        let amounts = [5_000, 5_007, 2_507, 2_500, 5_008, 7, -2_493];
        assert_eq!(amounts.map(|it| found[0].without_cents(it)), [5_000, 5_000, 2_500, 2_500, 5_008, 7, -2_493]);
    }

    #[test]
    fn the_amount_owed_is_never_less_with_cents_taken_off() {
        let board = board(vec![pending("ben", 9, None), pending("ben", 9, None), pending("ben", 9, None)]);
        let mut found = buyers(&board, Active, 1);
        tell_apart(&mut found, &HashMap::from([(Handle::parse("ben").unwrap(), 2)]));
        assert_eq!([3, 5, 4].map(|amount| found[0].without_cents(amount)), [3, 3, 2]);
    }

    fn states() -> impl Strategy<Value = Vec<SpotState>> {
        let state = (0..3, "[a-e]", 0..50_i64, option::of(0..50_i64), any::<bool>());
        let state = state.prop_map(|(kind, handle, claimed, pay_by, won)| match kind {
            0 => SpotState::Available,
            1 => pending(&handle, claimed, pay_by),
            _ => paid(&handle, if won { Outcome::Won } else { Outcome::Open }),
        });
        collection::vec(state, 2..60)
    }

    proptest! {
        #[test]
        fn it_adds_up_to_the_board(states in states()) {
            let board = board(states);
            let counts = board.counts();
            let found = buyers(&board, Active, PRICE);
            let sum = totals(&found);
            prop_assert_eq!(sum.owed, PRICE * i64::from(counts.pending));
            prop_assert_eq!(sum.paid_amount, PRICE * i64::from(counts.paid));
            let held: usize = found.iter().map(|buyer| buyer.spots.len()).sum();
            prop_assert_eq!(held, usize::try_from(counts.claimed()).unwrap());
            prop_assert!(found.iter().all(|buyer| buyer.spots.iter().all(|spot| spot.handle() == Some(buyer.handle))));
            let owing = found.iter().take_while(|buyer| buyer.owed() > 0).count();
            prop_assert_eq!(owing, sum.buyers_owing);
            prop_assert!(found[..owing].is_sorted_by_key(|buyer| buyer.oldest_pending_at));
            prop_assert!(found[owing..].iter().all(|buyer| buyer.owed() == 0));
            prop_assert!(found[owing..].is_sorted_by_key(|buyer| buyer.handle));
        }
    }
}
