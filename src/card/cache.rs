//! Cards on disk: drawn once for what they show, by one renderer at a time, replaced as whole files.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{fs, io};

use bytes::Bytes;
use tokio::sync::{Mutex as AsyncMutex, Semaphore};
use tokio::time::{Instant, sleep_until, timeout};

use uuid::Uuid;

use super::{Face, Format, render};

/// How long a request waits for its card.
const PATIENCE: Duration = Duration::from_secs(8);
/// One card is drawn at most so often.
const PAUSE: Duration = Duration::from_secs(1);
/// How many cards are drawn at once.
const RENDERERS: usize = 2;
/// How many cards are remembered before the memory is cleared; the files stay.
const MOST_REMEMBERED: usize = 10_000;

/// A picture and its entity tag.
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
    Encoding(#[from] image::ImageError),
    /// The folder of cards can't be used.
    #[error("the folder of cards can't be used")]
    Folder(#[from] io::Error),
    /// The renderer died.
    #[error("the renderer died")]
    Renderer(#[from] tokio::task::JoinError),
}

/// The cards of this server.
#[derive(Debug)]
pub struct Cards {
    folder: PathBuf,
    slots: Mutex<HashMap<(String, Format), Arc<Slot>>>,
    renderers: Semaphore,
}

type Slot = AsyncMutex<Option<Drawn>>;

/// The newest card of a waffle and format.
#[derive(Debug, Clone)]
struct Drawn {
    fingerprint: u64,
    /// Another host's card is never a substitute.
    url: String,
    at: Instant,
}

impl Cards {
    /// Keeps cards in a folder, made when the first one is drawn.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), slots: Mutex::default(), renderers: Semaphore::new(RENDERERS) }
    }

    /// Gives the card that shows this face: from disk, or drawn anew, at most once a second. Of many who ask, one draws.
    pub async fn get(&self, slug: &str, face: Face, format: Format) -> Result<Card, CardError> {
        timeout(PATIENCE, self.find(slug, face, format)).await.map_err(|_| CardError::Busy)?
    }

    async fn find(&self, slug: &str, face: Face, format: Format) -> Result<Card, CardError> {
        let arrived = Instant::now();
        let fingerprint = face.fingerprint();
        let slot = self.slot(slug, format);
        let mut drawn = slot.lock().await;
        let newer = |drawn: &Drawn| drawn.at > arrived && drawn.url == face.url;
        let known = drawn.as_ref().filter(|drawn| drawn.fingerprint == fingerprint || newer(drawn));
        if let Some(card) = self.read(slug, format, known.map_or(fingerprint, |drawn| drawn.fingerprint)).await? {
            if known.is_none() {
                *drawn = Some(Drawn { fingerprint, url: face.url, at: arrived });
            }
            return Ok(card);
        }
        if let Some(last) = drawn.as_ref() {
            sleep_until(last.at + PAUSE).await;
        }
        let _renderer = self.renderers.acquire().await.map_err(|_| CardError::Busy)?;
        let (folder, name) = (self.folder.clone(), file_name(slug, format, fingerprint));
        let start = start(slug, format);
        let url = face.url.clone();
        let bytes = tokio::task::spawn_blocking(move || {
            let png = render(&face, format)?;
            replace(&folder, &start, &name, &png)?;
            Ok::<_, CardError>(png)
        })
        .await??;
        *drawn = Some(Drawn { fingerprint, url, at: Instant::now() });
        Ok(card(bytes))
    }

    /// Forgets the cards of a waffle, in both formats: the next one is drawn anew. A file that can't be removed is left, and noted in
    /// the log: what was changed is changed.
    pub async fn forget(&self, slug: &str) {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).retain(|(of, _), _| of != slug);
        let (folder, slug) = (self.folder.clone(), slug.to_owned());
        let forget = move || Format::ALL.into_iter().try_for_each(|format| remove(&folder, &start(&slug, format), ""));
        match tokio::task::spawn_blocking(forget).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => log::warn!("share cards can't be removed: error={error}"),
            Err(error) => log::warn!("share cards can't be removed: error={error}"),
        }
    }

    fn slot(&self, slug: &str, format: Format) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() > MOST_REMEMBERED {
            slots.retain(|_, slot| Arc::strong_count(slot) > 1);
        }
        Arc::clone(slots.entry((slug.to_owned(), format)).or_default())
    }

    async fn read(&self, slug: &str, format: Format, fingerprint: u64) -> Result<Option<Card>, CardError> {
        match tokio::fs::read(self.folder.join(file_name(slug, format, fingerprint))).await {
            Ok(bytes) => Ok(Some(card(bytes))),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(e.into()),
        }
    }
}

