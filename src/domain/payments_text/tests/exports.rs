//! The columns that payment apps and banks write into their files.

use super::super::Verdict::{Differs, Exact, NoAmount, NotReceived, Part, Unknown};
use super::super::{PaymentLine, Verdict};
use super::{PRICE, dollars, matched, money};
use crate::handle::Handle;

/// Anna owes $50, and Ben $25.
const HELD: &[(&str, usize, usize)] = &[("anna", 2, 0), ("ben", 1, 0)];

fn dollar_lines(text: &str) -> Vec<PaymentLine> {
    matched(HELD, PRICE, &dollars(), text)
}

fn euro_lines(text: &str) -> Vec<PaymentLine> {
    matched(HELD, PRICE, &money("€"), text)
}

fn last(lines: &[PaymentLine]) -> (&str, Option<i64>, Verdict) {
    let line = lines.last().unwrap();
    (line.handle.as_ref().map_or("", Handle::as_str), line.amount, line.verdict)
}

fn payer(lines: &[PaymentLine]) -> &str {
    lines.last().unwrap().payer.as_ref().map_or("", |payer| payer.as_str())
}

#[test]
fn the_files_of_apps_and_banks_are_read_by_their_columns() {
    let paypal = "\u{feff}\"Date\",\"Time\",\"TimeZone\",\"Name\",\"Type\",\"Status\",\"Currency\",\
        \"Gross\",\"Fee\",\"Net\",\"Address Line 1\",\"Note\"\n\"11/22/2026\",\"19:42:10\",\"PST\",\"Anna P\",\
        \"Mobile Payment\",\"Completed\",\"USD\",\"50.00\",\"-1.75\",\"48.25\",\"\",\"@anna\"";
    let lines = dollar_lines(paypal);
    assert_eq!((last(&lines), payer(&lines)), (("anna", Some(5_000), Exact), "Anna P"));
    assert_eq!(lines[0].verdict, Unknown, "the names of the columns");
    let pesos = paypal.replace("\"USD\"", "\"MXN\"");
    assert_eq!(last(&dollar_lines(&pesos)), ("anna", None, Differs));
    assert_eq!(last(&dollar_lines(&paypal.replace("Completed", "Pending"))).2, NotReceived);

    let venmo = "Account Statement - (@seller) ,,,,,,,,\nAccount Activity,,,,,,,,\n\
        ,ID,Datetime,Type,Status,Note,From,To,Amount (total)\n,\"\"\"417\"\"\",2026-11-22T19:42:10,Payment,Complete,\
        \"@anna, $99.00\",Anna P,Mia S,\"+ $50.00\"";
    let lines = dollar_lines(venmo);
    assert_eq!((last(&lines), payer(&lines)), (("anna", Some(5_000), Exact), "Anna P"));
    assert!(lines[3].sure, "the lines above the names are a title");
    assert_eq!(last(&dollar_lines(&venmo.replace("+ $", "- $"))), ("anna", Some(-5_000), NotReceived));

    let cash_app = "Transaction ID,Date,Transaction Type,Currency,Amount,Fee,Net Amount,Asset Type,Status,Notes,\
        Name of sender/receiver\nx7,2026-11-22 19:42:10 EST,Cash App Payment,USD,$50.00,$0.00,$50.00,,COMPLETE,\
        for @anna $10,Anna P";
    let lines = dollar_lines(cash_app);
    assert_eq!((last(&lines), payer(&lines)), (("anna", Some(5_000), Exact), "Anna P"));

    // Zelle, at a bank that ends its rows with an additional separator.
    let chase = "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\n\
        CREDIT,11/22/2026,\"Zelle payment from ANNA P 12345\",50.00,QUICKPAY_CREDIT,1250.00,,\n\
        DEBIT,11/22/2026,\"Zelle payment to BEN S\",-25.00,QUICKPAY_DEBIT,1225.00,,";
    let lines = dollar_lines(chase);
    assert_eq!((lines[1].amount, lines[1].verdict), (Some(5_000), Exact));
    assert_eq!(last(&lines).2, NotReceived);
    let moved = "CREDIT,11/22/2026,Zelle payment from ANNA P,50.00,1.00,QUICKPAY_CREDIT,1250.00,";
    let lines =
        dollar_lines(&chase.replace("DEBIT,11/22/2026,\"Zelle payment to BEN S\",-25.00,QUICKPAY_DEBIT,1225.00,,", ""));
    assert_eq!(lines[1].verdict, Exact);
    let lines = dollar_lines(&format!("{}\n{moved}", chase.lines().next().unwrap()));
    assert_eq!(last(&lines).1, Some(5_000), "nobody else can tell");

    let revolut = "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n\
        TRANSFER,Current,2026-11-22 19:42:10,2026-11-22 19:42:11,Payment from Anna,50.00,0.00,EUR,COMPLETED,310.00";
    assert_eq!(last(&euro_lines(revolut)), ("anna", Some(5_000), Exact));
    assert_eq!(last(&dollar_lines(revolut)), ("anna", None, Differs));
    assert_eq!(last(&euro_lines(&revolut.replace("COMPLETED", "REVERTED").replace("50.00", "-50.00"))).2, NotReceived);

    let wise = "TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Payer Name\n\
        TRANSFER-7,22-11-2026,50.00,EUR,Received money from Anna P,@anna 10,310.00,Anna P";
    let lines = euro_lines(wise);
    assert_eq!(last(&lines), ("anna", Some(5_000), Exact));

    let n26 = "\"Booking Date\",\"Value Date\",\"Partner Name\",\"Partner Iban\",Type,\"Payment Reference\",\
        \"Account Name\",\"Amount (EUR)\",\"Original Amount\",\"Original Currency\",\"Exchange Rate\"\n\
        2026-11-22,2026-11-22,\"Anna P\",DE02120300000000202051,Credit Transfer,\"@anna 99,00\",\"Main\",\
        50.00,50.00,EUR,";
    let lines = euro_lines(n26);
    assert_eq!((last(&lines), payer(&lines)), (("anna", Some(5_000), Exact), "Anna P"));
    assert_eq!(last(&dollar_lines(n26)), ("anna", None, Differs), "euros");

    let sparkasse = "\"Buchungstag\";\"Auftraggeber\";\"Verwendungszweck\";\"Betrag\";\"Währung\"\n\
        \"22.11.26\";\"P, Anna\";\"anna; 25,00\";\"1.050,00\";\"EUR\"";
    assert_eq!(last(&euro_lines(sparkasse)), ("anna", Some(105_000), Differs));
    assert_eq!(last(&euro_lines(&sparkasse.replace("1.050", "50"))), ("anna", Some(5_000), Exact));

    let bizum = "Fecha;Concepto;Ordenante;Importe;Saldo\n22/11/2026;Bizum de anna 99,00;ANNA P;+25,00€;310,00€";
    let lines = euro_lines(bizum);
    assert_eq!((last(&lines), payer(&lines)), (("anna", Some(2_500), Part), "ANNA P"));
}

