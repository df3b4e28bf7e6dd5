//! Asks the beacon's relays for a round.

use std::time::Duration;

use chrono::{DateTime, Utc};
use futures_util::future::join_all;
use futures_util::stream::{FuturesUnordered, StreamExt};
use serde::Deserialize;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use waffle_domain::draw::beacon::{Chain, NotVerified, Signature, VerifiedRound};
use waffle_domain::draw::clock::is_recent;
use waffle_domain::draw::digest::Digest;
use waffle_domain::draw::round::Round;
use waffle_domain::timeouts::{NEWEST_ROUND_OF_OTHERS, RELAY, RELAYS};

use crate::http_client::{FetchError, Fetched, Fetcher, Limits};
use crate::relay_url::RelayUrl;

/// How many relays are asked at first.
const AT_ONCE: usize = 2;
/// The longest answer of a relay; a real one has about 300 bytes.
const MOST_BYTES: usize = 4 * 1024;

/// A chain, and the relays that serve its rounds. None of them has to be trusted: only a round that verifies counts.
#[derive(Debug, Clone)]
pub struct Relays {
    chain: Chain,
    urls: Vec<RelayUrl>,
    fetcher: Fetcher,
    patience: Patience,
}

/// How long to wait.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For each relay.
    pub each: Duration,
    /// For all of them.
    pub all: Duration,
    /// For the other relays, once one has reported a recent newest round.
    pub newest_of_others: Duration,
}

impl Patience {
    /// How long to wait for each of N relays before the next one is asked as well.
    fn until_the_next(&self, relays: usize) -> Duration {
        let shares = u32::try_from(relays).unwrap_or(u32::MAX).max(1);
        self.all.saturating_sub(self.each) / shares
    }
}

impl Default for Patience {
    fn default() -> Self {
        Self { each: RELAY, all: RELAYS, newest_of_others: NEWEST_ROUND_OF_OTHERS }
    }
}

/// The outcome of asking the relays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RelayAnswer {
    /// The round, verified.
    Round(VerifiedRound),
    /// No relay had it, and at least one said that it has not appeared yet.
    NotYet(Vec<RelayFailure>),
    /// No relay had a usable answer.
    Nobody(Vec<RelayFailure>),
}

/// Why a relay was no help.
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
    /// Takes the relays in the order in which to ask them.
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

    /// Asks for a round until a relay has it. It starts with two relays, asks the next one when one of them fails, and
    /// further ones while they are slow. So even if all others hang, the last relay has its full time.
    pub async fn ask(&self, round: Round) -> RelayAnswer {
        let mut said = Replies::default();
        match timeout(self.patience.all, self.ask_all(round, &mut said)).await {
            Ok(Some(verified)) => RelayAnswer::Round(verified),
            Ok(None) | Err(_) if said.not_yet => RelayAnswer::NotYet(said.failures),
            Ok(None) | Err(_) => RelayAnswer::Nobody(said.failures),
        }
    }

    async fn ask_all(&self, round: Round, said: &mut Replies) -> Option<VerifiedRound> {
        let mut next = self.urls.iter();
        let ask = |relay: &RelayUrl| {
            let relay = relay.clone();
            async move { (self.ask_one(&relay, round).await, relay) }
        };
        let mut under_way: FuturesUnordered<_> = next.by_ref().take(AT_ONCE).map(ask).collect();
        loop {
            tokio::select! {
                answer = under_way.next() => {
                    let (answer, relay) = answer?;
                    match answer {
                        Ok(Has::Round(verified)) => return Some(verified),
                        Ok(Has::NotYet) => said.not_yet = true,
                        Err(fault) => said.failures.push(RelayFailure { relay: relay.to_string(), fault }),
                    }
                }
                () = sleep(self.patience.until_the_next(self.urls.len())), if next.len() > 0 => {}
            }
            under_way.extend(next.next().map(ask));
        }
    }

    /// Asks all relays for their newest round in parallel, and returns the newest that verifies; `None` if no relay has
    /// one by `until`. Once one has answered with a round that is recent by our clock, the others have only a moment
    /// left. A relay that reports an old round cuts no other's time short.
    pub async fn newest(&self, now: DateTime<Utc>, until: Instant) -> Option<VerifiedRound> {
        let ask = |relay: &RelayUrl| {
            let url = relay.of_newest(self.chain.hash());
            async move { self.read(&url).await }
        };
        let mut under_way: FuturesUnordered<_> = self.urls.iter().map(ask).collect();
        let (mut newest, mut end): (Option<VerifiedRound>, _) = (None, until);
        while let Ok(Some(answer)) = timeout_at(end, under_way.next()).await {
            let Ok(Some(answer)) = answer else { continue };
            let Ok(verified) = self.verified(&answer) else { continue };
            if is_recent(self.chain.timetable(), verified.round(), now) {
                end = end.min(Instant::now() + self.patience.newest_of_others);
            }
            newest = newest.filter(|before| before.round() >= verified.round()).or(Some(verified));
        }
        newest
    }

    /// Asks all relays for their newest round in parallel, and returns each one's, verified and recent by our clock, or
    /// why it is no help.
    pub async fn newest_of_each(&self, now: DateTime<Utc>) -> Vec<Result<VerifiedRound, RelayFailure>> {
        let ask = async |relay: &RelayUrl| {
            let answer = self.read(&relay.of_newest(self.chain.hash())).await?.ok_or(RelayFault::NoRound)?;
            let verified = self.verified(&answer)?;
            let recent = is_recent(self.chain.timetable(), verified.round(), now);
            if recent { Ok(verified) } else { Err(RelayFault::OtherRound(verified.round())) }
        };
        let failed = |relay: &RelayUrl, fault| RelayFailure { relay: relay.to_string(), fault };
        join_all(self.urls.iter().map(async |relay| ask(relay).await.map_err(|fault| failed(relay, fault)))).await
    }

    async fn ask_one(&self, relay: &RelayUrl, round: Round) -> Result<Has, RelayFault> {
        let Some(answer) = self.read(&relay.of_round(self.chain.hash(), round)).await? else { return Ok(Has::NotYet) };
        if answer.round != round {
            return Err(RelayFault::OtherRound(answer.round));
        }
        Ok(Has::Round(self.verified(&answer)?))
    }

    /// Reads an answer; `None` if the relay says that there is no such round yet.
    async fn read(&self, url: &str) -> Result<Option<RoundAnswer>, RelayFault> {
        let limits = Limits { time: self.patience.each, bytes: MOST_BYTES };
        match self.fetcher.get(url, limits).await? {
            Fetched { status: 200, body } => serde_json::from_slice(&body).map(Some).map_err(|_| RelayFault::NoRound),
            Fetched { status: 404 | 425, .. } => Ok(None),
            Fetched { status, .. } => Err(RelayFault::Status(status)),
        }
    }

    fn verified(&self, answer: &RoundAnswer) -> Result<VerifiedRound, RelayFault> {
        let verified = self.chain.verify(answer.round, answer.signature)?;
        if answer.randomness == verified.randomness() { Ok(verified) } else { Err(RelayFault::OtherRandomness) }
    }
}

/// The answers so far.
#[derive(Default)]
struct Replies {
    not_yet: bool,
    failures: Vec<RelayFailure>,
}
