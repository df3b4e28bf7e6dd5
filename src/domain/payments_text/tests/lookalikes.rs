//! Words that look like buyers, and numbers that look like amounts.

use super::super::Verdict::{self, Exact, Unknown};
use super::notes::ANNA;
use super::{PRICE, dollars, matched, one};

#[test]
fn a_handle_that_any_payment_has_in_its_line_counts_only_with_its_at() {
    for (handle, text) in [
        ("paid", "22 Nov, Anna P paid you $50.00"),
        ("nov", "22 Nov, Anna P paid you $50.00"),
        ("you", "22 Nov, Anna P paid you $50.00"),
        ("22-nov", "22-Nov Anna P sent $50.00"),
        ("may", "May 4 Anna P sent $50.00"),
        ("from", "Zelle payment from Anna P $50.00"),
        ("zelle", "Zelle payment from Anna P $50.00"),
        ("zelle.payment", "zelle.payment Anna P $50.00"),
        ("sent", "Anna P sent $50.00"),
        ("usd", "Anna P 50.00 USD"),
        ("50.00", "Anna P,50.00"),
        ("p", "Anna P $50.00"),
        ("2026-11-22", "2026-11-22 Anna P $50.00"),
        ("enero", "3 enero Anna P $50.00"),
        ("okt", "3. Okt Anna P 50,00"),
        ("zahlung", "Zahlung Anna P 50,00"),
        ("completed", "Anna P,Completed,50.00"),
        ("current", "TRANSFER,Current,2026-11-22,Anna P,50.00"),
        ("quickpay_credit", "Anna P,50.00,QUICKPAY_CREDIT"),
        ("express", "Express Checkout Payment,Anna P,50.00"),
        ("website", "Website Payment,Anna P,50.00"),
        ("eligible", "Anna P,Eligible,50.00"),
        ("disponible", "Saldo disponible,Anna P,50.00"),
        ("interac", "INTERAC e-Transfer from Anna P,50.00"),
        ("incoming", "Incoming payment Anna P,50.00"),
        ("successful", "Anna P,50.00,Successful"),
        ("twint", "TWINT Anna P,50.00"),
    ] {
        let held = [(handle, 2, 0), ("ben", 1, 0)];
        let line = one(&held, text);
        assert_eq!((line.verdict, line.handle), (Unknown, None), "{handle}: {text}");
        let called = one(&held, &format!("@{handle} $50.00"));
        assert_eq!((called.verdict, called.sure), (Exact, true), "{handle}");
        // Nor does it hide the buyer who paid.
        let both = [(handle, 2, 0), ("anna", 2, 0)];
        assert_eq!(one(&both, text).handle.unwrap().as_str(), "anna", "{handle}: {text}");
    }
    for handle in ["anna", "mia.paid", "jo-nov", "nova", "spotty", "maya"] {
        assert_eq!(one(&[(handle, 2, 0)], &format!("{handle} sent $50.00")).verdict, Exact, "{handle}");
    }
}

#[test]
fn a_word_of_all_rows_is_no_buyer() {
    let held = [("mia", 2, 0), ("anna", 2, 0)];
    let rows = |count: usize| {
        let rows = ["Kim P,Mia,$50.00\n", "Lee Q,Mia,$50.00\n", "Zoe R,Mia,$50.00\n"];
        matched(&held, PRICE, &dollars(), &format!("{}@anna,Ben,$50.00", rows[..count].concat()))
    };
    let lines = rows(3);
    assert!(lines[..3].iter().all(|line| line.handle.is_none() && line.verdict == Unknown));
    assert_eq!(lines[3].verdict, Exact);
    assert_eq!(rows(2)[0].verdict, Exact, "twice is not often");
    // With the @ it counts, and doesn't count as one of the rows.
    let called = "Kim P,Mia,$50.00\nLee Q,Mia,$50.00\nZoe R,Mia,$50.00\n@mia,x,$50.00";
    let lines = matched(&held, PRICE, &dollars(), called);
    assert_eq!((lines[0].verdict, lines[3].verdict), (Unknown, Exact));
    let seldom = "Kim P,$50.00\n".repeat(4) + "Mia,$50.00\nMia,$50.00\nMia,$50.00";
    assert_eq!(matched(&held, PRICE, &dollars(), &seldom)[4].verdict, Exact, "in less than half");
}

