//! The part of a title that a card can show: never a box, and no letters in the wrong order.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

use super::fonts::{FONTS, is_invisible};

/// Returns a title as a card shows it. Words with a letter that can't be drawn are left out, as are emoji and signs
/// that can't. `None` if less than half of the title's letters are left, or nothing at all.
pub fn drawn(title: &str) -> Option<Cow<'_, str>> {
    if title.chars().all(is_drawn) {
        return title.chars().any(|c| !c.is_whitespace() && !is_invisible(c)).then_some(Cow::Borrowed(title));
    }
    let shown = title.split_whitespace().map(piece).filter(|piece| !piece.is_empty()).collect::<Vec<_>>().join(" ");
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    let enough = !shown.is_empty() && letters(&shown) * 2 >= letters(title);
    enough.then_some(Cow::Owned(shown))
}

/// Returns the drawable part of a piece of a title that holds no spaces. Scripts without spaces have many words in one.
fn piece(piece: &str) -> String {
    let mut lost_letters = false;
    let mut left = String::new();
    for word in piece.split_word_bounds() {
        if word.chars().any(|c| c.is_alphanumeric() && !is_drawn(c)) {
            lost_letters = true;
        } else {
            left.extend(word.chars().filter(|c| is_drawn(*c)));
        }
    }
    if lost_letters {
        // Trims the brackets and quotes around words that were left out.
        let trimmed = left.trim_matches(|c: char| !c.is_alphanumeric());
        left = String::from(trimmed);
    }
    if left.chars().all(is_invisible) { String::new() } else { left }
}

/// Returns whether a card shows a character as people expect it. A card sets letters one after the other from left to
/// right, so it can't show a script that runs the other way, or that joins or stacks its letters.
fn is_drawn(c: char) -> bool {
    c.is_whitespace() || is_invisible(c) || (!needs_shaping(c) && FONTS.glyph(c).is_some())
}

fn needs_shaping(c: char) -> bool {
    // Hebrew to Arabic Extended-A; Devanagari to Myanmar; Khmer and Mongolian; further forms of Hebrew and Arabic.
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{900}'..='\u{e3e}' | '\u{e40}'..='\u{109f}' | '\u{1780}'..='\u{18af}')
        || matches!(c, '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{11fff}')
        || matches!(c, '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, prop_assert, proptest};

    use super::drawn;
    use crate::card::fonts::{FONTS, is_invisible};

    /// Titles in scripts that the bundled fonts lack, or that a card can't set.
    pub(crate) const FOREIGN: [&str; 9] = [
        "金色枫糖浆早餐盒",
        "黄金のワッフル 朝食ボックス",
        "황금 와플 아침 상자",
        "صندوق الوافل الذهبي",
        "קופסת וופל זהובה",
        "กล่องวาฟเฟิลสีทอง",
        "सुनहरा वफ़ल",
        "🫨🫷",
        "🇯🇵「限定」",
    ];

    #[test]
    fn a_title_that_can_be_drawn_stays_as_it_is() {
        for title in ["Crème Brûlée “Grande” 🎁🔥", "Желтый ящик", "Χρυσή βάφλα", "e\u{301} № 7", "👍🏽"]
        {
            assert_eq!(drawn(title).as_deref(), Some(title));
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_left_out_with_its_brackets() {
        for (title, shown) in [
            ("Golden box 🫨!", "Golden box !"),
            ("【限定】Nintendo Switch 本体", "Nintendo Switch"),
            ("Vintage camera (كاميرا)", "Vintage camera"),
            ("Waffle “와플” box", "Waffle box"),
            ("🫨 Box 🎁", "Box 🎁"),
        ] {
            assert_eq!(drawn(title).as_deref(), Some(shown), "{title}");
        }
    }

    #[test]
    fn a_title_of_which_too_little_is_left_is_not_shown() {
        for title in FOREIGN.into_iter().chain(["", " \u{200d}", "日本語の本 A", "مرحبا box"]) {
            assert_eq!(drawn(title), None, "{title}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn every_character_of_what_is_shown_has_a_glyph(title in "\\PC{0,40}") {
            for c in drawn(&title).unwrap_or_default().chars() {
                let shown = c.is_whitespace() || is_invisible(c) || FONTS.glyph(c).is_some_and(|(_, id)| id.0 != 0);
                prop_assert!(shown, "{c:?}");
            }
        }
    }
}
