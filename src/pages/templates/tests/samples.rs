//! Sample pages, full and empty.

use chrono::{DateTime, Utc};
use waffle_domain::draw::how_won::{HowWon, Lot, WinnersOrigin};
use waffle_domain::invalid::FieldError;
use waffle_domain::receipt::ClaimResult;
use waffle_domain::spot::SpotStatus;
use waffle_domain::wire::activity::ActivityEntry;

use super::draws::locked;
use crate::chart::{Mark, bars};
use crate::context::about::AboutPage;
use crate::context::activity::{ActivityGroup, Draw};
use crate::context::board::{Board, SpotState};
use crate::context::claim::{ClaimForm, ClaimNotice, LimitedPage, Rest};
use crate::context::dashboard::{AdminCard, DashboardPage};
use crate::context::delete_waffle::DeleteWafflePage;
use crate::context::draw::{Candidate, ClearDrawPage, ConfirmDrawPage, DrawPage, Picker, WhyChanged};
use crate::context::flash::Flash;
use crate::context::form::{Choice, Field, Form};
use crate::context::how_won::HowWonView;
use crate::context::list::{HomePage, Neighbours, WaffleCard, WaffleStatus, WafflesPage, Winner};
use crate::context::manage::{FilterTab, ManagePage, ManagedWaffle, Pager, SpotRow};
use crate::context::receipt::{
    Alternate, BuyersNote, Due, GiveBackPage, Out, ReceiptPage, ReceiptWaffle, SpotGroup, WonPrize,
};
use crate::context::reports::{Chart, Figure, Report, ReportsPage, Tab, Table};
use crate::context::sign_in::SignInPage;
use crate::context::stage::{NewClaim, StagePage};
use crate::context::terms::{Opening, TermsView};
use crate::context::waffle::{PaymentOption, WafflePage, WaffleView};
use crate::context::waffle_form::{EditedWaffle, WaffleForm, WaffleFormPage};
use crate::context::{AdminNav, AdminPart, Currency, Frame, Link, Moment, Script, Section};

pub(super) fn admin() -> AdminNav {
    AdminNav {
        nav_name: "Olivia Honey".into(),
        csrf_token: "csrf-1".into(),
        parts: AdminPart::of(waffle_domain::role::Role::SuperAdmin),
        timezone: Some("Europe/Berlin"),
    }
}

pub(super) fn currency() -> Currency {
    Currency { symbol: "$".into(), decimals: 2 }
}

pub(super) fn moment() -> Moment {
    DateTime::<Utc>::from_timestamp(1_795_196_640, 0).unwrap().into()
}

pub(super) fn at() -> DateTime<Utc> {
    "2026-11-20T20:01:00Z".parse().unwrap()
}

fn card(slug: &str, title: &str, total: u32, claimed: u32, status: WaffleStatus) -> WaffleCard {
    let completed = status == WaffleStatus::Completed;
    WaffleCard {
        id: "0192f5a0-7c1e-7abc-8def-0123456789ab".into(),
        slug: slug.into(),
        title: title.into(),
        image_url: None,
        price: "$25.00".into(),
        status,
        total_spots: total,
        available: total - claimed,
        claimed,
        fill_percent: format!("{:.1}", f64::from(claimed) * 100.0 / f64::from(total)),
        item_count: 1,
        seq: i64::from(claimed),
        winners: if completed { winners() } else { Vec::new() },
        how_won: how_won(completed.then_some(WinnersOrigin::Hand)),
        terms: TermsView::default(),
    }
}

const LOT: Lot = Lot { number: 1, private_chain: false };

fn how_won(origin: Option<WinnersOrigin>) -> HowWonView {
    HowWonView::new(origin.map(|origin| HowWon { origin, draws_before: 2 }), ("golden-hour", false))
}

fn winners() -> Vec<Winner> {
    vec![
        Winner { number: 7, handle: "anna".into(), prize: Some("The camera & its <case>".into()) },
        Winner { number: 52, handle: "syrup.sam".into(), prize: Some("Ten rolls of film".into()) },
    ]
}

