//! Payments that are matched by the payer's name.

use std::collections::HashMap;

use chrono::DateTime;

use super::super::{MatchedBy, PayerName, PaymentLine, Remembered, Verdict, joined, match_payments, names, read};
use super::{PRICE, board, buyers, dollars};
use crate::handle::Handle;
use crate::waffle::WaffleStatus::{self, Active, Completed};

const HELD: &[(&str, usize, usize)] = &[("anna", 2, 0), ("ben", 1, 0)];

fn handle(handle: &str) -> Handle {
    Handle::parse(handle).unwrap()
}

fn with(text: &str, remembered: &Remembered, status: WaffleStatus) -> Vec<PaymentLine> {
    let board = board(HELD);
    match_payments(&read(text), &buyers(&board, status, PRICE), &dollars(), remembered)
}

fn remembered(known: &[(&str, &str, bool)]) -> Remembered {
    let mut payers: HashMap<String, Vec<_>> = HashMap::new();
    for (name, of, sure) in known {
        payers.entry((*name).to_owned()).or_default().push((handle(of), *sure));
    }
    Remembered { payers, ..Remembered::default() }
}

#[test]
fn a_payers_name_is_the_text_before_the_amount() {
    for (text, name) in [
        ("Anna Pérez $50.00", Some("Anna Pérez")),
        ("Anna P paid you $50.00", Some("Anna P")),
        ("22 Nov, Anna P paid you $50.00", Some("Anna P")),
        ("Zelle payment from ANNA P on 11/22 $50.00", Some("ANNA P")),
        ("2026-11-22,Anna P,thanks,50.00", Some("Anna P")),
        ("Jean-Luc O'Neil sent you $50.00", Some("Jean-Luc O'Neil")),
        ("22. März, Anna P paid you $50.00", Some("Anna P")),
        ("22. Ma\u{308}rz, Anna Pe\u{301}rez paid you $50.00", Some("Anna Pérez")),
        ("El año pasado, Anna P 50,00", Some("Anna P")),
        ("Überweisung für Anna P 50,00", Some("Anna P")),
        ("22 Nov you paid $50.00", None),
        ("$50.00 from Anna P", None),
        ("Anna P", None),
        ("A. P. $50.00", None),
        ("one two anna and the whole family of the bens, all of them, and more $50.00", None),
    ] {
        let payer = read(text)[0].payer(&dollars());
        assert_eq!(payer.as_ref().map(PayerName::as_str), name, "{text}");
    }
    let long = format!("{} {} $50.00", "x".repeat(60), "y".repeat(60));
    assert_eq!(read(&long)[0].payer(&dollars()), None);
    assert_eq!(PayerName::parse(" ANNA  p ").unwrap().key(), "anna p");
}

#[test]
fn a_known_payer_is_found_where_no_handle_is() {
    let known = remembered(&[("anna perez", "anna", true), ("jo", "ben", false)]);
    let one = |text: &str| with(text, &known, Active).remove(0);
    let found = one("22 Nov, Anna Perez paid you $50.00");
    let expected = (Some(handle("anna")), Some(MatchedBy::Handle), true);
    assert_eq!((found.handle, found.matched_by, found.sure), expected, "her handle is there as well");

    let known = remembered(&[("a perez", "anna", true), ("jo miller", "ben", false), ("zoe", "zoe", true)]);
    let one = |text: &str| with(text, &known, Active).remove(0);
    let found = one("22 Nov, A. Perez paid you $50.00");
    assert_eq!((found.matched_by, found.verdict, found.sure), (Some(MatchedBy::Payer), Verdict::Exact, true));
    let first = one("Jo Miller $25.00");
    assert_eq!((first.matched_by, first.verdict, first.sure), (Some(MatchedBy::Payer), Verdict::Exact, false));
    assert_eq!(first.spot_ids.len(), 1);
    let other = one("Jo Miller @anna $50.00");
    assert!(!other.sure, "the seller looks at it");
    assert_eq!((other.handle, other.matched_by), (Some(handle("anna")), Some(MatchedBy::Handle)));
    assert_eq!(one("Jo Miller Junior $25.00").verdict, Verdict::Unknown, "the whole name counts");
    assert_eq!(one("Kim $25.00, for Jo Miller").verdict, Verdict::Unknown);
    assert_eq!(one("Zoe $25.00").verdict, Verdict::Unknown, "no buyer of this waffle");

    // Anna may be a word of the payer's note; with an @ it is none.
    assert_eq!(one("Jo Miller $25.00 for anna").verdict, Verdict::Several);
    assert_eq!(one("Jo Miller $50.00 for @anna").verdict, Verdict::Exact);

    // Money that went to Jo Miller is not a payment by Jo Miller.
    for text in ["Zelle payment to Jo Miller $25.00", "Bizum a Jo Miller 25,00", "ZELLE TO JO MILLER $25.00"] {
        assert_eq!(one(text).verdict, Verdict::NotReceived, "{text}");
    }

    let two = remembered(&[("jo miller", "ben", true), ("jo miller", "anna", true)]);
    assert_eq!(with("Jo Miller $25.00", &two, Active)[0].verdict, Verdict::Several);
    let elsewhere = remembered(&[("jo miller", "ben", true), ("jo miller", "zoe", true)]);
    let found = with("Jo Miller $25.00", &elsewhere, Active).remove(0);
    assert_eq!((found.verdict, found.sure), (Verdict::Exact, false), "it may be Zoe, who buys elsewhere");
    let lines = with("ben $25.00\nJo Miller $25.00", &known, Active);
    assert_eq!(lines[1].verdict, Verdict::Repeated, "the earlier line has the same buyer");
}

