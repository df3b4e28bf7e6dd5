//! Notes of payments that are written to cheat.

use proptest::prelude::{any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::strategy::{Just, Strategy};

use super::super::Verdict::{Differs, Exact, NotReceived};
use super::super::{PaymentLine, Verdict};
use super::{PRICE, dollars, matched, money, one};
use crate::money::Currency;

/// Anna owes $50.
pub(super) const ANNA: &[(&str, usize, usize)] = &[("anna", 2, 0), ("ben", 1, 0)];

fn verdict(text: &str) -> Verdict {
    one(ANNA, text).verdict
}

#[test]
fn an_amount_in_the_note_does_not_decide() {
    for text in [
        "\"@anna $50.00\",2026-11-22,Anna P,1.00",
        "\"@anna $50\",2026-11-22,Anna P,1.00",
        "2026-11-22,Anna P,1.00,\"@anna $50.00\"",
        "2026-11-22,Anna P,$1.00,@anna 50.00",
        "2026-11-22\tAnna P\t@anna 50.00\t1.00",
        "2026-11-22;Anna P;@anna 50,00;1,00",
        "Anna P paid you $1.00 \"@anna $50.00\"",
        "Anna P paid you $1.00 % @anna $50.00",
        "Anna P 1.00 % @anna 50.00",
        // Whole amounts, without decimals.
        "\"@anna $50.00\",2026-11-22,Anna P,10",
        "\"@anna $50.00\",2026-11-22,Anna P,0.5",
        // A note that ends in digits, before the amount.
        "2026-11-22,Anna P,@anna 1,050.00",
        // The number of a spot that the buyer holds.
        "\"@anna $50.00\",2026-11-22,Anna P,2",
        "2026-11-22,2,Anna P,@anna $50.00",
        // Plain numbers alone.
        "\"@anna 50\",2026-11-22,Anna P,10",
        "\"@anna 50\",2026-11-22,Anna P,2",
        "2026-11-22;1;Anna P;@anna 50",
        // An unreadable amount is there all the same.
        "\"@anna $50.00\",2026-11-22,Anna P,1.00CR",
        "\"@anna $50.00\",2026-11-22,Anna P,1.0000",
        "2026-11-22;Anna P;@anna $50.00;1,00CR",
        "2026-11-22,1.0000,Anna P,@anna $50.00",
        "\"@anna 50\",2026-11-22,Anna P,CR1.00",
        "\"@anna $50.00\",2026-11-22,Anna P,.50",
        "@anna $50.00 123456789012345678901234567890.00",
        "\"@anna $50.00\",2026-11-22,Anna P,-1.00",
        "\"@anna $50.00\",2026-11-22,Anna P, 10",
        "\"@anna $50.00\", \"+10\", Anna P",
        "Mallory P | 10 | @anna $50.00",
        "Mallory P  @anna $50.00  10",
        "Mallory P paid ١٫٠٠ $ @anna 50.00",
        "Mallory P paid ＄１.００ @anna 50.00",
        "Mallory P paid 99¢ @anna $50.00",
        "Mallory P paid 99 cents @anna $50.00",
        // Days are amounts too.
        "Anna P paid 10.10. @anna $50.00",
        "10.10,@anna $50.00",
    ] {
        let line = one(ANNA, text);
        assert_eq!((line.verdict, line.amount), (Differs, None), "{text}");
        assert!(line.spot_ids.is_empty() && !line.sure, "{text}");
    }
    let thousand = &[("anna", 42, 0)];
    assert_eq!(one(thousand, "2026-11-22,Anna P,@anna 1,050.00").verdict, Differs, "owes $1,050.00");
    assert_eq!(one(thousand, "2026-11-22,Anna P,@anna,\"1,050.00\"").verdict, Exact);
    let yen = Currency { symbol: "¥".into(), decimals: 0 };
    let lines = matched(ANNA, PRICE, &yen, "\"@anna ¥5000\",2026-11-22,Anna P,100");
    assert_eq!(lines[0].verdict, Differs);
    // The same amount twice is one amount.
    assert_eq!(verdict("\"@anna $50.00\",2026-11-22,Anna P,50.00"), Exact);
    assert_eq!(verdict("@anna sent $50, that is 50.00 USD"), Exact);
    assert_eq!(verdict("11/22/2026 @anna sent you $50.00 for spots 1, 2 (ref 8842991)"), Exact);
}

#[test]
fn money_in_another_currency_is_no_payment() {
    for text in [
        "@anna 25 MXN",
        "@anna 50 MXN",
        "@anna €50.00",
        "@anna 50,00 €",
        "@anna MX$50.00",
        "@anna C$50.00",
        "@anna R$ 50,00",
        "@anna A$50",
        "@anna HK$50.00",
        "@anna $50.00 CAD",
        "@anna 50.00 AUD",
        "@anna EUR 50.00",
        "@anna ₹50",
        "@anna 50 pesos",
        "@anna 50.00 USDT",
        "@anna 50 sats",
        "2026-11-22,@anna,MXN,50.00",
        "2026-11-22,@anna,50.00,COP",
        "\"2026-11-22\";\"@anna\";\"COP\";\"50,00\"",
        // The sign and the country are after the number in some languages.
        "@anna 50.00 CA$",
        "@anna 50 A$",
        "@anna 50,00 $ CA",
        "@anna 50,00 $CA",
        "@anna MXN$50.00",
        "@anna RD$50.00",
        "@anna CLP$ 50.00",
        "@anna MXN $50.00",
        "@anna $50.00 (CAD)",
        "@anna $50.00, all in CAD",
        "@anna 50.00 / CAD",
        "@anna CAD: $50.00",
        "@anna 50 Canadian dollars",
        "@anna 50 Mexican pesos",
        "@anna 50¢",
        "@anna 50 cents",
        "@anna 50 Cent",
    ] {
        assert_eq!(verdict(text), Differs, "{text}");
    }
    for text in [
        "@anna US$50.00",
        "@anna $50.00 USD",
        "@anna 50 bucks",
        "@anna USD50",
        "2026-11-22,@anna,USD,50.00",
        "@anna USD$50",
        "@anna 50.00 US$",
        "@anna 50,00 $ US",
        "@anna $50.00 (USD)",
        "ANNA P$50.00 @anna",
        "RON BOB TRY $50.00 @anna",
        "@anna 50.00 A spot",
    ] {
        assert_eq!(verdict(text), Exact, "{text}");
    }
    // Their handles are not currencies.
    for handle in ["cad", "eur", "mxn"] {
        let text = format!("@{} $50.00", handle.to_uppercase());
        assert_eq!(one(&[(handle, 2, 0)], &text).verdict, Exact, "{text}");
    }
    for (symbol, text, verdict) in [
        ("€", "@anna $50.00", Differs),
        ("€", "@anna 50,00 €", Exact),
        ("€", "@anna EUR 50,00", Exact),
        ("A$", "@anna $50", Exact),
        ("A$", "@anna US$50", Differs),
        ("A$", "@anna 50 A$", Exact),
        ("A$", "@anna 50 US$", Differs),
        ("A$", "@anna A$50.00 (AUD)", Exact),
        ("€", "@anna 50,00 € (USD)", Differs),
        ("kr", "@anna 50 DKK", Exact),
        ("kr", "@anna 50 EUR", Differs),
        ("KD", "@anna 50.00 KWD", Differs),
        ("KD", "@anna KD 50.00", Exact),
    ] {
        assert_eq!(matched(ANNA, PRICE, &money(symbol), text)[0].verdict, verdict, "{symbol} {text}");
    }
}

#[test]
fn payments_that_were_not_received_are_marked_so() {
    for text in [
        "@anna requested $50.00",
        "@anna requests $50.00",
        "Request from @anna $50.00",
        "@anna $50.00 declined",
        "@anna $50.00 Refunded",
        "@anna $50.00 failed",
        "@anna $50.00 (PENDING)",
        "2026-11-22,@anna,50.00,Cancelled",
        "@anna $50.00 canceled",
        "@anna $50.00 reversed",
        "@anna $50.00 Reversal",
        "You paid @anna $50.00",
        "You sent @anna $50.00",
        "You’ve sent @anna $50.00",
        "Payment to @anna $50.00",
        "Zelle payment to anna $50.00",
        "Du hast @anna 50,00 gesendet",
        "Has enviado 50,00 a @anna",
        "@anna solicitó 50,00",
        "@anna 50,00 Rückerstattung",
        "@anna ($50.00)",
        "@anna (50.00)",
        "@anna $50.00-",
        "@anna 50.00-",
        "@anna -$50.00",
        "@anna −50.00",
        "@anna –$50.00",
        "@anna,- $50.00",
        "\"@anna\",\"-50.00\"",
        "2026-11-22,@anna,50.00,REVERTED",
        "@anna 50,00 revertido",
        "@anna 50,00 retrocedida",
        "@anna 50,00 caducado",
        "@anna $50.00 bounced",
        "@anna 50,00 Rückgabe",
        "@anna 50,00 Ru\u{308}ckgabe",
        "@anna 50,00 rückgängig gemacht",
        "@anna $50.00 unsuccessful",
        "@anna $50.00 incomplete",
        "2026-11-22,@anna,50.00,Processing",
        "2026-11-22,@anna,50.00,On Hold",
        "2026-11-22,@anna,50.00,Not completed",
        "@anna $50.00 was blocked",
        "Bezahlt an @anna 50,00",
        "@anna 50,00 zurückgewiesen",
        "@anna 50,00 zurückgegeben",
        "@anna 50,00 nicht ausgeführt",
        "@anna te ha pedido 50,00",
        "@anna te pidió 50,00",
        "@anna 50,00 en espera",
        // The name at the bank of a buyer whose handle is in the note.
        "Zelle payment to Anna Perez $50.00",
        "Payment to Ann Perez $50.00 @anna",
        "ZELLE TO ANN PEREZ $50.00 @anna",
        "Bizum a Ann Perez 50,00 @anna",
        "Überweisung an Ann Perez 50,00 @anna",
        "Has realizado un Bizum 50,00 @anna",
        "Has hecho un Bizum 50,00 @anna",
    ] {
        let line = one(ANNA, text);
        assert_eq!(line.verdict, NotReceived, "{text}");
        assert_eq!(line.handle.as_ref().map_or("", |it| it.as_str()), "anna", "{text}");
        assert!(line.spot_ids.is_empty() && !line.sure, "{text}");
    }
    for text in [
        "@anna paid you $50.00",
        "@anna sent $50.00 to you",
        "@anna: payment to you $50.00",
        "@anna sent to me $50.00",
        "Bizum a ti de @anna 50,00",
        "@anna: Überweisung an mich 50,00",
        "@anna sent a payment of $50.00",
        "@anna paid an hour ago $50.00",
        "Thank you! Paid $50.00, @anna",
        "Payment from @anna $50.00",
        "Du hast 50,00 von @anna erhalten",
        "@anna $50.00 - thanks",
        "@anna 50.00 completed",
        "@anna $50.00, please hold my spots",
        "@anna 50,00 pedido 7",
        "Anna Held paid $50.00 @anna",
    ] {
        assert_eq!(verdict(text), Exact, "{text}");
    }
    assert_eq!(verdict("Ben S requested $50.00"), NotReceived, "whoever it is");
    // A name is not one of the app's words.
    assert_eq!(one(&[("pending", 2, 0)], "@pending paid $50.00").verdict, Exact);
    assert_eq!(one(&[("pending", 2, 0)], "pending: $50.00").verdict, NotReceived);
}

#[test]
fn a_line_that_brought_nothing_is_no_earlier_line_of_the_buyer() {
    let lines = matched(ANNA, PRICE, &dollars(), "@anna requested $50.00\n@anna paid $50.00\n@anna paid $50.00");
    let verdicts: Vec<_> = lines.iter().map(|line| line.verdict).collect();
    assert_eq!(verdicts, [NotReceived, Exact, Verdict::Repeated]);
}

#[test]
fn a_field_goes_over_few_lines() {
    let row = |ends: usize| format!("2026-11-22,\"hi{}\",@anna,$50.00", "\r\n".repeat(ends));
    let count = |ends: usize| matched(ANNA, PRICE, &dollars(), &row(ends)).len();
    assert_eq!((count(20), count(21)), (1, 2));
    // Text after this many line breaks is never a sure payment.
    let sure = |ends: usize| {
        let note = format!("\"hi{}\nx,@anna,y,50.00\n\"", "\n".repeat(ends));
        let text = format!("Date,Note,From,Amount\nx,@ben,Ben S,25.00\nx,{note},Kim,1.00");
        matched(ANNA, PRICE, &dollars(), &text).iter().filter(|line| line.sure).count()
    };
    assert_eq!((sure(5), sure(30)), (1, 0));
}

#[test]
fn a_note_over_several_lines_is_one_field() {
    let held = [("anna", 2, 0), ("ben", 1, 0)];
    let forged = "2026-11-22,\"hi\n2026-11-22,@anna,50.00\n\",Anna P,1.00\n2026-11-22,@ben,x,25.00";
    for text in [forged.to_owned(), forged.replace('\n', "\r\n"), format!("Date,Note,From,Amount\n{forged}")] {
        let lines = matched(&held, PRICE, &dollars(), &text);
        let rows: Vec<_> = lines.iter().filter(|line| line.handle.is_some()).collect();
        assert_eq!(rows.len(), 2, "{text}");
        assert_ne!(rows[0].verdict, Exact, "{text}");
        assert_eq!((rows[0].text.lines().count(), rows[1].verdict), (3, Exact), "{text}");
        assert_eq!(rows[1].line, rows[0].line + 3, "{text}");
    }
    // Quotation marks in a chat, which open no field.
    let chat = "\"thanks, anna $50\nben \"paid\" $25";
    let lines: Vec<_> = matched(&held, PRICE, &dollars(), chat).iter().map(|line| line.verdict).collect();
    assert_eq!(lines, [Exact, Exact]);
}

/// How exports name their columns, and where note and amount are.
fn table() -> impl Strategy<Value = (&'static str, usize, usize, char)> {
    prop_oneof![
        Just(("Date,From,Note,Amount", 2, 3, ',')),
        Just(("Date,Note,Name,Gross,Fee,Net", 1, 3, ',')),
        Just(("Note\tDate\tAmount\tStatus", 0, 2, '\t')),
        Just(("Buchungstag;Verwendungszweck;Betrag in EUR;Saldo", 1, 2, ';')),
        Just(("Fecha;Importe;Concepto;Saldo", 2, 1, ';')),
        Just(("Date,Amount (total),Note,Amount (fee)", 2, 1, ',')),
    ]
}

/// The notes that a payer may write.
fn note() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[@a-z $€0-9.,;\t\"\n\r()-]{0,40}",
        Just("@anna $50.00".to_owned()),
        Just("\",50.00,\"".to_owned()),
        Just("\"\",50.00\n2026-11-22,@anna,50.00,50.00".to_owned()),
        Just("amount,50.00".to_owned()),
        Just("Date,From,Note,Amount\n,,,50.00".to_owned()),
    ]
}