fn card(bytes: Vec<u8>) -> Card {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    Card { etag: format!("\"{:016x}\"", hasher.finish()), bytes: bytes.into() }
}

fn start(slug: &str, format: Format) -> String {
    format!("{slug}.{}.", format.name())
}

fn file_name(slug: &str, format: Format, fingerprint: u64) -> String {
    format!("{}{fingerprint:016x}.png", start(slug, format))
}

/// Puts a whole file in place, then removes the cards that it replaces.
fn replace(folder: &Path, start: &str, name: &str, png: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    // A name of its own: after a card was forgotten, two may be drawing it.
    let unfinished = folder.join(format!(".{}.part", Uuid::new_v4().simple()));
    fs::write(&unfinished, png)?;
    fs::rename(&unfinished, folder.join(name))?;
    remove(folder, start, name)
}

fn remove(folder: &Path, start: &str, except: &str) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(start) && name != except) {
            match fs::remove_file(entry.path()) {
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
                _ => {}
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::future::join_all;
    use tokio::time::Instant;

    use super::super::{Face, Format};
    use super::Cards;

    fn face(available: u32) -> Face {
        let (title, price, url) = ("Box".into(), "$1.00".into(), "https://example.com/waffle/box".into());
        Face { title, price, available, total: 60, completed: false, url }
    }

    fn files(folder: &std::path::Path) -> Vec<String> {
        std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[tokio::test]
    async fn of_many_who_ask_one_draws_and_one_file_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let cards = Cards::new(folder.path());
        let all = join_all((0..50).map(|_| cards.get("box", face(10), Format::Square))).await;
        let first = all[0].as_ref().unwrap();
        assert!(all.iter().all(|card| card.as_ref().unwrap().etag == first.etag));
        assert_eq!(files(folder.path()).len(), 1);
        cards.get("box-2", face(10), Format::Square).await.unwrap();
        cards.forget("box").await;
        assert_eq!(files(folder.path()).len(), 1, "the other waffle keeps its card");
        assert_eq!(cards.get("box", face(10), Format::Square).await.unwrap().etag, first.etag);
    }

    #[tokio::test]
    async fn a_change_shows_and_is_drawn_once_a_second_at_most() {
        let folder = tempfile::tempdir().unwrap();
        let cards = Cards::new(folder.path());
        let before = cards.get("box", face(10), Format::Square).await.unwrap();
        let start = Instant::now();
        let after = cards.get("box", face(9), Format::Square).await.unwrap();
        assert_ne!(before.etag, after.etag);
        let again = cards.get("box", face(8), Format::Square).await.unwrap();
        assert_ne!(again.etag, after.etag);
        assert!(start.elapsed() > Duration::from_millis(1_500), "two cards were drawn within a second");
        assert_eq!(files(folder.path()).len(), 1);
    }

    #[tokio::test]
    async fn cards_outlive_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let before = Cards::new(folder.path()).get("box", face(10), Format::Story).await.unwrap();
        let drawn = std::fs::metadata(folder.path().join(&files(folder.path())[0])).unwrap().modified().unwrap();
        let after = Cards::new(folder.path()).get("box", face(10), Format::Story).await.unwrap();
        assert_eq!(before.bytes, after.bytes);
        assert_eq!(std::fs::metadata(folder.path().join(&files(folder.path())[0])).unwrap().modified().unwrap(), drawn);
    }
}
