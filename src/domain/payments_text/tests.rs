mod exports;
mod lookalikes;
mod notes;
mod payers;
mod sure;

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::{collection, sample};

use super::{MAX_TEXT, MatchedBy, PaymentLine, Remembered, Verdict, match_payments, parse, read};
use crate::board::Board;
use crate::handle::Handle;
use crate::money::Currency;
use crate::money_desk::buyers;
use crate::spot::{Outcome, Spot, SpotState};
use crate::waffle::WaffleStatus::Active;

const PRICE: i64 = 2_500;

fn dollars() -> Currency {
    money("$")
}

fn money(symbol: &str) -> Currency {
    Currency { symbol: symbol.into(), decimals: 2 }
}

/// A board on which each handle holds a number of pending and paid spots, in the order of the list. A spot's id is its
/// number plus 1,000; later spots were claimed earlier.
fn board(held: &[(&str, usize, usize)]) -> Board {
    let mut states = Vec::new();
    for (handle, pending, paid) in held {
        let handle = Handle::parse(handle).unwrap();
        for _ in 0..*pending {
            let claimed_at = DateTime::UNIX_EPOCH - TimeDelta::minutes(states.len().try_into().unwrap());
            states.push(SpotState::Pending { handle: handle.clone(), claimed_at, pay_by: None });
        }
        for _ in 0..*paid {
            let at = DateTime::UNIX_EPOCH;
            let (handle, outcome) = (handle.clone(), Outcome::Open);
            states.push(SpotState::Paid { handle, claimed_at: at, paid_at: at, outcome });
        }
    }
    states.push(SpotState::Available);
    let spots =
        states.into_iter().zip(1..).map(|(state, number)| Spot { id: 1_000 + i64::from(number), number, state });
    Board::new(spots.collect()).unwrap()
}

fn matched(held: &[(&str, usize, usize)], price: i64, currency: &Currency, text: &str) -> Vec<PaymentLine> {
    let board = board(held);
    match_payments(&read(text), &buyers(&board, Active, price), currency, &Remembered::default())
}

fn one(held: &[(&str, usize, usize)], text: &str) -> PaymentLine {
    let mut lines = matched(held, PRICE, &dollars(), text);
    assert_eq!(lines.len(), 1, "{text}");
    lines.remove(0)
}

/// Handle, amount and verdict of a text of one line.
fn said(held: &[(&str, usize, usize)], text: &str) -> (Option<String>, Option<i64>, Verdict) {
    let line = one(held, text);
    (line.handle.map(|handle| handle.to_string()), line.amount, line.verdict)
}

fn anna(amount: impl Into<Option<i64>>, verdict: Verdict) -> (Option<String>, Option<i64>, Verdict) {
    (Some("anna".to_owned()), amount.into(), verdict)
}

#[test]
fn every_verdict_has_its_line() {
    let held = [("anna", 1, 0), ("ben", 3, 0), ("cleo", 0, 2), ("dora", 2, 1), ("emil", 1, 0)];
    let text = "Payments\r\n\r\n@anna sent $25.00\nben 50,00\ncleo $25\ndora paid $30\n@emil paid!\n\
        anna again $25\nanna and ben $25\nnobody $25.00\n@dora requested $50";
    let lines = matched(&held, PRICE, &dollars(), text);
    let rows: Vec<_> = lines
        .iter()
        .map(|l| (l.line, l.handle.as_ref().map_or("", Handle::as_str), l.amount, l.verdict, l.spot_ids.clone()))
        .collect();
    let expected = [
        (1, "", None, Verdict::Unknown, vec![]),
        (3, "anna", Some(2_500), Verdict::Exact, vec![1_001]),
        // The oldest of Ben's spots.
        (4, "ben", Some(5_000), Verdict::Part, vec![1_004, 1_003]),
        (5, "cleo", Some(2_500), Verdict::PaidAlready, vec![]),
        (6, "dora", Some(3_000), Verdict::Differs, vec![]),
        (7, "emil", None, Verdict::NoAmount, vec![1_010]),
        (8, "anna", Some(2_500), Verdict::Repeated, vec![]),
        (9, "", Some(2_500), Verdict::Several, vec![]),
        (10, "", Some(2_500), Verdict::Unknown, vec![]),
        (11, "dora", Some(5_000), Verdict::NotReceived, vec![]),
    ];
    assert_eq!(rows, expected);
    assert_eq!(lines[1].text, "@anna sent $25.00");
    let by: Vec<_> = lines.iter().map(|line| (line.matched_by == Some(MatchedBy::Handle), line.sure)).collect();
    let (none, found, sure) = ((false, false), (true, false), (true, true));
    assert_eq!(by, [none, sure, found, found, found, found, found, none, none, found]);
}

