//! The state of a waffle's card in one format.

use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Mutex as AsyncMutex;
use tokio::time::Instant;
use uuid::Uuid;
use waffle_language::Language;

use super::Face;
use super::files::{Name, replace};

/// For how many hosts cards are kept in all languages.
const HOSTS: usize = 2;

/// A state of a waffle, identified by the newest event it contains.
#[derive(Debug, Clone, Copy)]
pub struct AsOf {
    /// The waffle's id, since another waffle may get its slug later.
    pub waffle_id: Uuid,
    /// Since its log may go back, numbers are compared only within one life of the waffle in memory; later lives are
    /// newer.
    pub life: u64,
    /// The sequence number of the newest event.
    pub seq: i64,
}

impl AsOf {
    /// Returns whether both are states of the same waffle, and this one is at least as new.
    pub(super) fn reaches(self, other: Self) -> bool {
        self.waffle_id == other.waffle_id && (self.life, self.seq) >= (other.life, other.seq)
    }
}

/// What a card should show.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub face: Face,
    /// The state of the waffle that the face was taken from.
    pub as_of: AsOf,
}

/// A waffle's card in one format. It shows an address, so each host has its own card. Without a configured public
/// address, a client can name any host, so only the few most recently requested ones are kept.
#[derive(Debug, Default)]
pub(super) struct Slot {
    /// The cards of the most recently requested hosts, newest first.
    hosts: Mutex<VecDeque<Arc<HostCard>>>,
    /// When the card was last drawn, for any host. Locked while it is being drawn.
    pub(super) last: Arc<AsyncMutex<Option<Instant>>>,
    forgotten: Mutex<bool>,
}

/// A host's card in one language, identified by a hash of the address it shows and of its language.
#[derive(Debug, Default)]
pub(super) struct HostCard {
    host: u64,
    /// The newest card that is kept. Locked while a request looks it up or waits for it to be drawn.
    pub(super) drawn: AsyncMutex<Option<Drawn>>,
    newest: Mutex<Option<Wanted>>,
}

/// A card kept on disk.
#[derive(Debug, Clone)]
pub(super) struct Drawn {
    pub(super) name: Name,
    pub(super) as_of: AsOf,
}

impl Drawn {
    /// Returns whether this card serves a request: it shows the same, or a state that is at least as new.
    pub(super) fn answers(&self, name: &Name, as_of: AsOf) -> bool {
        self.name.fingerprint == name.fingerprint || self.as_of.reaches(as_of)
    }
}

impl HostCard {
    /// Notes what the card should show, for the next drawing. Returns what it should show now, which may be newer.
    pub(super) fn newest(&self, wanted: &Wanted) -> Wanted {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        match newest.as_ref() {
            Some(newer) if newer.as_of.reaches(wanted.as_of) => newer.clone(),
            _ => newest.insert(wanted.clone()).clone(),
        }
    }
}

impl Slot {
    /// Returns a host's card. When there are too many, the least recently requested host is dropped.
    pub(super) fn of_host(&self, host: u64) -> Arc<HostCard> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let known = hosts.iter().position(|card| card.host == host).and_then(|place| hosts.remove(place));
        let card = known.unwrap_or_else(|| Arc::new(HostCard { host, ..HostCard::default() }));
        hosts.push_front(Arc::clone(&card));
        hosts.truncate(HOSTS * Language::all().len());
        card
    }

    fn knows(&self, host: u64) -> bool {
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|card| card.host == host)
    }

    /// Saves a card to disk, unless the waffle's cards were forgotten or its host was dropped while it was being drawn.
    pub(super) fn keep(&self, folder: &Path, name: &Name, png: &[u8]) -> io::Result<()> {
        // Stay locked while writing, so that `forget` returns only once the file is there to be removed.
        let forgotten = self.forgotten.lock().unwrap_or_else(PoisonError::into_inner);
        if *forgotten || !self.knows(name.host) {
            return Ok(());
        }
        replace(folder, name, png, |host| self.knows(host))
    }

    /// Keeps nothing from now on. A file that was being written is on disk once this returns.
    pub(super) fn forget(&self) {
        *self.forgotten.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }
}
