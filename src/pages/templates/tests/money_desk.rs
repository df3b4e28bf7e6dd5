//! The money desk and the pages around it, full and empty.

use waffle_domain::claim::Source;
use waffle_domain::handle::Handle;
use waffle_domain::money_desk::DeskFilter;
use waffle_domain::payments_text::Verdict;
use waffle_domain::spot::{self, Outcome, Spot, SpotStatus};
use waffle_domain::wire::money_desk::{BuyerAccount, MoneyDesk, MoneyTotals};
use waffle_domain::wire::payers::Payer;
use waffle_domain::wire::sources;
use waffle_domain::wire::spot::ListedSpot;

use super::samples::{activity, admin, at, currency, manage, manage_empty, moment};
use super::{keep, templates};
use crate::context::activity::ActivityGroup;
use crate::context::desk::{
    Desk, DeskBuyerPage, DeskFrame, ExpiredPage, ExpiredRow, HistoryPage, PaidSpot, Refused, ReleaseSourcePage,
    SourcesPage,
};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::payers::PayersPage;
use crate::context::payments::{Found, FoundLine, KeptWho, PaymentsPage, Stopped, TakenRow};
use crate::context::{Frame, Section};

fn desk_frame() -> DeskFrame {
    DeskFrame {
        frame: Frame::new("@anna: Golden Hour", Section::Admin).with_admin(Some(admin())),
        id: "a".into(),
        title: "Golden Hour".into(),
    }
}

fn buyer(owes: bool) -> BuyerAccount {
    let status = |number| if owes && number != 1 { SpotStatus::Pending } else { SpotStatus::Paid };
    let listed = |number: i32| {
        let handle = Handle::parse("anna").unwrap();
        let state = match status(number) {
            SpotStatus::Pending => spot::SpotState::Pending { handle, claimed_at: at(), pay_by: None },
            _ => spot::SpotState::Paid { handle, claimed_at: at(), paid_at: at(), outcome: Outcome::Open },
        };
        ListedSpot::from(&Spot { id: 1_000 + i64::from(number), number, state })
    };
    BuyerAccount {
        social_handle: Handle::parse("anna").unwrap(),
        spots: [1, 3, 7].map(listed).into(),
        pending_count: if owes { 2 } else { 0 },
        paid_count: 1,
        owed: if owes { 5_000 } else { 0 },
        amount_to_send: if owes { 5_003 } else { 0 },
        paid_amount: 2_500,
        not_in_draw: if owes { Vec::new() } else { vec![7] },
        oldest_pending_at: owes.then(at),
        pay_by: owes.then(at),
        overdue: false,
        says_paid_at: owes.then(at),
        note: owes.then(|| "<b>by wallet".into()),
        says_paid_until: owes.then(at),
    }
}

#[test]
fn the_money_desk_renders_full_and_empty() {
    let templates = templates();
    let late = BuyerAccount { overdue: true, ..buyer(true) };
    let totals = MoneyTotals { buyers: 10, buyers_owing: 2, owed: 10_000, paid_amount: 2_500 };
    let desk = MoneyDesk { entries: vec![buyer(true), late, buyer(false)], totals };
    let desk = Desk { more: 7, ..Desk::new(desk, ("", DeskFilter::SharedSource), (true, at())) };
    assert!(
        desk.entries.iter().all(|debtor| debtor.buyer.spots.is_empty()),
        "thousands of spots would be slow to pass on"
    );
    let mut page = manage();
    page.desk = Some(desk);
    let html = templates.render(&page).unwrap();
    keep("desk", &html);
    assert!(html.contains(">1, 3, 7<") && html.contains(">3, 7<"), "all numbers, or those that are unpaid: {html}");
    assert!(html.contains("“&lt;b&gt;by wallet”") && html.contains("overdue"), "{html}");
    let mut page = manage_empty();
    page.undo.clear();
    let nobody = MoneyTotals { buyers: 0, buyers_owing: 0, owed: 0, paid_amount: 0 };
    let none = MoneyDesk { entries: Vec::new(), totals: nobody };
    page.desk = Some(Desk::new(none, ("", DeskFilter::All), (true, at())));
    keep("desk-empty", &templates.render(&page).unwrap());
}

#[test]
fn the_pages_around_it_render_full_and_empty() {
    let templates = templates();
    let row = || activity(41, SpotStatus::Pending, SpotStatus::Paid, Some("Olivia Honey"));
    let full = DeskBuyerPage {
        desk: desk_frame(),
        currency: currency(),
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
    let source = sources::Source {
        source: "5f0c9e0a3b7d4c2186e1f2a9d8b7c6e5".into(),
        handles: vec!["anna".into(), "ben".into()],
        handle_count: 60,
        spots: 3,
        pending: 2,
        first_at: at(),
        last_at: at(),
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
    let id = uuid::Uuid::from_u128(1);
    let payer = Payer { id, name: "<b>Anna".into(), social_handle: "anna".into(), since: at(), last_at: at() };
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