#[test]
fn amounts_are_read_however_they_are_written() {
    for (text, cents) in [
        ("anna $25", 2_500),
        ("anna 25.00", 2_500),
        ("anna 25,00", 2_500),
        ("anna 25,00 $", 2_500),
        ("anna US$25", 2_500),
        ("anna 1,234.50", 123_450),
        ("anna 1.234,50", 123_450),
        ("anna 1'234.50", 123_450),
        ("anna $1,234", 123_400),
        ("anna $1.234", 123_400),
        ("anna $1,234,567.89", 123_456_789),
        ("anna: $25.5", 2_550),
        ("anna 25", 2_500),
        ("anna 25,-", 2_500),
        ("25.00 from anna", 2_500),
        ("$25.00anna? no: anna", 2_500),
        ("anna USD 25", 2_500),
        ("anna + $25.00", 2_500),
        ("anna $25.00, 25.00 USD", 2_500),
        ("anna ($25.00 for 3)", 2_500),
        ("anna,\"1,234.50\",x", 123_450),
        ("anna - $25.00", 2_500),
        ("anna,25", 2_500),
        ("anna\t25", 2_500),
        ("anna;25,00", 2_500),
        ("2026-11-22,anna,25.00", 2_500),
        ("2026-11-22 19:42,25.00,anna", 2_500),
        ("\"22.11.2026\";\"anna\";\"25,00\"", 2_500),
        ("22.11. anna 25,00", 2_500),
        ("22.11. anna 25", 2_500),
        ("Nov 22, 7:42 PM anna 25", 2_500),
        ("11/22/2026 anna sent you $25.00 for spots 3, 7 (ref 8842991)", 2_500),
        ("anna 8842991005 25.00", 2_500),
        ("spot 4 anna 25", 2_500),
        ("anna -25.00", -2_500),
        ("anna,-25.00", -2_500),
        ("anna,- $25.00", -2_500),
        ("anna -$25.00", -2_500),
        ("anna,\"$-25.00\"", -2_500),
        ("anna $0.00", 0),
        ("🎉 anna 💸$25.00💸", 2_500),
    ] {
        assert_eq!(one(&[("anna", 3, 0)], text).amount, Some(cents), "{text}");
    }
}

#[test]
fn amounts_of_another_configured_currency_are_read() {
    for (symbol, text, cents) in [
        ("€", "anna 25,00 €", 2_500),
        ("€", "anna €25,00", 2_500),
        ("€", "anna 25€", 2_500),
        ("€", "anna 25 EUR", 2_500),
        ("€", "anna EUR25.00", 2_500),
        ("€", "anna 1\u{202f}234,50 €", 123_450),
        ("£", "anna £25 GBP", 2_500),
        ("A$", "anna $25", 2_500),
        ("A$", "anna A$25 AUD", 2_500),
        ("R$", "anna R$ 25,00", 2_500),
        ("CHF", "anna CHF 25.00", 2_500),
        ("Rs.", "anna Rs.25.00", 2_500),
        ("kr", "anna 25 kr, 25.00 SEK", 2_500),
    ] {
        let lines = matched(&[("anna", 1, 0)], PRICE, &money(symbol), text);
        assert_eq!(lines[0].amount, Some(cents), "{symbol} {text}");
    }
}

#[test]
fn the_end_of_a_handle_is_no_currency() {
    for handle in ["a-r", "jo.eur", "x1kr", "r", "eur", "jo_usd"] {
        let held = [(handle, 1, 0)];
        for text in [format!("@{handle} 25.00"), format!("@{handle} 25"), format!("@{handle}: $25")] {
            assert_eq!(said(&held, &text), (Some(handle.to_owned()), Some(2_500), Verdict::Exact), "{text}");
        }
    }
    for text in ["@anna EUR 25.00", "@anna EUR25", "@anna -EUR 25", "anna-EUR 25.00", "@anna 10EUR 25.00"] {
        assert_eq!(one(&[("anna", 1, 0)], text).amount, None, "{text}");
    }
}

#[test]
fn other_numbers_are_no_amounts() {
    for text in [
        "anna",
        "anna #25",
        "anna 2x",
        "anna x2",
        "anna 25%",
        "anna 19:42",
        "anna 2026-11-22",
        "anna 22/11",
        "anna 22.11.2026",
        "anna Nov 22 2026",
        "anna 22 November",
        "anna spot 25",
        "anna 2", // holds it
        "anna for 7 and 12",
        "anna ref TX25",
        "anna 12345678",
        "anna 00025",
        "anna 1 2 3 4 5 6 7 8 25",
        "anna 123456789012345678901234567890",
        "anna 2.5%",
        "anna 7.42pm",
    ] {
        assert_eq!(said(&[("anna", 3, 0)], text), anna(None, Verdict::NoAmount), "{text}");
    }
}

