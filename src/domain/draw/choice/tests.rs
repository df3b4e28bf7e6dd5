use std::collections::HashMap;

use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
use sha2::{Digest as _, Sha256};

use super::{below, choose, choose_by, number};
use crate::draw::digest::Digest;
use crate::draw::entries::{Entries, Entry, NotEnough};

/// How many draws are made to see whether all are equally likely.
const DRAWS: u32 = 1_000_000;

fn entries(handles: &[&str]) -> Entries {
    let lines: Vec<_> = (1..).zip(handles).map(|(number, handle)| format!("{number} {handle}\n")).collect();
    Entries::parse(&lines.concat()).unwrap()
}

fn numbers(winners: &[Entry]) -> Vec<i32> {
    winners.iter().map(|winner| winner.number).collect()
}

/// A second implementation of the algorithm from its description: entries stay in place and are marked instead of
/// removed, numbers are compared as fractions of 2⁶⁴, and remainders are found byte by byte.
fn second_writing(entries: &[(i32, String)], winners: u32, once: bool, seed: [u8; 32]) -> Option<Vec<i32>> {
    let mut out = vec![false; entries.len()];
    let mut won = Vec::new();
    for i in 0..winners {
        let n = u128::try_from(out.iter().filter(|out| !**out).count()).unwrap();
        if n == 0 {
            return None;
        }
        let mut c = 0_u32;
        let digits = loop {
            let hash = Sha256::digest([&seed[..], &i.to_be_bytes()[..], &c.to_be_bytes()[..]].concat());
            let digits: [u8; 8] = hash[..8].try_into().unwrap();
            let x = digits.iter().fold(0_u128, |x, digit| x * 256 + u128::from(*digit));
            if x < (1_u128 << 64) / n * n {
                break digits;
            }
            c += 1;
        };
        let mut skip = digits.iter().fold(0, |rest, digit| (rest * 256 + u128::from(*digit)) % n);
        let mut at = 0;
        loop {
            if !out[at] {
                if skip == 0 {
                    break;
                }
                skip -= 1;
            }
            at += 1;
        }
        won.push(entries[at].0);
        for (other, (_, handle)) in entries.iter().enumerate() {
            out[other] |= other == at || once && *handle == entries[at].1;
        }
    }
    Some(won)
}

fn few_handles() -> impl Strategy<Value = Vec<String>> {
    vec("[abc][0-4]", 1..60)
}

