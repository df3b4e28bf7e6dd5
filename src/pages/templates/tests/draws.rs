//! The pages of draws that anyone can check.

use waffle_domain::draw::quicknet::HASH;
use waffle_domain::wire::draw::Draw;

use super::samples::{admin, at};
use super::{keep, templates};
use crate::context::draws::{
    DrawsPage, LedgerRow, LockDrawPage, LockForm, LockedView, OwnChain, PrizeField, PublicDrawPage, StandingView,
    StandingWinner,
};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::list::{Neighbours, Winner};
use crate::context::{Frame, Moment, Script, Section};

fn moment() -> Moment {
    Moment { iso: "2026-11-20T20:01:00Z".into(), text: "20 Nov 2026, 20:01 UTC".into(), day: "20 Nov 2026".into() }
}

pub(super) fn locked() -> LockedView {
    LockedView { number: 1, entries: 41, round: 31_556_952, round_at: moment(), chain: HASH.into(), private: false }
}

fn winner() -> Vec<Winner> {
    vec![Winner { number: 7, handle: "anna".into(), prize: Some("The \"<camera>\"".into()) }]
}

fn draw(state: &str) -> Draw {
    let drawn = state == "drawn";
    let only = |shown: bool, number: i32, handle: &str| {
        if shown { (vec![number], vec![handle.to_owned()]) } else { (Vec::new(), Vec::new()) }
    };
    let (winning_spot_numbers, winning_social_handles) = only(drawn, 7, "anna");
    let (alternate_spot_numbers, alternate_social_handles) = only(drawn, 9, "ben");
    Draw {
        number: 1,
        state: state.into(),
        reason: (!drawn).then(|| "\"><script>alert(1)</script>".into()),
        locked_at: at(),
        round: 31_556_952,
        round_at: at(),
        clock: if drawn { "checked" } else { "unchecked" }.into(),
        chain: "52db9ba7".repeat(8),
        private_chain: false,
        entries_count: 41,
        entries_sha256: "a4b29a52".repeat(8),
        excluded: if drawn { vec![3, 7] } else { Vec::new() },
        item_count: 1,
        one_win_per_handle: drawn,
        algorithm: "waffle-draw-v1".into(),
        signature: drawn.then(|| "b713718a".repeat(12)),
        randomness: drawn.then(|| "fc1873a1".repeat(8)),
        winning_spot_numbers,
        winning_social_handles,
        alternates: i32::from(state != "void") * 2,
        alternate_spot_numbers,
        alternate_social_handles,
        prizes: (state != "void").then(|| vec!["The \"<camera>\"".into(), "A roll of film".into()]),
        drawn_at: drawn.then(at),
        voided_at: (state == "void").then(at),
    }
}

fn public(state: &str, private: bool) -> String {
    let script = if state == "void" { Script::Page } else { Script::DrawCheck };
    let page = PublicDrawPage {
        frame: Frame::new("Draw 1", Section::Waffles).with_script(script),
        slug: "golden-hour".into(),
        title: "Golden Hour".into(),
        waffle_id: "0192f5a0-7c1e-7abc-8def-0123456789ab".into(),
        draw: Draw { private_chain: private, ..draw(state) },
        since: private.then_some("An alternate has taken the place of a winner since."),
        own_chain: private.then(|| OwnChain {
            settings: "WAFFLE__DRAW__BEACON__CHAIN=52db9ba7".into(),
            arguments: "83cf0f29 1000 3".into(),
            genesis: 1_000,
            period_seconds: 3,
            relays: "https://a.example https://b.example".into(),
        }),
        quicknet_key: "83cf0f29",
        chat: (state == "locked").then(|| "Golden Hour, draw 1: 41 entries are locked.".into()),
        url: "https://waffle.example/waffle/golden-hour/draws/1".into(),
    };
    templates().render(&page).unwrap()
}

#[test]
fn a_draw_says_how_far_it_is_and_how_to_check_it() {
    for (state, words) in [("locked", "No one knows it before"), ("drawn", "#7"), ("void", "it decides nothing")] {
        let html = public(state, false);
        assert!(html.contains(words), "{state}: {words}");
        assert!(html.contains("waffle verify https://waffle.example/waffle/golden-hour/draws/1"));
        assert_eq!(html.contains("data-check-now"), state == "drawn");
        assert!(!html.contains("<script>alert") && !html.contains("proves nothing"));
        assert_eq!(html.contains("data-copy=\"Golden Hour, draw 1"), state == "locked");
        assert_eq!(html.contains("unchecked: no relay"), state != "drawn");
        assert!(html.contains("<code data-waffle-id>0192f5a0-7c1e-7abc-8def-0123456789ab</code>"));
        assert!(html.contains(if state == "drawn" { "data-one-win>yes<" } else { "data-one-win>no<" }), "{state}");
        assert_eq!(html.contains("data-keep"), state == "locked");
        for shown in ["round=\"31556952\"", "once=\"true\"", "drawn=\"7 anna;\"", "alternates=\"9 ben;\""] {
            assert_eq!(html.contains(&format!("data-shown-{shown}")), state == "drawn", "{shown}");
        }
        assert!(html.contains("python3 check_draw.py https://waffle.example/waffle/golden-hour/draws/1<"), "{html}");
        for told in ["genesis + (r − 1) × period", "SHA-256 of r as 8 bytes", "83cf0f29", "/draws/waffle-draw-v1.md"]
        {
            assert!(html.contains(told), "{told}");
        }
        keep(&format!("public-draw-{state}"), &html);
    }
}