#[test]
fn a_currency_may_have_other_decimals() {
    let yen = Currency { symbol: "¥".into(), decimals: 0 };
    let dinar = Currency { symbol: "KD".into(), decimals: 3 };
    let crowns = Currency { symbol: "kr".into(), decimals: 2 };
    for (currency, text, amount) in [
        (&yen, "anna ¥2500", 2_500),
        (&yen, "anna 2,500", 2_500),
        (&yen, "anna 2.500 yen", 2_500),
        (&yen, "anna ¥2500.00", 2_500),
        (&dinar, "anna KD 2.500", 2_500),
        (&dinar, "anna 2,500.000 KD", 2_500_000),
        (&crowns, "anna 25 kr", 2_500),
        (&crowns, "anna 25,00kr for 3", 2_500),
    ] {
        let lines = matched(&[("anna", 1, 0)], PRICE, currency, text);
        assert_eq!((lines[0].amount, lines[0].line), (Some(amount), 1), "{text}");
    }
}

#[test]
fn a_handle_is_a_whole_word_in_any_case() {
    for text in [
        "anna",
        "@anna",
        "@@ANNA",
        "(anna)",
        "anna's",
        "anna.",
        "anna...",
        "anna, thanks",
        "from:anna",
        "- anna",
        "-anna",
        "“Anna”",
        "anna🎉",
        "🎉anna",
        "'@anna",
        "https://pay.example/anna?x",
        "thanks...anna",
        "anna--done",
        "@anna@social.example",
        "＠anna",
    ] {
        assert_eq!(said(&[("anna", 1, 0)], text), anna(None, Verdict::NoAmount), "{text}");
    }
    for text in [
        "annabel",
        "joanna",
        "anna_",
        "_anna",
        "@_anna",
        "anna.b",
        "anna-b",
        "ännA",
        "annaé",
        "anna\u{301}",
        "anna@mail.example",
        "jo@anna",
        "x@anna.example",
        "hanna",
        "аnna",
    ] {
        assert_eq!(said(&[("anna", 1, 0)], text), (None, None, Verdict::Unknown), "{text}");
    }
}

#[test]
fn handles_may_contain_each_other() {
    let held = [("anna", 1, 0), ("anna.b", 1, 0), ("anna_", 1, 0), ("anna-", 1, 0), ("bo", 1, 0), ("-", 1, 0)];
    for handle in ["anna", "anna.b", "anna_", "anna-", "bo"] {
        for text in [format!("{handle} $25"), format!("Hi, @{handle} paid $25"), format!("\"{handle}\",\"$25.00\"")] {
            assert_eq!(said(&held, &text), (Some(handle.to_owned()), Some(2_500), Verdict::Exact), "{text}");
        }
    }
    assert_eq!(said(&held, "someone - $25"), (None, Some(2_500), Verdict::Unknown));
    assert_eq!(said(&held, "@- $25").0.as_deref(), Some("-"));
    assert_eq!(said(&held, "anna and anna.b $25").2, Verdict::Several);
}

#[test]
fn a_handle_with_an_at_beats_words_and_usual_words_count_only_with_it() {
    let held = [("anna", 1, 0), ("paid", 1, 0), ("to", 1, 0), ("25", 1, 0), ("2026-11-22", 1, 0), ("ben", 1, 0)];
    assert_eq!(said(&held, "@anna paid $25 to me"), anna(2_500, Verdict::Exact));
    assert_eq!(said(&held, "anna paid $25"), anna(2_500, Verdict::Exact));
    assert_eq!(said(&held, "anna and ben paid $25").2, Verdict::Several);
    assert_eq!(said(&held, "@anna @ben paid $25").2, Verdict::Several);
    assert_eq!(said(&held, "@anna ANNA @Anna $25"), anna(2_500, Verdict::Exact));
    assert_eq!(said(&held, "2026-11-22 anna 25.00"), anna(2_500, Verdict::Exact));
    assert_eq!(said(&held, "paid $25"), (None, Some(2_500), Verdict::Unknown));
    assert_eq!(said(&held, "@Paid $25").0.as_deref(), Some("paid"));
    // The number is the buyer's handle, so it isn't the amount.
    assert_eq!(said(&held, "@25 paid $25"), (Some("25".to_owned()), Some(2_500), Verdict::Exact));
    assert_eq!(said(&held, "25, thanks").0, None);
    assert_eq!(said(&held, "$25"), (None, Some(2_500), Verdict::Unknown));
}

