//! Photos of waffles and of the seller: received and developed a few at a time, and read from memory where they can be.

mod develop;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use uuid::Uuid;
use waffle_domain::failure::Failure;
use waffle_domain::photo::{MOST_AN_HOUR, Photo, PhotoHash};
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::{DEVELOP, PHOTO_READ, UPLOAD_SLOT};
use waffle_store::failure::of_read;
use waffle_store::photos;
use waffle_store::pools::PgPool;

/// How many files are received or wait to be developed, at up to 8 MiB each.
const RECEIVED: usize = 8;
/// How many are developed at the same time. One may take half a gigabyte: 40 megapixels of 8 bytes, and the rows that
/// become smaller.
const DEVELOPED: usize = 1;
/// What the photos in memory may weigh in all, and each at least, in bytes.
const MOST_BYTES: usize = 32 * 1024 * 1024;
const LEAST_WEIGHT: usize = 16 * 1024;
const HOUR: TimeDelta = TimeDelta::seconds(3_600);

/// The photos of this server.
#[derive(Debug)]
pub struct Photos {
    slots: Arc<Semaphore>,
    developers: Arc<Semaphore>,
    pool: PgPool,
    /// Only one photo is read at a time, so that lists keep their connections, whatever photos are asked for.
    reader: Semaphore,
    /// Those that were asked for last, newest first.
    kept: Mutex<VecDeque<(PhotoHash, Bytes)>>,
    /// How many files of an account were taken, and since when.
    taken: Mutex<HashMap<Uuid, (DateTime<Utc>, u32)>>,
}

/// A file as it was received.
#[derive(Debug)]
pub struct ReceivedFile {
    /// None if it is too large.
    pub bytes: Option<Bytes>,
    /// Held until it is developed.
    pub slot: OwnedSemaphorePermit,
}

impl Photos {
    /// Reads on these connections.
    pub fn new(pool: &PgPool) -> Self {
        Self {
            slots: Arc::new(Semaphore::new(RECEIVED)),
            developers: Arc::new(Semaphore::new(DEVELOPED)),
            pool: pool.clone(),
            reader: Semaphore::new(1),
            kept: Mutex::default(),
            taken: Mutex::default(),
        }
    }

    /// Waits for a slot to receive a file; 503 if that takes too long.
    pub async fn slot(&self) -> Result<OwnedSemaphorePermit, Failure> {
        let slot = timeout(UPLOAD_SLOT, Arc::clone(&self.slots).acquire_owned()).await;
        slot.ok().and_then(Result::ok).ok_or_else(|| Refusal::PhotosBusy.into())
    }