const LIST: &str = "limit=61&offset=0";

pub(super) fn home() -> HomePage {
    HomePage {
        frame: Frame::new("Live spot drops", Section::Home).with_description("Numbered spots."),
        waffles: cards(),
        list: LIST.into(),
    }
}

fn cards() -> Vec<WaffleCard> {
    vec![
        card("golden-hour", "Golden Hour: a vintage rangefinder camera", 100, 37, WaffleStatus::Active),
        card("midnight", "“Midnight” knife, hand-forged", 50, 49, WaffleStatus::Active),
        card("ten-thousand", "The big one: ten thousand spots", 10_000, 1_204, WaffleStatus::Active),
        card("full", "Grail sneakers, size 42", 30, 30, WaffleStatus::Active),
    ]
}

pub(super) fn home_empty() -> HomePage {
    HomePage { frame: Frame::new("Live spot drops", Section::Home), waffles: Vec::new(), list: LIST.into() }
}

pub(super) fn waffles() -> WafflesPage {
    WafflesPage {
        frame: Frame::new("All waffles", Section::Waffles),
        active: cards(),
        completed: vec![card("espresso", "Lever espresso machine", 80, 80, WaffleStatus::Completed)],
        list: LIST.into(),
        neighbours: Neighbours { previous: Some(1), next: Some(3) },
    }
}

pub(super) fn waffles_empty() -> WafflesPage {
    WafflesPage {
        frame: Frame::new("All waffles", Section::Waffles),
        active: Vec::new(),
        completed: Vec::new(),
        list: LIST.into(),
        neighbours: Neighbours::default(),
    }
}

fn state(number: u32) -> (SpotState, Option<&'static str>) {
    match number % 11 {
        2 => (SpotState::Pending, Some("anna")),
        5 => (SpotState::Paid, Some("syrup.sam")),
        7 => (SpotState::Pending, Some("a_rather_long_handle_for_a_small_tile")),
        9 => (SpotState::Paid, Some("ben")),
        _ => (SpotState::Available, None),
    }
}

fn view(total: u32) -> WaffleView {
    let claimed = u32::try_from((1..=total).filter(|n| state(*n).1.is_some()).count()).unwrap();
    WaffleView {
        id: "0193b5a0-0000-7000-8000-000000000001".into(),
        slug: "golden-hour".into(),
        title: "Golden Hour: a vintage rangefinder camera".into(),
        description: Some("Serviced last month, with a 40 mm lens and its leather case.\nShips anywhere.".into()),
        image_url: None,
        price: "$25.00".into(),
        price_cents: 2500,
        status: WaffleStatus::Active,
        total_spots: total,
        available: total - claimed,
        claimed,
        fill_percent: format!("{:.1}", f64::from(claimed) * 100.0 / f64::from(total)),
        item_count: 2,
        winners: Vec::new(),
        how_won: how_won(None),
        locked: Some(locked()),
        payment_options: vec![
            PaymentOption {
                kind: "wallet_a".into(),
                display_name: "Wallet A".into(),
                handle_or_url: "@golden-seller".into(),
                mind: Some("Please leave the note empty".into()),
                link: Some("https://pay.example/golden-seller".into()),
            },
            PaymentOption {
                kind: "wallet_b".into(),
                display_name: "Bank transfer".into(),
                handle_or_url: "golden@example.org".into(),
                mind: Some("Mention your handle.".into()),
                link: None,
            },
        ],
        social_links: vec![Link::new("https://social.example/golden", "social.example")],
    }
}