#[test]
fn tables_are_read_in_any_of_their_notations() {
    let held = [("anna", 1, 0), ("ben", 1, 0), ("cleo", 1, 0)];
    for separator in [",", ";", "\t"] {
        let rows = [
            ["Date", "From", "Note", "Amount"],
            ["2026-11-22", "@anna", "\"for 3, 7; \"\"thanks\"\"\"", "\"25,00\""],
            ["2026-11-22", "\"Ben\"", "", "25.00"],
            ["2026-11-22", "Cleo", "\"💸\"", "\"$25.00\""],
        ];
        let text = rows.map(|row| row.join(separator)).join("\r\n");
        let lines = matched(&held, PRICE, &dollars(), &text);
        let verdicts: Vec<_> = lines.iter().map(|line| (line.verdict, line.amount)).collect();
        let exact = (Verdict::Exact, Some(2_500));
        assert_eq!(verdicts, [(Verdict::Unknown, None), exact, exact, exact], "{text}");
    }
}

#[test]
fn lines_end_however_they_were_written_and_blank_ones_count() {
    let lines = matched(&[("anna", 1, 0)], PRICE, &dollars(), "\n \t\na\r\nb\r\rc\n");
    let found: Vec<_> = lines.iter().map(|line| (line.line, line.text.as_str())).collect();
    assert_eq!(found, [(3, "a"), (4, "b"), (6, "c")]);
    assert!(matched(&[], PRICE, &dollars(), "").is_empty());
}

#[test]
fn a_text_has_64_kib_and_no_more() {
    assert!(parse(&"ä".repeat(MAX_TEXT / 2)).is_ok());
    assert!(parse(&"x".repeat(MAX_TEXT + 1)).is_err());
}

/// The time that this thread has computed, if the system knows it; other threads do not count.
fn computed() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

#[test]
fn the_time_grows_with_the_text_alone_on_a_board_of_9_000_buyers() {
    let handles: Vec<String> = (0..9_000).map(|n| format!("{}a{n}{}", "-".repeat(n % 5), ".".repeat(n % 7))).collect();
    let holdings: Vec<_> = handles.iter().map(|handle| (handle.as_str(), 1, 0)).collect();
    check_growth(&board(&holdings));
}

#[test]
fn the_time_grows_with_the_text_alone_on_a_board_of_one_buyer() {
    check_growth(&board(&[("anna", 9_000, 0)]));
}

/// Asserts that the most expensive texts take no longer than their length explains.
fn check_growth(board: &Board) {
    let patterns = [
        "anna 5 ",
        "anna 5\n",
        "@",
        "$",
        ".",
        "-",
        "9",
        "9,",
        "9.",
        "9'",
        "1,1.",
        " ",
        "\"",
        "a.",
        "..a..",
        "a0 a1 a2 ",
        "@a7 $7 ",
        "é",
        "\n",
        "----a1....",
        "5 5 ",
        "kr",
        "2026-11-22,",
        "$ ",
        "- $",
        "x\",\"\n",
        "total,\"\n",
        "total,thanks\n",
    ];
    let buyers = buyers(board, Active, PRICE);
    let took = |pattern: &str, length: usize| {
        let text = pattern.repeat(length / pattern.len());
        let begun = computed();
        match_payments(&read(&text), &buyers, &dollars(), &Remembered::default());
        computed().saturating_sub(begun)
    };
    for pattern in patterns {
        let little = (0..3).map(|_| took(pattern, MAX_TEXT / 16)).min().unwrap();
        // 16 times the text must not cost 256 times as much. The system's time may advance in steps.
        let mut limit = little.max(Duration::from_millis(4)) * 64;
        if !cfg!(debug_assertions) {
            limit = limit.min(Duration::from_millis(50));
        }
        // The fastest of three counts, so the first that is fast enough is enough.
        let mut tries = (0..3).map(|_| took(pattern, MAX_TEXT));
        assert!(tries.any(|whole| whole < limit), "{pattern:?}: {little:?} for a little, over {limit:?} for the whole");
    }
}

fn handle() -> impl Strategy<Value = String> {
    let word = sample::select(vec!["paid", "to", "from", "for", "usd", "spot", "you", "me", "dollar", "nov"]);
    prop_oneof!["[a-z][a-z0-9._-]{0,9}[a-z0-9]", word.prop_map(str::to_owned), "[a-c]{1,3}", "[a-c]\\.[a-c]"]
}