#[test]
fn digits_at_the_end_of_a_handle_are_no_thousands() {
    for (handle, text) in [("a0", "@a0 100.00"), ("anna_22", "@anna_22 100.00"), ("anna5", "anna5 100.00")] {
        let found = one(&[(handle, 4, 0)], text);
        assert_eq!((found.amount, found.verdict), (Some(10_000), Exact), "{text}");
    }
    for text in ["@a0 1 050.00", "@a0 USD1 050.00", "1 050.00 @a0"] {
        let found = one(&[("a0", 2, 0)], text);
        assert!(!found.sure && found.spot_ids.is_empty(), "{text}: {:?}", found.verdict);
    }
}

#[test]
fn numbers_that_say_more_than_one_thing_are_unclear() {
    for text in [
        "@anna 1 050,00 $",
        "@anna $1 050.00",
        "@anna $50k",
        "@anna $50 k",
        "@anna $50 grand",
        "@anna 50 mil $",
        "Kim paid you 1 for \"@anna $50.00\"",
        "Kim sent 1, @anna $50.00",
        "Kim paid you 1 for @anna 50",
    ] {
        let found = one(ANNA, text);
        assert!(!found.sure && found.spot_ids.is_empty(), "{text}: {:?}", found.verdict);
    }
    for text in [
        "@anna spot 12 050.00",
        "#12 @anna $50.00",
        "Nov 22 @anna $50.00",
        "@anna paid for 2 $50.00",
        "@anna $50.00 K. Miller",
        "@anna sent 2 spots $50.00",
        "@anna paid 22 Nov $50.00",
    ] {
        assert_eq!(one(ANNA, text).verdict, Exact, "{text}");
    }
}

#[test]
fn a_day_and_the_number_of_a_spot_are_no_amounts() {
    let line = |price: i64, text: &str| matched(&[("anna", 1, 0)], price, &dollars(), text).remove(0);
    for text in [
        "22 Nov @anna",
        "Nov 22 @anna",
        "Nov. 22 @anna",
        "22. November @anna",
        "22-Nov @anna",
        "22. Nov. 2026 @anna",
        "@anna paid on 22 of November",
        "22 Mai @anna",
        "22 Okt @anna",
        "22 Dez @anna",
        "22. März @anna",
        "22. Ma\u{308}rz @anna",
        "22. Jänner @anna",
        "22 ene @anna",
        "22 abr @anna",
        "22 agosto @anna",
        "22 de nov @anna",
        "22 de septiembre de 2026 @anna",
        "noviembre 22 @anna",
        "Sat 22 @anna",
        "Samstag 22 @anna",
        "Sáb 22 @anna",
        "@anna am 22.",
        "@anna el 22",
        "@anna el día 22",
        "@anna spots 3, 22",
        "@anna spots 3 and 22",
        "@anna spots 3, 4 & 22",
        "@anna Spot Nr. 22",
        "@anna No. 22",
        "@anna nº 22",
        "@anna Número 22",
        "@anna Platz 22",
        "@anna Lose 3 und 22",
        "@anna tickets 3 y 22",
        "@anna 22 spots",
    ] {
        let line = line(2_200, text);
        assert_eq!((line.verdict, line.sure, line.amount), (Verdict::NoAmount, false, None), "{text}");
    }
    assert_eq!(line(2_211, "22.11. @anna").verdict, Verdict::NoAmount);
    // Which of the buyer's spots it is.
    let held = matched(&[("ben", 21, 0), ("anna", 1, 0)], 2_200, &dollars(), "@anna 22").remove(0);
    assert_eq!((held.verdict, held.sure), (Verdict::NoAmount, false));
    for text in
        ["@anna 22", "22 from @anna", "Nov 22 @anna 22", "@anna 22, spot 3", "spots 3, 4: @anna 22", "@anna $22 Nov 3"]
    {
        assert_eq!(line(2_200, text).verdict, Exact, "{text}");
    }
}