pub(super) fn waffle(total: u32) -> WafflePage {
    WafflePage {
        frame: Frame::new("Golden Hour", Section::Waffles).with_description("37 spots left at $25.00.").with_preview(
            "https://waffle.example/waffle/golden-hour",
            "https://waffle.example/waffle/golden-hour/card.png?format=square",
        ),
        waffle: view(total),
        share_url: "https://waffle.example/waffle/golden-hour".into(),
        board: Board::new(41, (1..=total).map(state)),
        currency: currency(),
        claim: ClaimForm { idempotency_key: "key-1".into(), ..ClaimForm::default() },
        terms: TermsView {
            opens: Some(moment()),
            opens_ms: 1_795_196_640_000,
            waiting: true,
            paused: true,
            unlisted: true,
            most: Some(5),
            pay_within: Some("30 minutes".into()),
        },
        now: 1_795_196_640_123,
        notice: None,
        manage_url: Some("/admin/waffles/0193b5a0-0000-7000-8000-000000000001".into()),
    }
}

pub(super) fn waffle_bare() -> WafflePage {
    let mut page = waffle(2);
    page.terms = TermsView::default();
    page.waffle.description = None;
    page.waffle.payment_options.clear();
    page.waffle.social_links.clear();
    page.claim.social_handle = Field::refused("an na", "Use letters, digits, dot, underscore and hyphen.");
    page.claim.numbers = Field::refused("3", "There is no spot 3: pick 1 to 2.");
    page.claim.count = Field::refused("x", "How many? Type a number.");
    page.notice = Some(ClaimNotice::Invalid);
    page
}

pub(super) fn waffle_completed() -> WafflePage {
    let mut page = waffle(60);
    page.waffle.status = WaffleStatus::Completed;
    page.waffle.winners = winners();
    (page.waffle.how_won, page.waffle.locked) = (how_won(Some(WinnersOrigin::Draw(LOT))), None);
    page.waffle.description = Some("A long story. ".repeat(30));
    page.board = Board::new(
        90,
        (1..=60_u32).map(|n| match (n, state(n)) {
            (7 | 52, _) => (SpotState::Winner, Some("anna")),
            (_, (SpotState::Paid, handle)) => (SpotState::Loser, handle),
            (_, other) => other,
        }),
    );
    page
}

pub(super) fn stage(total: u32, transparent: bool) -> StagePage {
    let WafflePage { frame, waffle, board, currency, terms, now, .. } = waffle(total);
    let claim = |handle: &str, numbers: &str, words: &str| NewClaim {
        handle: handle.into(),
        numbers: numbers.into(),
        words: words.into(),
    };
    StagePage {
        frame: frame.with_script(Script::Stage),
        waffle,
        board,
        currency,
        terms,
        round: Some(moment()),
        round_ms: 1_795_196_640_000,
        draws_before: 0,
        newest: vec![claim("ben", "9 20", "9, 20"), claim("anna", "2 13 24 35 46 57", "6 spots")],
        now,
        transparent,
    }
}

pub(super) fn stage_completed() -> StagePage {
    let WafflePage { waffle, board, .. } = waffle_completed();
    let terms = TermsView::default();
    StagePage { waffle, board, terms, round: None, round_ms: 0, newest: Vec::new(), ..stage(60, false) }
}

/// A form of fields, each with its value and its error, if any.
pub(super) fn form(fields: &[(&str, &str, &str)]) -> Form {
    let refused = fields.iter().filter(|(.., error)| !error.is_empty());
    let faults: Vec<_> = refused.map(|(name, _, error)| FieldError::new(*name, *error)).collect();
    Form::of(fields.iter().map(|(name, value, _)| (*name, (*value).to_owned()))).with(&faults)
}

fn opening() -> Opening {
    Opening { zone: "Europe/Berlin", sent_zone: "Europe/Berlin", told: Some(moment()), saved: true }
}

