//! `/waffle/:slug/draws`, `/waffle/:slug/draws/:number` and `/admin/waffles/:id/draws`

use std::time::Duration;

use reqwest::header::CONTENT_SECURITY_POLICY;
use serde_json::json;
use waffle_domain::draw::round::Round;

use super::{Browser, Waffle};
use crate::app::TestApp;
use crate::draws::{app_alone, app_of, beacon};

/// Spots 1 and 2 are anna's and paid, 3 is ben's and paid.
async fn sold(app: &TestApp, seller: &Browser<'_>) -> Waffle {
    let waffle = seller.create("Camera", 6).await;
    app.visitor().claims(&waffle, "1, 2", "anna").await;
    app.visitor().claims(&waffle, "3", "ben").await;
    for number in 1..=3 {
        seller.pay(&waffle, number).await;
    }
    waffle
}

#[tokio::test]
async fn where_draws_are_only_demonstrated_their_pages_say_so() {
    let beacon = beacon().await;
    let demonstration = ("WAFFLE__DRAW__BEACON__DEMONSTRATION", "true".to_owned());
    let settings: Vec<_> = beacon.settings().into_iter().chain([demonstration]).collect();
    let app = TestApp::with(&settings.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>()).await;
    let seller = Browser::of_role(&app, "mia", "waffle_manager").await;
    let waffle = sold(&app, &seller).await;
    let form = seller.get(&waffle.manage("/draws")).await;
    let lock = form.attribute("form[data-lock]", "action");
    seller.send_and_follow(&lock, &[("delay_seconds", "60"), ("reason", "")]).await;
    let (list, draw) = (app.visitor().get(&public(&waffle, "")).await, app.visitor().get(&public(&waffle, "/1")).await);
    for page in [form, list, draw] {
        assert!(page.words("[data-demonstration]").contains("prove nothing to strangers"));
    }
    let words = app.visitor().get(&public(&waffle, "/1")).await.words("main");
    let chain = format!("WAFFLE__DRAW__BEACON__CHAIN={}", beacon.chain().hash());
    assert!(words.contains(&chain) && !words.contains("drand") && !words.contains("No one knows"), "{words}");
}

fn public(waffle: &Waffle, rest: &str) -> String {
    format!("{}/draws{rest}", waffle.page())
}

async fn has_drawn(app: &TestApp, waffle: &Waffle) {
    let path = format!("/api/waffles/{}", waffle.slug);
    app.becomes(&format!("{path}/draws/1"), |answer| answer.json()["state"] == "drawn").await;
    // The server's own copy of the waffle follows a moment later.
    app.becomes(&path, |answer| answer.json()["status"] == "completed").await;
}

#[tokio::test]
async fn a_seller_locks_a_draw_and_everybody_sees_it_before_and_after() {
    let beacon = beacon().await;
    let app = app_of(&beacon).await;
    let seller = Browser::of_role(&app, "mia", "waffle_manager").await;
    let waffle = sold(&app, &seller).await;
    let empty = app.visitor().get(&public(&waffle, "")).await.words("main");
    assert!(empty.contains("No draw has been locked"), "{empty}");

    let lock = seller.get(&waffle.manage("/draws")).await.attribute("form[data-lock]", "action");
    let fields = [("delay_seconds", "60"), ("one_win_per_handle", "yes"), ("reason", "")];
    let locked = seller.send_and_follow(&lock, &fields).await;
    assert!(locked.words("[data-locked]").contains("Draw 1: 3 entries"));
    for page in [app.visitor().get(&waffle.page()).await, seller.get(&waffle.manage("")).await] {
        let words = page.words("main");
        assert!(words.contains("Locked: 3 entries, drawn at"), "{words}");
    }
    let waiting = app.visitor().get(&public(&waffle, "/1")).await;
    assert!(waiting.words("[data-draw-state=locked]").contains("No one knows it before"));
    assert!(!waiting.has("[data-check]"));

    app.clock.advance(Duration::from_secs(65));
    has_drawn(&app, &waffle).await;
    let drawn = app.visitor().get(&public(&waffle, "/1")).await;
    assert!(drawn.has("[data-draw-state=drawn]") && drawn.has("ul.winners li"));
    assert_eq!(drawn.attribute("[data-check]", "data-json"), format!("/api/waffles/{}/draws/1", waffle.slug));
    assert!(drawn.words("main").contains("waffle verify http"));
    assert!(!drawn.words("main").contains("Left out by the seller"));
    assert!(!app.visitor().get("/waffles").await.words(".winner-line").contains("by hand"));
    let board = app.visitor().get(&waffle.page()).await;
    assert_eq!(board.words("[data-how-won]"), "Drawn by lot.");
    assert_eq!(board.attribute("[data-how-won-link]", "href"), public(&waffle, "/1"));
    let ledger = app.visitor().get(&public(&waffle, "")).await.words("[data-ledger]");
    assert!(ledger.contains("Draw 1 was locked.") && ledger.contains("Draw 1 was drawn."), "{ledger}");
}

