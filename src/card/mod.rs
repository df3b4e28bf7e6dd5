//! The share card of a waffle: a picture that a seller is glad to post.

mod cache;
mod canvas;
mod draw;
mod files;
mod fonts;
mod slot;
mod text;

use std::hash::{DefaultHasher, Hash, Hasher};

pub use cache::{Card, CardError, Cards};
pub use draw::render;
pub use slot::{AsOf, Wanted};

/// The shape of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// 1080 × 1920 pixels.
    Story,
    /// 1080 × 1080 pixels.
    Square,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 2] = [Self::Story, Self::Square];

    /// Reads the name in an address; none when there is no such format.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Gives the name in an address.
    pub fn name(self) -> &'static str {
        match self {
            Self::Story => "story",
            Self::Square => "square",
        }
    }

    /// Gives width and height in pixels.
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
    /// The waffle's title.
    pub title: String,
    /// The price of a spot, formatted.
    pub price: String,
    /// Spots free to claim.
    pub available: u32,
    /// Number of spots.
    pub total: u32,
    /// Whether the winners are drawn.
    pub completed: bool,
    /// Where to claim, as an absolute address.
    pub url: String,
}

impl Face {
    /// Tells faces apart, also after a restart.
    fn fingerprint(&self) -> u64 {
        /// To be raised when cards are drawn in another way.
        const DRAWING: u32 = 1;
        let mut hasher = DefaultHasher::new();
        (DRAWING, self).hash(&mut hasher);
        hasher.finish()
    }
}