pub(super) fn receipt() -> ReceiptPage {
    let group = |letter, numbers: &str, words| SpotGroup { letter, numbers: numbers.into(), words };
    let waffle = view(100);
    ReceiptPage {
        frame: Frame::new("Your spots", Section::Waffles),
        csrf_token: "csrf-1".into(),
        flash: Some(Flash::done("The seller now reads that you paid.")),
        path: "/claim/abc".into(),
        link: "https://waffle.example/claim/abc".into(),
        token: "abc".into(),
        handle: "anna".into(),
        waffle: ReceiptWaffle {
            id: waffle.id,
            slug: waffle.slug,
            title: waffle.title,
            price: waffle.price,
            archived: false,
            payment_options: waffle.payment_options,
            winners: winners(),
            how_won: how_won(Some(WinnersOrigin::DrawReplaced(LOT))),
        },
        currency: currency(),
        numbers: "3, 7, 10-14".into(),
        groups: vec![
            group('d', "3", "paid"),
            group('p', "7, 10", "to be paid"),
            group('x', "11", "not yours any more"),
        ],
        due: Due {
            sum: "$50.03".into(),
            owed: Some("$50.00".into()),
            numbers: "7, 10".into(),
            ticks: vec![7, 10],
            pay_by: Some(moment()),
        },
        out: Out { unpaid: "12".into(), paid: "13, 14".into(), ..Out::default() },
        all_paid: false,
        said: Some(BuyersNote { at: moment(), kept_until: Some(moment()), note: "by wallet".into() }),
        grace_hours: Some(24),
        note: Field::refused("x", "A note has at most 200 characters."),
        give_back: Field::refused("x", "Numbers, please."),
        result: ClaimResult::Won,
        prizes: vec![WonPrize { number: 7, prize: "The camera & its <case>".into() }],
        alternates: vec![Alternate { number: 8, place: 2 }],
        seq: 41,
        now: 1_795_196_640_123,
    }
}

pub(super) fn receipt_bare() -> ReceiptPage {
    let mut page = receipt();
    page.flash = None;
    page.waffle = ReceiptWaffle { archived: true, payment_options: Vec::new(), winners: Vec::new(), ..page.waffle };
    page.groups.clear();
    page.due = Due { sum: "$0.00".into(), owed: None, numbers: String::new(), ticks: Vec::new(), pay_by: None };
    (page.said, page.note, page.give_back) = (None, Field::default(), Field::default());
    (page.result, page.all_paid) = (ClaimResult::Lost, true);
    page
}

pub(super) fn give_back() -> GiveBackPage {
    GiveBackPage {
        frame: Frame::new("Give spots back?", Section::Waffles),
        csrf_token: "csrf-1".into(),
        path: "/claim/abc".into(),
        title: "Golden Hour".into(),
        numbers: "7, 10".into(),
        count: 2,
        sum: "$50.00".into(),
        price: "$25.00".into(),
    }
}

pub(super) fn notices() -> Vec<(&'static str, ClaimNotice, &'static str)> {
    let taken = |rest| ClaimNotice::Taken { numbers: "7".into(), count: 1, handle: "anna".into(), rest };
    let rest = Rest { numbers: "3, 8".into(), count: 2, sum: "$50.00".into(), idempotency_key: "key-2".into() };
    vec![
        ("taken", taken(Some(rest)), "Claim 3, 8 for $50.00"),
        ("all-taken", taken(None), "7 was just taken"),
        ("none-left", ClaimNotice::NoneLeft, "No spot was left"),
        ("invalid", ClaimNotice::Invalid, "check the form"),
        ("reused", ClaimNotice::FormReused, "already used"),
        ("not-active", ClaimNotice::NotActive, "closed"),
        ("unavailable", ClaimNotice::Unavailable, "weren’t claimed"),
        ("unknown", ClaimNotice::OutcomeUnknown, "tell yet"),
    ]
}

pub(super) fn limited() -> LimitedPage {
    LimitedPage {
        frame: Frame::new("Easy on the syrup", Section::Waffles),
        slug: "golden-hour".into(),
        retry_after_seconds: 1,
        claim: ClaimForm {
            idempotency_key: "key-1".into(),
            social_handle: Field::new("anna"),
            numbers: Field::new("3, 7"),
            count: Field::default(),
        },
    }
}

