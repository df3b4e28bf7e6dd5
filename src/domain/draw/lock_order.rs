//! What a seller asks for when locking a draw.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use utoipa::ToSchema;
use waffle_language::say;

use crate::board::Board;
use crate::draw::entries::{Entries, NotEnough};
use crate::draw::prizes::Prizes;
use crate::draw::reason::Reason;
use crate::draw::round::{Round, Timetable};
use crate::invalid::{Invalid, checked};
use crate::waffle::DrawNow;

/// How many seconds may lie between the lock and the round: up to a day. There is time to notice the lock and to void
/// it.
pub const DELAY_SECONDS: RangeInclusive<i64> = 30..=86_400;
/// The delay unless the seller says otherwise.
pub const USUAL_DELAY_SECONDS: i64 = 60;

/// How many alternates may be drawn.
pub const ALTERNATES: RangeInclusive<i64> = 0..=10;

/// How to draw.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[schema(as = NewDraw)]
pub struct LockDraft {
    /// The number of seconds from now; the round is the first one at or after that.
    #[schema(minimum = 30, maximum = 86400, default = 60, example = 60)]
    pub delay_seconds: Option<i64>,
    /// Whether a handle wins once at most.
    #[schema(default = false)]
    pub one_win_per_handle: Option<bool>,
    /// Public; needed where there were winners before, also if they were cleared since.
    #[schema(min_length = 1, max_length = 500, format = "line", example = "The winner did not answer.")]
    pub reason: Option<String>,
    /// Numbers that don't take part, none twice; those of paid spots are public too.
    #[schema(example = json!([3]))]
    pub exclude: Option<Vec<i64>>,
    /// The number of alternates drawn after the winners, in order: the next one wins if a winner steps back.
    #[schema(minimum = 0, maximum = 10, default = 0, example = 2)]
    pub alternates: Option<i64>,
    /// What each winner gets, in order: one name for each; public.
    #[schema(max_items = 10, format = "prize", example = json!(["Golden Hour, signed"]))]
    pub prizes: Option<Vec<String>>,
}

/// A checked order to lock a draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockOrder {
    delay: TimeDelta,
    one_win_per_handle: bool,
    reason: Option<Reason>,
    excluded: BTreeSet<i32>,
    alternates: i32,
    prizes: Option<Prizes>,
}

impl LockOrder {
    /// Checks a draft for a waffle with this many spots.
    pub fn parse(draft: &LockDraft, total_spots: i32) -> Result<Self, Invalid> {
        checked!(Self {
            delay: delay(draft.delay_seconds),
            one_win_per_handle: Ok(draft.one_win_per_handle.unwrap_or_default()),
            reason: Reason::parse_optional(draft.reason.as_deref()),
            excluded: excluded(draft.exclude.as_deref().unwrap_or_default(), total_spots),
            alternates: alternates(draft.alternates),
            prizes: draft.prizes.as_deref().map(Prizes::parse).transpose(),
        })
    }

    /// Checks that there is a reason if the waffle had winners before, even if they were cleared since: a seller who
    /// draws again must say why.
    pub fn check_reason(&self, before: &DrawNow) -> Result<(), Invalid> {
        if before.had_winners() && self.reason.is_none() {
            return Err(Invalid::field("reason", say!("fault-reason-of-redraw")));
        }
        Ok(())
    }

    /// Checks that each of N winners gets a prize, if prizes are named.
    pub fn check_prizes(&self, winners: usize) -> Result<(), Invalid> {
        self.prizes.as_ref().map_or(Ok(()), |prizes| prizes.one_for_each(winners))
    }

    /// Returns the entries: the paid spots of a board that are not left out. Fails if there are too few for the
    /// winners.
    pub fn entries(&self, board: &Board, winners: usize) -> Result<Entries, NotEnough> {
        let nobody = NotEnough { found: 0, needed: winners, handles: self.one_win_per_handle };
        let entries = Entries::of(board, &self.excluded).ok_or(nobody)?;
        entries.suffice(winners, self.one_win_per_handle)?;
        Ok(entries)
    }

    /// Returns the round that decides: the first one at or after the end of the delay.
    pub fn round(&self, timetable: Timetable, now: DateTime<Utc>) -> Round {
        timetable.first_at_or_after(now + self.delay)
    }