#[test]
fn amounts_are_read_as_columns_write_them() {
    for (field, cents) in [
        ("50", 5_000),
        ("50.00", 5_000),
        ("50,00", 5_000),
        ("$50", 5_000),
        ("+ $50.00", 5_000),
        ("50.00 USD", 5_000),
        ("USD 50.00", 5_000),
        ("50,-", 5_000),
        ("\"1,050.00\"", 105_000),
        ("1.050,00", 105_000),
        ("2000", 200_000),
        ("0.50", 50),
        ("-50.00", -5_000),
        ("- 50,00", -5_000),
        ("-$50.00", -5_000),
        ("$-50.00", -5_000),
        ("($50.00)", -5_000),
        ("50.00-", -5_000),
        ("50,00 -", -5_000),
    ] {
        let lines = dollar_lines(&format!("Date\tNote\tAmount\n2026-11-22\t@anna $50.00\t{field}"));
        assert_eq!(last(&lines).1, Some(cents), "{field}");
        assert_eq!(last(&lines).2 == NotReceived, cents < 0, "{field}");
    }
    for field in ["fifty", "50.00 25.00", "€50.00", "50 MXN", "1.2.3", "see note"] {
        let lines = dollar_lines(&format!("Date\tNote\tAmount\n2026-11-22\t@anna $50.00\t{field}"));
        assert_eq!(last(&lines), ("anna", None, Differs), "{field}");
    }
    let lines = dollar_lines("Date\tNote\tAmount\n2026-11-22\t@anna $50.00\t");
    assert_eq!(last(&lines), ("anna", None, NoAmount));
    assert!(!lines[1].sure);
}

