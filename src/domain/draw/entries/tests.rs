use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::{btree_map, vec};
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::Index;

use super::{Entries, LineFault, NotEnough};
use crate::board::Board;
use crate::spot::{Outcome, Spot, SpotState};

fn fault(text: &str) -> (usize, LineFault) {
    let error = Entries::parse(text).unwrap_err();
    (error.line, error.fault)
}

/// Spots 1 to 6: 1 won, 2 lost, 3 and 4 are paid, 5 is pending, 6 available.
fn board() -> Board {
    let at = chrono::DateTime::UNIX_EPOCH;
    let spot = |number: i32| {
        let handle = crate::handle::Handle::parse(if number == 4 { "ben" } else { "anna" }).unwrap();
        let paid = |outcome| SpotState::Paid { handle: handle.clone(), claimed_at: at, paid_at: at, outcome };
        let state = match number {
            1 => paid(Outcome::Won),
            2 => paid(Outcome::Lost),
            3 | 4 => paid(Outcome::Open),
            5 => SpotState::Pending { handle, claimed_at: at, pay_by: None },
            _ => SpotState::Available,
        };
        Spot { id: i64::from(number), number, state }
    };
    Board::new((1..=6).map(spot).collect()).unwrap()
}

#[test]
fn the_paid_spots_are_in_also_those_that_won_and_lost_before() {
    let entries =
        |excluded: &[i32]| Entries::of(&board(), &excluded.iter().copied().collect()).map(|entries| entries.text());
    assert_eq!(entries(&[]).unwrap(), "1 anna\n2 anna\n3 anna\n4 ben\n");
    assert_eq!(entries(&[1, 4]).unwrap(), "2 anna\n3 anna\n");
    assert_eq!(entries(&[5, 6]), entries(&[]), "who has not paid is not in anyway");
    assert_eq!(entries(&[1, 2, 3, 4]), None);
}

#[test]
fn there_are_at_most_as_many_winners_as_entries_or_handles() {
    let entries = Entries::of(&board(), &BTreeSet::new()).unwrap();
    assert_eq!(entries.suffice(4, false), Ok(()));
    assert_eq!(entries.suffice(5, false), Err(NotEnough { found: 4, needed: 5, handles: false }));
    assert_eq!(entries.suffice(2, true), Ok(()));
    let refused = entries.suffice(3, true).unwrap_err();
    assert_eq!(refused, NotEnough { found: 2, needed: 3, handles: true });
    assert_eq!(refused.to_string(), "This draw needs 3 winners, but not enough buyers have paid: 2.");
}

#[test]
fn each_error_in_a_text_is_named_with_its_line() {
    use LineFault::{Handle, Malformed, Missing, Number, Order, Unfinished};
    assert!(Entries::parse("1 anna\n10000 ben\n").is_ok());
    assert_eq!(fault(""), (1, Missing));
    assert_eq!(fault("1 anna\n2 ben"), (2, Unfinished));
    for line in ["\n", "1\n", "anna\n", "1\tanna\n"] {
        assert_eq!(fault(&format!("1 anna\n{line}3 cleo\n")), (2, Malformed), "{line:?}");
    }
    for number in ["0", "-1", "+2", "02", "2.0", "10001", "2147483648", "99999999999999999999", "", "٢", "x"] {
        assert_eq!(fault(&format!("1 anna\n{number} ben\n")), (2, Number), "{number:?}");
    }
    for handle in ["", "@ben", "Ben", " ben", "ben ", "ben\r", "b en", "bén", "\u{feff}ben", &"b".repeat(65)] {
        assert_eq!(fault(&format!("1 anna\n2 {handle}\n")), (2, Handle), "{handle:?}");
    }
    for number in [1, 2] {
        assert_eq!(fault(&format!("2 anna\n{number} ben\n")), (2, Order));
    }
    assert_eq!(fault("\u{feff}1 anna\n"), (1, Number));
    let error = Entries::parse("1 anna\n2 ben").unwrap_err();
    assert_eq!(error.to_string(), "Line 2 of the entries does not end with a line feed.");
}

fn entries() -> impl Strategy<Value = BTreeMap<i32, String>> {
    btree_map(1..=10_000_i32, "[a-z0-9._-]{1,64}", 1..30)
}

fn text_of(entries: &BTreeMap<i32, String>) -> String {
    entries.iter().map(|(number, handle)| format!("{number} {handle}\n")).collect::<Vec<_>>().concat()
}

/// Pieces of almost valid texts.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => (0..10_002_i64).prop_map(|number| number.to_string()),
        4 => "[a-zA-Z0-9._-]{1,3}",
        4 => Just(" ".to_owned()),
        4 => Just("\n".to_owned()),
        1 => "[0\\-+@\r\t\u{a0}\u{feff}٣é]",
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(entries in entries()) {
        let text = text_of(&entries);
        let read = Entries::parse(&text).unwrap();
        prop_assert_eq!(read.text(), text);
        let read = read.as_slice().iter().map(|entry| (entry.number, entry.handle.as_str().to_owned()));
        prop_assert_eq!(read.collect::<BTreeMap<_, _>>(), entries);
    }

    #[test]
    fn each_text_that_is_read_is_the_only_one_of_its_entries(text in prop_oneof![pieces(), any::<String>()]) {
        if let Ok(entries) = Entries::parse(&text) {
            prop_assert_eq!(entries.text(), text);
        }
    }

    #[test]
    fn a_changed_byte_is_refused_or_changes_the_hash(
        entries in entries(), at in any::<Index>(), byte in any::<u8>(),
    ) {
        let before = Entries::parse(&text_of(&entries)).unwrap();
        let mut bytes = before.text().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Some(after) = String::from_utf8(bytes).ok().and_then(|text| Entries::parse(&text).ok()) {
            prop_assert_eq!(after.text() == before.text(), after.sha256() == before.sha256());
            prop_assert!(after == before || after.sha256() != before.sha256());
        }
    }

    #[test]
    fn no_cut_text_is_read_as_whole(entries in entries(), at in any::<Index>()) {
        let text = text_of(&entries);
        let cut = &text[..at.index(text.len())];
        match Entries::parse(cut) {
            Ok(read) => prop_assert!(cut.ends_with('\n') && read.as_slice().len() < entries.len()),
            Err(error) => prop_assert!(cut.is_empty() || error.fault == LineFault::Unfinished),
        }
    }
}
