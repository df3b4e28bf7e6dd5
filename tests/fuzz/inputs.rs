//! Makes inputs: from words and random bytes, and by changing those that had a new outcome.

use rand::rngs::StdRng;
use rand::{Rng, RngExt};

/// The longest input, in bytes.
pub(crate) const LONGEST: usize = 8 * 1_024;
/// The most inputs that are kept to be changed.
const MOST_KEPT: usize = 2_000;

/// What readers of text stumble over: characters that are invisible or change their length with their case, what means
/// something elsewhere, and numbers at the borders of their types.
const USUAL_WORDS: &[&str] = &[
    "\0",
    "\t",
    "\n",
    "\r\n",
    "\u{7f}",
    "\u{a0}",
    "\u{200b}",
    "\u{61c}",
    "\u{202e}",
    "\u{2028}",
    "\u{feff}",
    "é",
    "İ",
    "ß",
    "ﬁ",
    "😀",
    "e\u{301}",
    "%00",
    "%2e",
    "%ff",
    "\\u0000",
    "\\ud800",
    "-1",
    "2.0",
    "1e3",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "1000",
    "1024",
    "1025",
    "10000",
    "10001",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e309",
    "NaN",
    "null",
    "true",
    "<script>",
    "../",
    "' OR 1=1",
];

/// The inputs of one target.
pub(crate) struct Inputs {
    words: &'static [&'static str],
    kept: Vec<Vec<u8>>,
}

impl Inputs {
    pub(crate) fn new(words: &'static [&'static str]) -> Self {
        Self { words, kept: Vec::new() }
    }

    /// Keeps an input, to be changed into others.
    pub(crate) fn keep(&mut self, input: Vec<u8>) {
        if self.kept.len() < MOST_KEPT {
            self.kept.push(input);
        }
    }

    /// Makes the next input.
    pub(crate) fn next(&self, chance: &mut StdRng) -> Vec<u8> {
        let mut input = if self.kept.is_empty() || chance.random_ratio(1, 5) {
            self.out_of_words(chance)
        } else {
            let mut input = self.any_kept(chance).to_vec();
            for _ in 0..=chance.random_range(0..6).min(chance.random_range(0..6)) {
                self.change(&mut input, chance);
            }
            input
        };
        input.truncate(LONGEST);
        input
    }

    fn out_of_words(&self, chance: &mut StdRng) -> Vec<u8> {
        (0..chance.random_range(0..16)).flat_map(|_| self.piece(chance)).collect()
    }

    fn any_kept(&self, chance: &mut StdRng) -> &[u8] {
        &self.kept[chance.random_range(0..self.kept.len())]
    }

    /// A word of the target, one of the usual ones, a printable character of ASCII, or a few bytes.
    fn piece(&self, chance: &mut StdRng) -> Vec<u8> {
        match chance.random_range(0..8) {
            0..4 if !self.words.is_empty() => self.words[chance.random_range(0..self.words.len())].into(),
            0..5 => USUAL_WORDS[chance.random_range(0..USUAL_WORDS.len())].into(),
            5 => vec![chance.random_range(b' '..=b'~')],
            _ => {
                let mut bytes = vec![0; chance.random_range(1..5)];
                chance.fill_bytes(&mut bytes);
                bytes
            }
        }
    }

    fn change(&self, input: &mut Vec<u8>, chance: &mut StdRng) {
        let (from, to) = range(input.len(), chance);
        match chance.random_range(0..8) {
            0 if from < input.len() => input[from] ^= 1 << chance.random_range(0..8),
            1 if from < input.len() => input[from] = chance.random(),
            2 => drop(input.drain(from..to)),
            3 => drop(input.splice(from..to, self.piece(chance))),
            4 => {
                // Again, and again: what is bounded has to be so.
                let piece = input[from..to].to_vec();
                let times = 1 << chance.random_range(0..10);
                let room = LONGEST.saturating_sub(input.len()).checked_div(piece.len()).unwrap_or_default();
                input.splice(to..to, piece.repeat(times.min(room)));
            }
            5 => {
                let other = self.any_kept(chance);
                let (start, end) = range(other.len(), chance);
                input.splice(from..to, other[start..end].iter().copied());
            }
            6 => input.truncate(from),
            _ => drop(input.splice(from..from, self.piece(chance))),
        }
    }
}

/// A range within this length: short ones more often than long ones.
fn range(length: usize, chance: &mut StdRng) -> (usize, usize) {
    let from = chance.random_range(0..=length);
    let most = if chance.random() { 4 } else { length };
    (from, length.min(from + chance.random_range(0..=most)))
}
