//! The share card of a waffle: a picture for sellers to post.

mod cache;
mod canvas;
mod drawable_letters;
mod files;
mod fonts;
mod last_drawn;
mod render;
mod wrapped_text;

use std::hash::{DefaultHasher, Hash, Hasher};

use waffle_domain::draw::how_won::HowWon;
use waffle_domain::photo::PhotoHash;
use waffle_language::{ENGLISH, Language};

pub use cache::{Card, CardError, Cards};
pub use drawable_letters::drawn as drawn_title;
pub use last_drawn::{AsOf, Wanted};
pub use render::render;

/// The shape of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// 1080 × 1920 pixels.
    Story,
    /// 1080 × 1080 pixels.
    Square,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::Story, Self::Square];

    /// Parses a format's name in an address; `None` if there is no such format.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the format's name in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Story => "story",
            Self::Square => "square",
        }
    }

    /// Returns the width and height in pixels.
    pub fn size(self) -> (u32, u32) {
        match self {
            Self::Story => (1_080, 1_920),
            Self::Square => (1_080, 1_080),
        }
    }
}

/// What a card shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Face {
    pub title: String,
    /// The language of its words.
    pub language: Language,
    /// The price of a spot, formatted in that language.
    pub price: String,
    /// Spots free to claim.
    pub available: u32,
    /// Number of spots.
    pub total: u32,
    /// How the winners were found; `None` while there are none.
    pub how_won: Option<HowWon>,
    /// The winners: `#7 @anna, #12 @ben`; empty while there are none.
    pub winners: String,
    /// Their prizes; empty if not named.
    pub prizes: Vec<String>,
    /// The absolute address at which to claim.
    pub url: String,
    /// The waffle's photo, if it is one that this service keeps.
    pub photo: Option<PhotoHash>,
}

impl Face {
    /// Returns a hash of everything the card shows, also of its words, some of which may be in English. It must not
    /// change between runs, since files are named after it.
    fn fingerprint(&self) -> u64 {
        /// Increase this whenever cards are drawn differently.
        const DRAWING: u32 = 6;
        let mut hasher = DefaultHasher::new();
        (DRAWING, ENGLISH.edition(), self.language.edition(), self).hash(&mut hasher);
        hasher.finish()
    }
}
