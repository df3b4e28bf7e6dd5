//! The name of a waffle in its address.

use deunicode::deunicode;

use crate::text_type;

/// The longest slug, with any suffix.
pub const MAX_SLUG: usize = 80;

/// A slug: 1 to 80 of `a-z 0-9 -`, derived from a title once and never changed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Slug(String);

text_type!(Slug);

/// The longest prefix of slugs.
pub const MAX_SLUG_PREFIX: usize = 8;

/// What the slugs of new waffles begin with, before a hyphen: up to 8 of `a-z 0-9`; the default is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SlugPrefix(String);

text_type!(SlugPrefix);

impl SlugPrefix {
    /// Parses a prefix; `None` if it has other characters or is too long.
    pub fn parse(text: &str) -> Option<Self> {
        let clean = text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        (clean && text.len() <= MAX_SLUG_PREFIX).then(|| Self(text.to_owned()))
    }
}

impl Slug {
    /// Derives a slug from a title: folded to ASCII, lowercase, with each run of other characters as one hyphen.
    pub fn of(title: &str) -> Self {
        let mut slug = String::new();
        for c in deunicode(title).chars() {
            if c.is_ascii_alphanumeric() {
                slug.push(c.to_ascii_lowercase());
            } else if !slug.is_empty() && !slug.ends_with('-') {
                slug.push('-');
            }
        }
        slug.truncate(MAX_SLUG);
        let slug = slug.trim_end_matches('-');
        Self(if slug.is_empty() { "waffle".to_owned() } else { slug.to_owned() })
    }

    /// Returns the slug behind a prefix and a hyphen, or as it is if the prefix is empty.
    pub fn behind(self, prefix: &SlugPrefix) -> Self {
        if prefix.0.is_empty() {
            return self;
        }
        let mut slug = format!("{prefix}-{self}");
        slug.truncate(MAX_SLUG);
        Self(slug.trim_end_matches('-').to_owned())
    }

    /// Returns the n-th variant, for when the slug is taken: `-2`, `-3`, …. The first is the slug itself.
    pub fn variant(&self, n: u32) -> Self {
        if n < 2 {
            return self.clone();
        }
        let suffix = format!("-{n}");
        let room = MAX_SLUG - suffix.len();
        let stem = self.0.get(..room).unwrap_or(&self.0).trim_end_matches('-');
        Self(format!("{stem}{suffix}"))
    }

    /// Parses the slug in an address; `None` if no waffle can have it.
    pub fn parse(text: &str) -> Option<Self> {
        let clean = text
            .split('-')
            .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()));
        (clean && text.len() <= MAX_SLUG).then(|| Self(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    use super::{MAX_SLUG, MAX_SLUG_PREFIX, Slug, SlugPrefix};

    fn slug(title: &str) -> String {
        Slug::of(title).to_string()
    }

    #[test]
    fn folds_titles_to_ascii() {
        assert_eq!(slug("Crème  Brûlée — No. 5!"), "creme-brulee-no-5");
        assert_eq!(slug("--Mega \"Drop\"--"), "mega-drop");
        assert_eq!(slug("!!!"), "waffle");
        assert_eq!(slug("ÜBER_Straße"), "uber-strasse");
        assert_eq!(slug(&format!("{} b", "c".repeat(79))), "c".repeat(79));
    }

    #[test]
    fn a_suffix_fits_into_80() {
        let long = Slug::of(&"a".repeat(120));
        assert_eq!(long.as_str().len(), MAX_SLUG);
        assert_eq!(long.variant(1), long);
        assert_eq!(long.variant(12).as_str(), format!("{}-12", "a".repeat(77)));
        assert_eq!(Slug("box".into()).variant(2).as_str(), "box-2");
    }

    #[test]
    fn a_prefix_and_a_suffix_fit_into_80() {
        let prefix = SlugPrefix::parse("a").unwrap();
        let behind = |title: &str| Slug::of(title).behind(&prefix);
        assert_eq!(behind("Gift Box").as_str(), "a-gift-box");
        assert_eq!(behind("Gift Box").variant(2).as_str(), "a-gift-box-2");
        assert_eq!(behind("!!!").as_str(), "a-waffle");
        assert_eq!(behind(&"b".repeat(120)).as_str(), format!("a-{}", "b".repeat(78)));
        assert_eq!(behind(&format!("{} c", "b".repeat(77))).as_str(), format!("a-{}", "b".repeat(77)));
        assert_eq!(behind(&"b".repeat(120)).variant(12).as_str(), format!("a-{}-12", "b".repeat(75)));
        assert_eq!(Slug::of("Gift Box").behind(&SlugPrefix::default()).as_str(), "gift-box");
    }

    #[test]
    fn a_prefix_has_up_to_8_letters_and_digits() {
        for text in ["", "a", "7", "cell2026"] {
            assert_eq!(SlugPrefix::parse(text).as_ref().map(SlugPrefix::as_str), Some(text));
        }
        for text in ["A", "a-", "-", "a b", " ", "ä", "a\0", &"a".repeat(MAX_SLUG_PREFIX + 1)] {
            assert_eq!(SlugPrefix::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_text_that_no_waffle_can_have_is_no_slug() {
        for text in ["", "-a", "a-", "a--b", "A", "a b", "a\0", "é", &"a".repeat(MAX_SLUG + 1)] {
            assert_eq!(Slug::parse(text), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn is_always_a_clean_path_segment(title in "\\PC{1,200}", n in 1_u32..2_000, prefix in "[a-z0-9]{0,8}") {
            let slug = Slug::of(&title);
            let behind = slug.clone().behind(&SlugPrefix::parse(&prefix).unwrap());
            prop_assert!(behind.as_str().starts_with(&prefix));
            for slug in [slug.clone(), slug.variant(n), behind.clone(), behind.variant(n)] {
                let text = slug.as_str();
                prop_assert!((1..=MAX_SLUG).contains(&text.len()));
                prop_assert!(text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
                prop_assert!(Slug::parse(text) == Some(slug.clone()));
                prop_assert!(!text.starts_with('-') && !text.ends_with('-') && !text.contains("--"));
            }
            prop_assert_eq!(Slug::of(&title), slug);
        }
    }
}