#[test]
fn a_name_that_is_known_as_another_buyers_is_never_sure() {
    let known = remembered(&[("jo miller", "anna", true), ("zoe klein", "zoe", true), ("kim", "ben", true)]);
    for text in [
        // A buyer whose handle is a word that others write, with an @ and without it.
        "Jo Miller paid you $25.00 for @ben",
        "Jo Miller paid you \"ben\" $25.00",
        "Jo Miller paid you \"for the cake tonight, ben\" $25.00",
        "22 Nov, Jo Miller: one two three four five six seven @ben $25.00",
        "$25.00 from Jo Miller for @ben",
        "$25.00 from Jo Miller ben",
        // A payer who buys elsewhere.
        "Zoe Klein paid you $25.00 for ben",
        "Zoe Klein $25.00 @ben",
        // By the column.
        "Name,Note,Amount\nJo Miller,@ben,25.00",
        "Name,Note,Amount\nZoe Klein,ben,25.00",
        "Note,Amount,Name\n@ben,25.00,Jo Miller",
    ] {
        let line = with(text, &known, Active).pop().unwrap();
        assert!(!line.sure, "{text}");
        let nobody = (line.verdict, line.handle.clone()) == (Verdict::Several, None);
        assert!(nobody || line.handle == Some(handle("ben")) && line.verdict == Verdict::Exact, "{text}");
    }
    for (text, sure) in [
        ("Kim paid you $25.00 for ben", true),
        ("Kim paid you $25.00 for @ben", true),
        ("Lee paid you $25.00 for @ben", true),
        ("Jo paid you $25.00 for @ben", true),
    ] {
        assert_eq!(with(text, &known, Active).remove(0).sure, sure, "{text}");
    }
}

#[test]
fn usual_words_are_usual_with_and_without_their_accents() {
    for word in ["marz", "uber", "dias", "ano", "anos", "fur", "gross", "janner", "platze", "wahrung", "manana"] {
        assert!(!names(&format!("{word} $25.00"), &handle(word)), "{word}");
        assert!(names(&format!("@{word} $25.00"), &handle(word)), "{word}");
    }
    // A part of such a word, whichever way its accents are written.
    for text in ["ma\u{308}rz $25", "März $25", "rz\u{308} $25", "Anna\u{1dc4} $25", "año $25", "an\u{303}o $25"] {
        for part in ["rz", "m", "ma", "anna", "an", "o"] {
            assert!(!names(text, &handle(part)), "{text} {part}");
        }
    }
}

#[test]
fn a_line_that_was_taken_has_its_time_and_is_no_earlier_line() {
    let taken = HashMap::from([(1, DateTime::UNIX_EPOCH)]);
    let remembered = Remembered { taken, ..Remembered::default() };
    let lines = with("anna $50.00 on Monday\nanna $50.00 on Friday", &remembered, Active);
    let rows: Vec<_> = lines.iter().map(|line| (line.verdict, line.taken_at, line.spot_ids.len())).collect();
    let expected = [(Verdict::Repeated, Some(DateTime::UNIX_EPOCH), 0), (Verdict::Exact, None, 2)];
    assert_eq!(rows, expected);
}

#[test]
fn a_seller_says_whose_payment_a_line_is() {
    let chosen = HashMap::from([(1, handle("anna")), (2, handle("nobody"))]);
    let lines = with("Kim $50.00\nLee $25.00", &Remembered { chosen, ..Remembered::default() }, Active);
    let first = &lines[0];
    assert_eq!((first.handle.clone(), first.matched_by, first.verdict), (Some(handle("anna")), None, Verdict::Exact));
    assert!(!first.sure && lines[1].verdict == Verdict::Unknown);
}

#[test]
fn a_buyer_who_owes_nothing_but_pays_is_no_earlier_payer() {
    let lines = with("anna $50.00", &Remembered::default(), Completed);
    assert_eq!((lines[0].verdict, lines[0].spot_ids.len()), (Verdict::Differs, 0));
}

#[test]
fn blanks_are_joined_and_a_handle_is_in_a_text_as_matches_find_it() {
    assert_eq!(joined("  22 Nov,\tAnna\u{a0}P\r\n $50 "), "22 Nov, Anna P $50");
    assert!(names("Anna P (@anna) $50", &handle("anna")) && names("ANNA $50", &handle("anna")));
    assert!(!names("Joanna $50", &handle("anna")) && !names("Anna paid $50", &handle("paid")));
}
