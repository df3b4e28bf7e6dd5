//! How a waffle's winners were found, and how many results it had before.

use std::fmt;

use waffle_language::{Text, say};

use crate::names::names;

/// How winners came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WinnersOrigin {
    /// The seller picked them.
    Hand,
    /// A draw.
    Draw(Lot),
    /// A draw, but an alternate has replaced at least one winner.
    DrawReplaced(Lot),
}

/// The draw that winners are from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lot {
    pub number: i32,
    /// Whether a private chain decided, which proves nothing to others.
    pub private_chain: bool,
}

names! {
    /// The same without the number, as clients read it.
    pub enum WonBy {
        /// The result of a draw stands unchanged.
        Draw = "draw",
        /// A winner of a draw was replaced by an alternate.
        DrawReplaced = "draw_replaced",
        /// The seller picked the winners.
        Hand = "hand",
    }
}

/// How winners were found, and after how many other results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HowWon {
    pub origin: WinnersOrigin,
    /// How many results the waffle had that were cleared or changed.
    pub draws_before: i32,
}

impl WinnersOrigin {
    /// Returns the draw; `None` for winners that were picked by hand.
    pub const fn lot(self) -> Option<Lot> {
        match self {
            Self::Hand => None,
            Self::Draw(lot) | Self::DrawReplaced(lot) => Some(lot),
        }
    }

    /// Returns its number.
    pub fn draw(self) -> Option<i32> {
        self.lot().map(|lot| lot.number)
    }

    /// Returns whether a private chain decided.
    pub fn is_private(self) -> bool {
        self.lot().is_some_and(|lot| lot.private_chain)
    }

    /// Returns the value for clients.
    pub const fn won_by(self) -> WonBy {
        match self {
            Self::Hand => WonBy::Hand,
            Self::Draw(_) => WonBy::Draw,
            Self::DrawReplaced(_) => WonBy::DrawReplaced,
        }
    }
}

impl HowWon {
    /// Returns how the winners were found, in words. `static/how_won.js` says the same.
    pub fn words(self) -> Text {
        match self.origin {
            WinnersOrigin::Hand => say!("won-hand"),
            WinnersOrigin::Draw(Lot { private_chain: false, .. }) => say!("won-draw"),
            WinnersOrigin::Draw(_) => say!("won-draw-private"),
            // There may have been more than one.
            WinnersOrigin::DrawReplaced(Lot { private_chain: false, .. }) => say!("won-replaced"),
            WinnersOrigin::DrawReplaced(_) => say!("won-replaced-private"),
        }
    }

    /// Returns how many results came before.
    pub fn earlier(self) -> u32 {
        self.draws_before.unsigned_abs()
    }

    /// Returns both in words, like `Drawn by lot, after 2 earlier results`.
    pub fn text(self) -> Text {
        match self.earlier() {
            0 => self.words(),
            count => say!("won-after-others", how = self.words(), count),
        }
    }
}

/// In English.
impl fmt::Display for HowWon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::{HowWon, Lot, WinnersOrigin};

    #[test]
    fn the_words_say_how_winners_were_found_and_after_what() {
        let (lot, private) = (Lot { number: 2, private_chain: false }, Lot { number: 2, private_chain: true });
        for (origin, draws_before, words) in [
            (WinnersOrigin::Hand, 0, "Picked by hand"),
            (WinnersOrigin::Draw(lot), 0, "Drawn by lot"),
            (WinnersOrigin::Draw(lot), 1, "Drawn by lot, after 1 earlier result"),
            (WinnersOrigin::Draw(private), 1, "Drawn by lot on a private chain, after 1 earlier result"),
            (WinnersOrigin::DrawReplaced(lot), 0, "Drawn by lot, winner replaced"),
            (WinnersOrigin::DrawReplaced(private), 0, "Drawn by lot on a private chain, winner replaced"),
            (WinnersOrigin::DrawReplaced(lot), 2_000, "Drawn by lot, winner replaced, after 2,000 earlier results"),
        ] {
            assert_eq!(HowWon { origin, draws_before }.to_string(), words);
        }
    }
}
