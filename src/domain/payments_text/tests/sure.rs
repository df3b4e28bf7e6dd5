//! Which lines are ticked beforehand: none that a note may have written.

use super::super::Verdict::Exact;
use super::notes::ANNA;
use super::{PRICE, dollars, matched};

/// The buyers whose lines are sure.
fn sure(text: &str) -> Vec<String> {
    let lines = matched(ANNA, PRICE, &dollars(), text).into_iter().filter(|line| line.sure);
    lines.filter_map(|line| line.handle).map(|handle| handle.to_string()).collect()
}

#[test]
fn where_amounts_are_on_separate_lines_no_line_is_sure() {
    assert_eq!(sure("Mallory P paid You\n@anna $50.00"), ["anna"]);
    for amount in ["+ $1.00", "$1.00", "1,00 $", "1", "USD 1.00", "1.00CR", "- $1.00"] {
        assert_eq!(sure(&format!("Mallory P paid You\n@anna $50.00\n{amount}\n@ben $25.00")), [""; 0], "{amount}");
        assert_eq!(sure(&format!("{amount}\n@anna $50.00")), [""; 0], "{amount}");
    }
    assert_eq!(sure("@anna $50.00\n$1.00 from Kim\n22 November"), ["anna"]);
    assert_eq!(sure("Date,Note,From,Amount\nx,@anna,Anna P,50.00\nx,@ben,Ben S,25.00"), ["anna", "ben"]);
    assert_eq!(sure("Total\n$75.00\nDate,Note,From,Amount\nx,@anna,Anna P,50.00\nx,@ben,Ben S,25.00"), [""; 0]);
}

#[test]
fn a_note_on_a_line_of_its_own_pays_for_nothing_by_itself() {
    // After a payment whose buyer no one knows, whatever the note imitates.
    for payment in
        ["Mallory P paid you $1.00", "22 Nov, Kim $1.00, $2.00", "Mallory P requested $1.00", "anna or ben $1"]
    {
        for note in ["@anna $50.00", "22 Nov, @anna paid you $50.00", "thanks\n@anna paid you $50.00"] {
            assert_eq!(sure(&format!("{payment}\n{note}")), [""; 0], "{payment} {note}");
            assert_eq!(sure(&format!("{note}\n{payment}")), ["anna"], "{payment} {note}");
        }
    }
    // If every payment has its buyer, each line is one.
    assert_eq!(sure("@ben paid you $25.00\n@anna $50.00"), ["ben", "anna"]);
    assert_eq!(sure("Payments\n@ben paid you $25.00\n@anna $50.00"), ["ben", "anna"]);
    // The rows of a table hold their notes.
    assert_eq!(sure("Kim paid $1.00\nNote,From,Amount\n@anna,Anna P,50.00"), [""; 0], "a forged header");
    assert_eq!(sure("Note,From,Amount\nthanks,Kim,1.00\n@anna,Anna P,50.00"), ["anna"]);
}

#[test]
fn a_word_of_a_longer_name_is_no_sure_handle() {
    for text in ["Anna P paid you $50.00", "$50.00 from Anna P", "Name,Note,Amount\nAnna P,,50.00", "P. Anna $50.00"] {
        assert_eq!(matched(ANNA, PRICE, &dollars(), text).last().unwrap().verdict, Exact, "{text}");
        assert_eq!(sure(text), [""; 0], "{text}");
    }
    for text in ["Anna paid you $50.00", "Anna P paid you $50.00 @anna", "Kim P paid you $50.00 for anna", "anna $50"] {
        assert_eq!(sure(text), ["anna"], "{text}");
    }
}

#[test]
fn rows_with_a_field_too_many_are_looked_at() {
    let row = "CREDIT,11/22/2026,Zelle payment from KIM @anna,50.00,1.00,QUICKPAY_CREDIT,1250.00,";
    let text = format!("Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\n{row}");
    assert_eq!(sure(&text), [""; 0]);
}

#[test]
fn a_header_that_a_note_forges_makes_no_line_sure() {
    for text in [
        // A note over several lines, in a list that was copied from an app.
        "Mallory P paid You $1.00\nName,Amount,x,y\n@anna,50.00,x,y",
        "Mallory P paid You\nName,Amount,x,y\n@anna,50.00,x,y\n+ $1.00",
        "Mallory P paid You\n@anna $50.00\nName,Amount,x,y\n+ $1.00",
        // It names the column that counts in the next lines.
        "22.11.2026\tKim P\t1.00\thi\na\tb\tc\tAmount\n22.11.2026\tMallory P\t1.00\t@anna 50.00",
        // The copy begins within the note.
        "Name,Amount,x,y\n@anna,50.00,x,y\n+ $1.00\nKim P paid You\n$25.00",
        "a\tb\tc\tAmount\n22.11.2026\tMallory P\t1.00\t@anna 50.00\nand more of a note\n22.11.2026\tKim P\t1.00\t@ben",
        // Not even with a mark that nothing closes.
        "Name,Amount,x,y\n@anna,50.00,x,y\n\"\nKim P paid You $25.00",
        // A blank line does not make it the first one.
        "Kim P paid You $25.00\n\nName,Amount,x,y\n@anna,50.00,x,y",
    ] {
        assert!(sure(text).is_empty(), "{text}: {:?}", sure(text));
    }
    // A table after another one.
    assert_eq!(sure("Note,Amount\n@ben,25.00\n\nName,Amount,x,y\n@anna,50.00,x,y"), ["ben"]);
}

#[test]
fn the_first_lines_of_a_file_may_be_blank_or_a_title() {
    let table = "Date,From,Note,Amount\nx,Anna P,@anna,50.00\nx,Ben S,\"@ben\n$99.00\",25.00\n";
    for before in ["", "\n \n", "Account Statement,,,\nAccount Activity,,,\n", ",,,\n"] {
        assert_eq!(sure(&format!("{before}{table}")), ["anna", "ben"], "{before}");
    }
    for before in ["Account Statement\n", "Account,Statement,,\n", "@kim,\n"] {
        assert_eq!(sure(&format!("{before}{table}")), [""; 0], "{before}");
    }
    // A separator in a note moves only the other fields of the same row.
    assert_eq!(sure(&format!("{table}x,Kim P,hi, you,1.00")), ["anna", "ben"]);
}
