//! What sellers paste from a payment app.

use std::sync::LazyLock;

use chrono::DateTime;
use waffle_domain::board::Board;
use waffle_domain::handle::Handle;
use waffle_domain::money::Currency;
use waffle_domain::money_desk::buyers;
use waffle_domain::payments_text::{MAX_TEXT, Remembered, Verdict, match_payments, parse, read};
use waffle_domain::spot::{Spot, SpotState};
use waffle_domain::waffle::WaffleStatus;

use super::text;
use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target = Target {
    words: &[
        "@anna",
        "ann",
        "paid",
        "2.5",
        "$25",
        "25.00",
        "25,00 €",
        "1,234.50",
        "\"",
        ";",
        "\n",
        "to",
        "-25",
        "🎉",
        "Note,Amount\n",
        "requested",
    ],
    check,
};

const PRICE: i64 = 2_500;

/// Anna has three spots to pay, ann one, and paid and 2.5 one each.
static BOARD: LazyLock<Board> = LazyLock::new(|| {
    let spots = ["anna", "anna", "anna", "ann", "paid", "2.5"].into_iter().zip(1..).map(|(handle, number)| {
        let handle = Handle::parse(handle).unwrap();
        let state = SpotState::Pending { handle, claimed_at: DateTime::UNIX_EPOCH, pay_by: None };
        Spot { id: i64::from(number), number, state }
    });
    Board::new(spots.collect()).unwrap()
});

fn check(input: &[u8]) -> Seen {
    let pasted = text(input);
    let Ok(taken) = parse(&pasted) else {
        assert!(pasted.len() > MAX_TEXT);
        return Seen::refused("too long".to_owned());
    };
    let buyers = buyers(&BOARD, WaffleStatus::Active, PRICE);
    let currency = Currency { symbol: "$".into(), decimals: 2 };
    let lines = match_payments(&read(taken), &buyers, &currency, &Remembered::default());
    let mut spots = Vec::new();
    for line in &lines {
        assert!(!line.text.trim().is_empty() && taken.contains(&line.text));
        let proposes = matches!(line.verdict, Verdict::Exact | Verdict::NoAmount | Verdict::Part);
        assert_eq!(proposes, !line.spot_ids.is_empty(), "{line:?}");
        let found = line.handle.is_some();
        let nobody = matches!(line.verdict, Verdict::Unknown | Verdict::Several);
        assert!(found != nobody || line.verdict == Verdict::NotReceived, "{line:?}");
        if line.verdict == Verdict::Exact {
            let owed = i64::try_from(line.spot_ids.len()).unwrap() * PRICE;
            assert_eq!(line.amount, Some(owed), "{line:?}");
        }
        spots.extend_from_slice(&line.spot_ids);
    }
    assert!(lines.is_sorted_by(|one, next| one.line < next.line), "lines are told in order, each once");
    let proposed = spots.len();
    spots.sort_unstable();
    spots.dedup();
    assert_eq!(spots.len(), proposed, "no spot is paid twice");
    if proposed == 0 { Seen::refused("nothing to pay".to_owned()) } else { Seen::accepted((lines.len(), spots)) }
}
