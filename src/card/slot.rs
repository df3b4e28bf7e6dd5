//! What is known of a waffle's card in one format.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Mutex as AsyncMutex;
use tokio::time::Instant;
use uuid::Uuid;

use super::Face;
use super::files::{Name, replace};
use super::hosts::Hosts;

/// A state of a waffle: how many events of its log it contains.
#[derive(Debug, Clone, Copy)]
pub struct AsOf {
    /// The waffle; another one may have its slug later.
    pub waffle_id: Uuid,
    /// The newest event.
    pub seq: i64,
}

impl AsOf {
    /// Tells whether this state of the same waffle is not older than another one.
    pub(super) fn reaches(self, other: Self) -> bool {
        self.waffle_id == other.waffle_id && self.seq >= other.seq
    }
}

/// What a card is to show.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The face.
    pub face: Face,
    /// The state that it was taken from.
    pub as_of: AsOf,
}

/// The card shows an address, so each host has its own; where no public address is configured, anybody can name a host, and none must cost
/// another one its card.
#[derive(Debug, Default)]
pub(super) struct Slot {
    pub(super) hosts: Hosts<Seat>,
    /// Hosts without a seat: they take turns, and their cards are not kept.
    pub(super) guests: AsyncMutex<()>,
    /// When the card was drawn last, for whatever host. Held by who draws it.
    pub(super) last: Arc<AsyncMutex<Option<Instant>>>,
    forgotten: Mutex<bool>,
}

/// The card of a host.
#[derive(Debug, Default)]
pub(super) struct Seat {
    /// The newest one that is kept. Held by who looks for it or waits until it is drawn.
    pub(super) drawn: AsyncMutex<Option<Drawn>>,
    newest: Mutex<Option<(u64, Wanted)>>,
}

/// A card that is kept.
#[derive(Debug, Clone)]
pub(super) struct Drawn {
    pub(super) name: Name,
    pub(super) as_of: AsOf,
}

impl Drawn {
    /// Tells whether this card answers a request: it shows the same, or the same host's waffle as it was no earlier.
    pub(super) fn answers(&self, name: &Name, as_of: AsOf) -> bool {
        self.name.host == name.host && (self.name.fingerprint == name.fingerprint || self.as_of.reaches(as_of))
    }
}

impl Seat {
    /// Notes what a host's card is to show, for whoever draws it next; answers what it is to show now, which may be newer.
    pub(super) fn newest(&self, host: u64, wanted: &Wanted) -> Wanted {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        match newest.as_ref() {
            Some((whose, newer)) if *whose == host && newer.as_of.reaches(wanted.as_of) => newer.clone(),
            _ => newest.insert((host, wanted.clone())).1.clone(),
        }
    }
}

impl Slot {
    /// Puts a card on disk, unless the waffle's cards were forgotten or its host lost its seat while it was drawn.
    pub(super) fn keep(&self, folder: &Path, name: &Name, png: &[u8]) -> io::Result<()> {
        // Held meanwhile, so that who forgets finds the file.
        let forgotten = self.forgotten.lock().unwrap_or_else(PoisonError::into_inner);
        if *forgotten || !self.hosts.knows(name.host) {
            return Ok(());
        }
        replace(folder, name, png, |host| self.hosts.knows(host))
    }

    /// From now on nothing is kept; what was put on disk is there.
    pub(super) fn forget(&self) {
        *self.forgotten.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }
}