fn row(columns: &str, separator: char, fill: impl Fn(usize) -> String) -> String {
    let fields = (0..columns.split(separator).count()).map(fill);
    fields.collect::<Vec<_>>().join(&separator.to_string())
}

proptest! {
    #[test]
    fn whatever_is_in_the_note_the_amount_is_the_amounts_columns(
        (columns, in_note, in_amount, separator) in table(),
        note in note(),
        cents in 1..2_000_000_i64,
    ) {
        let euros = columns.contains("EUR");
        let amount = if separator == ';' { format!("{},{:02}", cents / 100, cents % 100) } else {
            format!("{}.{:02}", cents / 100, cents % 100)
        };
        // Exports put ambiguous texts into quotes.
        let quoted = format!("\"@anna {}\"", note.replace('"', "\"\""));
        let cheat = row(columns, separator, |place| match place {
            place if place == in_note => quoted.clone(),
            place if place == in_amount && separator == ',' => amount.clone(),
            place if place == in_amount => format!("\"{amount}\""),
            _ => "x".to_owned(),
        });
        let after = row(columns, separator, |place| match place {
            place if place == in_note => "@ben".to_owned(),
            place if place == in_amount => "25".to_owned(),
            _ => "y".to_owned(),
        });
        let text = format!("{columns}\n{cheat}\n{after}");
        let lines = matched(ANNA, PRICE, &money(if euros { "€" } else { "$" }), &text);
        prop_assert_eq!(lines.len(), 3, "{}", text);
        let line: &PaymentLine = &lines[1];
        prop_assert_eq!(line.amount, Some(cents), "{}", text);
        prop_assert!(line.verdict != Exact || cents == 5_000);
        prop_assert_eq!(lines[2].amount, Some(2_500), "{}", text);
    }

    #[test]
    fn a_note_without_quotes_never_makes_another_amount(
        (columns, in_note, in_amount, separator) in table(),
        note in "[@a-z $0-9.,;\t]{0,40}",
        cents in 1..2_000_000_i64,
    ) {
        let line = row(columns, separator, |place| match place {
            place if place == in_note => format!("@anna {note}"),
            place if place == in_amount => format!("{}.{:02}", cents / 100, cents % 100),
            _ => "x".to_owned(),
        });
        let money = money(if columns.contains("EUR") { "€" } else { "$" });
        let lines = matched(ANNA, PRICE, &money, &format!("{columns}\n{line}"));
        prop_assert!([None, Some(cents)].contains(&lines[1].amount), "{line}: {:?}", lines[1]);
        prop_assert!(lines[1].verdict != Exact || cents == 5_000);
    }

    #[test]
    fn no_note_makes_a_payment_of_a_line_without_columns(
        note in note(),
        cents in 1..2_000_000_i64,
        first in any::<bool>(),
    ) {
        let quoted = format!("\"@anna {}\"", note.replace('"', "\"\""));
        let amount = format!("{}.{:02}", cents / 100, cents % 100);
        let text = if first {
            format!("{quoted},2026-11-22,Anna P,{amount}")
        } else {
            format!("2026-11-22,{amount},Anna P,{quoted}")
        };
        let lines = matched(ANNA, PRICE, &dollars(), &text);
        prop_assert_eq!(lines.len(), 1, "{}", text);
        prop_assert!([None, Some(cents), Some(-cents)].contains(&lines[0].amount), "{}", text);
        prop_assert!(lines[0].verdict != Exact || cents == 5_000, "{}", text);
    }
}