    /// Returns whether each handle may win once only.
    pub const fn one_win_per_handle(&self) -> bool {
        self.one_win_per_handle
    }

    /// Returns the reason, if there is one.
    pub const fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }

    /// Returns the numbers of the paid spots of a board that are left out, ascending. Unpaid spots would not be in
    /// anyway.
    pub fn excluded(&self, board: &Board) -> Vec<i32> {
        let is_paid = |number: &i32| board.spot(*number).is_some_and(|spot| spot.paid_at().is_some());
        self.excluded.iter().copied().filter(is_paid).collect()
    }

    /// Returns how many alternates to draw.
    pub const fn alternates(&self) -> i32 {
        self.alternates
    }

    /// Returns what each winner gets, if prizes are named.
    pub fn prizes(&self) -> Option<&[String]> {
        self.prizes.as_ref().map(Prizes::names)
    }
}

fn delay(seconds: Option<i64>) -> Result<TimeDelta, Invalid> {
    let seconds = seconds.unwrap_or(USUAL_DELAY_SECONDS);
    if DELAY_SECONDS.contains(&seconds) {
        return Ok(TimeDelta::seconds(seconds));
    }
    Err(Invalid::field("delay_seconds", say!("fault-draw-delay")))
}

fn alternates(count: Option<i64>) -> Result<i32, Invalid> {
    let small = count.filter(|count| ALTERNATES.contains(count)).and_then(|count| i32::try_from(count).ok());
    match (count, small) {
        (None, _) => Ok(0),
        (_, Some(small)) => Ok(small),
        (_, None) => Err(Invalid::field("alternates", say!("fault-alternates"))),
    }
}

