//! A buyer's whole history. It may be long, so it is read in parts, and only a few long ones at the same time.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::vec::IntoIter;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;
use waffle_domain::buyer::Entry;
use waffle_domain::handle::Handle;
use waffle_domain::refusal::{Refusal, SlowRead};
use waffle_domain::timeouts::HISTORY_SLOT;
use waffle_store::buyers::history::{self, HeldWaffle};
use waffle_store::pools::PgPool;

use crate::actions::Services;
use crate::actions::slow_read_slots::{LATER, slot};
use crate::failure::{Failure, of_read};

/// How many long histories are sent at the same time.
const AT_ONCE: usize = 4;
/// How many of them may go to one client, slow ones included: the others are for everyone else.
const OF_ONE_CLIENT: usize = 2;
/// The most waffles of a part.
const PART_WAFFLES: usize = 100;
/// The most spots of a part's boards, which are all searched. A single waffle never has more.
const PART_SEARCHED: i32 = 10_000;
/// The most spots of a part that the buyer holds, unless a single waffle has more of them.
const PART_SPOTS: i32 = 1_000;

/// The slots to send a long history. Clones share them.
#[derive(Debug, Clone)]
pub struct HistorySlots {
    free: Arc<Semaphore>,
    /// How many each client has, or waits for.
    asked_for: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// One of the slots that a client has or waits for; given back when this is dropped.
#[derive(Debug)]
struct ClientShare {
    slots: HistorySlots,
    client: IpAddr,
}

/// A client's slot.
#[derive(Debug)]
struct HistorySlot {
    _permit: OwnedSemaphorePermit,
    _share: ClientShare,
}

impl Default for HistorySlots {
    fn default() -> Self {
        Self { free: Arc::new(Semaphore::new(AT_ONCE)), asked_for: Arc::default() }
    }
}

/// A history that is yet to be read.
#[derive(Debug)]
pub struct History {
    handle: Handle,
    /// Changes whenever the history does.
    pub version: u64,
    parts: Vec<Vec<Uuid>>,
}

/// A history that is being read.
#[derive(Debug)]
pub struct Reading {
    pool: PgPool,
    handle: Handle,
    parts: IntoIter<Vec<Uuid>>,
    /// Long ones hold it until they are done.
    _slot: Option<HistorySlot>,
}

/// Finds out what a handle's history consists of.
pub async fn find(services: &Services, handle: Handle) -> Result<History, Failure> {
    let waffles = history::waffles(&services.buyer_pool, &handle).await.map_err(of_read)?;
    // Every change of a waffle raises its sequence number. The rest distinguishes histories if a server that has taken
    // over lacks the newest changes, and gives their numbers to others.
    let mut version = DefaultHasher::new();
    for waffle in &waffles {
        (waffle.id, waffle.last_seq, waffle.last_claimed_at, waffle.held, waffle.paid).hash(&mut version);
    }
    Ok(History { handle, version: version.finish(), parts: parts(&waffles) })
}

impl History {
    /// Returns whether the history is short enough to be answered in one piece.
    pub fn is_short(&self) -> bool {
        self.parts.len() <= 1
    }

    /// Begins to read it, for the client whose network the limits count. A long one waits for a slot, and is refused
    /// with 503 if that takes too long, with 429 if the client has two already.
    pub async fn read(self, services: &Services, client: IpAddr) -> Result<Reading, Failure> {
        let slot = if self.is_short() { None } else { Some(services.histories.next(client).await?) };
        let (pool, parts) = (services.buyer_pool.clone(), self.parts.into_iter());
        Ok(Reading { pool, handle: self.handle, parts, _slot: slot })
    }
}

impl Reading {
    /// Reads the next part; `None` when there is no more. Each part is a separate statement, so the database holds
    /// nothing between two of them.
    pub async fn part(&mut self) -> Result<Option<Vec<Entry>>, Failure> {
        let Some(ids) = self.parts.next() else { return Ok(None) };
        history::part(&self.pool, &self.handle, &ids).await.map(Some).map_err(of_read)
    }
}

impl HistorySlots {
    async fn next(&self, client: IpAddr) -> Result<HistorySlot, Failure> {
        let share = self.share(client)?;
        let permit = slot(&self.free, HISTORY_SLOT, SlowRead::Histories).await?;
        Ok(HistorySlot { _permit: permit, _share: share })
    }

    fn share(&self, client: IpAddr) -> Result<ClientShare, Failure> {
        let mut asked_for = self.lock();
        let own = asked_for.entry(client).or_default();
        if *own >= OF_ONE_CLIENT {
            return Err(Refusal::RateLimited { wait: LATER }.into());
        }
        *own += 1;
        Ok(ClientShare { slots: self.clone(), client })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.asked_for.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ClientShare {
    fn drop(&mut self) {
        let mut asked_for = self.slots.lock();
        if let Some(own) = asked_for.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                asked_for.remove(&self.client);
            }
        }
    }
}

/// Divides waffles into parts, in their order.
fn parts(waffles: &[HeldWaffle]) -> Vec<Vec<Uuid>> {
    let mut parts: Vec<Vec<Uuid>> = Vec::new();
    let (mut searched, mut held) = (0, 0);
    for waffle in waffles {
        (searched, held) = (searched + waffle.total_spots, held + waffle.held);
        match parts.last_mut() {
            Some(part) if part.len() < PART_WAFFLES && searched <= PART_SEARCHED && held <= PART_SPOTS => {
                part.push(waffle.id);
            }
            _ => {
                parts.push(vec![waffle.id]);
                (searched, held) = (waffle.total_spots, waffle.held);
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    fn lengths(waffles: impl IntoIterator<Item = (i32, i32)>) -> Vec<usize> {
        let waffle = |(total_spots, held)| HeldWaffle {
            id: Uuid::nil(),
            last_seq: 1,
            last_claimed_at: DateTime::UNIX_EPOCH,
            paid: 0,
            total_spots,
            held,
        };
        let waffles: Vec<_> = waffles.into_iter().map(waffle).collect();
        parts(&waffles).iter().map(Vec::len).collect()
    }

    #[test]
    fn a_part_ends_where_it_would_be_too_long() {
        assert_eq!(lengths([]), [0_usize; 0]);
        assert_eq!(lengths([(100, 1); 100]), [100]);
        assert_eq!(lengths([(100, 1); 101]), [100, 1]);
        assert_eq!(lengths([(5_000, 1); 5]), [2, 2, 1]);
        assert_eq!(lengths([(1_000, 500), (1_000, 500), (1_000, 1)]), [2, 1]);
        assert_eq!(lengths([(10, 1), (10_000, 10_000), (10, 1)]), [1, 1, 1], "no board is divided");
    }
}
