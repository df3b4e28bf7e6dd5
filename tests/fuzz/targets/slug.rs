//! Slugs: made from titles, and read from addresses.

use waffle_domain::slug::{MAX_SLUG, Slug};
use waffle_domain::title::parse_title;

use super::text;
use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target = Target {
    words: &["golden-waffle", "Crème Brûlée", "No. 5", "--", "-2", "Straße", "北京", "☕", "ǆ"],
    check,
};

fn check(input: &[u8]) -> Seen {
    let text = text(input);
    let asked = Slug::parse(&text);
    if let Some(slug) = &asked {
        assert_eq!(slug.as_str(), text);
        check_form(slug);
    }
    let Ok(title) = parse_title(&text) else { return Seen::refused((asked.is_some(), input.len().min(300))) };
    assert_eq!(parse_title(&title).as_ref(), Ok(&title));
    let slug = Slug::of(&title);
    check_form(&slug);
    let number = u32::from_le_bytes([0, 1, 2, 3].map(|place| input.get(place).copied().unwrap_or_default()));
    for number in [1, 2, 10, 9_999, number] {
        let variant = slug.variant(number);
        check_form(&variant);
        assert!(
            if number < 2 { variant == slug } else { variant.as_str().ends_with(&format!("-{number}")) },
            "{variant}"
        );
    }
    Seen::accepted((slug.as_str().len(), slug.as_str().matches('-').count(), text.is_ascii()))
}

/// Checks that addresses with the slug lead where they should.
fn check_form(slug: &Slug) {
    let text = slug.as_str();
    assert!((1..=MAX_SLUG).contains(&text.len()), "{text}");
    assert!(text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')), "{text}");
    assert!(!text.starts_with('-') && !text.ends_with('-') && !text.contains("--"), "{text}");
    assert_eq!(Slug::parse(text).as_ref(), Some(slug));
}
