//! A locked draw: everything that decides the winners, except the round.

use uuid::Uuid;
use waffle_language::{Text, say};

use crate::draw::ALGORITHM;
use crate::draw::beacon::{Signature, VerifiedRound};
use crate::draw::choice::choose;
use crate::draw::digest::{Digest, sha256};
use crate::draw::entries::{Entries, Entry, NotEnough};
use crate::draw::round::Round;

/// The data that is fixed when a draw is locked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockedDraw {
    /// The waffle's id.
    pub waffle_id: Uuid,
    /// The number of the draw, from 1 for each waffle.
    pub number: i32,
    pub entries: Entries,
    /// How many winners are to be found.
    pub winners: usize,
    /// How many alternates are drawn after them, if there are enough entries.
    pub alternates: usize,
    pub one_win_per_handle: bool,
    /// The hash of the chain whose round decides.
    pub chain: Digest,
    /// The round that decides.
    pub round: Round,
}

/// The result of a draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawResult {
    /// The signature of the round.
    pub signature: Signature,
    /// The randomness of the round.
    pub randomness: Digest,
    /// The seed from which the winners were chosen.
    pub seed: Digest,
    /// The winners, in order.
    pub winners: Vec<Entry>,
    /// The entries that replace winners who withdraw, in order.
    pub alternates: Vec<Entry>,
}

impl DrawResult {
    /// Returns the winners' spots, in order.
    pub fn numbers(&self) -> Vec<i32> {
        numbers(&self.winners)
    }

    /// Returns the winners' handles, in order.
    pub fn handles(&self) -> Vec<String> {
        handles(&self.winners)
    }

    /// Returns the alternates' spots, in order.
    pub fn alternate_numbers(&self) -> Vec<i32> {
        numbers(&self.alternates)
    }

    /// Returns the alternates' handles, in order.
    pub fn alternate_handles(&self) -> Vec<String> {
        handles(&self.alternates)
    }
}

fn numbers(entries: &[Entry]) -> Vec<i32> {
    entries.iter().map(|entry| entry.number).collect()
}

fn handles(entries: &[Entry]) -> Vec<String> {
    entries.iter().map(|entry| entry.handle.to_string()).collect()
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

impl NotDecided {
    /// The sentence for people. What is displayed is for logs and the program's output.
    pub fn sentence(self) -> Text {
        match self {
            Self::OtherRound { expected, given } => {
                say!("refusal-other-round", expected = expected.to_string(), given = given.to_string())
            }
            Self::OtherChain { expected, given } => {
                say!("refusal-other-chain", expected = expected.to_string(), given = given.to_string())
            }
            Self::NotEnough(not_enough) => not_enough.sentence(),
        }
    }
}

impl LockedDraw {
    /// Finds the winners and the alternates.
    pub fn decide(&self, round: &VerifiedRound) -> Result<DrawResult, NotDecided> {
        if round.chain() != self.chain {
            return Err(NotDecided::OtherChain { expected: self.chain, given: round.chain() });
        }
        if round.round() != self.round {
            return Err(NotDecided::OtherRound { expected: self.round, given: round.round() });
        }
        let seed = self.seed(round.signature());
        let mut winners = choose(&self.entries, self.winners, self.alternates, self.one_win_per_handle, &seed)?;
        let alternates = winners.split_off(self.winners);
        Ok(DrawResult { signature: round.signature(), randomness: round.randomness(), seed, winners, alternates })
    }

    /// Makes the seed from everything that was locked and the signature.
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
