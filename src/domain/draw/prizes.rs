//! The named prizes of a draw.

use waffle_language::{Text, say};

use crate::invalid::Invalid;

/// The longest name of a prize, in characters.
pub const MAX_PRIZE: usize = 100;

/// The names of prizes, in the order of the winners: each trimmed, of 1 to 100 characters, on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prizes(Vec<String>);

impl Prizes {
    /// The name of a prize in the API's description.
    pub const PATTERN: &str = r"^ *[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]{0,99}$";

    /// Checks names as a seller sent them.
    pub fn parse(names: &[String]) -> Result<Self, Invalid> {
        let names = (1..).zip(names).map(|(place, name)| check(place, name.trim()));
        names.collect::<Result<_, _>>().map(Self)
    }

    /// Checks that there is one for each winner.
    pub fn one_for_each(&self, winners: usize) -> Result<(), Invalid> {
        if self.0.len() == winners {
            return Ok(());
        }
        Err(refuse(say!("fault-prizes-count", winners, named = self.0.len().to_string())))
    }

    /// Returns the names, in the order of the winners.
    pub fn names(&self) -> &[String] {
        &self.0
    }
}

fn check(place: usize, name: &str) -> Result<String, Invalid> {
    if name.is_empty() {
        return Err(refuse(say!("fault-prize-missing", place = place.to_string())));
    }
    if name.chars().count() > MAX_PRIZE {
        return Err(refuse(say!("fault-prize-long", place = place.to_string())));
    }
    if name.chars().any(char::is_control) {
        return Err(refuse(say!("fault-prize-controls", place = place.to_string())));
    }
    Ok(name.to_owned())
}

fn refuse(message: Text) -> Invalid {
    Invalid::field("prizes", message)
}

#[cfg(test)]
mod tests {
    use super::{MAX_PRIZE, Prizes};

    fn parse(names: &[&str]) -> Result<Vec<String>, String> {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        Prizes::parse(&names).map(|prizes| prizes.names().to_vec()).map_err(|invalid| invalid.to_string())
    }

    #[test]
    fn a_prize_has_1_to_100_characters_on_one_line() {
        assert_eq!(parse(&[" Box ", &"ß".repeat(MAX_PRIZE)]).unwrap(), ["Box".to_owned(), "ß".repeat(MAX_PRIZE)]);
        for bad in ["", " ", "a\nb", "a\u{0}b", &"ß".repeat(MAX_PRIZE + 1)] {
            assert!(parse(&["Box", bad]).unwrap_err().starts_with("Prize 2"), "{bad:?}");
        }
    }

    #[test]
    fn each_winner_gets_one() {
        let prizes = Prizes::parse(&["Box".to_owned(), "Card".to_owned()]).unwrap();
        assert!(prizes.one_for_each(2).is_ok());
        for winners in [1, 3] {
            assert_eq!(prizes.one_for_each(winners).unwrap_err().0[0].field, "prizes");
        }
    }
}