/// An amount in cents, and one of its notations.
fn amount() -> impl Strategy<Value = (i64, String)> {
    (1..2_000_000_i64, 0..8).prop_map(|(cents, notation)| {
        let (whole, part) = (cents / 100, cents % 100);
        let grouped = |sign: &str| match whole {
            1_000.. => format!("{}{sign}{:03}", whole / 1_000, whole % 1_000),
            _ => whole.to_string(),
        };
        let text = match notation {
            0 => format!("${whole}.{part:02}"),
            1 => format!("{whole}.{part:02}"),
            2 => format!("{whole},{part:02} $"),
            3 => format!("${}.{part:02}", grouped(",")),
            4 => format!("{},{part:02} $", grouped(".")),
            5 => format!("\"{},{part:02}\"", grouped(".")),
            6 => format!("{}.{part:02} USD", grouped("'")),
            _ => format!("+ $ {whole}.{part:02}"),
        };
        (cents, text)
    })
}

fn separator() -> impl Strategy<Value = &'static str> {
    sample::select(vec![" ", ", ", ";", "\t", " · ", " 🎉 ", " — ", "\" \"", " ("])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_buyer_and_an_amount_are_found_among_other_things(
        handle in handle(),
        (cents, written) in amount(),
        pending in 1..4_usize,
        [first, upper] in any::<[bool; 2]>(),
        junk in "[äöü👍 !?]{0,12}", separators in [separator(), separator()],
    ) {
        let shown = if upper { handle.to_uppercase() } else { handle.clone() };
        let pair = if first { [format!("@{shown}"), written] } else { [written, format!("@{shown}")] };
        let text = format!("{junk} {}{}{}", pair[0], separators[0], pair[1]) + separators[1] + &junk;
        let line = one(&[(&handle, pending, 1), ("somebody", 2, 0)], &text);
        prop_assert_eq!(line.handle.as_ref().map(Handle::as_str), Some(handle.as_str()), "{}", text);
        prop_assert_eq!(line.amount, Some(cents), "{}", text);
        let owed = PRICE * i64::try_from(pending).unwrap();
        let (verdict, spots) = match cents {
            _ if cents == owed => (Verdict::Exact, pending),
            _ if cents < owed && cents % PRICE == 0 => (Verdict::Part, usize::try_from(cents / PRICE).unwrap()),
            _ => (Verdict::Differs, 0),
        };
        prop_assert_eq!((line.verdict, line.spot_ids.len()), (verdict, spots), "{}", text);
    }

    #[test]
    fn whole_amounts_are_exact_parts_or_different(pending in 1..6_usize, paying in 0..8_usize, sign in any::<bool>()) {
        let written = if sign { format!("${}", paying * 25) } else { format!("{}.00", paying * 25) };
        let line = one(&[("anna", pending, 0)], &format!("@anna {written}"));
        let verdict = match paying {
            _ if paying == pending => Verdict::Exact,
            _ if paying < pending && paying > 0 => Verdict::Part,
            _ => Verdict::Differs,
        };
        let spots = if verdict == Verdict::Differs { 0 } else { paying };
        prop_assert_eq!((line.verdict, line.spot_ids.len()), (verdict, spots));
    }

    #[test]
    fn any_text_has_a_verdict_for_each_line_and_a_spot_is_paid_for_once(
        text in collection::vec(
            prop_oneof![any::<String>(), Just("@anna $25\n".to_owned()), "[ab @$0-9.,;\n\"-]{0,30}"],
            0..12,
        ),
    ) {
        let held = [("anna", 3, 0), ("a", 1, 1), ("b", 2, 0), ("a.b", 1, 0), ("9", 1, 0), ("-", 1, 0)];
        let text = text.concat();
        let lines = matched(&held, PRICE, &dollars(), &text);
        // Only whitespace is left out, and a byte order mark.
        let solid = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let shown: String = lines.iter().map(|line| solid(&line.text)).collect();
        prop_assert_eq!(shown, solid(text.strip_prefix('\u{feff}').unwrap_or(&text)));
        prop_assert!(lines.is_sorted_by(|one, next| one.line < next.line));
        let mut ids: Vec<_> = lines.iter().flat_map(|line| &line.spot_ids).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), count);
        for line in &lines {
            let nobody = matches!(line.verdict, Verdict::Unknown | Verdict::Several);
            prop_assert!(line.handle.is_none() == nobody || line.verdict == Verdict::NotReceived);
            let payable = matches!(line.verdict, Verdict::Exact | Verdict::NoAmount | Verdict::Part);
            prop_assert_eq!(!line.spot_ids.is_empty(), payable);
        }
    }
}
