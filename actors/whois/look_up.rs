//! One look-up: a question to the server, and at most one more to the server that it refers to.

use std::io;
use std::net::{IpAddr, SocketAddr};

use tokio::time::{Instant, timeout_at};
use waffle_domain::whois::answer::{Holder, referral};
use waffle_domain::whois::server::WhoisServer;
use whois_rust::{WhoIs, WhoIsError, WhoIsLookupOptions};

use crate::whois::Limits;
use crate::whois::dial::resolve;

/// Longest answer that is read, in bytes.
const MOST_BYTES: usize = 64 * 1024;

/// What a server said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) holder: Holder,
    /// The server that said it.
    pub(super) server: String,
}

/// Why nothing is known.
#[derive(Debug, thiserror::Error)]
pub(super) enum LookUpError {
    #[error("no address was found for the server: {0}")]
    Resolving(#[from] io::Error),
    #[error("the server has no address that may be dialed")]
    NoAddress,
    #[error("{0}")]
    Asking(#[from] WhoIsError),
    #[error("no answer in time")]
    Late,
}

/// Asks who holds an address, within the time limit. The server itself may be anywhere; one that it refers to is dialed only when all its
/// addresses may be, and at one of those very addresses.
pub(super) async fn look_up(server: &WhoisServer, address: IpAddr, limits: &Limits) -> Result<Answer, LookUpError> {
    let deadline = Instant::now() + limits.time;
    let first = timeout_at(deadline, async { ask(&resolve(server).await?, address).await });
    let text = first.await.map_err(|_| LookUpError::Late)??;
    let own = Answer { holder: Holder::parse(&text), server: server.to_string() };
    let Some(next) = referral(&text).filter(|next| !next.is_same_as(server)) else { return Ok(own) };
    match timeout_at(deadline, follow(&next, address, limits)).await {
        Ok(Ok(holder)) if !holder.is_unknown() => Ok(Answer { holder, server: next.to_string() }),
        Ok(Err(error)) => {
            log::debug!("a whois referral was not followed: server={server} to={next} error=\"{error}\"");
            Ok(own)
        }
        Ok(Ok(_)) | Err(_) => Ok(own),
    }
}

async fn follow(next: &WhoisServer, address: IpAddr, limits: &Limits) -> Result<Holder, LookUpError> {
    let found = resolve(next).await?;
    if !found.iter().all(|door| (limits.may_be_referred_to)(door.ip())) {
        return Err(LookUpError::NoAddress);
    }
    Ok(Holder::parse(&ask(&found, address).await?))
}

/// Asks at the first of the addresses that answers.
async fn ask(doors: &[SocketAddr], address: IpAddr) -> Result<String, LookUpError> {
    let mut failed = LookUpError::NoAddress;
    for door in doors {
        match ask_at(*door, address).await {
            Ok(text) => return Ok(text),
            Err(error) => failed = error.into(),
        }
    }
    Err(failed)
}

async fn ask_at(door: SocketAddr, address: IpAddr) -> Result<String, WhoIsError> {
    let mut question = WhoIsLookupOptions::from_string(address.to_string())?;
    question.follow = 0;
    question.timeout = None;
    question.max_response_size = Some(MOST_BYTES);
    let bytes = WhoIs::from_host(door.to_string())?.lookup_raw_async(question).await?;
    // What is not UTF-8 is Latin-1 in the registries that still write it.
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}