    /// Counts a file of an account; 429 if that has sent as many within an hour as it may.
    pub(crate) fn admit(&self, account_id: Uuid, now: DateTime<Utc>) -> Result<(), Failure> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|_, (since, _)| (TimeDelta::zero()..HOUR).contains(&now.signed_duration_since(*since)));
        let (since, files) = taken.entry(account_id).or_insert((now, 0));
        if *files >= MOST_AN_HOUR {
            let wait = HOUR - now.signed_duration_since(*since);
            return Err(Refusal::UploadsLimited { wait: wait.to_std().unwrap_or_default() }.into());
        }
        *files += 1;
        Ok(())
    }

    /// Makes a photo of a file, with this many pixels on its longer side at most; 503 if that takes too long.
    pub(crate) async fn develop(&self, file: ReceivedFile, longest_side: u32) -> Result<Photo, Failure> {
        let ReceivedFile { bytes, slot } = file;
        let bytes = bytes.ok_or(Refusal::PhotoTooLarge)?;
        let developers = Arc::clone(&self.developers);
        let develop = async {
            let developer = developers.acquire_owned().await.map_err(|_| Refusal::PhotosBusy)?;
            let develop = move || {
                // This goes on even if the request does not wait any more.
                let _held = (slot, developer);
                develop::develop(&bytes, longest_side)
            };
            spawn_blocking(develop).await.unwrap_or_else(|panic| Err(develop::unreadable().cause(panic)))
        };
        timeout(DEVELOP, develop).await.unwrap_or_else(|_| Err(Refusal::PhotosBusy.into()))
    }

    /// Returns a photo's JPEG if it is in memory.
    pub fn in_memory(&self, hash: PhotoHash) -> Option<Bytes> {
        let mut kept = self.kept();
        let place = kept.iter().position(|(other, _)| *other == hash)?;
        let photo = kept.remove(place)?;
        let jpeg = photo.1.clone();
        kept.push_front(photo);
        Some(jpeg)
    }

    /// Returns a photo's JPEG; 404 if there is no such photo, 503 if that takes too long.
    pub async fn find(&self, hash: PhotoHash) -> Result<Bytes, Failure> {
        let find = async {
            let _reader = self.reader.acquire().await;
            // Another request may have read it in the meantime.
            if let Some(jpeg) = self.in_memory(hash) {
                return Ok(jpeg);
            }
            let jpeg = photos::read(&self.pool, hash).await.map_err(of_read)?.ok_or(Refusal::NoPhoto)?;
            let jpeg = Bytes::from(jpeg);
            self.keep(hash, jpeg.clone());
            Ok(jpeg)
        };
        timeout(PHOTO_READ, find).await.unwrap_or_else(|_| Err(Refusal::PhotosBusy.into()))
    }

    fn keep(&self, hash: PhotoHash, jpeg: Bytes) {
        let mut kept = self.kept();
        kept.push_front((hash, jpeg));
        let mut weight = 0;
        kept.retain(|(_, jpeg)| {
            weight += jpeg.len().max(LEAST_WEIGHT);
            weight <= MOST_BYTES
        });
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<(PhotoHash, Bytes)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use waffle_domain::photo::LONGEST_SIDE;
    use waffle_store::pools::{options, pool};

    use super::*;

    fn photos() -> Photos {
        Photos::new(&pool(options("postgres://nobody@127.0.0.1:1/none").unwrap(), 1))
    }

    #[tokio::test]
    async fn photos_that_were_asked_for_last_are_in_memory_as_far_as_they_weigh() {
        let photos = photos();
        let half = Bytes::from(vec![0; MOST_BYTES / 2]);
        let hashes: Vec<_> = (0..3_u8).map(|number| PhotoHash::of(&[number])).collect();
        photos.keep(hashes[0], half.clone());
        photos.keep(hashes[1], half.clone());
        assert!(photos.in_memory(hashes[0]).is_some(), "asked for last");
        photos.keep(hashes[2], half.slice(1..));
        let there: Vec<_> = hashes.iter().map(|hash| photos.in_memory(*hash).is_some()).collect();
        assert_eq!(there, [true, false, true]);
    }

    #[tokio::test]
    async fn tiny_photos_are_few_enough_to_look_through() {
        let photos = photos();
        for number in 0..3_000_u32 {
            photos.keep(PhotoHash::of(&number.to_be_bytes()), Bytes::from_static(b"x"));
        }
        assert_eq!(photos.kept().len(), MOST_BYTES / LEAST_WEIGHT);
    }

    #[tokio::test]
    async fn an_account_sends_a_hundred_files_in_an_hour_also_the_same_one() {
        let (photos, account, then) = (photos(), Uuid::nil(), DateTime::UNIX_EPOCH);
        let refused = |wait: u64| Err(Failure::from(Refusal::UploadsLimited { wait: Duration::from_secs(wait) }));
        for second in 0..MOST_AN_HOUR {
            assert_eq!(photos.admit(account, then + TimeDelta::seconds(second.into())), Ok(()));
        }
        assert_eq!(photos.admit(account, then + TimeDelta::seconds(100)), refused(3_500));
        assert_eq!(photos.admit(account, then + TimeDelta::seconds(3_599)), refused(1));
        assert_eq!(photos.admit(Uuid::max(), then + TimeDelta::seconds(3_599)), Ok(()), "others may");
        assert_eq!(photos.admit(account, then + HOUR), Ok(()));
        assert_eq!(photos.taken.lock().unwrap().len(), 2);
        assert_eq!(photos.admit(account, then), Ok(()), "the clock was set back");
        assert_eq!(photos.taken.lock().unwrap().len(), 1, "who sent nothing lately is not remembered");
    }

    #[tokio::test]
    async fn there_are_slots_for_a_few_files() {
        let photos = photos();
        let mut slots = Vec::new();
        for _ in 0..RECEIVED {
            slots.push(photos.slot().await.unwrap());
        }
        assert!(timeout(Duration::from_millis(50), photos.slot()).await.is_err(), "the next one waits");
        slots.pop();
        let slot = photos.slot().await.unwrap();
        let file = ReceivedFile { bytes: None, slot };
        assert_eq!(photos.develop(file, LONGEST_SIDE).await.unwrap_err().refusal, Refusal::PhotoTooLarge);
        assert!(photos.slot().await.is_ok(), "the refused file gave its slot back");
    }
}
