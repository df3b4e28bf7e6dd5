//! The judge of draws: a pure function from a waffle's log, and what its draws say about themselves, to what was wrong.

use std::collections::BTreeSet;

use serde::Deserialize;
use uuid::Uuid;
use waffle_domain::draw::{
    beacon::{Chain, Signature},
    digest::{Digest, sha256},
    entries::Entries,
    locked::{DrawResult, LockedDraw},
    round::Round,
};
use waffle_domain::wire::draw::Draw;

use crate::{
    history::{Board, History},
    violation::Violation,
};

/// What takes part in a draw, or took part in one.
const PAID: [&str; 3] = ["paid", "winner", "loser"];

/// A draw with what it takes to check it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Checkable {
    #[serde(flatten)]
    pub(super) draw: Draw,
    pub(super) waffle_id: Uuid,
    pub(super) entries: String,
}

/// An entry of the ledger.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct InLedger {
    pub(super) kind: String,
    pub(super) number: Option<i32>,
}

/// All that is known of one waffle that was drawn at most once.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    pub(super) history: History,
    pub(super) chain: Chain,
    pub(super) draws: Vec<Checkable>,
    pub(super) ledger: Vec<InLedger>,
}

/// Lists everything that was wrong with the draws.
pub(super) fn judge(evidence: &Evidence) -> BTreeSet<Violation> {
    let mut found = BTreeSet::new();
    for rule in [entries, frozen, winners, decided_once, in_order] {
        rule(evidence, &mut found);
    }
    found
}

/// What was locked is what was paid for by then, and is what was hashed.
fn entries(evidence: &Evidence, found: &mut BTreeSet<Violation>) {
    #[derive(Deserialize)]
    struct DrawLocked {
        draw: Draw,
    }
    let mut locked = BTreeSet::new();
    evidence.history.replay(|board, event| {
        if event.kind != "draw_locked" {
            return;
        }
        let told = serde_json::from_str::<DrawLocked>(event.payload.as_deref().unwrap()).unwrap().draw;
        locked.insert(told.number);
        let paid = paid(board, &told.excluded);
        let right = evidence.draws.iter().find(|stored| stored.draw.number == told.number).is_some_and(|stored| {
            let hash = sha256(stored.entries.as_bytes()).to_string();
            stored.entries == paid
                && hash == stored.draw.entries_sha256
                && hash == told.entries_sha256
                && paid.lines().count() == usize::try_from(stored.draw.entries_count).unwrap()
        });
        if !right {
            found.insert(Violation::Entries { draw: told.number });
        }
    });
    let untold = evidence.draws.iter().map(|stored| stored.draw.number).filter(|number| !locked.contains(number));
    found.extend(untold.map(|draw| Violation::Entries { draw }));
}

fn paid(board: &Board, excluded: &[i32]) -> String {
    let paid = board.spots.iter().filter(|(_, held)| PAID.contains(&held.status.as_str()));
    let taking_part = paid.filter(|(number, _)| !excluded.contains(number));
    let lines: Vec<String> = taking_part.map(|(number, held)| format!("{number} {}\n", held.handle)).collect();
    lines.concat()
}

/// From the lock to the draw, nothing happens to a paid spot and none becomes one.
fn frozen(evidence: &Evidence, found: &mut BTreeSet<Violation>) {
    let mut locked = false;
    for event in &evidence.history.log {
        let (Some(from), Some(to)) = (event.from_status.as_deref(), event.to_status.as_deref()) else {
            locked = match event.kind.as_str() {
                "draw_locked" => true,
                "draw_voided" | "waffle_completed" => false,
                _ => locked,
            };
            continue;
        };
        let drawn = from == "paid" && matches!(to, "winner" | "loser");
        if locked && !drawn && (PAID.contains(&from) || PAID.contains(&to)) {
            found.insert(Violation::Thawed { seq: event.seq });
        }
    }
}

