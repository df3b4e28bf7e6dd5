//! Asking the beacon's relays for a round.

use std::time::Duration;

use futures_util::stream::{FuturesUnordered, StreamExt};
use serde::Deserialize;
use tokio::time::timeout;
use waffle_domain::draw::beacon::{Chain, NotVerified, Signature, VerifiedRound};
use waffle_domain::draw::digest::Digest;
use waffle_domain::draw::round::Round;
use waffle_domain::time_limits::{RELAY, RELAYS};

use crate::fetch::{FetchError, Fetched, Fetcher, Limits};
use crate::relay_url::RelayUrl;

/// How many relays are asked at once.
const AT_ONCE: usize = 2;
/// The longest answer of a relay; a true one has about 300 bytes.
const MOST_BYTES: usize = 4 * 1024;

/// A chain, and the relays that have its rounds. None of them has to be trusted: only a round that verifies counts.
#[derive(Debug, Clone)]
pub struct Relays {
    chain: Chain,
    urls: Vec<RelayUrl>,
    fetcher: Fetcher,
    patience: Patience,
}

/// How long is waited.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For each relay.
    pub each: Duration,
    /// For all that are asked.
    pub all: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { each: RELAY, all: RELAYS }
    }
}

/// What came of asking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// The round, verified.
    Round(VerifiedRound),
    /// No relay had it, and one at least said that it is not there yet.
    NotYet(Vec<RelayFailure>),
    /// No relay had an answer that can be used.
    Nobody(Vec<RelayFailure>),
}

/// Why a relay was of no use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{relay}: {fault}")]
pub struct RelayFailure {
    /// The relay's address.
    pub relay: String,
    pub fault: RelayFault,
}

/// What was wrong with a relay's answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RelayFault {
    #[error(transparent)]
    NoAnswer(#[from] FetchError),
    #[error("its answer has the status {0}")]
    Status(u16),
    #[error("its answer is no round")]
    NoRound,
    #[error("it answers with round {0}")]
    OtherRound(Round),
    #[error("its randomness is not the hash of its signature")]
    OtherRandomness,
    #[error("its signature does not verify: {0}")]
    NotVerified(#[from] NotVerified),
}

/// What a relay answers.
#[derive(Deserialize)]
struct RoundAnswer {
    round: Round,
    randomness: Digest,
    signature: Signature,
}

/// What one relay has.
enum Has {
    Round(VerifiedRound),
    NotYet,
}

impl Relays {
    /// Takes the relays in the order in which they are to be asked.
    pub const fn new(chain: Chain, urls: Vec<RelayUrl>, fetcher: Fetcher, patience: Patience) -> Self {
        Self { chain, urls, fetcher, patience }
    }

    /// Returns the chain.
    pub const fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Returns the relays' addresses.
    pub fn urls(&self) -> &[RelayUrl] {
        &self.urls
    }

    /// Asks for a round, two relays at a time, until one has it.
    pub async fn ask(&self, round: Round) -> Asked {
        let mut said = Said::default();
        match timeout(self.patience.all, self.ask_all(round, &mut said)).await {
            Ok(Some(verified)) => Asked::Round(verified),
            Ok(None) | Err(_) if said.not_yet => Asked::NotYet(said.failures),
            Ok(None) | Err(_) => Asked::Nobody(said.failures),
        }
    }

    async fn ask_all(&self, round: Round, said: &mut Said) -> Option<VerifiedRound> {
        let mut next = self.urls.iter();
        let ask = |relay: &RelayUrl| {
            let relay = relay.clone();
            async move { (self.ask_one(&relay, round).await, relay) }
        };
        let mut under_way: FuturesUnordered<_> = next.by_ref().take(AT_ONCE).map(ask).collect();
        while let Some((answer, relay)) = under_way.next().await {
            match answer {
                Ok(Has::Round(verified)) => return Some(verified),
                Ok(Has::NotYet) => said.not_yet = true,
                Err(fault) => said.failures.push(RelayFailure { relay: relay.to_string(), fault }),
            }
            under_way.extend(next.next().map(ask));
        }
        None
    }

    async fn ask_one(&self, relay: &RelayUrl, round: Round) -> Result<Has, RelayFault> {
        let limits = Limits { time: self.patience.each, bytes: MOST_BYTES };
        let fetched = self.fetcher.get(&relay.of_round(self.chain.hash(), round), limits).await?;
        let Fetched { status: 200, body } = fetched else {
            return if matches!(fetched.status, 404 | 425) {
                Ok(Has::NotYet)
            } else {
                Err(RelayFault::Status(fetched.status))
            };
        };
        let answer: RoundAnswer = serde_json::from_slice(&body).map_err(|_| RelayFault::NoRound)?;
        if answer.round != round {
            return Err(RelayFault::OtherRound(answer.round));
        }
        let verified = self.chain.verify(round, answer.signature)?;
        if answer.randomness != verified.randomness() {
            return Err(RelayFault::OtherRandomness);
        }
        Ok(Has::Round(verified))
    }
}

/// What was heard so far.
#[derive(Default)]
struct Said {
    not_yet: bool,
    failures: Vec<RelayFailure>,
}