pub(super) fn about() -> AboutPage {
    AboutPage { frame: Frame::new("About", Section::About), version: "0.1.0".into(), system: None }
}

pub(super) fn login(error: Option<&str>) -> SignInPage {
    SignInPage {
        frame: Frame::new("Sign in", Section::Admin),
        csrf_token: "csrf-1".into(),
        username: error.map(|_| "olivia".to_owned()).unwrap_or_default(),
        next: "/admin".into(),
        error: error.map(str::to_owned),
    }
}

pub(super) fn dashboard() -> DashboardPage {
    let card = |id: &str, title: &str, pending, paid, status| AdminCard {
        id: id.into(),
        slug: id.into(),
        title: title.into(),
        price: "$25.00".into(),
        status,
        total_spots: 100,
        available: 100 - pending - paid,
        pending,
        paid,
        claimed: pending + paid,
        fill_percent: format!("{}.0", pending + paid),
        seq: 41,
        created: moment(),
        terms: TermsView { opens: Some(moment()), waiting: true, ..TermsView::default() },
    };
    DashboardPage {
        frame: Frame::new("Your waffles", Section::Admin).with_admin(Some(admin())),
        archived: false,
        waffles: vec![
            card("a", "Golden Hour: a vintage rangefinder camera", 23, 14, WaffleStatus::Active),
            card("b", "Lever espresso machine", 0, 100, WaffleStatus::Completed),
            card("c", "Fresh batter", 0, 0, WaffleStatus::Active),
        ],
        list: LIST.into(),
        neighbours: Neighbours { previous: None, next: Some(2) },
        may_archive: true,
        flash: Some(Flash::done("The waffle is deleted.")),
    }
}

pub(super) fn dashboard_empty(archived: bool) -> DashboardPage {
    DashboardPage { archived, waffles: Vec::new(), neighbours: Neighbours::default(), ..dashboard() }
}

pub(super) fn new_waffle() -> WaffleFormPage {
    WaffleFormPage {
        frame: Frame::new("New waffle", Section::Admin).with_admin(Some(admin())),
        currency: currency(),
        error: None,
        confirm_price: None,
        edited: None,
        items: true,
        fields: WaffleForm {
            form: form(&[
                ("opens_at", "soon", "Write a day and a time."),
                ("pay_within_minutes", "30", ""),
                ("says_paid_grace_hours", "24", ""),
                ("distinct_amounts", "yes", ""),
                ("claims_paused", "yes", ""),
            ]),
            payment_methods: Vec::new(),
            opening: opening(),
        },
    }
}

pub(super) fn new_waffle_refused() -> WaffleFormPage {
    let mut page = new_waffle();
    page.error = Some("Two things need another look.".into());
    page.fields.form = form(&[
        ("title", "", "Give it a title."),
        ("spot_price", "free", "Write the price like 25.00."),
        ("total_spots", "1", "A waffle has 2 to 10,000 spots."),
        ("social_media_links", "ftp://x", "Links start with http:// or https://."),
        ("payment_methods", "", "That way to pay is switched off."),
        ("opens_at", "soon", "Write a day and a time."),
    ]);
    page.fields.payment_methods = vec![
        Choice { value: "p1".into(), label: "Wallet A".into(), detail: Some("@golden".into()), checked: true },
        Choice { value: "p2".into(), label: "Bank transfer".into(), detail: None, checked: false },
    ];
    page
}

pub(super) fn edit_waffle() -> WaffleFormPage {
    let mut page = new_waffle_refused();
    page.edited = Some(EditedWaffle {
        id: "0193b5a0-0000-7000-8000-000000000001".into(),
        title: "Golden Hour".into(),
        total_spots: 100,
        claimed: 37,
    });
    page.confirm_price = Some(3_000);
    page.items = false;
    page
}