proptest! {
    #[test]
    fn two_implementations_find_the_same_winners(
        handles in few_handles(), winners in 0..70_u32, once in any::<bool>(), seed in any::<[u8; 32]>(),
    ) {
        let handles: Vec<&str> = handles.iter().map(String::as_str).collect();
        let numbered: Vec<_> = (1..).zip(handles.iter().map(ToString::to_string)).collect();
        let chosen = choose(&entries(&handles), winners as usize, 0, once, &Digest::of(seed));
        let chosen = chosen.ok().map(|chosen| numbers(&chosen));
        prop_assert_eq!(chosen, second_writing(&numbered, winners, once, seed));
    }

    #[test]
    fn the_quick_number_of_these_tests_is_the_same(
        seed in any::<u64>(), winner in any::<u32>(), attempt in any::<u32>(),
    ) {
        prop_assert_eq!(quick_number(seed, winner, attempt), number(&seed_of(seed), winner, attempt));
    }

    #[test]
    fn no_entry_wins_twice_and_no_handle_where_each_may_win_once(
        handles in few_handles(), once in any::<bool>(), seed in any::<[u8; 32]>(),
    ) {
        let entries = entries(&handles.iter().map(String::as_str).collect::<Vec<_>>());
        let most = (0..=handles.len()).rev().find(|most| entries.suffice(*most, once).is_ok()).unwrap();
        let chosen = choose(&entries, most, 0, once, &Digest::of(seed)).unwrap();
        prop_assert_eq!(chosen.len(), most);
        for (at, winner) in chosen.iter().enumerate() {
            prop_assert!(entries.as_slice().contains(winner));
            let others = &chosen[at + 1..];
            prop_assert!(others.iter().all(|o| o.number != winner.number && (!once || o.handle != winner.handle)));
        }
        let refused = choose(&entries, most + 1, 0, once, &Digest::of(seed));
        prop_assert_eq!(refused, Err(NotEnough { found: most, needed: most + 1, handles: once }));
    }

    #[test]
    fn fewer_winners_are_the_first_of_more(handles in few_handles(), once in any::<bool>(), seed in any::<[u8; 32]>()) {
        let entries = entries(&handles.iter().map(String::as_str).collect::<Vec<_>>());
        let seed = Digest::of(seed);
        let chosen = |winners| choose(&entries, winners, 0, once, &seed).ok().map(|chosen| numbers(&chosen));
        for winners in 1..=handles.len() {
            if let (Some(more), Some(fewer)) = (chosen(winners), chosen(winners - 1)) {
                prop_assert_eq!(&more[..winners - 1], fewer);
            }
        }
    }

    #[test]
    fn alternates_come_after_the_winners_as_more_winners_would_until_the_entries_run_out(
        handles in few_handles(), winners in 1..10_usize, more in 0..=10_usize, once in any::<bool>(),
        seed in any::<[u8; 32]>(),
    ) {
        let entries = entries(&handles.iter().map(String::as_str).collect::<Vec<_>>());
        let chosen = |winners, more| choose(&entries, winners, more, once, &Digest::of(seed));
        if entries.suffice(winners, once).is_err() {
            prop_assert!(chosen(winners, more).is_err());
            return Ok(());
        }
        let most = (0..=handles.len()).rev().find(|most| entries.suffice(*most, once).is_ok()).unwrap();
        let all = chosen(winners, more).unwrap();
        prop_assert_eq!(all.len(), most.min(winners + more));
        prop_assert_eq!(&all[..winners], &chosen(winners, 0).unwrap()[..]);
        prop_assert_eq!(&all, &chosen(all.len(), 0).unwrap());
        for (at, one) in all.iter().enumerate() {
            prop_assert!(all[..at].iter().all(|o| o.number != one.number && (!once || o.handle != one.handle)));
        }
    }

    #[test]
    fn a_number_is_taken_below_the_highest_multiple_and_not_from_it_on(size in 1..=10_000_usize) {
        let count = size as u64;
        let limit = (1_u128 << 64) / u128::from(count) * u128::from(count);
        let last = u64::try_from(limit - 1).unwrap();
        prop_assert_eq!(below(size, |attempt| [last, 0][attempt as usize]), size - 1);
        if let Ok(first_refused) = u64::try_from(limit) {
            for refused in [first_refused, u64::MAX] {
                let taken = below(size, |attempt| [refused, refused, 7][attempt as usize]);
                prop_assert_eq!(taken as u64, 7 % count);
            }
        } else {
            prop_assert!(count.is_power_of_two());
        }
    }
}

#[test]
fn a_number_that_is_too_high_is_followed_by_the_next_attempt() {
    let entries = entries(&["anna", "ben", "cleo"]);
    let mut asked = Vec::new();
    let chosen = choose_by(&entries, 3, 0, false, |winner, attempt| {
        asked.push((winner, attempt));
        match (winner, attempt) {
            // Of three entries, the last number is one too many. Of two, it is taken.
            (0, 0..3) | (1, 0) => u64::MAX,
            (0, _) => u64::MAX - 1,
            _ => 5,
        }
    });
    assert_eq!(numbers(&chosen.unwrap()), [3, 2, 1]);
    assert_eq!(asked, [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (2, 0)]);
}

#[test]
fn a_winning_entry_is_out_and_with_one_win_per_handle_all_of_its_handle() {
    let entries = entries(&["anna", "ben", "anna", "cleo"]);
    let first = |once| numbers(&choose_by(&entries, 3, 0, once, |_, _| 0).unwrap());
    assert_eq!(first(false), [1, 2, 3]);
    assert_eq!(first(true), [1, 2, 4]);
}

fn size(count: usize) -> f64 {
    u32::try_from(count).unwrap().into()
}

