use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{Admission, LockoutKey, LockoutRules, Lockouts, TryEnd};
use crate::settings::Settings;

fn rules() -> LockoutRules {
    LockoutRules::from(&Settings::default())
}

fn key(name: &str) -> LockoutKey {
    LockoutKey::new("203.0.113.7".parse().unwrap(), name)
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_700_000_000 + seconds, 0).unwrap()
}

fn fail(lockouts: &mut Lockouts, key: &LockoutKey, now: DateTime<Utc>) {
    assert_eq!(lockouts.begin(key, rules(), now), Admission::Go);
    lockouts.end(key, TryEnd::Wrong, rules(), now);
}

#[test]
fn the_fifth_failure_locks_for_fifteen_minutes_from_then_and_tries_do_not_extend_it() {
    let (mut lockouts, anna) = (Lockouts::new(10), key("anna"));
    for second in 0..5 {
        fail(&mut lockouts, &anna, at(second));
    }
    assert_eq!(lockouts.begin(&anna, rules(), at(4)), Admission::Locked(TimeDelta::minutes(15)));
    assert_eq!(lockouts.begin(&anna, rules(), at(903)), Admission::Locked(TimeDelta::seconds(1)));
    for second in 904..909 {
        fail(&mut lockouts, &anna, at(second));
    }
    assert!(matches!(lockouts.begin(&anna, rules(), at(909)), Admission::Locked(_)), "five afresh lock again");
}

#[test]
fn failures_before_a_moment_are_forgiven_and_later_ones_are_not() {
    let (mut lockouts, anna) = (Lockouts::new(10), key("anna"));
    for second in 0..5 {
        fail(&mut lockouts, &anna, at(second));
    }
    lockouts.forgive(&anna, at(3));
    assert!(matches!(lockouts.begin(&anna, rules(), at(5)), Admission::Locked(_)));
    lockouts.forgive(&key("ben"), at(9));
    lockouts.forgive(&anna, at(9));
    for second in 10..15 {
        fail(&mut lockouts, &anna, at(second));
    }
    assert!(matches!(lockouts.begin(&anna, rules(), at(15)), Admission::Locked(_)), "five afresh lock again");
}

#[test]
fn ones_own_password_may_be_wrong_more_often_and_counts_apart() {
    let rules = LockoutRules::of_own_password(&Settings { lockout_max_attempts: 3, ..Settings::default() });
    let (mut lockouts, anna, ben) =
        (Lockouts::new(10), LockoutKey::of_account(Uuid::nil()), LockoutKey::of_account(Uuid::max()));
    for second in 0..20 {
        assert_eq!(lockouts.begin(&anna, rules, at(second)), Admission::Go, "{second}");
        lockouts.end(&anna, TryEnd::Wrong, rules, at(second));
    }
    assert_eq!(lockouts.begin(&anna, rules, at(19)), Admission::Locked(TimeDelta::minutes(15)));
    assert_eq!(lockouts.begin(&ben, rules, at(19)), Admission::Go);
}

#[test]
fn a_right_password_starts_the_count_afresh() {
    let (mut lockouts, anna) = (Lockouts::new(10), key("anna"));
    for _ in 0..3 {
        for second in 0..4 {
            fail(&mut lockouts, &anna, at(second));
        }
        assert_eq!(lockouts.begin(&anna, rules(), at(5)), Admission::Go);
        lockouts.end(&anna, TryEnd::Right, rules(), at(5));
    }
    assert!(lockouts.entries.is_empty());
}

#[test]
fn names_are_the_same_whatever_their_case_and_addresses_count_separately() {
    let mut lockouts = Lockouts::new(10);
    for name in ["anna", "Anna", " ANNA ", "anna", "aNNa"] {
        fail(&mut lockouts, &key(name), at(0));
    }
    assert!(matches!(lockouts.begin(&key("anna"), rules(), at(1)), Admission::Locked(_)));
    assert_eq!(lockouts.begin(&key("berta"), rules(), at(1)), Admission::Go);
    let elsewhere = LockoutKey::new("203.0.113.8".parse().unwrap(), "anna");
    assert_eq!(lockouts.begin(&elsewhere, rules(), at(1)), Admission::Go);
    let mapped = LockoutKey::new("::ffff:203.0.113.7".parse().unwrap(), "anna");
    assert!(matches!(lockouts.begin(&mapped, rules(), at(1)), Admission::Locked(_)));
}

#[test]
fn the_addresses_of_an_ipv6_network_are_one() {
    let mut lockouts = Lockouts::new(10);
    let key = |address: &str| LockoutKey::new(address.parse().unwrap(), "anna");
    for host in 1..=5 {
        fail(&mut lockouts, &key(&format!("2001:db8:0:1::{host}")), at(0));
    }
    assert!(matches!(lockouts.begin(&key("2001:db8:0:1:ffff::"), rules(), at(1)), Admission::Locked(_)));
    assert_eq!(lockouts.begin(&key("2001:db8:0:2::1"), rules(), at(1)), Admission::Go);
}

#[test]
fn parallel_tries_get_no_more_guesses_than_tries_in_a_row() {
    let (mut lockouts, anna) = (Lockouts::new(10), key("anna"));
    let admissions: Vec<_> = (0..100).map(|_| lockouts.begin(&anna, rules(), at(0))).collect();
    assert_eq!(admissions.iter().filter(|admission| **admission == Admission::Go).count(), 5);
    assert!(admissions[5..].iter().all(|admission| *admission == Admission::Wait));
    lockouts.end(&anna, TryEnd::Unknown, rules(), at(0));
    assert_eq!(lockouts.begin(&anna, rules(), at(0)), Admission::Go, "one was given up: another may try");
    for _ in 0..5 {
        lockouts.end(&anna, TryEnd::Wrong, rules(), at(0));
    }
    assert!(matches!(lockouts.begin(&anna, rules(), at(0)), Admission::Locked(_)));
}

#[test]
fn failures_long_ago_are_forgotten() {
    let (mut lockouts, anna) = (Lockouts::new(10), key("anna"));
    for _ in 0..4 {
        fail(&mut lockouts, &anna, at(0));
    }
    fail(&mut lockouts, &anna, at(900));
    assert_eq!(lockouts.begin(&anna, rules(), at(900)), Admission::Go);
    lockouts.end(&anna, TryEnd::Unknown, rules(), at(900));
}

#[test]
fn expired_keys_are_dropped() {
    let mut lockouts = Lockouts::new(10);
    fail(&mut lockouts, &key("anna"), at(0));
    for (second, held) in [(899, 2), (959, 1)] {
        assert_eq!(lockouts.begin(&key("berta"), rules(), at(second)), Admission::Go);
        assert_eq!(lockouts.entries.len(), held, "after {second} s");
        lockouts.end(&key("berta"), TryEnd::Unknown, rules(), at(second));
    }
}

#[test]
fn the_table_is_bounded_and_locks_stay_longest() {
    let mut lockouts = Lockouts::new(100);
    let anna = key("anna");
    for _ in 0..5 {
        fail(&mut lockouts, &anna, at(0));
    }
    for stranger in 0..1_000 {
        fail(&mut lockouts, &key(&format!("stranger-{stranger}")), at(1 + stranger / 100));
        assert!(lockouts.entries.len() <= 100);
    }
    assert!(matches!(lockouts.begin(&anna, rules(), at(11)), Admission::Locked(_)));
}

#[test]
fn a_very_long_name_takes_little_room() {
    assert_eq!(key(&"ä".repeat(100_000)), key(&"ä".repeat(50)));
}