pub(super) fn manage() -> ManagePage {
    let view = view(100);
    let rows =
        (1..=100).map(|n| (n, state(n))).filter(|(_, (_, handle))| handle.is_some()).map(|(n, (state, handle))| {
            let mut row = SpotRow::new(i64::from(n) + 1000, n, state, handle.map(str::to_owned));
            row.claimed = Some(moment());
            row.paid = (state == SpotState::Paid).then(moment);
            row
        });
    ManagePage {
        frame: Frame::new("Golden Hour", Section::Admin).with_admin(Some(admin())),
        currency: currency(),
        terms: TermsView { most: Some(5), ..waffle(100).terms },
        now: 1_795_196_640_123,
        waffle: ManagedWaffle {
            id: view.id,
            slug: view.slug,
            title: view.title,
            price: view.price,
            price_cents: view.price_cents,
            status: WaffleStatus::Active,
            archived: false,
            paused: false,
            total_spots: 100,
            available: 63,
            pending: 19,
            paid: 18,
            claimed: 37,
            fill_percent: "37.0".into(),
            paid_sum: "$450.00".into(),
            pending_sum: "$475.00".into(),
            item_count: 1,
            winners: Vec::new(),
            how_won: how_won(None),
            locked: Some(locked()),
            share_url: "https://waffle.example/waffle/golden-hour".into(),
            created: moment(),
        },
        desk: None,
        board: Board::new(41, (1..=100).map(state)),
        filter: "all".into(),
        tabs: tabs(),
        rows: rows.collect(),
        blank_row: SpotRow::blank(),
        bulk: true,
        page: 2,
        pager: Some(Pager { page: 2, pages: 3, previous: Some(1), next: Some(3) }),
        activity: vec![
            ActivityGroup {
                draw: Some(Draw { seq: 42, at: moment(), words: "drew 7".into(), admin: None }),
                rows: vec![activity(42, SpotStatus::Paid, SpotStatus::Winner, None)],
            },
            alone(activity(41, SpotStatus::Pending, SpotStatus::Paid, Some("Olivia Honey"))),
            alone(activity(40, SpotStatus::Paid, SpotStatus::Available, Some("Olivia Honey"))),
            alone(activity(39, SpotStatus::Available, SpotStatus::Pending, None)),
        ],
        flash: Some(Flash::done("Spot 7 is paid.")),
        undo: vec![1_007],
        picker: Some(picker()),
        may_archive: true,
    }
}

fn picker() -> Picker {
    let candidate = |number, handle: &str, checked| Candidate { number, handle: handle.into(), checked };
    Picker {
        action: "/admin/waffles/a/winner".into(),
        item_count: 2,
        numbers: Field::refused("7, 8", "Spot 8 is not paid: only paid spots can win."),
        listed: true,
        candidates: vec![
            candidate(5, "syrup.sam", false),
            candidate(7, "a_rather_long_handle_for_a_small_tile", true),
            candidate(16, "ben", false),
        ],
        paid: 3,
    }
}

pub(super) fn draw(before: bool) -> DrawPage {
    DrawPage {
        frame: Frame::new("Pick the winners", Section::Admin).with_admin(Some(admin())),
        id: "a".into(),
        title: "Golden Hour".into(),
        before: if before { winners() } else { Vec::new() },
        picker: if before { picker() } else { Picker { listed: false, item_count: 1, candidates: vec![], ..picker() } },
    }
}

pub(super) fn confirm_draw(before: bool) -> ConfirmDrawPage {
    ConfirmDrawPage {
        frame: Frame::new("Confirm the draw", Section::Admin).with_admin(Some(admin())),
        id: "a".into(),
        title: "Golden Hour".into(),
        archived: before,
        action: "/admin/waffles/a/winner".into(),
        numbers: "7, 52".into(),
        winners: winners(),
        before: if before { winners() } else { Vec::new() },
        losers: if before { 0 } else { 16 },
        pending: if before { 0 } else { 19 },
        available: if before { 0 } else { 63 },
        why: why_changed(),
    }
}

