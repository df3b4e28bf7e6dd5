//! The text of a card: measured, wrapped and shrunk until it fits, never cut inside a grapheme.

use rusttype::{Font, GlyphId, Scale};
use unicode_segmentation::UnicodeSegmentation;

use super::fonts::{FONTS, is_invisible};

/// The distance between two lines, as a multiple of the font size.
pub(super) const LINE_HEIGHT: f32 = 1.12;

/// A line ready to draw: glyphs with their offsets from its left end, in pixels.
pub(super) struct Line {
    pub(super) glyphs: Vec<(&'static Font<'static>, GlyphId, f32)>,
    pub(super) width: f32,
}

/// Lines of the same size.
pub(super) struct Block {
    pub(super) lines: Vec<Line>,
    /// The font size, in pixels.
    pub(super) size: f32,
}

/// How to set a text.
#[derive(Clone, Copy)]
pub(super) struct Setting {
    /// The most width, in pixels.
    pub(super) width: f32,
    /// The most lines.
    pub(super) lines: usize,
    /// The most height, in pixels; the smallest size may exceed it.
    pub(super) height: f32,
    /// The size to try first.
    pub(super) largest: f32,
    /// The size below which the text is shortened instead.
    pub(super) smallest: f32,
}

/// Sets a text as large as fits. One that does not fit even at the smallest size ends with `…`.
pub(super) fn set(text: &str, setting: Setting) -> Block {
    let mut size = setting.largest;
    loop {
        let wrapped = wrap(text, size, setting.width, size <= setting.smallest);
        let low = wrapped.iter().map(|_| size * LINE_HEIGHT).sum::<f32>() <= setting.height;
        if low && wrapped.len() <= setting.lines && wrapped.iter().all(|line| width(line, size) <= setting.width) {
            return block(&wrapped, size);
        }
        if size <= setting.smallest {
            return block(&shorten(wrapped, size, setting), size);
        }
        size = (size * 0.94).max(setting.smallest);
    }
}

fn block(lines: &[String], size: f32) -> Block {
    Block { lines: lines.iter().map(|text| line(text, size)).collect(), size }
}

/// Breaks text between words. With `anywhere`, a word wider than a line is broken between graphemes.
fn wrap(text: &str, size: f32, most: f32, anywhere: bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // A number stays with what follows it.
    let is_space = |letter: char| letter.is_whitespace() && letter != '\u{a0}';
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
        if anywhere && lines.last().is_some_and(|line| width(line, size) > most) {
            let long = lines.pop().unwrap_or_default();
            lines.extend(break_up(&long, size, most));
        }
    }
    lines
}

fn break_up(word: &str, size: f32, most: f32) -> Vec<String> {
    let mut parts = vec![String::new()];
    for grapheme in word.graphemes(true) {
        match parts.last_mut() {
            Some(part) if part.is_empty() || width(&format!("{part}{grapheme}"), size) <= most => {
                part.push_str(grapheme);
            }
            _ => parts.push(grapheme.to_owned()),
        }
    }
    parts
}

fn shorten(mut lines: Vec<String>, size: f32, setting: Setting) -> Vec<String> {
    if lines.len() <= setting.lines {
        return lines;
    }
    lines.truncate(setting.lines);
    if let Some(last) = lines.last_mut() {
        let mut kept: Vec<&str> = last.graphemes(true).collect();
        while !kept.is_empty() && width(&format!("{}…", kept.concat()), size) > setting.width {
            kept.pop();
        }
        *last = format!("{}…", kept.concat().trim_end());
    }
    lines
}

fn width(text: &str, size: f32) -> f32 {
    line(text, size).width
}

/// Places the glyphs of a line.
pub(super) fn line(text: &str, size: f32) -> Line {
    let scale = Scale::uniform(size);
    let mut glyphs = Vec::new();
    let mut x = 0.0;
    for c in text.chars().filter(|c| !is_invisible(*c)) {
        let Some((font, id)) = FONTS.glyph(c) else { continue };
        glyphs.push((font, id, x));
        x += font.glyph(id).scaled(scale).h_metrics().advance_width;
    }
    Line { glyphs, width: x }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, prop_assert, proptest};

    use super::{Setting, set, width, wrap};

    const TITLE: Setting = Setting { width: 900.0, lines: 3, height: f32::INFINITY, largest: 100.0, smallest: 50.0 };

    #[test]
    fn a_short_text_is_large_and_a_long_one_smaller() {
        let (short, long) = (set("Box", TITLE), set(&"Golden Maple Syrup ".repeat(5), TITLE));
        assert!((short.size - 100.0).abs() < f32::EPSILON);
        assert_eq!(short.lines.len(), 1);
        assert!(long.size < 100.0 && long.lines.len() <= 3);
    }

    #[test]
    fn a_text_shrinks_until_its_lines_are_not_too_high_together() {
        let title = "Golden Maple Syrup ".repeat(3);
        let (free, kept) = (set(&title, TITLE), set(&title, Setting { height: 150.0, ..TITLE }));
        let height = |block: &super::Block| {
            block.size * super::LINE_HEIGHT * f32::from(u8::try_from(block.lines.len()).unwrap())
        };
        assert!(height(&free) > 150.0 && height(&kept) <= 150.0);
    }

    #[test]
    fn a_text_that_does_not_fit_ends_with_an_ellipsis() {
        let block = set(&"waffle ".repeat(100), TITLE);
        let ellipsis = set("…", TITLE).lines[0].glyphs[0].1;
        assert_eq!(block.lines[2].glyphs.last().unwrap().1, ellipsis);
    }

    #[test]
    fn a_long_word_breaks_between_graphemes() {
        let family = "👨‍👩‍👧‍👦".repeat(40);
        for part in wrap(&family, 50.0, 900.0, true) {
            assert_eq!(part.len() % "👨‍👩‍👧‍👦".len(), 0);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn every_text_fits(text in "\\PC{0,200}") {
            let block = set(&text, TITLE);
            prop_assert!(block.lines.len() <= 3);
            for line in &block.lines {
                prop_assert!(line.width <= TITLE.width || line.glyphs.len() <= 2);
            }
            prop_assert!(width(&text, 10.0) >= 0.0);
        }
    }
}
