//! Draws that anyone can check: their public pages, and the page on which sellers lock them.

use waffle_domain::waffle::{LockedNow, Waffle};
use waffle_domain::wire::draw::Draw;

use crate::templates::Values;

/// Writes a line for the chat: a reader who saved it before the round appeared can check afterwards that the draw is
/// the one that was locked. So it has all that the seed hashes except the signature, which the round decides. None once
/// the draw is no longer locked.
pub fn chat_line(waffle: &Waffle, draw: &Draw, url: &str) -> Option<String> {
    if draw.state != "locked" {
        return None;
    }
    let Waffle { id, title, .. } = waffle;
    let Draw { number, entries_count, entries_sha256, item_count, round, .. } = draw;
    let once = if draw.one_win_per_handle { "yes" } else { "no" };
    let chain = if draw.private_chain { "a private chain" } else { "drand’s quicknet" };
    let at = draw.round_at.format("%Y-%m-%d %H:%M:%S UTC");
    Some(format!(
        "{title}, waffle {id}, draw {number}: {entries_count} entries are locked, SHA-256 {entries_sha256}. \
         Winners: {item_count}; one win per handle: {once}. Round {round} of {chain} decides, at {at}. {url}"
    ))
}

/// A draw that is locked now. A private chain proves nothing to outsiders.
pub fn locked_view(locked: &LockedNow) -> Values {
    let LockedNow { number, entries, round, round_at, chain } = locked;
    values! { number, entries, round, round_at, chain: chain.to_string(), private: locked.is_private() }
}

/// What happened to a waffle's winners, by the kind of an entry in the ledger and the number of its draw, if any.
pub fn entry_words(kind: &str, number: Option<i64>) -> String {
    let draw = number.map(|number| format!("Draw {number}")).unwrap_or_default();
    match kind {
        "locked" => format!("{draw} was locked."),
        "voided" => format!("{draw} was voided: it decides nothing."),
        "drawn" => format!("{draw} was drawn."),
        "replaced" => format!("{draw}: a winner stepped back, and the next alternate wins in that place."),
        "renamed" => "A winner’s handle was merged into another.".to_owned(),
        "set_by_hand" => "The seller picked the winners by hand.".to_owned(),
        "changed_by_hand" => "The seller picked other winners by hand.".to_owned(),
        _ => "The seller cleared the winners.".to_owned(),
    }
}