pub(super) fn clear_draw() -> ClearDrawPage {
    ClearDrawPage {
        frame: Frame::new("Clear the draw", Section::Admin).with_admin(Some(admin())),
        id: "a".into(),
        title: "Golden Hour".into(),
        archived: false,
        winners: winners(),
        paid: 18,
        available: 63,
        why: WhyChanged::default(),
    }
}

fn why_changed() -> WhyChanged {
    WhyChanged { needed: true, reason: Field::refused("", "Give a reason: everybody can read it.") }
}

pub(super) fn delete_waffle() -> DeleteWafflePage {
    DeleteWafflePage {
        frame: Frame::new("Delete Golden Hour", Section::Admin).with_admin(Some(admin())),
        id: "a".into(),
        title: "Golden Hour".into(),
        archived: false,
        total_spots: 100,
        pending: 1,
        paid: 18,
        paid_sum: "$450.00".into(),
        winners: 2,
        confirmation: Field::refused("delete", "Type DELETE to confirm."),
        password_error: Some("Enter your current password.".into()),
    }
}

fn tabs() -> Vec<FilterTab> {
    let tab = |key: &str, label: &str, count| FilterTab {
        key: key.into(),
        label: label.into(),
        count,
        current: key == "all",
    };
    vec![
        tab("all", "All", 100),
        tab("pending", "Pending", 19),
        tab("paid", "Paid", 18),
        tab("available", "Available", 63),
    ]
}

fn alone(row: ActivityEntry) -> ActivityGroup {
    ActivityGroup { draw: None, rows: vec![row] }
}

pub(super) fn activity(seq: i64, from: SpotStatus, to: SpotStatus, admin: Option<&str>) -> ActivityEntry {
    ActivityEntry {
        seq,
        at: at(),
        spot_number: 7,
        from_status: from,
        to_status: to,
        social_handle: "anna".into(),
        admin_username: admin.map(str::to_owned),
        reason: None,
    }
}

pub(super) fn manage_empty() -> ManagePage {
    let mut page = manage();
    page.rows.clear();
    page.pager = None;
    page.activity.clear();
    page.flash = None;
    page.bulk = false;
    page.filter = "pending".into();
    page.waffle.archived = true;
    page.waffle.status = WaffleStatus::Completed;
    page.waffle.winners = winners();
    page.waffle.locked = None;
    page.picker = None;
    page
}

pub(super) fn reports() -> ReportsPage {
    let tab = |text: &str, current| Tab { link: Link::new("/admin/reports?report=drought", text), current };
    let mut table = Table::new("Buyer", &[("Paid spots", true), ("Spent", true)]);
    table.row("@anna", Some("/buyer/anna".into()), ["12".into(), "$300.00".into()]);
    let marks = [Mark { label: "@anna".into(), value: 12.0, text: "12".into() }];
    ReportsPage {
        frame: Frame::new("Reports", Section::Reports).with_admin(Some(admin())),
        tabs: vec![tab("Months", false), tab("Buyers", true)],
        key: "power-buyers",
        form: form(&[("from", "soon", "A date is YYYY-MM-DD."), ("to", "2026-11-20", ""), ("limit", "20", "")]),
        limited: true,
        presets: vec![tab("All time", true)],
        report: Report {
            title: "Power buyers",
            lead: "Who paid for the most spots.".into(),
            figures: vec![Figure { label: "Buyers".into(), value: "1".into() }],
            charts: vec![Chart { title: "Paid spots", svg: bars(&marks).unwrap() }],
            table,
            cut: Some("These are the first 100 of 3,214; the CSV has them all.".into()),
            empty: "Nobody paid.",
        },
        csv: "/api/admin/reports/power-buyers?format=csv".into(),
        zone_note: "Days and months are in UTC.".into(),
    }
}

pub(super) fn reports_empty() -> ReportsPage {
    let mut page = reports();
    page.limited = false;
    page.report.table.rows.clear();
    page
}