#[tokio::test]
async fn only_the_page_of_a_drawn_draw_may_ask_the_relays() {
    let beacon = beacon().await;
    let app = app_of(&beacon).await;
    let seller = app.signed_in().await;
    let waffle = sold(&app, &seller).await;
    seller.send_and_follow(&waffle.manage("/draws"), &[]).await;
    app.clock.advance(Duration::from_secs(65));
    has_drawn(&app, &waffle).await;
    let page = app.visitor().get(&public(&waffle, "/1")).await;
    let relays = page.attribute("[data-check]", "data-relays");
    assert!(relays.starts_with("http://127.0.0.1:"), "{relays}");
    let policy = page.answer.header(CONTENT_SECURITY_POLICY);
    assert!(policy.contains("; connect-src 'self' http://127.0.0.1:"), "{policy}");
    for other in [public(&waffle, ""), waffle.page(), public(&waffle, "/2")] {
        let page = app.visitor().get(&other).await;
        assert!(page.answer.header(CONTENT_SECURITY_POLICY).contains("; connect-src 'self';"), "{other}");
    }
    assert_eq!(app.visitor().get(&public(&waffle, "/2")).await.status(), 404);
}

#[tokio::test]
async fn winners_that_were_picked_by_hand_are_called_so() {
    let app = TestApp::start().await;
    let seller = app.signed_in().await;
    let waffle = sold(&app, &seller).await;
    let claimed = app.visitor().claim(&waffle, &[("social_handle", "cleo"), ("numbers", "4")]).await;
    let receipt = claimed.location().to_owned();
    let stage = format!("{}/stage", waffle.page());
    let fields = [("winning_spot_numbers", "2"), ("confirmed", "yes")];
    seller.send_and_follow(&waffle.manage("/winner"), &fields).await;
    let board = app.visitor().get(&waffle.page()).await;
    assert_eq!(board.words("[data-how-won]"), "Picked by hand by the seller.");
    assert_eq!(board.attribute("[data-how-won-link]", "href"), public(&waffle, ""));
    let receipt = app.visitor().get(&receipt).await;
    assert_eq!(receipt.words("[data-how-won]"), "Picked by hand by the seller.");
    assert!(seller.get(&waffle.manage("")).await.words("main").contains("Picked by hand"));
    assert!(app.visitor().get("/waffles").await.words(".winner-line").ends_with("picked by hand"));
    assert_eq!(app.visitor().get(&stage).await.words("[data-winners-title]"), "Winners, picked by hand");
    let ledger = app.visitor().get(&public(&waffle, "")).await.words("[data-ledger]");
    assert!(ledger.contains("The seller picked the winners by hand.") && ledger.contains("#2"), "{ledger}");
}

