//! What happened to the spots of a waffle, as its seller reads it.

use serde::Serialize;
use waffle_domain::event::Reason;
use waffle_domain::spot::SpotStatus;
use waffle_wire::activity::ActivityEntry;

use crate::pages::context::Moment;
use crate::pages::context::board::{SpotState, ranges};

/// One change of a spot's state.
#[derive(Debug, Clone, Serialize)]
pub struct ActivityRow {
    pub seq: i64,
    pub at: Moment,
    pub spot_number: u32,
    /// What happened, in words: see [`deed`].
    pub deed: &'static str,
    pub handle: Option<String>,
    /// The seller who did it; `None` for a buyer.
    pub admin: Option<String>,
}

impl From<&ActivityEntry> for ActivityRow {
    fn from(activity: &ActivityEntry) -> Self {
        Self {
            seq: activity.seq,
            at: activity.at.into(),
            spot_number: activity.spot_number.unsigned_abs(),
            deed: activity.reason.map_or_else(|| deed(activity.from_status.into(), activity.to_status.into()), why),
            handle: Some(activity.social_handle.clone()),
            admin: activity.admin_username.clone(),
        }
    }
}

/// What happened at once: one change, or all those of a draw.
#[derive(Debug, Clone, Serialize)]
pub struct Doing {
    /// The words for all of it, if it is a draw.
    pub draw: Option<Draw>,
    pub rows: Vec<ActivityRow>,
}

/// A draw in the activity.
#[derive(Debug, Clone, Serialize)]
pub struct Draw {
    pub seq: i64,
    pub at: Moment,
    pub words: String,
    /// The seller who did it.
    pub admin: Option<String>,
}

impl Doing {
    /// Lists what happened, the newest first. The changes of a draw have the same time and author, and follow each
    /// other.
    pub fn list(entries: &[ActivityEntry]) -> Vec<Self> {
        let drawn = |entry: &ActivityEntry| [entry.from_status, entry.to_status].into_iter().any(is_drawn);
        let together = |one: &ActivityEntry, other: &ActivityEntry| {
            drawn(one) && drawn(other) && one.at == other.at && one.admin_username == other.admin_username
        };
        let doings = entries.chunk_by(together).map(|entries| {
            let first = entries.first().filter(|entry| drawn(entry));
            let draw = first.map(|entry| Draw {
                seq: entry.seq,
                at: entry.at.into(),
                words: words_of_draw(entries),
                admin: entry.admin_username.clone(),
            });
            Self { draw, rows: entries.iter().map(ActivityRow::from).collect() }
        });
        doings.collect()
    }
}

fn is_drawn(status: SpotStatus) -> bool {
    matches!(status, SpotStatus::Winner | SpotStatus::Loser)
}

fn words_of_draw(entries: &[ActivityEntry]) -> String {
    let won = entries.iter().filter(|entry| entry.to_status == SpotStatus::Winner);
    let mut won: Vec<u32> = won.map(|entry| entry.spot_number.unsigned_abs()).collect();
    won.sort_unstable();
    if entries.iter().all(|entry| !is_drawn(entry.to_status)) {
        return "cleared the draw".to_owned();
    }
    if won.is_empty() { "drew".to_owned() } else { format!("drew {}", ranges(won.into_iter())) }
}

/// The words for a change that its states don't explain.
fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::Expired => "not paid in time",
        Reason::GivenBack => "gave it back",
        Reason::Assigned => "assigned it",
        Reason::Renamed => "gave it another handle",
        Reason::Merged => "merged handles",
        Reason::Unpaid => "took the payment back",
        Reason::SourceReleased => "released its source",
    }
}

/// The words for a change of state.
pub fn deed(from: SpotState, to: SpotState) -> &'static str {
    match (from, to) {
        (_, SpotState::Pending) => "claimed",
        (_, SpotState::Available) => "released",
        (SpotState::Pending, SpotState::Paid) => "marked paid",
        (_, SpotState::Paid) => "put it back to paid",
        (_, SpotState::Winner) => "drew it as a winner",
        (_, SpotState::Loser) => "did not draw it",
    }
}