/// The winners are those that the algorithm finds with the round's signature, and no one else is reported to have won.
fn winners(evidence: &Evidence, found: &mut BTreeSet<Violation>) {
    #[derive(Deserialize)]
    struct Completed {
        winning_spot_numbers: Vec<i32>,
    }
    let wins = evidence.history.log.iter().filter(|event| event.to_status.as_deref() == Some("winner"));
    let won: BTreeSet<i32> = wins.filter_map(|event| event.spot_number).collect();
    let completed = evidence.history.log.iter().find(|event| event.kind == "waffle_completed");
    let told = completed.and_then(|event| serde_json::from_str::<Completed>(event.payload.as_deref()?).ok());
    let mut drawn = 0;
    for stored in evidence.draws.iter().filter(|stored| stored.draw.state == "drawn") {
        drawn += 1;
        let draw = &stored.draw;
        let right = decide(stored, &evidence.chain).is_some_and(|result| {
            result.numbers() == draw.winning_spot_numbers
                && result.handles() == draw.winning_social_handles
                && result.alternate_numbers() == draw.alternate_spot_numbers
                && Some(result.randomness.to_string()) == draw.randomness
        });
        let told = told.as_ref().is_some_and(|told| told.winning_spot_numbers == draw.winning_spot_numbers);
        if !right || !told || won != draw.winning_spot_numbers.iter().copied().collect() {
            found.insert(Violation::WrongWinners { draw: draw.number });
        }
    }
    if drawn == 0 && (told.is_some() || !won.is_empty()) {
        found.insert(Violation::WrongWinners { draw: 0 });
    }
}

fn decide(stored: &Checkable, chain: &Chain) -> Option<DrawResult> {
    let draw = &stored.draw;
    let round = Round::try_from(u64::try_from(draw.round).ok()?).ok()?;
    let verified = chain.verify(round, Signature::parse(draw.signature.as_deref()?)?).ok()?;
    let locked = LockedDraw {
        waffle_id: stored.waffle_id,
        number: draw.number,
        entries: Entries::parse(&stored.entries).ok()?,
        winners: usize::try_from(draw.item_count).ok()?,
        alternates: usize::try_from(draw.alternates).ok()?,
        one_win_per_handle: draw.one_win_per_handle,
        chain: Digest::parse(&draw.chain)?,
        round,
    };
    locked.decide(&verified).ok()
}

/// Each draw is locked once, and drawn or voided once, as it says itself; the ledger has nothing else.
fn decided_once(evidence: &Evidence, found: &mut BTreeSet<Violation>) {
    for Checkable { draw, .. } in &evidence.draws {
        let own = evidence.ledger.iter().filter(|entry| entry.number == Some(draw.number));
        let kinds: Vec<&str> = own.map(|entry| entry.kind.as_str()).collect();
        let right = match draw.state.as_str() {
            "locked" => kinds == ["locked"],
            "drawn" => kinds == ["locked", "drawn"],
            "void" => kinds == ["locked", "voided"],
            _ => false,
        };
        if !right {
            found.insert(Violation::Decided { draw: draw.number });
        }
    }
    let known: Vec<i32> = evidence.draws.iter().map(|stored| stored.draw.number).collect();
    if evidence.ledger.iter().any(|entry| entry.number.is_none_or(|number| !known.contains(&number))) {
        found.insert(Violation::Decided { draw: 0 });
    }
}

/// Where the draws of a waffle are, by its log.
enum Stage {
    Open,
    Locked,
    Revealed,
    Over,
}

/// A lock comes first, then either its void or the winners, and the completion at last.
fn in_order(evidence: &Evidence, found: &mut BTreeSet<Violation>) {
    let mut stage = Stage::Open;
    for event in &evidence.history.log {
        stage = match (stage, event.kind.as_str()) {
            (stage, "spot_update" | "waffle_updated" | "notes_changed") => stage,
            (Stage::Open, "draw_locked") => Stage::Locked,
            (Stage::Locked, "draw_voided") => Stage::Open,
            (Stage::Locked | Stage::Revealed, "winner") => Stage::Revealed,
            (Stage::Revealed, "waffle_completed") => Stage::Over,
            (stage, _) => {
                found.insert(Violation::Disorder { seq: event.seq });
                stage
            }
        };
    }
}

#[cfg(test)]
#[path = "judge_tests.rs"]
mod tests;