#[test]
fn a_draw_of_a_private_chain_says_that_it_proves_nothing_and_how_to_check_it_all_the_same() {
    let html = public("drawn", true);
    assert!(html.contains("proves nothing to strangers") && !html.contains("drand chain"));
    assert!(html.contains("check_draw.py https://waffle.example/waffle/golden-hour/draws/1 83cf0f29 1000 3"));
    assert!(
        html.contains("CHAIN&#x3D;52db9ba7 waffle verify https://") || html.contains("CHAIN=52db9ba7 waffle verify")
    );
    keep("public-draw-private", &html);
}

#[test]
fn the_ledger_distinguishes_manual_changes_from_draws() {
    let row = |words: &str, number| LedgerRow {
        at: moment(),
        words: words.into(),
        number,
        winners: winner(),
        reason: Some("He did not answer.".into()),
    };
    let mut page = DrawsPage {
        frame: Frame::new("The draws", Section::Waffles),
        slug: "golden-hour".into(),
        title: "Golden Hour".into(),
        draws: ["locked", "drawn", "void"].map(draw).to_vec(),
        private: false,
        ledger: vec![row("Draw 1 was drawn.", Some(1)), row("The seller picked the winners by hand.", None)],
        total: 2,
        neighbours: Neighbours::default(),
    };
    let html = templates().render(&page).unwrap();
    assert!(html.contains("<a href=\"/waffle/golden-hour/draws/1\">Draw 1 was drawn.</a>") && html.contains("by hand"));
    assert!(!html.contains("private chain"));
    keep("draws", &html);
    assert!(html.contains("The oldest first.") && !html.contains("class=\"pager\""));
    page.private = true;
    assert!(templates().render(&page).unwrap().contains("proves nothing to strangers"));
    (page.total, page.neighbours) = (1_201, Neighbours { previous: Some(1), next: Some(3) });
    let html = templates().render(&page).unwrap();
    assert!(html.contains("1,201 entries") && html.contains("href=\"?page=1\"") && html.contains("href=\"?page=3\""));
    keep("draws-of-many", &html);
    (page.draws, page.ledger, page.neighbours) = (Vec::new(), Vec::new(), Neighbours::default());
    keep("draws-empty", &templates().render(&page).unwrap());
}

/// A draw whose winner can still be replaced, or no longer.
fn standing(over: bool) -> StandingView {
    let winner = winner().remove(0);
    StandingView {
        number: 1,
        next: (!over).then(|| winner.clone()),
        left: usize::from(!over),
        winners: vec![StandingWinner {
            winner,
            field: "replace_reason_7".into(),
            label: "Why does @anna step back?".into(),
            reason: Field::refused("", "Give a reason: everybody can read it."),
        }],
    }
}

#[test]
fn sellers_lock_void_and_hand_in() {
    for (name, waiting, again, archived, private) in [
        ("lock", false, false, false, false),
        ("redraw", false, true, false, false),
        ("archived", false, true, true, true),
        ("locked", true, false, false, false),
        ("locked-private", true, false, false, true),
    ] {
        // A locked draw describes its own chain, not the one that the site uses now.
        let site = private != waiting;
        let refused = Field::refused("x", "Not like this.");
        let html = templates()
            .render(&LockDrawPage {
                frame: Frame::new("Lock a draw", Section::Admin).with_admin(Some(admin())).with_private_chain(site),
                id: "a".into(),
                slug: "golden-hour".into(),
                title: "Golden Hour".into(),
                archived,
                again,
                item_count: 2,
                flash: again.then(|| Flash::failed("2 winners can't be drawn from 1 paid spots.")),
                locked: waiting.then(|| LockedView { private, ..locked() }),
                chat: waiting.then(|| "Golden Hour, draw 1: 41 entries are locked.".into()),
                standing: again.then(|| standing(archived)),
                form: LockForm {
                    alternates: refused.clone(),
                    prizes: PrizeField::for_each(2, ["The camera"].into_iter()),
                    prizes_error: again.then(|| "Prize 2 has no name.".into()),
                    delay_seconds: refused.clone(),
                    one_win_per_handle: again,
                    exclude: refused.clone(),
                    reason: refused.clone(),
                    void_reason: refused.clone(),
                    signature: refused,
                    replaced: None,
                },
            })
            .unwrap();
        assert_eq!(html.contains("data-void"), waiting);
        assert_eq!(html.contains("proves nothing to strangers"), private, "{name}");
        assert_eq!(html.contains("data-chat-line"), waiting);
        assert_eq!(html.contains("data-replace=\"7\""), again && !archived);
        assert_eq!(html.matches("name=\"prize\"").count(), if waiting || archived { 0 } else { 2 });
        assert_eq!(html.contains("data-lock>"), !waiting && !archived);
        assert_eq!(html.contains("Why is it drawn again?"), again && !waiting && !archived);
        keep(&format!("lock-draw-{name}"), &html);
    }
}
