//! The fonts of a card, all bundled. A character that the first one lacks is looked up in the others.

use std::sync::LazyLock;

use rusttype::{Font, GlyphId};

/// Fonts in the order in which a character is looked up.
pub(super) struct Fonts(Vec<Font<'static>>);

/// A bold sans-serif, then an emoji font.
pub(super) static FONTS: LazyLock<Fonts> = LazyLock::new(|| {
    let bundled = [dejavu::sans::bold(), epaint_default_fonts::NOTO_EMOJI_REGULAR];
    Fonts(bundled.into_iter().filter_map(Font::try_from_bytes).collect())
});

impl Fonts {
    /// Finds the font that has a character, and its glyph; `None` if no font has it. Such a character is left out: a
    /// box would say nothing.
    pub(super) fn glyph(&self, c: char) -> Option<(&Font<'static>, GlyphId)> {
        let missing = GlyphId(0);
        self.0.iter().map(|font| (font, font.glyph(c).id())).find(|(_, id)| *id != missing)
    }

    /// Returns the font whose metrics are used for lines.
    pub(super) fn first(&self) -> Option<&Font<'static>> {
        self.0.first()
    }
}

/// Returns whether a character only changes how its neighbours look: joiners, variation selectors, skin tones.
pub(super) fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
        || matches!(c, '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0000}'..='\u{e007f}' | '\u{202a}'..='\u{202e}' | '\u{20e3}')
}

#[cfg(test)]
mod tests {
    use super::{FONTS, is_invisible};

    #[test]
    fn the_bundled_fonts_have_letters_accents_and_emoji() {
        assert_eq!(FONTS.0.len(), 2);
        assert!(['語', 'の', '와', 'ก', '\u{1faff}'].into_iter().all(|c| FONTS.glyph(c).is_none()));
        for c in ['A', 'é', 'ß', 'Ж', 'Ω', '€', '🍁', '🎁', '🔥', '…'] {
            assert!(FONTS.glyph(c).is_some(), "{c}");
        }
    }

    #[test]
    fn joiners_are_not_drawn() {
        assert!("\u{200d}\u{fe0f}\u{1f3fd}\n".chars().all(is_invisible));
        assert!(!"a é🧇".chars().any(is_invisible));
    }
}