/// The chance of every possible list of winners, found by going through all of them.
fn chances(left: &[(i32, &str)], winners: usize, once: bool) -> HashMap<Vec<i32>, f64> {
    if winners == 0 {
        return HashMap::from([(Vec::new(), 1.0)]);
    }
    let mut chances = HashMap::new();
    for (won, handle) in left {
        let stays = |other: &&(i32, &str)| other.0 != *won && !(once && other.1 == *handle);
        let others: Vec<_> = left.iter().filter(stays).copied().collect();
        for (rest, chance) in self::chances(&others, winners - 1, once) {
            chances.insert([vec![*won], rest].concat(), chance / size(left.len()));
        }
    }
    chances
}

/// The algorithm's number, without the steps that are slow in an unoptimised build: everything hashed fits into one
/// block.
fn quick_number(seed: u64, winner: u32, attempt: u32) -> u64 {
    let mut block = [0; 64];
    block[24..32].copy_from_slice(&seed.to_be_bytes());
    block[32..36].copy_from_slice(&winner.to_be_bytes());
    block[36..40].copy_from_slice(&attempt.to_be_bytes());
    block[40] = 0x80;
    block[62..].copy_from_slice(&(40_u16 * 8).to_be_bytes());
    let mut state =
        [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];
    sha2::compress256(&mut state, &[block.into()]);
    u64::from(state[0]) << 32 | u64::from(state[1])
}

/// A seed that ends with a number.
fn seed_of(seed: u64) -> Digest {
    let mut bytes = [0; 32];
    bytes[24..].copy_from_slice(&seed.to_be_bytes());
    Digest::of(bytes)
}

/// Draws a million times and compares how often each list of winners came with its chance.
fn assert_fair(handles: &[&str], winners: usize, once: bool) {
    let (entries, numbered) = (entries(handles), (1..).zip(handles.iter().copied()).collect::<Vec<_>>());
    // A list of winners as the digits of a number.
    let digits = |list: &mut dyn Iterator<Item = i32>| list.fold(0, |digits, number| digits * 10 + number);
    let expected = chances(&numbered, winners, once).into_iter();
    let expected: HashMap<i32, f64> = expected.map(|(list, chance)| (digits(&mut list.into_iter()), chance)).collect();
    let mut counts: HashMap<i32, u32> = HashMap::new();
    for draw in 0..DRAWS {
        let seed = u64::from(draw) << 8 | (winners as u64) << 1 | u64::from(once);
        let number = |winner, attempt| quick_number(seed, winner, attempt);
        let chosen = choose_by(&entries, winners, 0, once, number).unwrap();
        *counts.entry(digits(&mut chosen.iter().map(|entry| entry.number))).or_default() += 1;
    }
    assert!(counts.keys().all(|list| expected.contains_key(list)), "an impossible list of winners");
    let squares = expected.iter().map(|(list, chance)| {
        let (expected, seen) = (chance * f64::from(DRAWS), f64::from(counts.get(list).copied().unwrap_or(0)));
        (seen - expected).powi(2) / expected
    });
    let (chi_square, freedom) = (squares.sum::<f64>(), size(expected.len() - 1));
    // One fair drawing of 30,000 is farther away; the seeds are always the same.
    let deviation = (2.0 * freedom).sqrt();
    assert!((chi_square - freedom).abs() < 4.0 * deviation, "chi-square {chi_square}, {freedom} degrees of freedom");
}

macro_rules! fair {
    ($($name:ident: $handles:expr, $winners:expr, $once:expr;)+) => {
        $(#[test]
        fn $name() {
            assert_fair(&$handles, $winners, $once);
        })+
    };
}

const SEVEN: [&str; 7] = ["anna", "ben", "anna", "cleo", "dario", "anna", "eve"];

fair! {
    a_million_draws_of_one_winner_are_fair: SEVEN, 1, false;
    a_million_draws_of_some_winners_are_fair: SEVEN, 3, false;
    a_million_draws_of_all_are_fair: SEVEN[..5], 5, false;
    a_million_draws_of_one_winner_with_one_win_per_handle_are_fair: SEVEN, 1, true;
    a_million_draws_of_some_winners_with_one_win_per_handle_are_fair: SEVEN, 3, true;
    a_million_draws_of_all_handles_with_one_win_each_are_fair: ["anna", "ben", "anna", "cleo", "anna", "ben"], 3, true;
}
