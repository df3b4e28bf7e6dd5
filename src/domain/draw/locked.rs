//! A locked draw: all that decides the winners, but for the round.

use uuid::Uuid;

use crate::draw::ALGORITHM;
use crate::draw::beacon::{Signature, VerifiedRound};
use crate::draw::choice::choose;
use crate::draw::digest::{Digest, sha256};
use crate::draw::entries::{Entries, Entry, NotEnough};
use crate::draw::round::Round;

/// What is fixed when a draw is locked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockedDraw {
    /// The waffle's id.
    pub waffle_id: Uuid,
    /// The number of the draw, from 1 for each waffle.
    pub number: i32,
    pub entries: Entries,
    /// How many winners there are to be.
    pub winners: usize,
    pub one_win_per_handle: bool,
    /// The hash of the chain whose round decides.
    pub chain: Digest,
    /// The round that decides.
    pub round: Round,
}

/// What a draw has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawResult {
    /// The signature of the round.
    pub signature: Signature,
    /// The randomness of the round.
    pub randomness: Digest,
    /// What the winners were chosen by.
    pub seed: Digest,
    /// The winners, in order.
    pub winners: Vec<Entry>,
}

impl DrawResult {
    /// Returns the winners' spots, in order.
    pub fn numbers(&self) -> Vec<i32> {
        self.winners.iter().map(|entry| entry.number).collect()
    }
}

/// Why a round does not decide a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotDecided {
    #[error("The draw waits for round {expected}, not for round {given}.")]
    OtherRound { expected: Round, given: Round },
    #[error("The draw waits for a round of the chain {expected}, not of {given}.")]
    OtherChain { expected: Digest, given: Digest },
    #[error(transparent)]
    NotEnough(#[from] NotEnough),
}

impl LockedDraw {
    /// Finds the winners.
    pub fn decide(&self, round: &VerifiedRound) -> Result<DrawResult, NotDecided> {
        if round.chain() != self.chain {
            return Err(NotDecided::OtherChain { expected: self.chain, given: round.chain() });
        }
        if round.round() != self.round {
            return Err(NotDecided::OtherRound { expected: self.round, given: round.round() });
        }
        let seed = self.seed(round.signature());
        let winners = choose(&self.entries, self.winners, self.one_win_per_handle, &seed)?;
        Ok(DrawResult { signature: round.signature(), randomness: round.randomness(), seed, winners })
    }

    /// Makes the seed of everything that was locked and of the signature.
    fn seed(&self, signature: Signature) -> Digest {
        let Self { waffle_id, number, winners, chain, round, .. } = self;
        let (hash, once) = (self.entries.sha256(), if self.one_win_per_handle { "yes" } else { "no" });
        let text = format!(
            "{ALGORITHM}\nwaffle {waffle_id}\ndraw {number}\nentries {hash}\nwinners {winners}\n\
             one-win-per-handle {once}\nchain {chain}\nround {round}\nsignature {signature}\n",
        );
        sha256(text.as_bytes())
    }
}
