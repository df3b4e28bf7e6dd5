//! The pages of draws that everybody can check.

use super::samples::admin;
use super::{keep, templates};
use crate::pages::context::draws::{
    DrawView, DrawsPage, LedgerRow, LockDrawPage, LockForm, LockedView, PublicDrawPage,
};
use crate::pages::context::flash::Flash;
use crate::pages::context::form::Field;
use crate::pages::context::list::Winner;
use crate::pages::context::{Frame, Moment, Script, Section};

fn moment() -> Moment {
    Moment { iso: "2026-11-20T20:01:00Z".into(), text: "20 Nov 2026, 20:01 UTC".into(), day: "20 Nov 2026".into() }
}

pub(super) fn locked() -> LockedView {
    LockedView { number: 1, entries: 41, round: 31_556_952, round_at: moment() }
}

fn winner() -> Vec<Winner> {
    vec![Winner { number: 7, handle: "anna".into() }]
}

fn draw(state: &str) -> DrawView {
    let drawn = state == "drawn";
    DrawView {
        number: 1,
        state: state.into(),
        reason: (!drawn).then(|| "\"><script>alert(1)</script>".into()),
        locked: moment(),
        round: 31_556_952,
        round_at: moment(),
        chain: "52db9ba7".repeat(8),
        entries: 41,
        entries_sha256: "a4b29a52".repeat(8),
        excluded: if drawn { "3, 7".into() } else { String::new() },
        item_count: 1,
        one_win_per_handle: drawn,
        algorithm: "waffle-draw-v1".into(),
        signature: drawn.then(|| "b713718a".repeat(12)),
        randomness: drawn.then(|| "fc1873a1".repeat(8)),
        winners: if drawn { winner() } else { Vec::new() },
        drawn: drawn.then(moment),
        voided: (state == "void").then(moment),
    }
}

fn public(state: &str, demonstrated: bool) -> String {
    let script = if state == "drawn" { Script::DrawCheck } else { Script::Page };
    let page = PublicDrawPage {
        frame: Frame::new("Draw 1", Section::Waffles).with_script(script),
        slug: "golden-hour".into(),
        title: "Golden Hour".into(),
        draw: draw(state),
        demonstrated: demonstrated.then(|| "WAFFLE__DRAW__BEACON__CHAIN=52db9ba7".into()),
        url: "https://waffle.example/waffle/golden-hour/draws/1".into(),
        relays: "https://a.example https://b.example".into(),
    };
    templates().public_draw(&page).unwrap()
}

#[test]
fn a_draw_says_how_far_it_is_and_how_to_check_it() {
    for (state, words) in [("locked", "No one knows it before"), ("drawn", "#7"), ("void", "it decides nothing")] {
        let html = public(state, false);
        assert!(html.contains(words), "{state}: {words}");
        assert!(html.contains("waffle verify https://waffle.example/waffle/golden-hour/draws/1"));
        assert_eq!(html.contains("data-check-now"), state == "drawn");
        assert!(!html.contains("<script>alert") && !html.contains("prove nothing"));
        keep(&format!("public-draw-{state}"), &html);
    }
}

#[test]
fn a_draw_that_only_demonstrates_says_that_it_proves_nothing_and_how_to_check_it_all_the_same() {
    let html = public("drawn", true);
    assert!(html.contains("prove nothing to strangers") && !html.contains("drand"));
    assert!(
        html.contains("CHAIN&#x3D;52db9ba7 waffle verify https://") || html.contains("CHAIN=52db9ba7 waffle verify")
    );
    keep("public-draw-demonstrated", &html);
}

#[test]
fn the_ledger_tells_hands_from_draws() {
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
        demonstration: false,
        ledger: vec![row("Draw 1 was drawn.", Some(1)), row("The seller picked the winners by hand.", None)],
    };
    let html = templates().draws(&page).unwrap();
    assert!(html.contains("<a href=\"/waffle/golden-hour/draws/1\">Draw 1 was drawn.</a>") && html.contains("by hand"));
    assert!(!html.contains("data-demonstration"));
    keep("draws", &html);
    page.demonstration = true;
    assert!(templates().draws(&page).unwrap().contains("prove nothing to strangers"));
    (page.draws, page.ledger) = (Vec::new(), Vec::new());
    keep("draws-empty", &templates().draws(&page).unwrap());
}

#[test]
fn sellers_lock_void_and_hand_in() {
    for (name, waiting, completed, archived) in [
        ("lock", false, false, false),
        ("redraw", false, true, false),
        ("archived", false, true, true),
        ("locked", true, false, false),
    ] {
        let refused = Field::refused("x", "Not like this.");
        let html = templates()
            .lock_draw(&LockDrawPage {
                frame: Frame::new("Lock a draw", Section::Admin).with_admin(Some(admin())),
                csrf_token: "csrf-1".into(),
                id: "a".into(),
                slug: "golden-hour".into(),
                title: "Golden Hour".into(),
                archived,
                completed,
                item_count: 2,
                demonstration: archived,
                flash: completed.then(|| Flash::failed("2 winners can't be drawn from 1 paid spots.")),
                locked: waiting.then(locked),
                form: LockForm {
                    delay_seconds: refused.clone(),
                    one_win_per_handle: completed,
                    exclude: refused.clone(),
                    reason: refused.clone(),
                    void_reason: refused.clone(),
                    signature: refused,
                },
            })
            .unwrap();
        assert_eq!(html.contains("data-void"), waiting);
        assert_eq!(html.contains("data-demonstration"), archived);
        assert_eq!(html.contains("data-lock>"), !waiting && !archived);
        keep(&format!("lock-draw-{name}"), &html);
    }
}
