//! Numbers of spots, as people read them.

use waffle_language::{Text, say};

/// Formats ascending numbers as `1-6, 8, 10-14`. Two in a row are listed apart.
pub fn ranges(numbers: impl Iterator<Item = u32>) -> String {
    in_words(&runs(numbers))
}

/// Formats such runs.
pub fn in_words(runs: &[(u32, u32)]) -> String {
    let words = runs.iter().map(|&(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}-{last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Such numbers within a sentence: `1-6, 8 and 10-14`.
pub fn in_sentence(ranges: &str) -> Text {
    match ranges.rsplit_once(", ") {
        Some((before, last)) => say!("list-and", before, last),
        None => Text::verbatim(ranges),
    }
}

/// Gathers ascending numbers into runs without gaps, each from its first number to its last.
pub fn runs(numbers: impl Iterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::{in_sentence, ranges};

    #[test]
    fn in_a_sentence_the_last_range_follows_an_and() {
        let written = ["", "7", "8, 9", "1-4, 6, 8"].map(|ranges| in_sentence(ranges).to_string());
        assert_eq!(written, ["", "7", "8 and 9", "1-4, 6 and 8"]);
    }

    #[test]
    fn numbers_in_a_row_become_a_range() {
        assert_eq!(ranges([1, 2, 3, 4, 6, 8, 9, 12].into_iter()), "1-4, 6, 8, 9, 12");
        assert_eq!(ranges([].into_iter()), "");
        assert_eq!(ranges([7].into_iter()), "7");
    }
}
