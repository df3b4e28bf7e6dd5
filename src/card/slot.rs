//! What is known of a waffle's card in one format.

use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Mutex as AsyncMutex;
use tokio::time::Instant;
use uuid::Uuid;

use super::Face;
use super::files::{Name, replace};

/// How many hosts keep their card.
const MOST_HOSTS: usize = 4;

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

/// A waffle's card in one format. It shows an address, so each host has its own; where no public address is configured,
/// anybody can name a host, and only the few that were asked for last are kept.
#[derive(Debug, Default)]
pub(super) struct Slot {
    /// The hosts that were asked for last, the newest first.
    hosts: Mutex<VecDeque<Arc<HostCard>>>,
    /// When the card was drawn last, for whatever host. Held by whoever draws it.
    pub(super) last: Arc<AsyncMutex<Option<Instant>>>,
    forgotten: Mutex<bool>,
}

/// The card of a host, known by a hash of the address that it shows.
#[derive(Debug, Default)]
pub(super) struct HostCard {
    host: u64,
    /// The newest one that is kept. Held by whoever looks for it or waits until it is drawn.
    pub(super) drawn: AsyncMutex<Option<Drawn>>,
    newest: Mutex<Option<Wanted>>,
}

/// A card that is kept.
#[derive(Debug, Clone)]
pub(super) struct Drawn {
    pub(super) name: Name,
    pub(super) as_of: AsOf,
}

impl Drawn {
    /// Tells whether this card answers a request: it shows the same, or the waffle as it was no earlier.
    pub(super) fn answers(&self, name: &Name, as_of: AsOf) -> bool {
        self.name.fingerprint == name.fingerprint || self.as_of.reaches(as_of)
    }
}

impl HostCard {
    /// Notes what the card is to show, for whoever draws it next; answers what it is to show now, which may be newer.
    pub(super) fn newest(&self, wanted: &Wanted) -> Wanted {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        match newest.as_ref() {
            Some(newer) if newer.as_of.reaches(wanted.as_of) => newer.clone(),
            _ => newest.insert(wanted.clone()).clone(),
        }
    }
}

impl Slot {
    /// Gives the card of a host. One too many, and the host that was not asked for longest is dropped.
    pub(super) fn of_host(&self, host: u64) -> Arc<HostCard> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let known = hosts.iter().position(|card| card.host == host).and_then(|place| hosts.remove(place));
        let card = known.unwrap_or_else(|| Arc::new(HostCard { host, ..HostCard::default() }));
        hosts.push_front(Arc::clone(&card));
        hosts.truncate(MOST_HOSTS);
        card
    }

    fn knows(&self, host: u64) -> bool {
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|card| card.host == host)
    }

    /// Puts a card on disk, unless the waffle's cards were forgotten or its host was dropped while it was drawn.
    pub(super) fn keep(&self, folder: &Path, name: &Name, png: &[u8]) -> io::Result<()> {
        // Held meanwhile, so that whoever forgets finds the file.
        let forgotten = self.forgotten.lock().unwrap_or_else(PoisonError::into_inner);
        if *forgotten || !self.knows(name.host) {
            return Ok(());
        }
        replace(folder, name, png, |host| self.knows(host))
    }

    /// From now on nothing is kept; what was put on disk is there.
    pub(super) fn forget(&self) {
        *self.forgotten.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }
}
