//! Photos of waffles and of the seller: received and developed a few at a time, and read from memory where they can be.

mod develop;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use waffle_domain::failure::Failure;
use waffle_domain::photo::{Photo, PhotoHash};
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
        }
    }

    /// Waits for a slot to receive a file; 503 if that takes too long.
    pub async fn slot(&self) -> Result<OwnedSemaphorePermit, Failure> {
        let slot = timeout(UPLOAD_SLOT, Arc::clone(&self.slots).acquire_owned()).await;
        slot.ok().and_then(Result::ok).ok_or_else(|| Refusal::PhotosBusy.into())
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