fn excluded(numbers: &[i64], total_spots: i32) -> Result<BTreeSet<i32>, Invalid> {
    let refuse = |message| Invalid::field("exclude", message);
    let mut excluded = BTreeSet::new();
    for number in numbers {
        let small = i32::try_from(*number).ok().filter(|small| (1..=total_spots).contains(small));
        let small = small.ok_or_else(|| refuse(say!("fault-no-spot", number = number.to_string())))?;
        if !excluded.insert(small) {
            return Err(refuse(say!("fault-spot-twice", number = number.to_string())));
        }
    }
    Ok(excluded)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};

    use super::{LockDraft, LockOrder};
    use crate::board::Board;
    use crate::draw::entries::NotEnough;
    use crate::draw::how_won::{Lot, WinnersOrigin};
    use crate::draw::reason::Reason;
    use crate::draw::round::{Round, Timetable};
    use crate::spot::tests::spot;
    use crate::waffle::DrawNow;

    fn order(draft: &LockDraft) -> LockOrder {
        LockOrder::parse(draft, 50).unwrap()
    }

    fn faults(draft: &LockDraft) -> Vec<String> {
        LockOrder::parse(draft, 50).unwrap_err().0.into_iter().map(|fault| fault.field).collect()
    }

    #[test]
    fn a_draw_is_30_seconds_to_a_day_away_and_usually_a_minute() {
        let round = |delay_seconds| {
            let draft = LockDraft { delay_seconds, ..LockDraft::default() };
            order(&draft).round(Timetable::new(0, 1).unwrap(), DateTime::UNIX_EPOCH).get() - 1
        };
        assert_eq!([None, Some(30), Some(86_400)].map(round), [60, 30, 86_400]);
        for delay in [29, 86_401, 0, -1, i64::MIN, i64::MAX] {
            let draft = LockDraft { delay_seconds: Some(delay), ..LockDraft::default() };
            assert_eq!(faults(&draft), ["delay_seconds"], "{delay}");
        }
    }

    #[test]
    fn the_round_is_the_first_at_or_after_the_delay() {
        let timetable = Timetable::new(1_000, 3).unwrap();
        let round = |seconds| {
            let now = DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds);
            order(&LockDraft::default()).round(timetable, now)
        };
        assert_eq!([940, 941, 943, 944].map(round), [1, 2, 2, 3].map(|number| Round::try_from(number).unwrap()));
    }

    #[test]
    fn spots_left_out_are_on_the_board_and_named_once() {
        let draft = |exclude: &[i64]| LockDraft { exclude: Some(exclude.to_vec()), ..LockDraft::default() };
        assert!(LockOrder::parse(&draft(&[50, 1]), 50).is_ok());
        for bad in [&[0][..], &[51], &[-1], &[3, 3], &[i64::MAX]] {
            assert_eq!(faults(&draft(bad)), ["exclude"], "{bad:?}");
        }
    }

    #[test]
    fn all_errors_are_reported_together() {
        let draft = LockDraft {
            delay_seconds: Some(1),
            one_win_per_handle: Some(true),
            reason: Some("a\nb".into()),
            exclude: Some(vec![0]),
            alternates: Some(11),
            prizes: Some(vec![String::new()]),
        };
        assert_eq!(faults(&draft), ["delay_seconds", "reason", "exclude", "alternates", "prizes"]);
    }

    #[test]
    fn there_are_up_to_10_alternates_and_usually_none() {
        let draft = |alternates| LockDraft { alternates, ..LockDraft::default() };
        assert_eq!([None, Some(0), Some(10)].map(|count| order(&draft(count)).alternates()), [0, 0, 10]);
        for bad in [-1, 11, i64::MIN, i64::MAX] {
            assert_eq!(faults(&draft(Some(bad))), ["alternates"], "{bad}");
        }
    }

    #[test]
    fn each_winner_gets_a_prize_or_none_is_named() {
        let of = |prizes: Option<Vec<String>>| order(&LockDraft { prizes, ..LockDraft::default() });
        let two = of(Some(vec!["Box".into(), " Card ".into()]));
        assert_eq!(two.prizes(), Some(&["Box".to_owned(), "Card".to_owned()][..]));
        assert!(two.check_prizes(2).is_ok());
        assert_eq!(two.check_prizes(3).unwrap_err().0[0].field, "prizes");
        assert!(of(None).check_prizes(3).is_ok());
        assert!(of(Some(Vec::new())).check_prizes(1).is_err());
    }

    #[test]
    fn where_there_were_winners_a_draw_needs_a_reason_and_else_it_may_have_one() {
        let with = order(&LockDraft { reason: Some("The winner left.".into()), ..LockDraft::default() });
        let without = order(&LockDraft { reason: Some("  ".into()), ..LockDraft::default() });
        let first = DrawNow::default();
        let drawn =
            DrawNow { won: Some(WinnersOrigin::Draw(Lot { number: 1, private_chain: false })), ..first.clone() };
        let picked = DrawNow { won: Some(WinnersOrigin::Hand), ..first.clone() };
        let cleared = DrawNow { draws_before: 1, ..first.clone() };
        assert!(with.check_reason(&first).is_ok() && without.check_reason(&first).is_ok());
        for again in [drawn, picked, cleared] {
            assert!(with.check_reason(&again).is_ok());
            assert_eq!(without.check_reason(&again).unwrap_err().0[0].field, "reason", "{again:?}");
        }
        assert_eq!((without.reason(), with.reason().map(Reason::as_str)), (None, Some("The winner left.")));
    }

    #[test]
    fn there_must_be_enough_paid_spots() {
        let paid = (1..=3).map(|number| spot(number, Some("anna"), true));
        let board = Board::new(paid.chain([spot(4, None, false)]).collect()).unwrap();
        let of = |draft: LockDraft, winners| order(&draft).entries(&board, winners).map(|entries| entries.text());
        let once = || LockDraft { one_win_per_handle: Some(true), ..LockDraft::default() };
        let without = |exclude: &[i64]| LockDraft { exclude: Some(exclude.to_vec()), ..LockDraft::default() };
        assert_eq!(of(LockDraft::default(), 3).unwrap(), "1 anna\n2 anna\n3 anna\n");
        assert_eq!(of(without(&[2]), 2).unwrap(), "1 anna\n3 anna\n");
        assert_eq!(order(&without(&[4, 3, 1])).excluded(&board), [1, 3], "who did not pay is not in anyway");
        assert_eq!(of(without(&[2]), 3), Err(NotEnough { found: 2, needed: 3, handles: false }));
        assert_eq!(of(without(&[1, 2, 3]), 1), Err(NotEnough { found: 0, needed: 1, handles: false }));
        assert!(of(once(), 1).is_ok());
        assert_eq!(of(once(), 2), Err(NotEnough { found: 1, needed: 2, handles: true }));
    }
}
