//! What happened to the spots of a waffle, as its seller reads it.

use serde::Serialize;
use waffle_domain::event::Reason;
use waffle_domain::spot::SpotStatus;
use waffle_domain::spot_ranges::ranges;
use waffle_language::{Text, say};
use waffle_store::activity::ActivityEntry;

use crate::context::Moment;

/// A single change, or all those of a draw.
#[derive(Debug, Clone, Serialize)]
pub struct ActivityGroup {
    /// The words for the draw, if it is one.
    pub draw: Option<Draw>,
    pub rows: Vec<Change>,
}

/// A change of a spot, with its words.
#[derive(Debug, Clone, Serialize)]
pub struct Change {
    #[serde(flatten)]
    entry: ActivityEntry,
    words: Text,
    /// Whether it got another handle: then the words name both.
    moved: bool,
}

/// A draw in the activity.
#[derive(Debug, Clone, Serialize)]
pub struct Draw {
    pub seq: i64,
    pub at: Moment,
    pub words: Text,
    /// The seller who did it.
    pub admin: Option<String>,
}

impl ActivityGroup {
    /// Lists what happened, the newest first. The changes of a draw have the same time and author, and follow each
    /// other.
    pub fn list(entries: &[ActivityEntry]) -> Vec<Self> {
        // A merge of handles leaves the state of a winner as it is.
        let drawn = |entry: &ActivityEntry| {
            entry.from_status != entry.to_status && (is_drawn(entry.from_status) || is_drawn(entry.to_status))
        };
        let together = |one: &ActivityEntry, other: &ActivityEntry| {
            drawn(one) && drawn(other) && one.at == other.at && one.admin_username == other.admin_username
        };
        let groups = entries.chunk_by(together).map(|entries| {
            let first = entries.first().filter(|entry| drawn(entry));
            let draw = first.map(|entry| Draw {
                seq: entry.seq,
                at: entry.at.into(),
                words: words_of_draw(entries),
                admin: entry.admin_username.clone(),
            });
            Self { draw, rows: Change::list(entries) }
        });
        groups.collect()
    }
}

impl Change {
    /// Adds the words to changes.
    pub fn list(entries: &[ActivityEntry]) -> Vec<Self> {
        let change = |entry: &ActivityEntry| Self {
            entry: entry.clone(),
            words: words_of(entry),
            moved: entry.from_handle.is_some(),
        };
        entries.iter().map(change).collect()
    }
}

fn is_drawn(status: SpotStatus) -> bool {
    matches!(status, SpotStatus::Winner | SpotStatus::Loser)
}

fn words_of_draw(entries: &[ActivityEntry]) -> Text {
    let won = entries.iter().filter(|entry| entry.to_status == SpotStatus::Winner);
    let mut won: Vec<u32> = won.map(|entry| entry.spot_number.unsigned_abs()).collect();
    won.sort_unstable();
    if entries.iter().all(|entry| !is_drawn(entry.to_status)) {
        return say!("activity-did-clear-draw");
    }
    if let [one, other] = entries
        && let Some((out, next)) = replaced(one, other).or_else(|| replaced(other, one))
    {
        return say!("activity-did-replace-winner", next = next.to_string(), out = out.to_string());
    }
    if won.is_empty() {
        return say!("activity-did-draw");
    }
    say!("activity-did-draw-spots", spots = ranges(won.into_iter()))
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
        (None, _, SpotStatus::Pending) => say!("activity-did-claimed"),
        (None, _, SpotStatus::Available) => say!("activity-did-released"),
        (None, SpotStatus::Pending, SpotStatus::Paid) => say!("activity-did-marked-paid"),
        (None, _, SpotStatus::Paid) => say!("activity-did-back-to-paid"),
        (None, _, SpotStatus::Winner) => say!("activity-did-win"),
        (None, _, SpotStatus::Loser) => say!("activity-did-lose"),
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use waffle_domain::event::Reason;
    use waffle_domain::spot::SpotStatus::{self, Loser, Paid, Winner};
    use waffle_store::activity::ActivityEntry;

    use super::ActivityGroup;

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

    /// The words of each draw, or of a change that is none.
    fn words(entries: &[ActivityEntry]) -> Vec<String> {
        let words = |group: ActivityGroup| group.draw.map_or_else(|| group.rows[0].words.clone(), |draw| draw.words);
        ActivityGroup::list(entries).into_iter().map(|group| words(group).to_string()).collect()
    }

    #[test]
    fn a_draw_is_one_entry_and_so_is_a_winner_who_is_replaced() {
        assert_eq!(
            words(&[entry(7, Paid, Winner), entry(5, Paid, Loser), entry(2, Paid, Winner)]),
            ["Winners drawn: 2, 7"]
        );
        assert_eq!(words(&[entry(7, Loser, Winner), entry(5, Winner, Loser)]), ["7 wins instead of 5"]);
        assert_eq!(words(&[entry(7, Winner, Loser), entry(5, Loser, Winner)]), ["5 wins instead of 7"]);
        assert_eq!(words(&[entry(7, Winner, Paid), entry(5, Loser, Paid)]), ["Draw cleared"]);
    }

    #[test]
    fn a_winner_whose_handle_is_merged_is_not_drawn_again() {
        assert_eq!(words(&[entry(7, Winner, Winner), entry(5, Loser, Loser)]), ["merged @ana into @anna"; 2]);
    }
}
