//! How many sockets may be open: for each client address, and in total.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use waffle_actors::telemetry::Count;
use waffle_domain::refusal::Refusal;

use super::client_ip::ClientIp;
use crate::error::HttpError;

/// When to come back.
const LATER: Duration = Duration::from_secs(5);

/// The slots for sockets. Clones share them.
#[derive(Clone)]
pub struct SocketSlots(Arc<Inner>);

struct Inner {
    per_address: usize,
    in_all: usize,
    taken: Mutex<Taken>,
    refused: Count,
}

#[derive(Default)]
struct Taken {
    by_address: HashMap<IpAddr, usize>,
    in_all: usize,
}

/// A socket's slot, given back when this is dropped.
pub struct SocketSlot {
    slots: SocketSlots,
    address: IpAddr,
}

impl SocketSlots {
    /// Makes slots: a number for each address (IPv6: for each /64), and a number in total.
    pub fn new(per_address: usize, in_all: usize) -> Self {
        Self(Arc::new(Inner { per_address, in_all, taken: Mutex::default(), refused: Count::default() }))
    }

    /// Takes a slot; 429 when the address has used all of its slots, 503 when there are none left.
    pub fn take(&self, client: ClientIp) -> Result<SocketSlot, HttpError> {
        let address = client.network();
        let mut taken = self.lock();
        if taken.in_all >= self.0.in_all {
            self.0.refused.one();
            return Err(Refusal::TooManyWatchers.into());
        }
        let own = taken.by_address.entry(address).or_default();
        if *own >= self.0.per_address {
            self.0.refused.one();
            return Err(Refusal::RateLimited { wait: LATER }.into());
        }
        *own += 1;
        taken.in_all += 1;
        drop(taken);
        Ok(SocketSlot { slots: self.clone(), address })
    }

    /// Returns the number of refused sockets.
    pub fn refused(&self) -> u64 {
        self.0.refused.get()
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for SocketSlot {
    fn drop(&mut self) {
        let mut taken = self.slots.lock();
        taken.in_all -= 1;
        if let Some(own) = taken.by_address.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                taken.by_address.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError;

    use super::SocketSlots;
    use crate::client_ip::ClientIp;

    fn status(slots: &SocketSlots, address: &str) -> Option<u16> {
        let taken = slots.take(ClientIp(address.parse().unwrap()));
        // Kept forever, unless it was refused.
        taken.map(std::mem::forget).err().map(|failure| failure.status_code().as_u16())
    }

    #[test]
    fn an_address_has_its_slots_and_they_are_given_back() {
        let slots = SocketSlots::new(2, 10);
        let anna = ClientIp("203.0.113.7".parse().unwrap());
        let (one, other) = (slots.take(anna).ok().unwrap(), slots.take(anna).ok().unwrap());
        assert_eq!(status(&slots, "203.0.113.7"), Some(429));
        assert_eq!(status(&slots, "203.0.113.8"), None);
        drop(one);
        assert_eq!(status(&slots, "203.0.113.7"), None);
        assert_eq!(status(&slots, "203.0.113.7"), Some(429));
        drop(other);
        assert_eq!((status(&slots, "203.0.113.7"), slots.refused()), (None, 2));
    }

    #[test]
    fn an_ipv6_network_is_one_address() {
        let slots = SocketSlots::new(1, 10);
        assert_eq!(status(&slots, "2001:db8:0:7::1"), None);
        assert_eq!(status(&slots, "2001:db8:0:7:ffff::2"), Some(429));
        assert_eq!(status(&slots, "2001:db8:0:8::1"), None);
    }

    #[test]
    fn when_all_slots_are_taken_no_client_gets_one() {
        let slots = SocketSlots::new(2, 3);
        for n in 1..=3 {
            assert_eq!(status(&slots, &format!("203.0.113.{n}")), None);
        }
        assert_eq!(status(&slots, "203.0.113.4"), Some(503));
        assert_eq!(status(&slots, "203.0.113.1"), Some(503));
    }
}
