//! What happened to the spots of a waffle, as its seller reads it.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use waffle_domain::event::Reason;
use waffle_domain::refused_spot::RefusedSpot;
use waffle_domain::spot::SpotStatus::{self, Available, Pending};
use waffle_domain::spot_ranges::ranges;
use waffle_language::{Amount, Precision, Text, say};
use waffle_store::activity::ActivityEntry;

use crate::context::terms::how_long;

/// A single change, all those of a draw or of a claim, or a spot that a buyer asked for and did not get.
#[derive(Debug, Clone, Serialize)]
pub struct ActivityGroup {
    /// What they are together, unless it is a single change.
    whole: Option<Whole>,
    rows: Vec<Change>,
}

/// A draw, or a claim of several spots.
#[derive(Debug, Clone, Serialize)]
struct Whole {
    /// The number of its newest change.
    seq: i64,
    at: DateTime<Utc>,
    precision: Precision,
    /// A star for a draw; for a claim how many spots.
    mark: String,
    words: Text,
}

/// A change of a spot, with its words; or what was no change, since the buyer did not get it.
#[derive(Debug, Clone, Serialize)]
struct Change {
    /// None if it was no change.
    seq: Option<i64>,
    at: DateTime<Utc>,
    precision: Precision,
    /// None if any spot was wanted.
    spot_number: Option<i32>,
    social_handle: String,
    admin_username: Option<String>,
    words: Text,
    /// Whether it got another handle: then the words name both.
    moved: bool,
}

impl ActivityGroup {
    /// Lists what happened, and what buyers did not get, both the newest first.
    pub fn list(entries: &[ActivityEntry], refused: &[RefusedSpot]) -> Vec<Self> {
        let changes = entries.chunk_by(|one, next| one.is_of_same_draw(next) || is_one_claim(one, next));
        let (mut groups, mut refused) = (Vec::new(), refused.iter().peekable());
        for change in changes {
            // A claim is refused after the one that is granted, though the clock may not show it.
            let at = change.first().map(|first| first.at);
            while let Some(spot) = refused.next_if(|spot| Some(spot.at) >= at) {
                groups.push(Self::refused(spot));
            }
            groups.push(Self::of(change));
        }
        groups.extend(refused.map(Self::refused));
        let times: Vec<_> = groups.iter().filter_map(|group| group.rows.first()).map(|row| row.at).collect();
        for (group, precision) in groups.iter_mut().zip(precisions(&times)) {
            if let Some(whole) = &mut group.whole {
                whole.precision = precision;
            }
            for row in &mut group.rows {
                row.precision = precision;
            }
        }
        groups
    }

    fn of(entries: &[ActivityEntry]) -> Self {
        let whole = match entries {
            [first, ..] if first.is_of_draw() => Some(Whole::new(first, "★".to_owned(), draw(first, entries))),
            [first, _, ..] => Some(Whole::new(first, format!("{}×", entries.len()), claim(first, entries))),
            _ => None,
        };
        Self { whole, rows: entries.iter().map(Change::of).collect() }
    }

    fn refused(spot: &RefusedSpot) -> Self {
        let row = Change {
            seq: None,
            at: spot.at,
            precision: Precision::Seconds,
            spot_number: spot.number,
            social_handle: spot.handle.to_string(),
            admin_username: None,
            words: words_of_refused(spot),
            moved: false,
        };
        Self { whole: None, rows: vec![row] }
    }
}

impl Whole {
    fn new(first: &ActivityEntry, mark: String, words: Text) -> Self {
        Self { seq: first.seq, at: first.at, precision: Precision::Seconds, mark, words }
    }
}

impl Change {
    fn of(entry: &ActivityEntry) -> Self {
        Self {
            seq: Some(entry.seq),
            at: entry.at,
            precision: Precision::Seconds,
            spot_number: Some(entry.spot_number),
            social_handle: entry.social_handle.clone(),
            admin_username: entry.admin_username.clone(),
            words: words_of(entry),
            moved: entry.from_handle.is_some(),
        }
    }
}