#[tokio::test]
async fn what_a_seller_leaves_out_takes_no_part_and_is_named() {
    let app = TestApp::start().await;
    let seller = app.signed_in().await;
    let waffle = sold(&app, &seller).await;
    let locked = seller.send_and_follow(&waffle.manage("/draws"), &[("exclude", "1-2, 6")]).await;
    assert!(locked.words("[data-locked]").contains("Draw 1: 1 entry"), "{}", locked.words("main"));
    let page = app.visitor().get(&public(&waffle, "/1")).await;
    assert!(page.words("main").contains("Left out by the seller 1, 2, 6"), "{}", page.words("main"));
}

#[tokio::test]
async fn what_is_refused_comes_back_with_what_was_typed() {
    let app = TestApp::start().await;
    let seller = app.signed_in().await;
    let waffle = sold(&app, &seller).await;
    let lock = waffle.manage("/draws");
    for delay in ["soon", "29", "86401"] {
        let refused = seller.send(&lock, &[("delay_seconds", delay), ("reason", "again")]).await;
        assert_eq!((refused.status(), refused.value("#delay_seconds")), (400, delay.to_owned()));
        assert_eq!(refused.value("#reason"), "again");
        assert!(refused.has("#delay_seconds[aria-invalid]"));
    }
    for exclude in ["seven", "7", "3-1"] {
        let refused = seller.send(&lock, &[("exclude", exclude)]).await;
        assert_eq!((refused.status(), refused.value("#exclude")), (400, exclude.to_owned()));
        assert!(refused.has("#exclude[aria-invalid]"));
    }
    let empty = seller.create("Nobody paid", 2).await;
    let refused = seller.send(&empty.manage("/draws"), &[("delay_seconds", "60")]).await;
    assert_eq!(refused.status(), 409);
    assert!(refused.words("[role=alert]").contains("can't be drawn"));

    let locked = seller.send_and_follow(&lock, &[("delay_seconds", "30")]).await;
    let void = locked.attribute("form[data-void]", "action");
    let twice = seller.send(&lock, &[("reason", "again")]).await;
    assert_eq!((twice.status(), twice.value("#void_reason")), (409, String::new()), "it was no reason to void a draw");
    assert_eq!(seller.send(&void, &[("void_reason", "")]).await.status(), 400);
    let voided = seller.send_and_follow(&void, &[("void_reason", "A payment was marked by mistake.")]).await;
    assert!(voided.has("form[data-lock]"));
    assert_eq!(seller.send(&void, &[("void_reason", "again")]).await.status(), 409);
    let ledger = app.visitor().get(&public(&waffle, "")).await.words("[data-ledger]");
    assert!(ledger.contains("voided: it decides nothing. A payment was marked by mistake."), "{ledger}");
}

#[tokio::test]
async fn a_round_that_is_handed_in_decides() {
    let beacon = beacon().await;
    let app = app_alone(&beacon).await;
    let seller = app.signed_in().await;
    let waffle = sold(&app, &seller).await;
    let locked = seller.send_and_follow(&waffle.manage("/draws"), &[("delay_seconds", "30")]).await;
    let hand_in = locked.attribute("form[data-hand-in]", "action");
    let number = locked.value("form[data-hand-in] [name=round]");
    let round = Round::try_from(number.parse::<u64>().unwrap()).unwrap();
    let signature = json!(beacon.sign(round)).as_str().unwrap().to_owned();
    let fields = [("round", &*number), ("signature", &*signature)];
    assert_eq!(seller.send(&hand_in, &fields).await.status(), 409, "too early");
    app.clock.advance(Duration::from_secs(40));
    let refused = seller.send(&hand_in, &[("round", &*number), ("signature", "abc")]).await;
    assert_eq!((refused.status(), refused.value("#signature")), (400, "abc".to_owned()));
    seller.send_and_follow(&hand_in, &fields).await;
    assert_eq!(app.visitor().get(&waffle.page()).await.words("[data-how-won]"), "Drawn by lot.");
    assert!(seller.get(&waffle.manage("")).await.words(".notice.win").contains("Drawn by lot."));
}
