//! What a client knows of a board, and what its changes are called. No I/O.

use std::collections::BTreeMap;

use chrono::{DateTime, Local, Utc};
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

/// A board as it was read, and as messages changed it afterwards.
#[derive(Debug)]
pub(super) struct Board {
    waffle: Waffle,
    spots: BTreeMap<i32, Spot>,
    /// The newest event that all of it includes.
    seq: i64,
    /// The newest event that the waffle included when it was read.
    waffle_seq: i64,
    /// The same for the spots, which are read later.
    spots_seq: i64,
}

/// What a message means to a board.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// Nothing: it was known.
    Known,
    /// News, in words. There are none for what a board does not show.
    News(Vec<String>),
    /// The end of the board, for everyone but sellers.
    Archived,
    /// The board has to be read again, up to this event at least.
    Missed(i64),
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Waffle {
    id: Uuid,
    title: String,
    claims_paused: bool,
    opens_at: Option<DateTime<Utc>>,
    #[serde(flatten)]
    winners: Winners,
    /// It is in a header of the answer.
    #[serde(skip)]
    locked: Option<LockedDraw>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
struct Winners {
    winning_spot_numbers: Vec<i32>,
    winning_social_handles: Vec<String>,
}

/// A draw whose entries are fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
struct LockedDraw {
    number: i32,
    entries_count: i32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Spot {
    number: i32,
    status: Standing,
    claimed_by_handle: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Standing {
    #[serde(rename = "available")]
    Free,
    Pending,
    /// With the winners and losers of a draw, which has a line for itself.
    #[serde(alias = "winner", alias = "loser")]
    Paid,
}

/// A message, as far as it changes what is known.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Message {
    SpotUpdate {
        spot: Spot,
    },
    #[serde(alias = "winner_changed")]
    WaffleCompleted(Winners),
    WinnerCleared,
    DrawLocked {
        draw: LockedDraw,
    },
    DrawVoided,
    WaffleUpdated {
        waffle: Waffle,
    },
    WaffleArchived,
    Resync,
    #[serde(other)]
    Other,
}

impl Board {
    /// Takes the API's answers about a waffle and its spots, with the number of the newest event that each includes,
    /// and the locked draw as the first one's header describes it.
    pub(super) fn read(
        (waffle, waffle_seq): (&Value, i64),
        locked: &str,
        (spots, spots_seq): (&Value, i64),
    ) -> serde_json::Result<Self> {
        let waffle = Waffle { locked: LockedDraw::parse(locked), ..Waffle::deserialize(waffle)? };
        let spots = Vec::<Spot>::deserialize(spots)?.into_iter().map(|spot| (spot.number, spot)).collect();
        Ok(Self { waffle, spots, seq: waffle_seq.min(spots_seq), waffle_seq, spots_seq })
    }

    /// Returns the waffle's id.
    pub(super) fn id(&self) -> Uuid {
        self.waffle.id
    }

    /// Returns the newest event that all of it includes.
    pub(super) fn seq(&self) -> i64 {
        self.seq
    }

    /// Describes its state.
    pub(super) fn summary(&self, now: DateTime<Utc>) -> String {
        let count = |standing: Standing| self.spots.values().filter(|spot| spot.status == standing).count();
        let [free, pending, paid] = [Standing::Free, Standing::Pending, Standing::Paid].map(count);
        let mut summary = format!(
            "{}: {free} free, {pending} pending, {paid} paid of {total}",
            self.waffle.title,
            total = self.spots.len()
        );
        let waffle = &self.waffle;
        let more = [
            waffle.claims_paused.then(|| "claims paused".to_owned()),
            waffle.opens_at.filter(|at| *at > now).map(opening),
            waffle.locked.map(LockedDraw::words),
            (!waffle.winners.is_empty()).then(|| format!("won by {}", waffle.winners.words())),
        ];
        for more in more.into_iter().flatten() {
            summary += "; ";
            summary += &more;
        }
        summary
    }

    /// Describes what differs in a later reading.
    pub(super) fn changes_to(&self, later: &Self) -> Vec<String> {
        let spots = later.spots.values().filter_map(|spot| spot.change_from(self.spots.get(&spot.number)));
        spots.chain(self.waffle.changes_to(&later.waffle)).collect()
    }

    /// Takes a message, which comes in the order of the events unless some are missing.
    pub(super) fn take(&mut self, message: &Value) -> Taken {
        let seq = message["seq"].as_i64();
        let message = Message::deserialize(message).unwrap_or(Message::Other);
        if seq.is_some_and(|seq| seq <= self.seq) {
            return Taken::Known;
        }
        if matches!(message, Message::Resync) {
            return Taken::Missed(seq.unwrap_or(self.seq));
        }
        if let Some(seq) = seq {
            if seq > self.seq + 1 {
                return Taken::Missed(seq);
            }
            self.seq = seq;
            let is_spot = matches!(message, Message::SpotUpdate { .. });
            let read = if is_spot { self.spots_seq } else { self.waffle_seq };
            if seq <= read {
                return Taken::Known;
            }
        }
        let before = self.waffle.clone();
        match message {
            Message::SpotUpdate { spot } => {
                let change = spot.change_from(self.spots.get(&spot.number));
                self.spots.insert(spot.number, spot);
                return Taken::News(change.into_iter().collect());
            }
            Message::WaffleCompleted(winners) => {
                self.waffle.winners = winners;
                self.waffle.locked = None;
            }
            Message::WinnerCleared => self.waffle.winners = Winners::default(),
            Message::DrawLocked { draw } => self.waffle.locked = Some(draw),
            Message::DrawVoided => self.waffle.locked = None,
            Message::WaffleUpdated { waffle } => {
                self.waffle = Waffle { locked: before.locked, ..waffle };
                let changes = before.changes_to(&self.waffle);
                return Taken::News(if changes.is_empty() { vec!["edited".to_owned()] } else { changes });
            }
            Message::WaffleArchived => return Taken::Archived,
            Message::Resync | Message::Other => {}
        }
        Taken::News(before.changes_to(&self.waffle))
    }
}

impl Waffle {
    fn changes_to(&self, later: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        if later.title != self.title {
            changes.push(format!("renamed to {}", later.title));
        }
        if later.claims_paused != self.claims_paused {
            changes.push(if later.claims_paused { "claims paused" } else { "claims resumed" }.to_owned());
        }
        if later.opens_at != self.opens_at {
            changes.push(later.opens_at.map_or_else(|| "open".to_owned(), opening));
        }
        if later.winners != self.winners {
            changes.push(match (self.winners.is_empty(), later.winners.is_empty()) {
                (_, true) => "winners cleared".to_owned(),
                (true, false) => format!("winners drawn: {}", later.winners.words()),
                (false, false) => format!("winners changed: {}", later.winners.words()),
            });
        }
        match (self.locked, later.locked) {
            (before, Some(draw)) if before != later.locked => changes.push(draw.words()),
            (Some(draw), None) if later.winners == self.winners => {
                changes.push(format!("draw {} canceled", draw.number));
            }
            _ => {}
        }
        changes
    }
}

impl Winners {
    fn is_empty(&self) -> bool {
        self.winning_spot_numbers.is_empty()
    }

    fn words(&self) -> String {
        let pairs = self.winning_spot_numbers.iter().zip(&self.winning_social_handles);
        pairs.map(|(number, handle)| format!("{number} @{handle}")).collect::<Vec<_>>().join(", ")
    }
}

impl LockedDraw {
    /// Reads the header `X-Locked-Draw`: `number=1, entries=41, …`, or `none`.
    fn parse(header: &str) -> Option<Self> {
        let field = |name: &str| header.split(", ").find_map(|field| field.strip_prefix(name)?.parse().ok());
        Some(Self { number: field("number=")?, entries_count: field("entries=")? })
    }

    fn words(self) -> String {
        format!("draw {} locked with {} entries", self.number, self.entries_count)
    }
}

impl Spot {
    /// Describes what differs; `None` if nothing that a line is for.
    fn change_from(&self, before: Option<&Self>) -> Option<String> {
        let Self { number, status, claimed_by_handle } = self;
        let holder = format!("@{}", claimed_by_handle.as_deref().unwrap_or_default());
        Some(match (before.map_or(Standing::Free, |before| before.status), status) {
            (Standing::Free, Standing::Free) => return None,
            (_, Standing::Free) => format!("{number} free again"),
            (Standing::Free, Standing::Pending) => format!("{number} claimed by {holder}"),
            (Standing::Paid, Standing::Pending) => format!("{number} no longer paid, held by {holder}"),
            (Standing::Free | Standing::Pending, Standing::Paid) => format!("{number} paid by {holder}"),
            _ if before.is_some_and(|before| before.claimed_by_handle == *claimed_by_handle) => return None,
            _ => format!("{number} now held by {holder}"),
        })
    }
}

fn opening(at: DateTime<Utc>) -> String {
    format!("opens at {}", at.with_timezone(&Local).format("%Y-%m-%d %H:%M"))
}

#[cfg(test)]
mod tests;
