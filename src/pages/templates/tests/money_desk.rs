//! The money desk and the pages around it, full and empty.

use waffle_domain::payments_text::Verdict;

use super::samples::{activity, admin, manage, manage_empty, moment};
use super::{keep, templates};
use crate::pages::context::activity::Doing;
use crate::pages::context::board::SpotState;
use crate::pages::context::desk::{
    BuyerRow, Desk, DeskBuyerPage, DeskFrame, ExpiredPage, ExpiredRow, Found, FoundLine, HistoryPage, PaidSpot,
    PaymentsPage, Refused, SourceRow, SourcesPage,
};
use crate::pages::context::form::Field;
use crate::pages::context::{Frame, Section};

fn desk_frame() -> DeskFrame {
    DeskFrame {
        frame: Frame::new("@anna: Golden Hour", Section::Admin).with_admin(Some(admin())),
        csrf_token: "csrf-1".into(),
        id: "a".into(),
        title: "Golden Hour".into(),
    }
}

fn buyer(owes: bool) -> BuyerRow {
    BuyerRow {
        handle: "anna".into(),
        numbers: "3, 7".into(),
        pending_count: if owes { 2 } else { 0 },
        paid_count: 1,
        owed: owes.then(|| "$50.00".into()),
        paid: "$25.00".into(),
        out: if owes { String::new() } else { "7".into() },
        since: owes.then(moment),
        pay_by: owes.then(moment),
        overdue: false,
        says_paid: owes.then(moment),
        note: if owes { "<b>by wallet".into() } else { String::new() },
        can_pay: owes,
    }
}

#[test]
fn the_money_desk_renders_full_and_empty() {
    let templates = templates();
    let late = BuyerRow { overdue: true, ..buyer(true) };
    let desk = Desk {
        search: String::new(),
        rows: vec![buyer(true), late, buyer(false)],
        more: 7,
        buyers: 10,
        buyers_owing: 2,
        owed: "$100.00".into(),
        paid: "$25.00".into(),
        now: moment(),
    };
    let mut page = manage();
    page.desk = Some(desk.clone());
    let html = templates.manage(&page).unwrap();
    keep("desk", &html);
    assert!(html.contains("“&lt;b&gt;by wallet”") && html.contains("overdue"), "{html}");
    let mut page = manage_empty();
    page.undo.clear();
    page.desk = Some(Desk { rows: Vec::new(), more: 0, buyers: 0, buyers_owing: 0, ..desk });
    keep("desk-empty", &templates.manage(&page).unwrap());
}

#[test]
fn the_pages_around_it_render_full_and_empty() {
    let templates = templates();
    let row = || activity(41, SpotState::Pending, SpotState::Paid, Some("Olivia Honey"));
    let full = DeskBuyerPage {
        desk: desk_frame(),
        handle: "anna".into(),
        buyer: Some(buyer(true)),
        paid_spots: vec![PaidSpot { id: 1_001, number: 1, paid: Some(moment()), newest: true }],
        payable: true,
        activity: vec![Doing { draw: None, rows: vec![row()] }],
        typed_handle: "anna".into(),
        typed_minutes: "30".into(),
        refused: None,
    };
    let error = "Give buyers 1 to 43,200 minutes more.".into();
    let refused = Some(Refused { of: "extend", error, numbers: "1, 2".into() });
    let refused = DeskBuyerPage { typed_minutes: "0".into(), refused, ..full.clone() };
    keep("desk-buyer-refused", &templates.desk_buyer(&refused).unwrap());
    keep("desk-buyer", &templates.desk_buyer(&full).unwrap());
    let paid = DeskBuyerPage { buyer: Some(buyer(false)), payable: false, ..full.clone() };
    keep("desk-buyer-paid", &templates.desk_buyer(&paid).unwrap());
    let gone = DeskBuyerPage { buyer: None, paid_spots: Vec::new(), activity: Vec::new(), ..full };
    keep("desk-buyer-gone", &templates.desk_buyer(&gone).unwrap());
    for activity in [vec![row()], Vec::new()] {
        let older = (!activity.is_empty()).then(|| "?spot=7&before=41".to_owned());
        let page = HistoryPage { desk: desk_frame(), of: "Spot 7".into(), activity, older };
        keep("history", &templates.history(&page).unwrap());
    }
    let line = FoundLine {
        line: 1,
        text: "@anna $25.00".into(),
        handle: Some("anna".into()),
        amount: Some("$25.00".into()),
        verdict: Verdict::Exact,
        words: "Paid in full",
        value: "anna:17".into(),
        cents: 2_500,
        pays: "$25.00".into(),
        spots: 1,
    };
    let unknown = FoundLine {
        handle: None,
        amount: None,
        verdict: Verdict::Unknown,
        value: String::new(),
        spots: 0,
        ..line.clone()
    };
    let found = Found { lines: vec![line, unknown], payable: 1, sum: "$25.00".into() };
    for (text, found) in [(Field::new("@anna"), Some(found)), (Field::refused("x", "Too long."), None)] {
        let page = PaymentsPage { desk: desk_frame(), text, found, active: true };
        keep("payments", &templates.payments(&page).unwrap());
    }
    let entry = ExpiredRow { handle: "anna".into(), at: Some(moment()), free: "3, 7".into(), taken: "8".into() };
    for entries in [vec![entry], Vec::new()] {
        keep("expired", &templates.expired(&ExpiredPage { desk: desk_frame(), entries, active: true }).unwrap());
    }
    let source = SourceRow {
        source: "5f0c9e0a3b7d4c2186e1f2a9d8b7c6e5".into(),
        short: "5f0c9e".into(),
        handles: vec!["anna".into(), "ben".into()],
        spots: 3,
        pending: 2,
        first: moment(),
        last: moment(),
    };
    for entries in [vec![source], Vec::new()] {
        keep("sources", &templates.sources(&SourcesPage { desk: desk_frame(), entries }).unwrap());
    }
}
