//! Cards on disk: each is drawn once for each state, by one renderer at a time, and replaced as a whole file.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep_until, timeout};
use waffle_actors::telemetry::Count;
use waffle_domain::failure::Failure;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::CARD;

use super::files::{Name, read, remove};
use super::last_drawn::{Drawn, HostCard, Slot, Wanted};
use super::{Face, Format, render};
use crate::photos::Photos;

/// The least time between two drawings of one card, for any host.
const PAUSE: Duration = Duration::from_secs(1);
/// How many cards may be drawn at the same time.
const RENDERERS: usize = 2;
/// How many cards stay in memory before those not in use are dropped; the files stay.
const MOST_REMEMBERED: usize = 10_000;

/// A card's picture and its entity tag.
#[derive(Debug, Clone)]
pub struct Card {
    /// The PNG.
    pub bytes: Bytes,
    /// A strong entity tag, quoted.
    pub etag: String,
}

/// Why there is no card.
#[derive(Debug, thiserror::Error)]
pub enum CardError {
    /// Too many cards are being drawn.
    #[error("too many cards are being drawn")]
    Busy,
    /// The address is too long for a QR code.
    #[error("no QR code can be drawn: {0}")]
    Qr(String),
    /// The picture can't be encoded.
    #[error("the picture can't be encoded")]
    Encoding(#[from] png::EncodingError),
    /// The waffle's photo can't be read.
    #[error("the photo can't be read: {0}")]
    Photo(Failure),
    /// The folder of cards can't be used.
    #[error("the folder of cards can't be used")]
    Folder(#[from] io::Error),
    /// The renderer panicked or was cancelled.
    #[error("the renderer died")]
    Renderer(#[from] tokio::task::JoinError),
}

/// The cards of this server.
#[derive(Debug)]
pub struct Cards {
    folder: PathBuf,
    photos: Arc<Photos>,
    slots: Mutex<HashMap<(String, Format), Arc<Slot>>>,
    renderers: Arc<Semaphore>,
    drawn: Count,
    found: Count,
}

impl Cards {
    /// Keeps cards in a folder, which is created when the first one is drawn.
    pub fn new(folder: &Path, photos: &Arc<Photos>) -> Self {
        Self {
            folder: folder.to_owned(),
            photos: Arc::clone(photos),
            slots: Mutex::default(),
            renderers: Arc::new(Semaphore::new(RENDERERS)),
            drawn: Count::default(),
            found: Count::default(),
        }
    }

    /// Returns a card that shows `wanted` or something newer, from disk or newly drawn. Each card is drawn at most once
    /// a second, and requests at the same time share a drawing. Fails with [`CardError::Busy`] when that takes too
    /// long.
    pub async fn get(&self, slug: &str, wanted: Wanted, format: Format) -> Result<Card, CardError> {
        timeout(CARD, self.find(slug, wanted, format)).await.map_err(|_| CardError::Busy)?
    }

    async fn find(&self, slug: &str, wanted: Wanted, format: Format) -> Result<Card, CardError> {
        let slot = self.slot(slug, format);
        let name = Name::new(slug, format, &wanted.face);
        let of_host = slot.of_host(name.host);
        of_host.newest(&wanted);
        let mut drawn = of_host.drawn.lock().await;
        let known = drawn.as_ref().filter(|drawn| drawn.answers(&name, wanted.as_of)).map(|drawn| drawn.name.clone());
        let is_known = known.is_some();
        let shown = known.unwrap_or_else(|| name.clone());
        if let Some(card) = self.read(&shown).await? {
            if !is_known {
                *drawn = Some(Drawn { name: shown, as_of: wanted.as_of });
            }
            return Ok(card);
        }
        let (now, card) = self.draw(&slot, &of_host, name, &wanted).await?;
        *drawn = Some(now);
        Ok(card)
    }

    /// Draws the card as soon as the pause since the last drawing has passed. It shows the newest state requested for
    /// its host.
    async fn draw(
        &self,
        slot: &Arc<Slot>,
        of_host: &HostCard,
        mut name: Name,
        wanted: &Wanted,
    ) -> Result<(Drawn, Card), CardError> {
        let mut last = Arc::clone(&slot.last).lock_owned().await;
        if let Some(last) = *last {
            sleep_until(last + PAUSE).await;
        }
        let wanted = of_host.newest(wanted);
        name.fingerprint = wanted.face.fingerprint();
        let drawn = Drawn { name, as_of: wanted.as_of };
        // It may have been drawn already, for a request that has gone away.
        if let Some(card) = self.read(&drawn.name).await? {
            return Ok((drawn, card));
        }
        let photo = self.photo(&wanted.face).await?;
        let renderer = Arc::clone(&self.renderers).acquire_owned().await.map_err(|_| CardError::Busy)?;
        let (folder, slot, name) = (self.folder.clone(), Arc::clone(slot), drawn.name.clone());
        let bytes = tokio::task::spawn_blocking(move || {
            // This goes on even if no request waits any more, so it holds the permit and the lock until it is done.
            let _renderer = renderer;
            let png = render(&wanted.face, photo.as_deref(), name.format);
            *last = Some(Instant::now());
            let png = png?;
            slot.keep(&folder, &name, &png)?;
            Ok::<_, CardError>(png)
        })
        .await??;
        self.drawn.one();
        Ok((drawn, card(bytes)))
    }

    /// Reads the photo for a card. One that is gone leaves the card without.
    async fn photo(&self, face: &Face) -> Result<Option<Bytes>, CardError> {
        let Some(hash) = face.photo else { return Ok(None) };
        match self.photos.find(hash).await {
            Ok(jpeg) => Ok(Some(jpeg)),
            Err(failure) if failure.refusal == Refusal::NoPhoto => Ok(None),
            Err(failure) => Err(CardError::Photo(failure)),
        }
    }

    async fn read(&self, name: &Name) -> Result<Option<Card>, CardError> {
        let bytes = read(&self.folder, name).await?;
        if bytes.is_some() {
            self.found.one();
        }
        Ok(bytes.map(card))
    }

    /// Returns how many cards were drawn.
    pub fn drawn(&self) -> u64 {
        self.drawn.get()
    }

    /// Returns how many cards were found on disk.
    pub fn found(&self) -> u64 {
        self.found.get()
    }

    /// Forgets a waffle's cards in both formats, so that they are drawn again. A file that can't be removed stays and
    /// is logged: the change that made it out of date is already committed.
    pub async fn forget(&self, slug: &str) {
        let mut forgotten = Vec::new();
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).retain(|(of, _), slot| {
            let stays = of != slug;
            if !stays {
                forgotten.push(Arc::clone(slot));
            }
            stays
        });
        let (folder, slug) = (self.folder.clone(), slug.to_owned());
        let forget = move || {
            // A card that is being drawn must not be kept.
            for slot in &forgotten {
                slot.forget();
            }
            Format::ALL.into_iter().try_for_each(|format| remove(&folder, &slug, format, |_| true))
        };
        match tokio::task::spawn_blocking(forget).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => log::warn!(error:%; "share cards can't be removed"),
            Err(error) => log::warn!(error:%; "share cards can't be removed"),
        }
    }

    fn slot(&self, slug: &str, format: Format) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() > MOST_REMEMBERED {
            slots.retain(|_, slot| Arc::strong_count(slot) > 1);
        }
        Arc::clone(slots.entry((slug.to_owned(), format)).or_default())
    }
}

fn card(bytes: Vec<u8>) -> Card {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    Card { etag: format!("\"{:016x}\"", hasher.finish()), bytes: bytes.into() }
}

#[cfg(test)]
mod tests;
