//! What the money desk passes on, and pasted payments in all states.

use chrono::{DateTime, Utc};
use waffle_domain::handle::Handle;
use waffle_domain::invalid::FieldError;
use waffle_domain::money_desk::{DeskFilter, MoneyTotals};
use waffle_domain::payments_text::Verdict;
use waffle_domain::spot::{self, Outcome, Spot};
use waffle_domain::wire::money_desk::{BuyerAccount, MoneyDesk};
use waffle_domain::wire::payers::Payer;
use waffle_domain::wire::spot::ListedSpot;
use waffle_store::payers::Payers;

use super::{admin, templates};
use crate::context::desk::{Desk, DeskFrame};
use crate::context::flash::Flash;
use crate::context::form::{Field, Form};
use crate::context::payments::{Found, FoundLine, KeptWho, PaymentsPage, Stopped, TakenRow};
use crate::context::table::TablePage;
use crate::context::{Frame, Moment, Section};

fn moment() -> Moment {
    at().into()
}

fn desk_frame() -> DeskFrame {
    DeskFrame {
        frame: Frame::new("@anna: Golden Hour", Section::Admin).with_admin(Some(admin())),
        id: "a".into(),
        title: "Golden Hour".into(),
    }
}

fn at() -> DateTime<Utc> {
    "2026-11-20T20:01:00Z".parse().unwrap()
}

/// A buyer who has paid for 1, and owes for 3 and 7.
fn buyer() -> BuyerAccount {
    let listed = |number: i32| {
        let handle = Handle::parse("anna").unwrap();
        let state = match number {
            1 => spot::SpotState::Paid { handle, claimed_at: at(), paid_at: at(), outcome: Outcome::Open },
            _ => spot::SpotState::Pending { handle, claimed_at: at(), pay_by: None },
        };
        ListedSpot::from(&Spot { id: 1_000 + i64::from(number), number, state })
    };
    BuyerAccount {
        social_handle: Handle::parse("anna").unwrap(),
        spots: [1, 3, 7].map(listed).into(),
        pending_count: 2,
        paid_count: 1,
        owed: 5_000,
        amount_to_send: 5_000,
        paid_amount: 2_500,
        not_in_draw: Vec::new(),
        oldest_pending_at: Some(at()),
        pay_by: None,
        overdue: false,
        says_paid_at: None,
        note: None,
        says_paid_until: None,
    }
}

#[test]
fn the_desk_passes_no_spots_on() {
    let totals = MoneyTotals { buyers: 1, buyers_owing: 1, owed: 5_000, paid_amount: 2_500 };
    let desk = MoneyDesk { entries: vec![buyer()], totals };
    let desk = Desk::new(desk, ("", DeskFilter::SharedSource), (true, at()));
    assert_eq!((desk.entries[0].numbers.as_str(), desk.entries.len()), ("3, 7", 1), "what is unpaid");
    assert!(desk.entries[0].buyer.spots.is_empty(), "thousands of spots would be slow to pass on");
}

#[test]
fn pasted_payments_render_found_and_stopped() {
    let templates = templates();
    let line = FoundLine {
        line: 1,
        text: "@anna $25.00".into(),
        handle: Some("anna".into()),
        amount: Some("$25.00".into()),
        verdict: Verdict::Exact,
        words: "Paid in full",
        taken: None,
        value: "anna:17::@anna $25.00".into(),
        tick: "payments",
        ticked: true,
        who: None,
        cents: 2_500,
        pays: "$25.00".into(),
        spots: 1,
    };
    let unknown = FoundLine {
        line: 2,
        handle: None,
        amount: None,
        verdict: Verdict::Unknown,
        value: String::new(),
        spots: 0,
        who: Some(Field::refused("<b>", "Write a handle like @anna.")),
        ..line.clone()
    };
    let before = FoundLine { verdict: Verdict::Repeated, taken: Some(moment()), who: None, ..unknown.clone() };
    let found = Found { lines: vec![line, unknown, before], payable: 1, ticked: 1, sum: "$25.00".into(), asks: true };
    let row = |paid: &str, idle| TakenRow { handle: "anna".into(), paid: paid.into(), idle, text: "<b>x".into() };
    let stopped = Stopped {
        said: "3 of 5 lines are done.".into(),
        midway: true,
        taken: vec![row("3, 7", ""), row("", "Nothing to mark paid"), row("", "Taken before")],
    };
    for (text, found, stopped) in [
        (Field::new("@anna"), Some(found.clone()), None),
        (Field::refused("x", "Too long."), None, None),
        (Field::default(), Some(Found { asks: false, ..found }), Some(stopped)),
    ] {
        let kept = vec![KeptWho { line: 7, typed: "\"<b>".into() }];
        let page = PaymentsPage { desk: desk_frame(), text, found, stopped, kept, active: true };
        let html = templates.render(&page).unwrap();
        assert!(html.contains("value=\"&quot;&lt;b&gt;\""), "{html}");
    }
    let id = uuid::Uuid::from_u128(1);
    let payer = Payer { id, name: "<b>Anna".into(), social_handle: "anna".into(), since: at(), last_at: at() };
    let refused = Form::of([("search", "x".to_owned())]).with(&[FieldError::new("search", "Too odd.")]);
    for (rows, search) in [(vec![payer], Form::default()), (Vec::new(), refused)] {
        let flash = (!rows.is_empty()).then(|| Flash::done("Forgotten."));
        let frame = Frame::new("Payers", Section::Users).with_admin(Some(admin())).with_flash(flash);
        let page: TablePage<Payers> = TablePage { rows, ..TablePage::new(frame, search) };
        templates.render(&page).unwrap();
    }
}
