//! A waffle as of one sequence number. Public reads are served from it without asking the actor.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use tokio::sync::OnceCell;
use waffle_domain::board::Board;
use waffle_domain::waffle::Waffle;

/// A waffle and its board, immutable. Serialized answers are kept with it: a thousand readers cost one serialization.
#[derive(Debug)]
pub struct Snapshot {
    /// The waffle.
    pub waffle: Arc<Waffle>,
    /// Its spots.
    pub board: Board,
    /// Sequence number of the newest event that both contain.
    pub seq: i64,
    detail: OnceLock<Rendered>,
    spots: OnceLock<Rendered>,
    /// Before the opening, and from then on: nothing else in it changes by itself.
    pages: [OnceLock<Arc<CutPage>>; 2],
    text: OnceLock<Rendered>,
    free: OnceLock<Rendered>,
}

/// A page that is the same for all its readers, but for what each of them gets in the place where it is cut.
#[derive(Debug)]
pub struct CutPage {
    /// The origin that the links in it begin with.
    pub origin: String,
    /// Its text.
    pub text: Cut<String>,
    /// The place of the text in brotli.
    pub brotli: OnceCell<Cut<Bytes>>,
}

/// What comes before the cut of a page, and after it.
#[derive(Debug)]
pub struct Cut<T> {
    /// What comes before.
    pub before: T,
    /// What comes after.
    pub after: T,
}

impl CutPage {
    /// Makes a page.
    pub fn new(origin: String, text: Cut<String>) -> Self {
        Self { origin, text, brotli: OnceCell::new() }
    }
}

/// A serialized answer and its entity tag.
#[derive(Debug, Clone)]
pub struct Rendered {
    /// The body.
    pub body: Bytes,
    /// A weak entity tag, quoted: a hash of the body.
    pub etag: String,
    /// The body as it travels.
    pub codings: Codings,
}

/// A body in the content codings that readers asked for, each made once. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Codings(Arc<Made>);

#[derive(Debug, Default)]
struct Made {
    brotli: OnceCell<Bytes>,
    gzip: OnceCell<Bytes>,
}

impl Codings {
    /// The place of the body in brotli.
    pub fn brotli(&self) -> &OnceCell<Bytes> {
        &self.0.brotli
    }

    /// The place of the body in gzip.
    pub fn gzip(&self) -> &OnceCell<Bytes> {
        &self.0.gzip
    }
}

impl Rendered {
    /// Tags a body.
    pub fn new(body: impl Into<Bytes>) -> Self {
        let body = body.into();
        let mut hasher = DefaultHasher::new();
        body.hash(&mut hasher);
        Self { etag: format!("W/\"{:016x}\"", hasher.finish()), body, codings: Codings::default() }
    }
}

impl Snapshot {
    /// Makes a snapshot.
    pub fn new(waffle: Arc<Waffle>, board: Board, seq: i64) -> Self {
        Self {
            waffle,
            board,
            seq,
            detail: OnceLock::new(),
            spots: OnceLock::new(),
            pages: Default::default(),
            text: OnceLock::new(),
            free: OnceLock::new(),
        }
    }

    /// Gives the public detail, serialized at the first call.
    pub fn detail(&self, serialize: impl FnOnce(&Self) -> Vec<u8>) -> &Rendered {
        self.detail.get_or_init(|| Rendered::new(serialize(self)))
    }

    /// Gives the board's page of a moment, as it was rendered first.
    pub fn page<E>(
        &self,
        now: DateTime<Utc>,
        render: impl FnOnce(&Self) -> Result<CutPage, E>,
    ) -> Result<Arc<CutPage>, E> {
        let place = &self.pages[usize::from(self.waffle.terms.waiting(now))];
        match place.get() {
            Some(page) => Ok(page.clone()),
            None => render(self).map(|page| place.get_or_init(|| Arc::new(page)).clone()),
        }
    }

    /// Gives the board as text, written at the first call.
    pub fn text(&self, write: impl FnOnce(&Board) -> String) -> &Rendered {
        self.text.get_or_init(|| Rendered::new(write(&self.board)))
    }

    /// Gives the free numbers as text, written at the first call.
    pub fn free(&self, write: impl FnOnce(&Board) -> String) -> &Rendered {
        self.free.get_or_init(|| Rendered::new(write(&self.board)))
    }

    /// Gives the list of spots, serialized at the first call.
    pub fn spots(&self, serialize: impl FnOnce(&Self) -> Vec<u8>) -> &Rendered {
        self.spots.get_or_init(|| Rendered::new(serialize(self)))
    }
}
