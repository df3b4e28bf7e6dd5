//! One look-up: a question to the server, and at most one more to the server that it refers to.

use std::io;
use std::net::{IpAddr, SocketAddr};

use tokio::time::{Instant, timeout, timeout_at};
use waffle_domain::timeouts::WHOIS_REACH;
use waffle_domain::whois::answer::{AddressOwner, referral};
use waffle_domain::whois::server::WhoisServer;
use whois_rust::{WhoIs, WhoIsError, WhoIsLookupOptions};

use crate::whois::Limits;
use crate::whois::dial::{first_open, resolve};

/// Longest answer that is read, in bytes.
const MOST_BYTES: usize = 64 * 1024;

/// A server's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WhoisAnswer {
    pub(super) holder: AddressOwner,
    /// The server that gave it.
    pub(super) server: String,
}

/// Asks whom an address belongs to, within the time limit. The server itself may be anywhere; one that it refers to is
/// asked only if all its addresses may be dialed. If that fails, the first answer counts.
pub(super) async fn look_up(server: &WhoisServer, address: IpAddr, limits: &Limits) -> io::Result<WhoisAnswer> {
    let deadline = Instant::now() + limits.time;
    let text = timeout_at(deadline, ask(server, address, |_| true)).await??;
    let own = WhoisAnswer { holder: AddressOwner::parse(&text), server: server.to_string() };
    let Some(next) = referral(&text).filter(|next| !next.is_same_as(server)) else { return Ok(own) };
    match timeout_at(deadline, ask(&next, address, limits.may_be_referred_to)).await.map_err(io::Error::from).flatten()
    {
        Ok(text) => {
            let holder = AddressOwner::parse(&text);
            Ok(if holder.is_unknown() { own } else { WhoisAnswer { holder, server: next.to_string() } })
        }
        Err(error) => {
            log::debug!(server:%, to:% = next, error:%; "a whois referral was not followed");
            Ok(own)
        }
    }
}

/// Asks a server at the first of its addresses that accepts, unless one of them may not be dialed.
async fn ask(server: &WhoisServer, address: IpAddr, may_be_dialed: fn(SocketAddr) -> bool) -> io::Result<String> {
    let reached = async {
        let addresses = resolve(server).await?;
        if !addresses.iter().all(|address| may_be_dialed(*address)) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        first_open(&addresses).await
    };
    ask_at(timeout(WHOIS_REACH, reached).await??, address).await.map_err(io::Error::other)
}

async fn ask_at(server: SocketAddr, address: IpAddr) -> Result<String, WhoIsError> {
    let mut question = WhoIsLookupOptions::from_string(address.to_string())?;
    question.follow = 0;
    question.timeout = None;
    question.max_response_size = Some(MOST_BYTES);
    let bytes = WhoIs::from_host(server.to_string())?.lookup_raw_async(question).await?;
    // Where it is not UTF-8, it is Latin-1: some registries still write that.
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}

#[cfg(test)]
mod tests {
    use whois_rust::WhoIs;

    #[test]
    fn every_address_can_be_asked_at() {
        for address in ["192.0.2.1:43", "192.0.2.1:4343", "[2001:db8::1]:43", "[::ffff:192.0.2.1]:4343"] {
            let address: std::net::SocketAddr = address.parse().unwrap();
            assert!(WhoIs::from_host(address.to_string()).is_ok(), "{address}");
        }
    }
}
