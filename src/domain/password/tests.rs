use std::time::{Duration, Instant};

use super::{COMMON, NewPassword, PasswordPolicy, PasswordRefusal};

const POLICY: PasswordPolicy = PasswordPolicy { min_length: 8 };

fn refusal(text: &str) -> Option<PasswordRefusal> {
    POLICY.check(text, "anna").err()
}

#[test]
fn the_most_common_passwords_are_refused_whatever_their_case() {
    assert_eq!(COMMON.len(), 23_747, "as the notice above the list says");
    for text in [
        "password", "12345678", "qwerty", "admin", "letmein", "welcome", "iloveyou", "abc123", "PassWord", "jennifer",
        "Michelle", "jessica", "charlie", "football", "1q2w3e4r",
    ] {
        assert_eq!(refusal(text), Some(PasswordRefusal::Common), "{text}");
    }
}

#[test]
fn a_look_into_the_list_costs_nothing_compared_with_a_hash() {
    let begun = Instant::now();
    let refused = (0..100_000).filter(|number| refusal(&format!("jennifer{number}")).is_some()).count();
    assert!((1..1_000).contains(&refused), "{refused}");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert!(include_str!("../common_passwords.txt").len() < 256 * 1_024, "it is part of the program");
}

#[test]
fn only_the_whole_password_is_compared() {
    assert_eq!(refusal("password and some more"), None);
}

#[test]
fn the_notice_above_the_list_is_no_password() {
    assert!(COMMON.iter().all(|word| !word.contains(' ') && !word.is_empty()));
}

#[test]
fn length_counts_characters_and_the_upper_bound_bytes() {
    assert_eq!(refusal("ärgerlü"), Some(PasswordRefusal::TooShort { min_length: 8 }));
    assert_eq!(refusal("ärgerlüx"), None);
    assert_eq!(refusal(&"éè".repeat(18)), None);
    assert_eq!(refusal(&format!("{}x", "éè".repeat(18))), Some(PasswordRefusal::TooLong));
    assert_eq!(refusal(""), Some(PasswordRefusal::Missing));
}

#[test]
fn one_repeated_character_is_refused() {
    for text in ["ööööööööö", "~~~~~~~~", &"x".repeat(31)] {
        assert_eq!(refusal(text), Some(PasswordRefusal::OneCharacter), "{text}");
    }
    assert_eq!(refusal("~~~~~~~~x"), None);
    assert_eq!(refusal(&"x".repeat(32)), None);
}

#[test]
fn the_rest_without_the_username_must_be_a_password() {
    let of = |username: &str, text: &str| POLICY.check(text, username).err();
    for text in
        ["adminadmin", "ADMINadmin", "adminadminadmin", "AdAdminMin", "admin-admin", "adminxadmin7", "xxADMINx7"]
    {
        assert_eq!(of("admin", text), Some(PasswordRefusal::Username), "{text}");
    }
    for (username, text) in [("anna", "Annapassword"), ("anna", "12345678anna"), ("anna", "annaxxxxxxxxx")] {
        assert_eq!(of(username, text), Some(PasswordRefusal::Username), "{text}: what is left is easily guessed");
    }
    // Seven characters are left, and then eight.
    assert_eq!(of("anna", "my-Anna-iro"), Some(PasswordRefusal::Username));
    assert_eq!(of("anna", "my-Anna-iron"), None);
    assert_eq!(of("anna", "an-na and a pan"), None);
    assert_eq!(of("berta", "Anna's secret"), None);
    assert_eq!(of(" ", "Anna's secret"), None, "a name that is still missing is in no password");
    let told = PasswordRefusal::Username.to_string();
    assert!(told.starts_with("Without the username in it"), "{told}");
}

#[test]
fn the_services_name_is_refused_inside_too() {
    assert_eq!(refusal("hot Waffle iron"), Some(PasswordRefusal::Service));
    assert_eq!(refusal("an-na and a waffl"), None);
    let told = PasswordRefusal::Service.to_string();
    assert!(told.contains("choose one without “waffle”"), "{told}");
}

#[test]
fn a_nul_can_not_hide_a_short_or_common_password() {
    // bcrypt hashes the password and a NUL, over and over, so these could equal shorter passwords.
    for text in ["password\0password", "a\0a\0a\0a\0a", "long enough\0"] {
        assert_eq!(refusal(text), Some(PasswordRefusal::Nul), "{text:?}");
    }
}

#[test]
fn the_operators_own_password_is_taken_as_given() {
    assert_eq!(NewPassword::as_given("admin").unwrap().reveal(), "admin");
    assert_eq!(NewPassword::as_given(&"x".repeat(73)).err(), Some(PasswordRefusal::TooLong));
    assert_eq!(NewPassword::as_given("").err(), Some(PasswordRefusal::Missing));
}

#[test]
fn a_password_does_not_show_when_debugged() {
    assert!(!format!("{:?}", NewPassword::as_given("hush-hush").unwrap()).contains("hush"));
}
