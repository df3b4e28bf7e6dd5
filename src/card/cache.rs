//! Cards on disk: drawn once for what they show, by one renderer at a time, replaced as whole files.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{Mutex as AsyncMutex, Semaphore};
use tokio::time::{Instant, sleep_until, timeout};
use waffle_actors::telemetry::Count;

use super::files::{Name, read, remove, replace};
use super::hosts::Hosts;
use super::{Face, Format, render};

/// How long a request waits for its card.
const PATIENCE: Duration = Duration::from_secs(8);
/// One card is drawn at most so often, for whatever host.
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
    drawn: Count,
    found: Count,
}

/// A waffle's card in one format. It shows an address, so each host has its own; where no public address is configured, anybody
/// can name a host, and none must cost another one its card.
#[derive(Debug, Default)]
struct Slot {
    hosts: Hosts<AsyncMutex<Option<Drawn>>>,
    /// Hosts for whom there is no room: they take turns, and their cards are not kept.
    guests: AsyncMutex<()>,
    /// When the card was drawn last, for whatever host.
    last: AsyncMutex<Option<Instant>>,
}

/// The newest card of a host.
#[derive(Debug, Clone)]
struct Drawn {
    fingerprint: u64,
    at: Instant,
}

impl Cards {
    /// Keeps cards in a folder, made when the first one is drawn.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            slots: Mutex::default(),
            renderers: Semaphore::new(RENDERERS),
            drawn: Count::default(),
            found: Count::default(),
        }
    }

    /// Gives the card that shows this face: from disk, or drawn anew, at most once a second. Of many who ask, one draws.
    pub async fn get(&self, slug: &str, face: Face, format: Format) -> Result<Card, CardError> {
        timeout(PATIENCE, self.find(slug, face, format)).await.map_err(|_| CardError::Busy)?
    }

    async fn find(&self, slug: &str, face: Face, format: Format) -> Result<Card, CardError> {
        let arrived = Instant::now();
        let slot = self.slot(slug, format);
        let name = Name::new(slug, format, &face.url, face.fingerprint());
        let Some(host) = slot.hosts.admit(name.host, arrived) else {
            let _turn = slot.guests.lock().await;
            // From before a restart, it may be there.
            return match read(&self.folder, &name).await? {
                Some(bytes) => {
                    self.found.one();
                    Ok(card(bytes))
                }
                None => self.draw(&slot, face, format, None).await,
            };
        };
        let mut drawn = host.lock().await;
        let newer = |drawn: &Drawn| drawn.at > arrived;
        let known = drawn.as_ref().filter(|drawn| drawn.fingerprint == name.fingerprint || newer(drawn));
        let known = known.map(|drawn| drawn.fingerprint);
        let mut shown = name.clone();
        shown.fingerprint = known.unwrap_or(name.fingerprint);
        if let Some(bytes) = read(&self.folder, &shown).await? {
            if known.is_none() {
                *drawn = Some(Drawn { fingerprint: name.fingerprint, at: arrived });
            }
            self.found.one();
            return Ok(card(bytes));
        }
        let fingerprint = name.fingerprint;
        let card = self.draw(&slot, face, format, Some(name)).await?;
        *drawn = Some(Drawn { fingerprint, at: Instant::now() });
        Ok(card)
    }

    /// Draws the card once it is time, and keeps it under a name.
    async fn draw(&self, slot: &Arc<Slot>, face: Face, format: Format, name: Option<Name>) -> Result<Card, CardError> {
        let mut last = slot.last.lock().await;
        if let Some(last) = *last {
            sleep_until(last + PAUSE).await;
        }
        let _renderer = self.renderers.acquire().await.map_err(|_| CardError::Busy)?;
        let (folder, kept) = (self.folder.clone(), Arc::clone(slot));
        let drawn = tokio::task::spawn_blocking(move || {
            let png = render(&face, format)?;
            if let Some(name) = name {
                replace(&folder, &name, &png, |host| kept.hosts.knows(host))?;
            }
            Ok::<_, CardError>(png)
        })
        .await;
        *last = Some(Instant::now());
        let bytes = drawn??;
        self.drawn.one();
        Ok(card(bytes))
    }

    /// Tells how many cards were drawn.
    pub fn drawn(&self) -> u64 {
        self.drawn.get()
    }

    /// Tells how many cards were there already.
    pub fn found(&self) -> u64 {
        self.found.get()
    }

    /// Forgets the cards of a waffle, in both formats: the next one is drawn anew. A file that can't be removed is left, and noted in
    /// the log: what was changed is changed.
    pub async fn forget(&self, slug: &str) {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).retain(|(of, _), _| of != slug);
        let (folder, slug) = (self.folder.clone(), slug.to_owned());
        let forget = move || Format::ALL.into_iter().try_for_each(|format| remove(&folder, &slug, format, |_| true));
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
}

fn card(bytes: Vec<u8>) -> Card {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    Card { etag: format!("\"{:016x}\"", hasher.finish()), bytes: bytes.into() }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::future::join_all;
    use tokio::time::Instant;

    use super::super::{Face, Format};
    use super::Cards;

    fn face(available: u32) -> Face {
        face_at("example.com", available)
    }

    fn face_at(host: &str, available: u32) -> Face {
        let (title, price, url) = ("Box".into(), "$1.00".into(), format!("https://{host}/waffle/box"));
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
    async fn invented_hosts_cost_a_real_one_neither_its_card_nor_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let cards = Cards::new(folder.path());
        let begun = Instant::now();
        let own = cards.get("box", face(10), Format::Square).await.unwrap();
        let one_takes = begun.elapsed();
        let own_file = files(folder.path()).remove(0);
        let drawn = || std::fs::metadata(folder.path().join(&own_file)).unwrap().modified().unwrap();
        let (first_drawn, begun) = (drawn(), Instant::now());
        let invented = (0..7).map(|n| cards.get("box", face_at(&format!("h{n}.example"), 10), Format::Square));
        let asked_meanwhile = async {
            let mut longest = Duration::ZERO;
            while begun.elapsed() < Duration::from_secs(5) {
                let asked = Instant::now();
                assert_eq!(cards.get("box", face(10), Format::Square).await.unwrap().etag, own.etag);
                longest = longest.max(asked.elapsed());
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            longest
        };
        let (others, longest) = tokio::join!(join_all(invented), asked_meanwhile);
        let drawn_now = others.iter().filter(|other| other.is_ok()).count();
        assert!(
            (2..=begun.elapsed().as_secs() + 1).contains(&(drawn_now as u64)),
            "one is drawn in a second, not {drawn_now}"
        );
        assert!(longest < Duration::from_secs(1), "{longest:?}");
        assert!(others.iter().flatten().all(|other| other.etag != own.etag), "each shows its own address");
        assert_eq!(drawn(), first_drawn);
        assert_eq!(files(folder.path()).len(), 4);
        // A change is drawn for it before long, though others wait for theirs.
        let more = (0..4).map(|n| cards.get("box", face_at(&format!("i{n}.example"), 9), Format::Square));
        let begun = Instant::now();
        let changed = async {
            let card = cards.get("box", face(9), Format::Square).await;
            (card, begun.elapsed())
        };
        let (_, (changed, took)) = tokio::join!(join_all(more), changed);
        assert_ne!(changed.unwrap().etag, own.etag);
        assert!(took < (Duration::from_secs(1) + one_takes) * 3, "{took:?}, where one takes {one_takes:?}");
        assert_eq!(files(folder.path()).len(), 4);
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
