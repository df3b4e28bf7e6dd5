//! Draws that anyone can check: their public pages, and the page on which sellers lock them.

use waffle_domain::waffle::{LockedNow, Waffle};
use waffle_domain::wire::draw::Draw;
use waffle_language::{Text, say};

use crate::templates::Values;

/// Writes a line for the chat: a reader who saved it before the round appeared can check afterwards that the draw is
/// the one that was locked. So it has all that the seed hashes except the signature, which the round decides. None once
/// the draw is no longer locked.
pub fn chat_line(waffle: &Waffle, draw: &Draw, url: &str) -> Option<Text> {
    if draw.state != "locked" {
        return None;
    }
    let line = if draw.private_chain { say!("chat-line-private") } else { say!("chat-line-quicknet") };
    let line = line
        .with("title", &waffle.title)
        .with("id", waffle.id.to_string())
        // Readers compare the digits, which are the same in all languages.
        .with("number", draw.number.to_string())
        .with("entries", draw.entries_count.to_string())
        .with("hash", &draw.entries_sha256)
        .with("winners", draw.item_count.to_string())
        .with("once", if draw.one_win_per_handle { "yes" } else { "no" })
        .with("round", draw.round.to_string())
        .with("at", draw.round_at.format("%Y-%m-%d %H:%M:%S UTC").to_string())
        .with("url", url);
    Some(line)
}

/// A draw that is locked now. A private chain proves nothing to outsiders.
pub fn locked_view(locked: &LockedNow) -> Values {
    let LockedNow { number, entries, round, round_at, chain } = locked;
    values! { number, entries, round, round_at, chain: chain.to_string(), private: locked.is_private() }
}

/// What happened to a waffle's winners, by the kind of an entry in the ledger and the number of its draw, if any.
pub fn entry_words(kind: &str, number: Option<i32>) -> Text {
    let number = number.map(|number| number.to_string()).unwrap_or_default();
    match kind {
        "locked" => say!("ledger-locked", number),
        "voided" => say!("ledger-voided", number),
        "drawn" => say!("ledger-drawn", number),
        "replaced" => say!("ledger-replaced", number),
        "renamed" => say!("ledger-renamed"),
        "set_by_hand" => say!("ledger-set-by-hand"),
        "changed_by_hand" => say!("ledger-changed-by-hand"),
        _ => say!("ledger-cleared"),
    }
}