/// How exactly the times of a list are written: neighbours in the same second to the hundredth, which shows who was
/// first.
fn precisions(times: &[DateTime<Utc>]) -> Vec<Precision> {
    let together = |other: Option<&DateTime<Utc>>, at: &DateTime<Utc>| {
        other.is_some_and(|other| other.timestamp() == at.timestamp())
    };
    let precision = |(place, at): (usize, &DateTime<Utc>)| {
        let before = place.checked_sub(1).and_then(|place| times.get(place));
        let exact = together(before, at) || together(times.get(place + 1), at);
        if exact { Precision::Hundredths } else { Precision::Seconds }
    };
    times.iter().enumerate().map(precision).collect()
}

/// Whether both changes are those of one claim, which have the same time and buyer, and numbers in a row.
fn is_one_claim(one: &ActivityEntry, next: &ActivityEntry) -> bool {
    let claims = |entry: &ActivityEntry| (entry.from_status, entry.to_status) == (Available, Pending);
    let by = |entry: &ActivityEntry| (entry.at, entry.admin_username.clone(), entry.social_handle.clone());
    claims(one) && claims(next) && one.seq == next.seq + 1 && by(one) == by(next)
}

/// The numbers of spots as ranges.
fn numbers<'a>(entries: impl Iterator<Item = &'a ActivityEntry>) -> String {
    let mut numbers: Vec<u32> = entries.map(|entry| entry.spot_number.unsigned_abs()).collect();
    numbers.sort_unstable();
    ranges(numbers.into_iter())
}

fn claim(first: &ActivityEntry, entries: &[ActivityEntry]) -> Text {
    let (spots, handle) = (numbers(entries.iter()), &first.social_handle);
    match &first.admin_username {
        Some(who) => say!("buyer-change-by-for", who, what = say!("activity-did-assign-spots", spots), handle),
        None => say!("activity-by-buyer", what = say!("activity-did-claim-spots", spots), handle),
    }
}

fn draw(first: &ActivityEntry, entries: &[ActivityEntry]) -> Text {
    let what = words_of_draw(entries);
    match &first.admin_username {
        Some(who) => say!("activity-draw-by", who, what),
        None => what,
    }
}

fn words_of_draw(entries: &[ActivityEntry]) -> Text {
    if entries.iter().all(|entry| !entry.to_status.is_drawn()) {
        return say!("activity-did-clear-draw");
    }
    if let [one, other] = entries
        && let Some((out, next)) = replaced(one, other).or_else(|| replaced(other, one))
    {
        return say!("activity-did-replace-winner", next = next.to_string(), out = out.to_string());
    }
    match numbers(entries.iter().filter(|entry| entry.to_status == SpotStatus::Winner)) {
        none if none.is_empty() => say!("activity-did-draw"),
        spots => say!("activity-did-draw-spots", spots),
    }
}

/// The spot of a winner who stepped back, and of the one who wins instead.
fn replaced(out: &ActivityEntry, next: &ActivityEntry) -> Option<(i32, i32)> {
    let stepped = (out.from_status, next.from_status) == (SpotStatus::Winner, SpotStatus::Loser)
        && (out.to_status, next.to_status) == (SpotStatus::Loser, SpotStatus::Winner);
    stepped.then_some((out.spot_number, next.spot_number))
}

/// The words for a change: for its reason, where its states don't explain it.
fn words_of(entry: &ActivityEntry) -> Text {
    let from = || entry.from_handle.clone().unwrap_or_default();
    match (entry.reason, entry.from_status, entry.to_status) {
        (Some(Reason::Renamed), ..) => say!("activity-did-renamed", from = from(), to = &entry.social_handle),
        (Some(Reason::Merged), ..) => say!("activity-did-merged", from = from(), to = &entry.social_handle),
        (Some(reason), ..) => Text::of_code("activity-did", reason.as_str()),
        (None, _, Pending) => say!("activity-did-claimed"),
        (None, _, Available) => say!("activity-did-released"),
        (None, Pending, SpotStatus::Paid) => say!("activity-did-marked-paid"),
        (None, _, SpotStatus::Paid) => say!("activity-did-back-to-paid"),
        (None, _, SpotStatus::Winner) => say!("activity-did-win"),
        (None, _, SpotStatus::Loser) => say!("activity-did-lose"),
    }
}

