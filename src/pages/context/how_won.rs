//! How winners were found, in the words that all pages with winners share.

use serde::Serialize;
use waffle_domain::draw::how_won::HowWon;
use waffle_language::Text;

/// How winners were found; all but the address is empty while there are none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct HowWonView {
    /// `Drawn by lot`.
    pub words: Option<Text>,
    /// How many results there were before.
    pub earlier: u32,
    /// The draw that decided the winners, if there is one.
    pub draw: Option<u32>,
    /// Where the history of the winners can be read; empty if the public can't see it.
    pub ledger: String,
}

impl HowWonView {
    /// Says how the winners of a waffle were found.
    pub fn new(how_won: Option<HowWon>, (slug, archived): (&str, bool)) -> Self {
        let ledger = if archived { String::new() } else { format!("/waffle/{slug}/draws") };
        let Some(how_won) = how_won else { return Self { ledger, ..Self::default() } };
        Self {
            words: Some(how_won.words()),
            earlier: how_won.earlier(),
            draw: how_won.origin.draw().map(i32::unsigned_abs),
            ledger,
        }
    }
}

#[cfg(test)]
mod tests {
    use waffle_domain::draw::how_won::{HowWon, Lot, WinnersOrigin};

    use super::HowWonView;

    #[test]
    fn it_links_only_to_what_the_public_can_see() {
        let drawn = Some(HowWon {
            origin: WinnersOrigin::DrawReplaced(Lot { number: 3, private_chain: false }),
            draws_before: 2,
        });
        let shown = HowWonView::new(drawn, ("box", false));
        assert_eq!(shown.words.unwrap().to_string(), "Drawn by lot, winner replaced");
        assert_eq!((shown.earlier, shown.draw, &*shown.ledger), (2, Some(3), "/waffle/box/draws"));
        assert_eq!(HowWonView::new(drawn, ("box", true)).ledger, "");
        let none_yet = HowWonView { ledger: "/waffle/box/draws".into(), ..HowWonView::default() };
        assert_eq!(HowWonView::new(None, ("box", false)), none_yet);
    }
}
