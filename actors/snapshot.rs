//! A waffle as of one sequence number. Public reads are served from it without asking the actor.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use tokio::sync::OnceCell;
use uuid::Uuid;
use waffle_domain::board::Board;
use waffle_domain::seller::Seller;
use waffle_domain::waffle::Waffle;
use waffle_domain::wire::event::Mark;
use waffle_language::{ByLanguage, Language};

/// A waffle and its board, immutable. Serialized answers are kept with it: a thousand readers cost one serialization.
#[derive(Debug)]
pub struct Snapshot {
    /// The waffle.
    pub waffle: Arc<Waffle>,
    /// Its spots.
    pub board: Board,
    /// Sequence number of the newest event that both contain.
    pub seq: i64,
    /// The request that caused that event.
    change_id: Option<Uuid>,
    /// Grows each time that the waffle is loaded: sequence numbers of a later life count, even lower ones.
    pub life: u64,
    /// The public detail, in JSON.
    pub detail: OnceLock<Rendered>,
    /// The list of spots, in JSON.
    pub spots: OnceLock<Rendered>,
    /// Before the opening, and from then on: nothing else in it changes by itself. Most snapshots have no reader.
    pages: [OnceLock<ByLanguage<UsualHost>>; 2],
    /// The same, with a background and without.
    stages: [[OnceLock<ByLanguage<UsualHost>>; 2]; 2],
    /// The board as text.
    pub text: OnceLock<ByLanguage<OnceLock<Rendered>>>,
    /// The free numbers as text.
    pub free: OnceLock<Rendered>,
    /// The export for the public.
    pub export: OnceLock<Rendered>,
}

/// What a page says that does not follow from its snapshot.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// Whether the board is live.
    pub live: bool,
    /// Who sells.
    pub seller: Arc<Seller>,
}

/// A page that shows the host of its request. Anyone can name any host, so only one host's page is kept: the one that
/// most readers use.
#[derive(Debug, Default)]
struct UsualHost(Mutex<Option<HostPage>>);

#[derive(Debug)]
struct HostPage {
    /// The origin that the links in it begin with.
    origin: String,
    circumstances: Circumstances,
    page: Arc<CutPage>,
    /// How many more readers of other hosts it outlasts.
    lead: u32,
}

/// The lead that a page begins with, so that two hosts don't replace each other with every request.
const HEAD_START: u32 = 4;
/// The most that it can have, so that a host gives way once no reader uses it.
const MOST_LEAD: u32 = 64;

/// A page that is the same for all its readers, except for what each of them gets at its cut.
#[derive(Debug)]
pub struct CutPage {
    /// Its text.
    pub text: Cut<String>,
    /// The text in brotli, once it was asked for.
    pub brotli: OnceCell<Cut<Bytes>>,
}

/// The parts of a page before and after its cut.
#[derive(Debug)]
pub struct Cut<T> {
    /// What comes before.
    pub before: T,
    /// What comes after.
    pub after: T,
}

impl CutPage {
    /// Makes a page.
    pub fn new(text: Cut<String>) -> Self {
        Self { text, brotli: OnceCell::new() }
    }

    /// Cuts a page at its first reader's own part; `None` if it has no such part.
    pub fn around(own: &str, html: &str) -> Option<Self> {
        let (before, after) = html.split_once(own)?;
        Some(Self::new(Cut { before: before.to_owned(), after: after.to_owned() }))
    }
}

