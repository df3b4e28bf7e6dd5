//! Drawing winners: the form, and the questions before each step.

use serde::Serialize;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::draw::how_won::WinnersOrigin;
use waffle_domain::draw::reason::Reason;
use waffle_domain::waffle::{Waffle, WaffleStatus};
use waffle_service::failure::Failure;

use crate::context::board::SPELLED_OUT_SPOTS;
use crate::context::form::Field;
use crate::templates::Values;

/// The form that picks winners among the paid spots: with checkboxes or by their numbers.
#[derive(Debug, Clone, Serialize)]
pub struct Picker {
    /// Where the form is sent.
    pub action: String,
    /// How many winners to pick.
    pub item_count: u32,
    /// The numbers as typed.
    pub numbers: Field,
    /// Whether the form lists the spots as checkboxes; too many are not listed.
    pub listed: bool,
    /// The spots that can win, if listed.
    pub candidates: Vec<Values>,
    /// How many spots can win.
    pub paid: u32,
}

impl Picker {
    /// Makes the form for a board, with what was typed and ticked so far.
    pub fn new(snapshot: &Snapshot, numbers: Field, ticked: &[i64]) -> Self {
        let completed = snapshot.waffle.status == WaffleStatus::Completed;
        let listed = snapshot.board.spots().count() <= SPELLED_OUT_SPOTS;
        let paid = snapshot.board.spots().filter(|spot| spot.paid_at().is_some());
        let candidates = paid.filter(|_| listed).map(|spot| {
            let checked = ticked.contains(&spot.number.into());
            values! { number: spot.number, handle: spot.handle(), checked }
        });
        let operation = if completed { "change-winner" } else { "winner" };
        Self {
            action: format!("/admin/waffles/{}/{operation}", snapshot.waffle.id),
            item_count: snapshot.waffle.item_count.unsigned_abs(),
            numbers,
            listed,
            candidates: candidates.collect(),
            paid: snapshot.board.counts().paid.unsigned_abs(),
        }
    }
}

/// The field for why winners are changed or cleared.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct WhyChanged {
    /// Whether it must be filled in: the winners were drawn by lot.
    pub needed: bool,
    pub reason: Field,
}

impl WhyChanged {
    /// Asks why.
    pub fn asked(waffle: &Waffle) -> Self {
        let needed = waffle.draw.won.and_then(WinnersOrigin::draw).is_some();
        Self { needed, reason: Field::default() }
    }

    /// Reads the typed reason. Fails with the field and its error.
    pub fn read(waffle: &Waffle, typed: &str) -> Result<Option<Reason>, Self> {
        let Self { needed, .. } = Self::asked(waffle);
        let reason = if needed { Reason::parse(typed).map(Some) } else { Reason::parse_optional(Some(typed)) };
        reason.map_err(|invalid| {
            let sentence = Failure::from(invalid).sentence();
            Self { needed, reason: Field::refused(typed, sentence) }
        })
    }
}
