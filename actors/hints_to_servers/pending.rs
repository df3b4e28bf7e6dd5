//! Waffles with news, each once, with its newest sequence number.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;
use uuid::Uuid;
use waffle_store::hints::Newest;

/// A bounded set of waffles that one task empties.
pub(crate) struct Pending {
    most: usize,
    waffles: Mutex<HashMap<Uuid, Newest>>,
    some: Notify,
}

impl Pending {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, waffles: Mutex::default(), some: Notify::new() }
    }

    /// Adds a waffle. A known one keeps the newer number; a new one is dropped if there is no room.
    pub(crate) fn add(&self, waffle_id: Uuid, newest: Newest) {
        let mut waffles = self.waffles.lock().unwrap_or_else(PoisonError::into_inner);
        let room = waffles.len() < self.most;
        match waffles.get_mut(&waffle_id) {
            Some(known) => *known = newest.max(*known),
            None if room => {
                waffles.insert(waffle_id, newest);
            }
            None => return,
        }
        self.some.notify_one();
    }

    /// Waits until there is something.
    pub(crate) async fn wait(&self) {
        while self.is_empty() {
            self.some.notified().await;
        }
    }

    /// Takes everything.
    pub(crate) fn take(&self) -> Vec<(Uuid, Newest)> {
        let mut waffles = self.waffles.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *waffles).into_iter().collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waffles.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;
    use waffle_store::hints::Newest::{Deleted, Seq};

    use super::Pending;

    #[tokio::test]
    async fn each_waffle_is_there_once_with_its_newest_number() {
        let pending = Pending::new(2);
        let [one, two, three] = [1, 2, 3].map(Uuid::from_u128);
        for (waffle, newest) in [(one, Seq(5)), (two, Seq(1)), (one, Seq(4)), (three, Seq(9)), (two, Deleted)] {
            pending.add(waffle, newest);
        }
        pending.wait().await;
        let mut all = pending.take();
        all.sort_unstable();
        assert_eq!(all, [(one, Seq(5)), (two, Deleted)], "there was room for two");
        assert!(pending.is_empty());
    }
}
