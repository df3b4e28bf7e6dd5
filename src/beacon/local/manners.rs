//! How a beacon misbehaves, for tests.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use waffle_domain::draw::beacon::{SIGNED_FOR, Signature};
use waffle_domain::draw::digest::Hex;
use waffle_domain::draw::round::Round;

use super::{LocalBeacon, Signer, answer};
use crate::local_http::Reply;

/// How a beacon answers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Manner {
    #[default]
    Honest,
    /// With a status and nothing useful.
    Status(u16),
    /// With a valid point that is not the round's signature.
    WrongSignature,
    /// With the previous round, correctly signed.
    RoundBefore,
    /// With the previous round, under the requested number.
    RoundBeforeRenamed,
    /// With another randomness.
    WrongRandomness,
    /// With this text, as JSON.
    Says(String),
    /// With bytes that are not HTTP.
    NoHttp,
    /// With a body that never ends.
    Endless,
    /// With the announcement of a gigabyte.
    Gigabyte,
    /// Never.
    Silent,
    /// One byte each second.
    Slow,
    /// By closing the connection.
    HangsUp,
    /// With a redirect.
    Redirect(String),
}

/// How a beacon answers now, and how often it was asked.
#[derive(Debug, Default)]
pub(super) struct Manners(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    manner: Manner,
    newest: Option<Round>,
    asked: usize,
}

impl Manners {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the round that is reported as the newest one, if a test named it.
    pub(super) fn newest(&self) -> Option<Round> {
        self.lock().newest
    }
}

impl LocalBeacon {
    /// Reports this round, which must have appeared, as the newest one.
    pub fn tell_newest(&self, round: Round) {
        self.signer.manners.lock().newest = Some(round);
    }

    /// Answers in this manner from now on.
    pub fn behave(&self, manner: Manner) {
        self.signer.manners.lock().manner = manner;
    }

    /// Returns the number of requests so far.
    pub fn asked(&self) -> usize {
        self.signer.manners.lock().asked
    }
}

impl Signer {
    /// Counts a request, and replies to it unless the beacon is honest.
    pub(super) fn misbehave(&self, path: &str) -> Option<Reply> {
        let manner = {
            let mut state = self.manners.lock();
            state.asked += 1;
            state.manner.clone()
        };
        let round = self.asked_for(path)?;
        let before = Round::try_from(round.get() - 1).unwrap_or(round);
        let raw = |text: String| Reply::Raw(text.into_bytes(), Duration::ZERO);
        Some(match manner {
            Manner::Honest => return None,
            Manner::Status(status) => Reply::Json(status, "{}".to_owned()),
            Manner::WrongSignature => answer(round, self.sign_something_else()),
            Manner::RoundBefore => answer(before, self.sign(before)),
            Manner::RoundBeforeRenamed => answer(round, self.sign(before)),
            Manner::WrongRandomness => Reply::Json(200, with_randomness(round, self.sign(round), "00")),
            Manner::Says(words) => Reply::Json(200, words),
            Manner::NoHttp => raw("SSH-2.0-OpenSSH_9.2\r\n".to_owned()),
            Manner::Endless => Reply::Endless,
            Manner::Gigabyte => raw("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n{".to_owned()),
            Manner::Silent => Reply::Silence,
            Manner::Slow => Reply::Raw(b"HTTP/1.1 200 OK\r\n".to_vec(), Duration::from_secs(1)),
            Manner::HangsUp => Reply::HangUp,
            Manner::Redirect(to) => {
                raw(format!("HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"))
            }
        })
    }

    fn sign_something_else(&self) -> Signature {
        Hex::of(self.key.sign(b"something else", SIGNED_FOR, &[]).compress())
    }
}

fn with_randomness(round: Round, signature: Signature, byte: &str) -> String {
    format!(r#"{{"round":{round},"randomness":"{}","signature":"{signature}"}}"#, byte.repeat(32))
}