/// The words for what a buyer asked for and did not get.
fn words_of_refused(spot: &RefusedSpot) -> Text {
    let number = spot.number.map(|number| number.to_string());
    match (number, spot.late_by()) {
        (None, _) => say!("activity-did-find-none"),
        (Some(spot), Some(late)) => say!("activity-did-come-late", spot, late = how_late(late)),
        (Some(spot), None) => say!("activity-did-want-taken-too", spot),
    }
}

/// Writes by how much a buyer was late: in hundredths of a second up to a minute, then in whole minutes, hours or days.
fn how_late(late: TimeDelta) -> Text {
    let seconds = |hundredths| Amount { cents: hundredths, symbol: String::new(), decimals: 2 };
    match (late.num_milliseconds() / 10, late.num_minutes()) {
        (0, _) => say!("activity-hardly-late", seconds = seconds(1)),
        (hundredths, 0) => say!("report-seconds", seconds = seconds(hundredths)),
        (_, minutes @ ..120) => how_long(minutes),
        (_, minutes @ ..2_880) => how_long(minutes / 60 * 60),
        (_, minutes) => how_long(minutes / 1_440 * 1_440),
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};
    use uuid::Uuid;
    use waffle_domain::event::Reason;
    use waffle_domain::handle::Handle;
    use waffle_domain::refused_spot::RefusedSpot;
    use waffle_domain::spot::SpotStatus::{self, Available, Loser, Paid, Pending, Winner};
    use waffle_language::Precision::{Hundredths, Seconds};
    use waffle_store::activity::ActivityEntry;

    use super::{ActivityGroup, how_late, precisions};

    fn entry(spot_number: i32, from_status: SpotStatus, to_status: SpotStatus) -> ActivityEntry {
        ActivityEntry {
            seq: spot_number.into(),
            at: DateTime::UNIX_EPOCH,
            spot_number,
            from_status,
            to_status,
            social_handle: "anna".into(),
            from_handle: (from_status == to_status).then(|| "ana".into()),
            admin_username: Some("mia".into()),
            reason: (from_status == to_status).then_some(Reason::Merged),
        }
    }

    /// A claim of a spot at a moment, by its buyer.
    fn claimed(seq: i64, spot_number: i32, handle: &str, millis: i64) -> ActivityEntry {
        ActivityEntry {
            seq,
            at: DateTime::UNIX_EPOCH + TimeDelta::milliseconds(millis),
            social_handle: handle.into(),
            admin_username: None,
            ..entry(spot_number, Available, Pending)
        }
    }

    /// The words of each group, or of a change that is in none.
    fn words(entries: &[ActivityEntry]) -> Vec<String> {
        let words = |group: ActivityGroup| group.whole.map_or_else(|| group.rows[0].words.clone(), |whole| whole.words);
        ActivityGroup::list(entries, &[]).into_iter().map(|group| words(group).to_string()).collect()
    }

    #[test]
    fn a_draw_is_one_entry_and_so_is_a_winner_who_is_replaced() {
        assert_eq!(
            words(&[entry(7, Paid, Winner), entry(5, Paid, Loser), entry(2, Paid, Winner)]),
            ["Winners drawn: 2, 7 (mia)"]
        );
        assert_eq!(words(&[entry(7, Loser, Winner), entry(5, Winner, Loser)]), ["7 wins instead of 5 (mia)"]);
        assert_eq!(words(&[entry(7, Winner, Loser), entry(5, Loser, Winner)]), ["5 wins instead of 7 (mia)"]);
        assert_eq!(words(&[entry(7, Winner, Paid), entry(5, Loser, Paid)]), ["Draw cleared (mia)"]);
    }

    #[test]
    fn a_winner_whose_handle_is_merged_is_not_drawn_again() {
        assert_eq!(words(&[entry(7, Winner, Winner), entry(5, Loser, Loser)]), ["merged @ana into @anna"; 2]);
    }

    #[test]
    fn a_claim_of_several_spots_is_one_entry() {
        let entries = [
            claimed(9, 8, "ben", 40),
            claimed(8, 4, "anna", 40),
            claimed(7, 3, "anna", 40),
            claimed(6, 2, "anna", 40),
            claimed(4, 1, "anna", 40),
            claimed(3, 6, "anna", 30),
            claimed(2, 5, "anna", 20),
        ];
        assert_eq!(words(&entries), ["claimed", "@anna: claimed 2-4", "claimed", "claimed", "claimed"]);
        let groups = ActivityGroup::list(&entries, &[]);
        let whole = groups[1].whole.as_ref().unwrap();
        assert_eq!((whole.seq, whole.mark.as_str(), groups[1].rows.len()), (8, "3×", 3));
        let assigned = |number: i32| {
            let (admin_username, reason) = (Some("mia".into()), Some(Reason::Assigned));
            ActivityEntry { admin_username, reason, ..claimed(number.into(), number, "anna", 0) }
        };
        assert_eq!(words(&[2, 1].map(assigned)), ["mia: assigned 1, 2 (@anna)"]);
    }

    #[test]
    fn what_a_buyer_did_not_get_comes_after_what_was_granted_then() {
        let refused = |handle: &str, number: Option<i32>, claimed_at: Option<i64>, millis: i64| RefusedSpot {
            waffle_id: Uuid::nil(),
            at: DateTime::UNIX_EPOCH + TimeDelta::milliseconds(millis),
            handle: Handle::parse(handle).unwrap(),
            number,
            claimed_at: claimed_at.map(|millis| DateTime::UNIX_EPOCH + TimeDelta::milliseconds(millis)),
            unread: false,
        };
        let entries = [claimed(2, 8, "anna", 9_000), claimed(1, 7, "anna", 1_340)];
        let spots = [
            refused("dora", None, None, 9_500),
            refused("cleo", Some(8), Some(9_000), 9_000),
            refused("ben", Some(9), None, 1_420),
            refused("ben", Some(7), Some(1_340), 1_420),
            refused("eve", Some(7), Some(0), 900),
        ];
        let listed = ActivityGroup::list(&entries, &spots);
        let row = |group: &ActivityGroup| {
            let row = &group.rows[0];
            (row.seq, row.spot_number, row.social_handle.clone(), row.words.to_string(), row.precision)
        };
        let expected = [
            (None, None, "dora", "asked for a random spot, but none were left", Hundredths),
            (None, Some(8), "cleo", "asked for 8, was late by less than 0.01 s", Hundredths),
            (Some(2), Some(8), "anna", "claimed", Hundredths),
            (None, Some(9), "ben", "asked for 9 along with spots already taken", Hundredths),
            (None, Some(7), "ben", "asked for 7, was late by 0.08 s", Hundredths),
            (Some(1), Some(7), "anna", "claimed", Hundredths),
            (None, Some(7), "eve", "asked for 7, was late by 0.90 s", Seconds),
        ]
        .map(|(seq, number, handle, words, exact)| (seq, number, handle.to_owned(), words.to_owned(), exact));
        assert_eq!(listed.iter().map(row).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn it_is_written_as_exactly_as_it_matters_by_how_much_a_buyer_was_late() {
        let written = [9, 10, 59_999, 60_000, 7_199_000, 7_200_000, 172_799_000, 200_000_000]
            .map(|millis| how_late(TimeDelta::milliseconds(millis)).to_string());
        let expected =
            ["less than 0.01 s", "0.01 s", "59.99 s", "1 minute", "119 minutes", "2 hours", "47 hours", "2 days"];
        assert_eq!(written, expected);
    }

    #[test]
    fn neighbours_in_the_same_second_are_told_apart_by_hundredths() {
        let at = |millis| DateTime::UNIX_EPOCH + TimeDelta::milliseconds(millis);
        let times = [5_999, 4_000, 3_999, 3_420, 3_000, 1_000];
        let exact = [Seconds, Seconds, Hundredths, Hundredths, Hundredths, Seconds];
        assert_eq!(precisions(&times.map(at)), exact);
        assert!(precisions(&[]).is_empty());
    }
}
