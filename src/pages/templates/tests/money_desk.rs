//! The money desk and the pages around it, full and empty.

use waffle_domain::claim::Source;
use waffle_domain::payments_text::Verdict;

use super::samples::{activity, admin, manage, manage_empty, moment};
use super::{keep, templates};
use crate::context::activity::ActivityGroup;
use crate::context::board::SpotState;
use crate::context::desk::{
    BuyerRow, Desk, DeskBuyerPage, DeskFrame, ExpiredPage, ExpiredRow, HistoryPage, PaidSpot, Refused,
    ReleaseSourcePage, SourceRow, SourcesPage,
};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::payers::{PayerRow, PayersPage};
use crate::context::payments::{Found, FoundLine, KeptWho, PaymentsPage, Stopped, TakenRow};
use crate::context::{Frame, Section};

fn desk_frame() -> DeskFrame {
    DeskFrame {
        frame: Frame::new("@anna: Golden Hour", Section::Admin).with_admin(Some(admin())),
        id: "a".into(),
        title: "Golden Hour".into(),
    }
}

fn buyer(owes: bool) -> BuyerRow {
    BuyerRow {
        handle: "anna".into(),
        numbers: "3, 7".into(),
        unpaid_ids: if owes { "1003,1007".into() } else { String::new() },
        held: "3, 7".into(),
        pending_count: if owes { 2 } else { 0 },
        paid_count: 1,
        owed: owes.then(|| "$50.00".into()),
        sends: owes.then(|| "$50.03".into()),
        paid: "$25.00".into(),
        out: if owes { String::new() } else { "7".into() },
        since: owes.then(moment),
        pay_by: owes.then(moment),
        overdue: false,
        says_paid: owes.then(moment),
        note: if owes { "<b>by wallet".into() } else { String::new() },
        kept_until: owes.then(moment),
        can_pay: owes,
    }
}

#[test]
fn the_money_desk_renders_full_and_empty() {
    let templates = templates();
    let late = BuyerRow { overdue: true, ..buyer(true) };
    let desk = Desk {
        search: String::new(),
        shared_source: true,
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
    let html = templates.render(&page).unwrap();
    keep("desk", &html);
    assert!(html.contains("“&lt;b&gt;by wallet”") && html.contains("overdue"), "{html}");
    let mut page = manage_empty();
    page.undo.clear();
    page.desk = Some(Desk { rows: Vec::new(), shared_source: false, more: 0, buyers: 0, buyers_owing: 0, ..desk });
    keep("desk-empty", &templates.render(&page).unwrap());
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
        activity: vec![ActivityGroup { draw: None, rows: vec![row()] }],
        typed_handle: "anna".into(),
        typed_minutes: "30".into(),
        refused: None,
    };
    let error = "Give buyers 1 to 43,200 minutes more.".into();
    let refused = Some(Refused { of: "extend", error, numbers: "1, 2".into() });
    let refused = DeskBuyerPage { typed_minutes: "0".into(), refused, ..full.clone() };
    keep("desk-buyer-refused", &templates.render(&refused).unwrap());
    keep("desk-buyer", &templates.render(&full).unwrap());
    let paid = DeskBuyerPage { buyer: Some(buyer(false)), payable: false, ..full.clone() };
    keep("desk-buyer-paid", &templates.render(&paid).unwrap());
    let gone = DeskBuyerPage { buyer: None, paid_spots: Vec::new(), activity: Vec::new(), ..full };
    keep("desk-buyer-gone", &templates.render(&gone).unwrap());
    for activity in [vec![row()], Vec::new()] {
        let older = (!activity.is_empty()).then(|| "?spot=7&before=41".to_owned());
        let page = HistoryPage { desk: desk_frame(), of: "Spot 7".into(), activity, older };
        keep("history", &templates.render(&page).unwrap());
    }
    let entry = ExpiredRow { handle: "anna".into(), at: Some(moment()), free: "3, 7".into(), taken: "8".into() };
    for entries in [vec![entry], Vec::new()] {
        keep("expired", &templates.render(&ExpiredPage { desk: desk_frame(), entries, active: true }).unwrap());
    }
    let source = SourceRow {
        source: "5f0c9e0a3b7d4c2186e1f2a9d8b7c6e5".into(),
        short: "5f0c9e".into(),
        handles: vec!["anna".into(), "ben".into()],
        handle_count: 60,
        more_handles: 58,
        spots: 3,
        pending: 2,
        first: moment(),
        last: moment(),
    };
    for entries in [vec![source], Vec::new()] {
        keep("sources", &templates.render(&SourcesPage { desk: desk_frame(), entries }).unwrap());
    }
    let many: Vec<_> = (1..=60).map(|number| (number, format!("bot{number:02}"))).collect();
    for (pending, words) in [(&many[..], "and 10 more"), (&many[..1], "Release 1 spot of 1")] {
        let page = ReleaseSourcePage::new(desk_frame(), Source([7; 16]), pending);
        let html = templates.render(&page).unwrap();
        keep("release-source", &html);
        assert!(html.contains(words), "{html}");
    }
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
        keep("payments", &html);
        assert!(html.contains("value=\"&quot;&lt;b&gt;\""), "{html}");
    }
    let payer =
        PayerRow { id: "1".into(), name: "<b>Anna".into(), handle: "anna".into(), since: moment(), last: moment() };
    for (payers, search) in [(vec![payer], Field::default()), (Vec::new(), Field::refused("x", "Too odd."))] {
        let page = PayersPage {
            frame: Frame::new("Payers", Section::Users).with_admin(Some(admin())),
            flash: (!payers.is_empty()).then(|| Flash::done("Forgotten.")),
            search,
            payers,
            page: 1,
            pager: None,
        };
        keep("payers", &templates.render(&page).unwrap());
    }
}