#[test]
fn one_of_several_columns_has_the_amount() {
    for (columns, fields, cents) in [
        ("Note,Total,Amount", "@anna,1.00,50.00", 5_000),
        ("Note,Net,Gross", "@anna,48.25,50.00", 5_000),
        ("Note,Amount (fee),Amount (total)", "@anna,1.00,50.00", 5_000),
        ("Note,Original Amount,Amount", "@anna,1.00,50.00", 5_000),
        ("Note,Net Amount,Amount", "@anna,48.25,50.00", 5_000),
    ] {
        let lines = dollar_lines(&format!("{columns}\n{fields}"));
        assert_eq!(last(&lines), ("anna", Some(cents), Exact), "{columns}");
    }
    // Two columns with the same name must agree.
    assert_eq!(last(&dollar_lines("Note,Amount,Amount\n@anna,1.00,50.00")), ("anna", None, Differs));
    assert_eq!(last(&dollar_lines("Note,Amount,Amount\n@anna,50.00,50.00")), ("anna", Some(5_000), Exact));
    for (columns, fields) in [
        ("Datum;Notiz;Brutto;Entgelt;Netto", "22.11.2026;@anna;50,00;-1,75;48,25"),
        ("Fecha;Nota;Neto;Tarifa;Bruto", "22/11/2026;@anna;48,25;-1,75;50,00"),
        ("Datum;Notiz;Netto", "22.11.2026;@anna 99,00;50,00"),
        ("Fecha;Nota;Neto", "22/11/2026;@anna 99,00;50,00"),
    ] {
        assert_eq!(last(&euro_lines(&format!("{columns}\n{fields}"))), ("anna", Some(5_000), Exact), "{columns}");
    }
}

#[test]
fn a_line_of_a_chat_names_no_columns() {
    for first in ["total, thanks", "thanks, total", "amount; thanks"] {
        let lines = dollar_lines(&format!("{first}\n\n@anna paid $50.00\n@ben, $25.00"));
        let found: Vec<_> = lines.iter().map(|line| line.verdict).collect();
        assert_eq!(found, [Unknown, Exact, Exact], "{first}");
    }
    assert_eq!(last(&dollar_lines("Note,Amount\n\n@anna $1.00,50.00,")), ("anna", Some(5_000), Exact));
}

#[test]
fn a_fee_with_a_minus_next_to_an_amount_is_another_amount() {
    assert_eq!(last(&dollar_lines("2026-11-22,@anna,50.00,-1.75,48.25")), ("anna", None, Differs));
    assert_eq!(last(&dollar_lines("2026-11-22,@anna,-50.00,-1.75")), ("anna", None, NotReceived));
}

#[test]
fn no_payment_is_mistaken_for_the_names_of_columns() {
    for first in [
        "2026-11-22,Kim P,amount,1.00",
        "Nov 22,Kim P,amount,+50",
        "Nov 22,Kim P,amount,USD 1",
        "Nov 22,Kim P,amount,$1.00",
        "amount 50.00,Kim P,Nov",
    ] {
        let lines = dollar_lines(&format!("{first}\n2026-11-22,Anna P,\"@anna 50.00\",1.00"));
        assert_eq!(last(&lines), ("anna", None, Differs), "{first}");
    }
    let lines = dollar_lines("Amounts of today\nDate,Note\n@anna $50.00");
    assert_eq!(last(&lines), ("anna", Some(5_000), Exact), "no column of these has it");
    // One file after the other.
    let two = "Note,Amount\n@ben,25.00\n\nWhen;Betrag;Zweck\n22.11.26;50,00;@anna $1";
    assert_eq!(last(&dollar_lines(two)), ("anna", Some(5_000), Exact));
}