impl UsualHost {
    fn locked(&self) -> MutexGuard<'_, Option<HostPage>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a host's page, rendered unless it is kept.
    fn page<E>(
        &self,
        origin: &str,
        circumstances: &Circumstances,
        render: impl FnOnce() -> Result<CutPage, E>,
    ) -> Result<Arc<CutPage>, E> {
        let is_it = |kept: &HostPage| kept.origin == origin && kept.circumstances == *circumstances;
        match self.locked().as_mut() {
            Some(kept) if is_it(kept) => {
                kept.lead = (kept.lead + 1).min(MOST_LEAD);
                return Ok(kept.page.clone());
            }
            // It is not true any more.
            Some(kept) if kept.origin == origin => kept.lead = 0,
            Some(kept) => kept.lead = kept.lead.saturating_sub(1),
            None => {}
        }
        let page = Arc::new(render()?);
        let mut kept = self.locked();
        match &*kept {
            // Another request rendered it in the meantime.
            Some(kept) if is_it(kept) => return Ok(kept.page.clone()),
            Some(kept) if kept.lead > 0 => {}
            _ => {
                let (origin, circumstances) = (origin.to_owned(), circumstances.clone());
                *kept = Some(HostPage { origin, circumstances, page: page.clone(), lead: HEAD_START });
            }
        }
        Ok(page)
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
    /// The body in brotli, once it was asked for.
    pub fn brotli(&self) -> &OnceCell<Bytes> {
        &self.0.brotli
    }

    /// The body in gzip, once it was asked for.
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
    /// Makes a snapshot; its life is 0 if no actor follows its log.
    pub fn new(waffle: Arc<Waffle>, board: Board, newest: Mark, life: u64) -> Self {
        Self {
            waffle,
            board,
            seq: newest.seq,
            change_id: newest.change_id,
            life,
            detail: OnceLock::new(),
            spots: OnceLock::new(),
            pages: Default::default(),
            stages: Default::default(),
            text: OnceLock::new(),
            free: OnceLock::new(),
            export: OnceLock::new(),
        }
    }

    /// Returns the newest event that it contains.
    pub fn newest(&self) -> Mark {
        Mark { seq: self.seq, change_id: self.change_id }
    }

    /// Returns the board's page of a moment in a language, with the links of an origin, as it was rendered first under
    /// these circumstances. Readers of an unusual host get a page that is not kept.
    pub fn page<E>(
        &self,
        (now, circumstances): (DateTime<Utc>, &Circumstances),
        language: Language,
        origin: &str,
        render: impl FnOnce(&Self) -> Result<CutPage, E>,
    ) -> Result<Arc<CutPage>, E> {
        let pages = self.pages[usize::from(self.waffle.terms.waiting(now))].get_or_init(Default::default);
        pages.of(language).page(origin, circumstances, || render(self))
    }

    /// Returns the stage of a moment in a language, with a background or without, as it was rendered first under these
    /// circumstances. It has no links, so it is the same for readers of all hosts.
    pub fn stage<E>(
        &self,
        (now, circumstances): (DateTime<Utc>, &Circumstances),
        language: Language,
        transparent: bool,
        render: impl FnOnce(&Self) -> Result<CutPage, E>,
    ) -> Result<Arc<CutPage>, E> {
        let stages = &self.stages[usize::from(self.waffle.terms.waiting(now))][usize::from(transparent)];
        stages.get_or_init(Default::default).of(language).page("", circumstances, || render(self))
    }
}

/// Returns what a cell keeps, made at the first call.
pub fn kept<T, E>(cell: &OnceLock<T>, make: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
    match cell.get() {
        Some(kept) => Ok(kept),
        None => make().map(|made| cell.get_or_init(|| made)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use waffle_domain::seller::Seller;

    use super::{Circumstances, Cut, CutPage, UsualHost};

    /// Asks for the page of each host in turn, and returns the hosts for which one was rendered.
    fn rendered<'a>(usual: &UsualHost, origins: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
        let mut rendered = Vec::new();
        for origin in origins {
            let page = usual.page(origin, &Circumstances::default(), || -> Result<_, ()> {
                rendered.push(origin);
                Ok(CutPage::new(Cut { before: origin.to_owned(), after: String::new() }))
            });
            assert_eq!(page.unwrap().text.before, origin);
        }
        rendered
    }

    #[test]
    fn invented_hosts_do_not_replace_the_usual_one() {
        let usual = UsualHost::default();
        assert_eq!(rendered(&usual, ["own"; 9]), ["own"]);
        for _ in 0..99 {
            assert_eq!(rendered(&usual, ["own", "a", "own", "b", "c"]), ["a", "b", "c"]);
            assert!(rendered(&usual, ["own"; 2]).is_empty());
        }
    }

    #[test]
    fn what_is_not_true_any_more_or_true_again_replaces_the_same_hosts_page() {
        let usual = UsualHost::default();
        let mut rendered = Vec::new();
        for (live, name) in
            [(true, "Mia"), (true, "Mia"), (false, "Mia"), (false, "Ben"), (false, "Ben"), (true, "Mia")]
        {
            // Read again each time.
            let seller = Arc::new(Seller { name: Some(name.to_owned()), picture: None });
            let says = format!("{live} {name}");
            let page = usual.page("own", &Circumstances { live, seller }, || -> Result<_, ()> {
                rendered.push(says.clone());
                Ok(CutPage::new(Cut { before: says.clone(), after: String::new() }))
            });
            assert_eq!(page.unwrap().text.before, says);
        }
        assert_eq!(rendered, ["true Mia", "false Mia", "false Ben", "true Mia"]);
    }

    #[test]
    fn a_host_that_many_used_gives_way_once_none_does() {
        let usual = UsualHost::default();
        rendered(&usual, ["old"; 1_000]);
        assert_eq!(rendered(&usual, ["new"; 70]), ["new"; 64]);
    }

    #[test]
    fn an_invented_host_that_came_first_gives_way() {
        let usual = UsualHost::default();
        assert_eq!(rendered(&usual, ["invented"]), ["invented"]);
        assert_eq!(rendered(&usual, ["own"; 9]), ["own"; 4]);
    }
}
