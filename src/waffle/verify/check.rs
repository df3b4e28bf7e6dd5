//! The steps from the published draw to the winners.

use std::fmt::Arguments;

use chrono::{DateTime, SecondsFormat, Utc};
use waffle_domain::draw::ALGORITHM;
use waffle_domain::draw::beacon::{Chain, NotVerified};
use waffle_domain::draw::digest::{Digest, sha256};
use waffle_domain::draw::entries::{Entries, EntriesError};
use waffle_domain::draw::locked::{LockedDraw, NotDecided};
use waffle_domain::draw::quicknet;

use super::published::{Published, State};

const QUICKNET: &str = "drand's quicknet: nobody knows its rounds beforehand";
const PRIVATE: &str =
    "a private one: anyone who runs it can know its rounds beforehand, so that this proves nothing to outsiders";

/// A step that was found to be right.
pub(super) struct Step {
    pub(super) name: String,
    pub(super) found: String,
}

/// Why a draw is wrong, or can't be verified.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    #[error("NOT DRAWN YET: this draw is locked, and its round appears at {}. Verify it after that.", time(.0))]
    Locked(DateTime<Utc>),
    #[error("VOID: this draw was given up, and has no winners.")]
    Void,
    #[error("WRONG: the draw says that it was made by {0:?}; this program knows {ALGORITHM}.")]
    Algorithm(String),
    #[error(
        "WRONG: the draw waits for the chain {published}, but {configured} is configured. If you trust the other one, \
         set WAFFLE__DRAW__BEACON__CHAIN and its key."
    )]
    Chain { published: Digest, configured: Digest },
    #[error("WRONG: {0}")]
    Entries(#[from] EntriesError),
    #[error("WRONG: {found}, but the draw says {published}.")]
    Differs { found: String, published: String },
    #[error("WRONG: spot {0} is among the entries, but the draw says that it was left out.")]
    Excluded(i32),
    #[error("WRONG: the draw was locked at {}, when its round had appeared already.", time(.0))]
    LockedLate(DateTime<Utc>),
    #[error("WRONG: the draw is said to be drawn, but has no {0}.")]
    Missing(&'static str),
    #[error("WRONG: {0}")]
    Signature(#[from] NotVerified),
    #[error("WRONG: {0}")]
    NotDecided(#[from] NotDecided),
}

/// Goes through a draw, reporting each step that is right, up to the first that is not.
pub(super) fn check(draw: &Published, chain: &Chain, tell: &mut impl FnMut(Step)) -> Result<(), Wrong> {
    let mut tell = |name: &str, found: String| tell(Step { name: name.to_owned(), found });
    // The slug comes from the file and may be anything.
    tell("draw", format!("{} of the waffle {} ({:?})", draw.number, draw.waffle_id, draw.slug));
    if draw.algorithm != ALGORITHM {
        return Err(Wrong::Algorithm(draw.algorithm.clone()));
    }
    if draw.chain != chain.hash() {
        return Err(Wrong::Chain { published: draw.chain, configured: chain.hash() });
    }
    let entries = check_entries(draw)?;
    tell("entries", format!("{}, with the hash {}", draw.entries_count, draw.entries_sha256));
    let once = if draw.one_win_per_handle { "yes" } else { "no" };
    tell("winners", format!("{}, one win per handle: {once}", draw.item_count));
    check_times(draw, chain)?;
    let seconds = (draw.round_at - draw.locked_at).num_seconds();
    tell("locked", format!("{}, {seconds} s before the round", time(&draw.locked_at)));
    tell("round", format!("{} of the chain {}, at {}", draw.round, draw.chain, time(&draw.round_at)));
    let whose = if quicknet::is(chain) { QUICKNET } else { PRIVATE };
    tell("chain", whose.to_owned());
    match draw.state {
        State::Locked => return Err(Wrong::Locked(draw.round_at)),
        State::Void => return Err(Wrong::Void),
        State::Drawn => {}
    }
    let signature = draw.signature.ok_or(Wrong::Missing("signature"))?;
    let verified = chain.verify(draw.round, signature)?;
    tell("signature", format!("{signature}, which is that of the chain's key for this round"));
    let (published, found) = (draw.randomness.ok_or(Wrong::Missing("randomness"))?, verified.randomness());
    same(published == found, format_args!("the randomness is {found}"), format_args!("{published}"))?;
    tell("randomness", found.to_string());
    let locked = LockedDraw {
        waffle_id: draw.waffle_id,
        number: draw.number,
        entries,
        winners: draw.item_count,
        alternates: draw.alternates,
        one_win_per_handle: draw.one_win_per_handle,
        chain: draw.chain,
        round: draw.round,
    };
    let result = locked.decide(&verified)?;
    tell("seed", result.seed.to_string());
    for (kind, entries) in [("winner", &result.winners), ("alternate", &result.alternates)] {
        for (entry, place) in entries.iter().zip(1..) {
            tell(&format!("{kind} {place}"), format!("spot {}, {}", entry.number, entry.handle));
        }
    }
    let published = draw.winning_spot_numbers.as_ref().ok_or(Wrong::Missing("winners"))?;
    let found = result.numbers();
    same(*published == found, format_args!("the winners are the spots {found:?}"), format_args!("{published:?}"))?;
    let published = draw.winning_social_handles.as_ref().ok_or(Wrong::Missing("winners"))?;
    let found = result.handles();
    same(*published == found, format_args!("the winners are {found:?}"), format_args!("{published:?}"))?;
    let (published, found) = (&draw.alternate_spot_numbers, result.alternate_numbers());
    same(*published == found, format_args!("the alternates are the spots {found:?}"), format_args!("{published:?}"))?;
    let (published, found) = (&draw.alternate_social_handles, result.alternate_handles());
    same(*published == found, format_args!("the alternates are {found:?}"), format_args!("{published:?}"))
}

fn same(same: bool, found: Arguments, published: Arguments) -> Result<(), Wrong> {
    if same { Ok(()) } else { Err(Wrong::Differs { found: found.to_string(), published: published.to_string() }) }
}

fn check_entries(draw: &Published) -> Result<Entries, Wrong> {
    let (published, found) = (draw.entries_sha256, sha256(draw.entries.as_bytes()));
    same(published == found, format_args!("the hash of the entries is {found}"), format_args!("{published}"))?;
    let entries = Entries::parse(&draw.entries)?;
    let (published, found) = (draw.entries_count, entries.as_slice().len());
    same(published == found, format_args!("there are {found} entries"), format_args!("{published}"))?;
    match entries.as_slice().iter().find(|entry| draw.excluded.contains(&entry.number)) {
        Some(entry) => Err(Wrong::Excluded(entry.number)),
        None => Ok(entries),
    }
}

fn check_times(draw: &Published, chain: &Chain) -> Result<(), Wrong> {
    let (published, found) = (draw.round_at, chain.timetable().time_of(draw.round));
    let words = [found, published].map(|at| time(&at));
    same(published == found, format_args!("the round appears at {}", words[0]), format_args!("{}", words[1]))?;
    if draw.locked_at >= found { Err(Wrong::LockedLate(draw.locked_at)) } else { Ok(()) }
}

fn time(time: &DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}
