//! The languages, and which one a reader gets.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../languages/"]
struct Files;

/// One of the languages that there is a file for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language(usize);

/// The language that all others are translated from.
pub const ENGLISH: Language = Language(0);

/// A file: its tag, such as `de`, its text, and the hash of it.
pub(crate) struct Source {
    pub(crate) tag: String,
    pub(crate) text: String,
    edition: u64,
}

impl Source {
    fn new(tag: String, text: String) -> Self {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        Self { tag, text, edition: hasher.finish() }
    }
}

/// English, then the others by their tags.
static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let files = Files::iter().filter_map(|name| {
        let text = String::from_utf8(Files::get(&name)?.data.into_owned()).ok()?;
        Some(Source::new(name.strip_suffix(".ftl")?.to_owned(), text))
    });
    let mut sources: Vec<Source> = files.collect();
    sources.sort_by_key(|source| (source.tag != "en", source.tag.clone()));
    #[cfg(feature = "made-up")]
    if let Some(english) = sources.first() {
        let made_up = crate::made_up::sources(&english.text);
        sources.extend(made_up.map(|(tag, text)| Source::new(tag, text)));
    }
    sources
});

/// How many languages a header may name. A browser sends a few.
const MOST_RANGES: usize = 20;

impl Language {
    /// All of them, English first.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..SOURCES.len()).map(Self)
    }

    /// The language with a tag, such as `de`.
    pub fn parse(tag: &str) -> Option<Self> {
        SOURCES.iter().position(|source| source.tag.eq_ignore_ascii_case(tag)).map(Self)
    }

    /// The language that a reader prefers, by the header `Accept-Language`, such as `de-AT,de;q=0.9,en;q=0.5`. `None`
    /// where we have none of them.
    ///
    /// Source: RFC 9110, section 12.5.4. A region counts as its language, unless there is a file for the region; `*` is
    /// no choice. Of two with the same quality the first one counts.
    pub fn preferred(header: &str) -> Option<Self> {
        let mut best: Option<(u16, Self)> = None;
        for range in header.split(',').take(MOST_RANGES) {
            let (tag, rest) = range.split_once(';').unwrap_or((range, ""));
            let tag = tag.trim();
            let language = Self::parse(tag).or_else(|| Self::parse(tag.split('-').next().unwrap_or_default()));
            let (Some(language), Some(quality)) = (language, quality(rest)) else { continue };
            if quality > best.map_or(0, |(best, _)| best) {
                best = Some((quality, language));
            }
        }
        best.map(|(_, language)| language)
    }

    /// Its tag, such as `de`: for `<html lang>`, the cookie and `Intl`.
    pub fn tag(self) -> &'static str {
        &self.source().tag
    }

    /// Changes with any of its texts: what was made with others is to be made again.
    pub fn edition(self) -> u64 {
        self.source().edition
    }

    pub(crate) fn source(self) -> &'static Source {
        // A language is made from a place in the list, and English is always in it: the build has its file.
        &SOURCES[self.0]
    }
}

/// Something for each language.
#[derive(Debug, Clone)]
pub struct ByLanguage<T>(Vec<T>);

impl<T> ByLanguage<T> {
    /// Makes it for each language.
    pub fn make(make: impl FnMut(Language) -> T) -> Self {
        Self(Language::all().map(make).collect())
    }

    /// Makes it for each language, or returns the first error.
    pub fn try_make<E>(make: impl FnMut(Language) -> Result<T, E>) -> Result<Self, E> {
        Language::all().map(make).collect::<Result<_, _>>().map(Self)
    }

    /// What there is for a language.
    pub fn of(&self, language: Language) -> &T {
        // There are as many as languages.
        &self.0[language.0]
    }

    /// All of them, with their languages.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Language, &mut T)> {
        Language::all().zip(&mut self.0)
    }
}

impl<T: Default> Default for ByLanguage<T> {
    fn default() -> Self {
        Self::make(|_| T::default())
    }
}

/// The quality of a range in thousandths; 1,000 if there is none, and `None` if it can't be read.
fn quality(parameters: &str) -> Option<u16> {
    let Some(value) = parameters.split(';').find_map(|parameter| parameter.trim().strip_prefix("q=")) else {
        return Some(1_000);
    };
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    let digits = fraction.len() <= 3 && fraction.bytes().all(|digit| digit.is_ascii_digit());
    let thousandths = format!("{fraction:0<3}").parse().ok().filter(|_| digits)?;
    match whole {
        "0" => Some(thousandths),
        "1" if thousandths == 0 => Some(1_000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{ENGLISH, Language};

    fn preferred(header: &str) -> Option<&'static str> {
        Language::preferred(header).map(Language::tag)
    }

    #[test]
    fn english_comes_first() {
        assert_eq!(ENGLISH.tag(), "en");
        assert!(Language::all().len() >= 3);
        assert_eq!(Language::all().next(), Some(ENGLISH));
    }

    #[test]
    fn a_reader_gets_the_language_of_the_highest_quality() {
        for (header, tag) in [
            ("de", Some("de")),
            ("DE-at,en;q=0.9", Some("de")),
            ("pl,es-419;q=0.8,en;q=0.7", Some("es")),
            ("en;q=0.5, de;q=0.501", Some("de")),
            ("en, de", Some("en")),
            ("de;q=0, es;q=0.001", Some("es")),
            ("de;q=1.000,en;q=1", Some("de")),
            ("de;q=0", None),
            ("pl", None),
            ("*", None),
            ("", None),
            (",,;q=1, ;", None),
            ("de;q=2, de;q=0.1234, de;q=-1, de;q=1.5, de;q=x, es;q=0.1", Some("es")),
        ] {
            assert_eq!(preferred(header), tag, "{header:?}");
        }
    }

    #[test]
    fn a_long_header_is_read_no_further_than_a_browser_needs() {
        assert_eq!(preferred(&format!("{}de", "pl,".repeat(19))), Some("de"));
        assert_eq!(preferred(&format!("{}de", "pl,".repeat(20))), None);
    }
}
