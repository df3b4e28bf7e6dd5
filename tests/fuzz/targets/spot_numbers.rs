//! The numbers of spots: as typed into the form, and as sent in JSON.

use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::spot_ranges::ranges;

use super::text;
use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target = Target {
    words: &["3, 7, 10-14", "1-10000", "10-14", "9-3", "#11", "–", "-", " ", ",", "+1", "٣", "0x1"],
    check,
};

fn check(input: &[u8]) -> Seen {
    let (size, rest) = input.split_first_chunk().unwrap_or((&[7, 0], input));
    let most = 2 + i32::from(u16::from_le_bytes(*size)) % 9_999;
    let typed = text(rest);
    check_list(&typed);
    let numbers = match SpotNumbers::read("numbers", &typed, most) {
        Ok(numbers) => numbers,
        Err(refusal) => {
            let sentence = refusal.to_string();
            assert!(sentence.len() <= typed.len() + 100, "{sentence}");
            return Seen::refused((sentence.len().min(200), typed.contains('-')));
        }
    };
    let all = numbers.as_slice();
    assert!(!all.is_empty() && all.is_sorted_by(|one, next| one < next));
    assert!(all[0] >= 1 && numbers.highest() <= most && all.last() == Some(&numbers.highest()));
    assert!(all.iter().all(|number| typed.contains(&number.to_string()) || typed.contains(['-', '–'])));
    let written = ranges(all.iter().map(|number| number.unsigned_abs()));
    assert_eq!(SpotNumbers::read("numbers", &written, most).unwrap(), numbers, "{written}");
    let listed: Vec<_> = all.iter().rev().map(|number| i64::from(*number)).collect();
    assert_eq!(SpotNumbers::parse("spots", &listed).unwrap(), numbers);
    Seen::accepted((all.len().min(300), written.matches('-').count().min(10)))
}

/// The same text as a list of integers: each is taken once, or none is.
fn check_list(text: &str) {
    let list: Vec<i64> = text.split(',').filter_map(|number| number.trim().parse().ok()).collect();
    let mut sorted = list.clone();
    sorted.sort_unstable();
    let fits = !list.is_empty()
        && sorted.iter().all(|number| (1..=i64::from(i32::MAX)).contains(number))
        && sorted.is_sorted_by(|one, next| one < next);
    match SpotNumbers::parse("spots", &list) {
        Ok(numbers) => assert!(fits && numbers.as_slice().iter().map(|number| i64::from(*number)).eq(sorted)),
        Err(refusal) => assert!(!fits && refusal.to_string().len() < 100, "{refusal}"),
    }
}
