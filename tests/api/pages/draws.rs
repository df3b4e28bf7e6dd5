//! `/waffle/:slug/draws`, `/waffle/:slug/draws/:number` and `/admin/waffles/:id/draws`

use std::time::Duration;

use reqwest::header::CONTENT_SECURITY_POLICY;
use serde_json::json;
use waffle_beacon::local::LocalBeacon;
use waffle_domain::draw::quicknet;
use waffle_domain::draw::round::Round;
use waffle_tests::{Page, TestApp, Visitor, Waffle};

use crate::draws::{settings, with_beacon, without_relays};

/// Spots 1 and 2 are anna's and paid, 3 is ben's and paid.
async fn sold(app: &TestApp, seller: &Visitor) -> Waffle {
    let waffle = seller.create("Camera", 6).await;
    app.visitor().claims(&waffle, "1, 2", "anna").await;
    app.visitor().claims(&waffle, "3", "ben").await;
    for number in 1..=3 {
        seller.pay(&waffle, number).await;
    }
    waffle
}

/// A beacon, a server that draws by it, its first account, and what they sold.
async fn on_sale() -> (LocalBeacon, TestApp, Visitor, Waffle) {
    let (beacon, app) = with_beacon().await;
    let seller = app.signed_in().await;
    let waffle = sold(&app, &seller).await;
    (beacon, app, seller, waffle)
}

/// The same on a server that no relay answers.
async fn without_beacon() -> (TestApp, Visitor, Waffle) {
    let (app, seller) = TestApp::with_browser().await;
    let waffle = sold(&app, &seller).await;
    (app, seller, waffle)
}

#[tokio::test]
async fn a_private_chain_is_called_so_on_every_page_whatever_is_configured() {
    let (beacon, app) = with_beacon().await;
    let seller = Visitor::of_role(&app, "mia", "waffle_manager").await;
    let waffle = sold(&app, &seller).await;
    let form = seller.get(&waffle.manage("/draws")).await;
    let lock = form.attribute("form[data-lock]", "action");
    seller.send_and_follow(&lock, &[("delay_seconds", "60"), ("reason", "")]).await;
    let (list, draw) = (app.visitor().get(&public(&waffle, "")).await, app.visitor().get(&public(&waffle, "/1")).await);
    for page in [form, list, draw] {
        let words = page.words("main [data-private]");
        assert!(words.contains("nothing to outsiders"), "{words}");
    }
    for path in [waffle.page(), "/waffles".to_owned(), "/".to_owned(), format!("{}/stage", waffle.page())] {
        let page = app.visitor().get(&path).await;
        assert!(page.words("[data-private-chain]").contains("nothing to outsiders"), "{path}");
    }
    assert!(seller.get(&waffle.manage("")).await.has("[data-private-chain]"));
    let page = app.visitor().get(&public(&waffle, "/1")).await;
    let words = page.words("main");
    let chain = format!("WAFFLE__DRAW__BEACON__CHAIN={}", beacon.chain().hash());
    assert!(words.contains(&chain) && !words.contains("drand chain") && !words.contains("No one can know"), "{words}");
    assert!(page.words("[data-chat-line]").contains("of a private chain decides"), "{words}");
    let timetable = beacon.chain().timetable();
    assert!(words.contains(&format!(" {} {}", timetable.genesis(), timetable.period_seconds())), "{words}");
}

#[tokio::test]
async fn a_private_chain_stays_one_whatever_is_configured_later() {
    let (beacon, app, seller, waffle) = on_sale().await;
    let receipt =
        app.visitor().claim(&waffle, &[("social_handle", "anna"), ("numbers", "4")]).await.location().to_owned();
    seller.send_and_follow(&waffle.manage("/draws"), &[("delay_seconds", "60")]).await;
    // It uses quicknet, as all do if nothing is configured.
    let later = TestApp::on(&app.database_url(), &[]).await;
    let stage = format!("{}/stage", waffle.page());
    let board = later.visitor().get(&waffle.page()).await;
    assert!(board.words("[data-locked]").contains("a private chain"), "{}", board.words("[data-locked]"));
    assert_eq!(board.attribute("[data-locked]", "data-chain"), beacon.chain().hash().to_string());
    // The script counts down to what the page says.
    let at = board.attribute("[data-locked] time", "datetime");
    let exact = format!("draw at 1 Jun 2026, {} UTC", &at["2026-06-01T".len()..at.len() - "Z".len()]);
    assert!(exact.contains(" 12:01:") && board.words("[data-locked]").contains(&exact), "{exact}");
    assert_eq!(
        (board.attribute("[data-locked]", "data-round-at"), board.words("[role=timer][data-to-draw]")),
        (at, String::new())
    );
    let shown = "[data-private-chain]:not([hidden])";
    assert!(later.visitor().get(&stage).await.has(shown));
    app.clock.advance(Duration::from_secs(65));
    has_drawn(&app, &waffle).await;
    has_drawn(&later, &waffle).await;
    for page in ["/waffles", &waffle.page(), &stage, &receipt, "/buyer/anna"] {
        let words = later.visitor().get(page).await.words("[data-how-won]");
        assert_eq!(words, "Drawn by lot on a private chain", "{page}");
    }
    assert!(!later.visitor().get(&stage).await.has(shown), "it is over");
    let api = format!("/api/waffles/{}", waffle.slug);
    assert!(
        later.get(&format!("{}/board.txt", waffle.page())).await.text().contains("Drawn by lot on a private chain")
    );
    assert_eq!(later.get(&api).await.json()["private_chain"], true);

    // As if quicknet had decided it: then it is none, whatever is configured.
    app.sql("UPDATE waffles SET winners_private_chain = false").await;
    let settings = settings(&beacon);
    let again = TestApp::on(&app.database_url(), &settings).await;
    assert_eq!(again.visitor().get(&waffle.page()).await.words("[data-how-won]"), "Drawn by lot");
    assert_eq!(again.get(&api).await.json()["private_chain"], false);
}

#[tokio::test]
async fn of_draws_of_several_chains_each_says_whether_its_own_is_private() {
    let (beacon, app, seller, waffle) = on_sale().await;
    for number in [1, 2] {
        let locked = seller.send_and_follow(&waffle.manage("/draws"), &[("delay_seconds", "60")]).await;
        if number == 1 {
            seller.send_and_follow(&locked.attribute("form[data-void]", "action"), &[("void_reason", "No.")]).await;
        }
    }
    // As if quicknet had been configured for the second.
    let chain = format!("UPDATE draws SET chain = '{}' WHERE number = 2", quicknet::HASH);
    app.sql(&format!("ALTER TABLE draws DISABLE TRIGGER draws_are_decided_once; {chain}")).await;
    for settings in [settings(&beacon), Vec::new()] {
        let later = TestApp::on(&app.database_url(), &settings).await;
        let list = later.visitor().get(&public(&waffle, "")).await;
        let said = [1, 2].map(|place| list.words(&format!("[data-draws] li:nth-child({place})")));
        assert!(said[0].contains("on a private chain") && !said[1].contains("private"), "{said:?}");
        let draws = later.get(&format!("/api/waffles/{}/draws", waffle.slug)).await.json();
        for (place, private) in [(0, true), (1, false)] {
            assert_eq!(draws["draws"][place]["private_chain"], private, "{draws}");
            let one = later.get(&format!("/api/waffles/{}/draws/{}", waffle.slug, place + 1)).await.json();
            assert_eq!(one["private_chain"], private, "{one}");
            let page = later.visitor().get(&public(&waffle, &format!("/{}", place + 1))).await;
            assert_eq!(page.has("main [data-private]"), private);
            let command =
                page.words("main").contains("check_draw.py http") && page.words("main").contains(" KEY GENESIS");
            assert_eq!(command, private && settings.is_empty(), "{}", page.words("main"));
        }
    }
}

#[tokio::test]
async fn a_line_for_the_chat_names_what_was_locked_to_sellers_and_to_everybody() {
    let (app, seller, waffle) = without_beacon().await;
    let locked = seller.send_and_follow(&waffle.manage("/draws"), &[("delay_seconds", "60")]).await;
    let draw = app.get(&format!("/api/waffles/{}/draws/1", waffle.slug)).await.json();
    let page = app.visitor().get(&public(&waffle, "/1")).await;
    let line = page.words("[data-chat-line]");
    assert_eq!(locked.words("[data-chat-line]"), line);
    assert_eq!(locked.attribute("[data-chat] [data-copy]", "data-copy"), line);
    let (hash, round) = (draw["entries_sha256"].as_str().unwrap(), &draw["round"]);
    let id = draw["waffle_id"].as_str().unwrap();
    let expected = format!(
        "Camera, waffle {id}, draw 1: 3 entries are locked, SHA-256 {hash}. Winners: 1; one win per handle: no. \
             Round {round} of drand’s quicknet decides"
    );
    assert!(line.starts_with(&expected) && line.ends_with(&public(&waffle, "/1")), "{line}");
    assert_eq!(page.words("[data-waffle-id]"), id);
    assert_eq!((page.words("[data-winners-wanted]"), page.words("[data-one-win]")), ("1".to_owned(), "no".to_owned()));
    assert!(page.words("[data-keep]").contains("save the whole line"));
    assert_eq!(page.attribute("[data-locked-round]", "data-round"), round.to_string());
    assert!(!page.has("[data-private]") && !page.has("[data-private-chain]"));
    assert!(page.words("[data-draw-state=locked]").contains("No one can know it in advance"));
    seller.send_and_follow(&locked.attribute("form[data-void]", "action"), &[("void_reason", "A mistake.")]).await;
    let void = app.visitor().get(&public(&waffle, "/1")).await;
    assert!(!void.has("[data-chat-line], [data-keep]") && void.words("main").contains("It doesn’t count"));
    assert!(void.has("[data-draw-state] time[data-time=seconds]"));
}

#[tokio::test]
async fn the_whole_text_and_the_program_in_python_are_to_be_had() {
    let app = TestApp::shared().await;
    for (path, words) in
        [("/draws/waffle-draw-v1.md", "⌊2⁶⁴ / n⌋ × n"), ("/draws/check_draw.py", "def pairings_cancel")]
    {
        let answer = app.get(path).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "text/plain; charset=utf-8"));
        assert!(answer.text().contains(words), "{path}");
    }
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
    let (_beacon, app) = with_beacon().await;
    let seller = Visitor::of_role(&app, "mia", "waffle_manager").await;
    let waffle = sold(&app, &seller).await;
    let empty = app.visitor().get(&public(&waffle, "")).await.words("main");
    assert!(empty.contains("No draw has been locked"), "{empty}");

    let lock = seller.get(&waffle.manage("/draws")).await.attribute("form[data-lock]", "action");
    let fields = [("delay_seconds", "60"), ("one_win_per_handle", "yes"), ("reason", "")];
    let locked = seller.send_and_follow(&lock, &fields).await;
    assert!(locked.words("[data-locked]").contains("Draw 1: 3 entries"));
    assert!(locked.has("[data-locked] time[data-time=seconds]"));
    for page in [app.visitor().get(&waffle.page()).await, seller.get(&waffle.manage("")).await] {
        let words = page.words("main");
        assert!(words.contains("Locked: 3 entries, draw at 1 Jun 2026, 12:01:"), "{words}");
        assert!(page.has(".with-moment time[data-time=seconds]"));
    }
    let waiting = app.visitor().get(&public(&waffle, "/1")).await;
    assert!(waiting.words("[data-draw-state=locked]").contains("The entries can’t change now"));
    assert!(waiting.words("main").contains("Locked 1 Jun 2026, 12:00:0"), "{}", waiting.words("main"));
    let moment = ["datetime", "data-time"].map(|name| waiting.attribute("[data-draw-state=locked] time", name));
    assert_eq!(moment, [waiting.attribute("[data-locked-round]", "data-round-at"), "seconds".to_owned()]);
    assert!(!waiting.has("[data-check], [data-check-now]") && waiting.has("[data-keep]"));

    app.clock.advance(Duration::from_secs(65));
    has_drawn(&app, &waffle).await;
    let drawn = app.visitor().get(&public(&waffle, "/1")).await;
    assert!(drawn.has("[data-draw-state=drawn] time[data-time=seconds]") && drawn.has("ul.winners li"));
    let state = drawn.words("[data-draw-state]");
    assert!(state.starts_with("Drawn. 1 Jun 2026, 12:01:"), "{state}");
    assert!(drawn.has("[data-check] ~ dl.system"), "the check stands before the hashes");
    assert_eq!(drawn.attribute("[data-check]", "data-json"), format!("/api/waffles/{}/draws/1", waffle.slug));
    let words = drawn.words("main");
    for said in ["waffle verify http", "python3 check_draw.py http", "genesis + (r − 1) × period", "checked: the round"]
    {
        assert!(words.contains(said), "{said:?} in {words}");
    }
    let draw = app.get(&format!("/api/waffles/{}/draws/1", waffle.slug)).await.json();
    let shown = |name: &str| drawn.attribute("[data-check]", &format!("data-shown-{name}"));
    assert_eq!((shown("round"), shown("once")), (draw["round"].to_string(), "true".to_owned()));
    let winner = draw["winning_social_handles"][0].as_str().unwrap();
    assert_eq!(shown("drawn"), format!("{} {winner};", draw["winning_spot_numbers"][0]));
    assert_eq!((drawn.words("[data-one-win]").as_str(), drawn.has("[data-check-now]")), ("yes", true));
    assert!(!drawn.words("main").contains("Left out by the seller"));
    assert!(app.visitor().get("/waffles").await.words(".winner-line").ends_with("Drawn by lot on a private chain"));
    let board = app.visitor().get(&waffle.page()).await;
    assert_eq!(board.words("[data-how-won]"), "Drawn by lot on a private chain");
    assert_eq!(board.attribute("[data-how-won-link]", "href"), public(&waffle, "/1"));
    let listed = app.visitor().get(&public(&waffle, "")).await;
    let ledger = listed.words("[data-ledger]");
    assert!(ledger.contains("Draw 1 was locked.") && ledger.contains("Draw 1 was drawn."), "{ledger}");
    assert!(listed.has(&format!("[data-ledger] a[href='{}']", public(&waffle, "/1"))));
}

/// What the scripts of a page may connect to.
fn connections(page: &Page) -> String {
    let policy = page.answer.header(CONTENT_SECURITY_POLICY);
    policy.split("; ").find(|part| part.starts_with("connect-src")).unwrap_or_default().to_owned()
}

#[tokio::test]
async fn only_the_page_of_a_drawn_draw_may_ask_relays_and_of_a_private_chain_only_its_own() {
    let (beacon, app, seller, waffle) = on_sale().await;
    seller.send_and_follow(&waffle.manage("/draws"), &[]).await;
    assert_eq!(
        connections(&app.visitor().get(&public(&waffle, "/1")).await),
        "connect-src 'self'",
        "while it is locked"
    );
    app.clock.advance(Duration::from_secs(65));
    has_drawn(&app, &waffle).await;
    let page = app.visitor().get(&public(&waffle, "/1")).await;
    assert_eq!(page.attribute("[data-check]", "data-relays"), beacon.url());
    assert_eq!(connections(&page), format!("connect-src 'self' {}", beacon.url()));
    for other in [public(&waffle, ""), waffle.page(), public(&waffle, "/2")] {
        assert_eq!(connections(&app.visitor().get(&other).await), "connect-src 'self'", "{other}");
    }
    assert_eq!(app.visitor().get(&public(&waffle, "/2")).await.status(), 404);
}

#[tokio::test]
async fn a_draw_of_quicknet_is_checked_with_the_relays_of_the_script_not_with_those_of_the_operator() {
    let (beacon, app, seller, waffle) = on_sale().await;
    seller.send_and_follow(&waffle.manage("/draws"), &[]).await;
    app.clock.advance(Duration::from_secs(65));
    has_drawn(&app, &waffle).await;
    // As if quicknet had decided it.
    let chain = format!("UPDATE draws SET chain = '{}'", quicknet::HASH);
    app.sql(&format!("ALTER TABLE draws DISABLE TRIGGER draws_are_decided_once; {chain}")).await;
    let page = app.visitor().get(&public(&waffle, "/1")).await;
    assert_eq!(connections(&page), format!("connect-src 'self' {}", quicknet::RELAYS.join(" ")));
    assert!(!page.answer.text().contains(&beacon.url()) && !page.has("[data-private]"));
}

#[tokio::test]
async fn winners_that_were_picked_by_hand_are_called_so() {
    let (app, seller, waffle) = without_beacon().await;
    let claimed = app.visitor().claim(&waffle, &[("social_handle", "cleo"), ("numbers", "4")]).await;
    let receipt = claimed.location().to_owned();
    let stage = format!("{}/stage", waffle.page());
    let fields = [("winning_spot_numbers", "2"), ("confirmed", "yes")];
    seller.send_and_follow(&waffle.manage("/winner"), &fields).await;
    let board = app.visitor().get(&waffle.page()).await;
    assert_eq!(board.words("[data-how-won]"), "Picked by hand");
    assert_eq!(board.attribute("[data-how-won-link]", "href"), public(&waffle, ""));
    let receipt = app.visitor().get(&receipt).await;
    assert_eq!(receipt.words("[data-how-won]"), "Picked by hand");
    for page in ["/waffles", &stage, "/buyer/anna"] {
        assert_eq!(app.visitor().get(page).await.words("[data-how-won]"), "Picked by hand", "{page}");
    }
    assert_eq!(seller.get(&waffle.manage("")).await.words("[data-how-won]"), "Picked by hand");
    let ledger = app.visitor().get(&public(&waffle, "")).await.words("[data-ledger]");
    assert!(ledger.contains("The seller picked the winners by hand.") && ledger.contains("#2"), "{ledger}");
}

#[tokio::test]
async fn what_a_draw_closes_is_said_before_the_first_one() {
    let (_app, seller, waffle) = without_beacon().await;
    let closes = "No more spots can be claimed then. Results stay on the board until you archive it.";
    let form = seller.get(&waffle.manage("/draws")).await;
    assert!(form.has("form[data-lock]") && form.words("main").contains(closes), "{}", form.words("main"));
    seller.send(&waffle.manage("/winner"), &[("winning_spot_numbers", "1"), ("confirmed", "yes")]).await;
    let again = seller.get(&waffle.manage("/draws")).await;
    assert!(again.has("form[data-lock]") && !again.words("main").contains(closes), "{}", again.words("main"));
}

#[tokio::test]
async fn what_a_seller_leaves_out_takes_no_part_and_is_named() {
    let (app, seller, waffle) = without_beacon().await;
    let locked = seller.send_and_follow(&waffle.manage("/draws"), &[("exclude", "1-2, 6")]).await;
    assert!(locked.words("[data-locked]").contains("Draw 1: 1 entry"), "{}", locked.words("main"));
    let page = app.visitor().get(&public(&waffle, "/1")).await;
    assert!(page.words("main").contains("Left out by the seller 1, 2 Locked"), "{}", page.words("main"));
}

#[tokio::test]
async fn what_is_refused_comes_back_with_what_was_typed() {
    let (app, seller, waffle) = without_beacon().await;
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
    assert!(refused.words("[role=alert]").contains("can’t be drawn"));

    let locked = seller.send_and_follow(&lock, &[("delay_seconds", "30")]).await;
    let void = locked.attribute("form[data-void]", "action");
    let twice = seller.send(&lock, &[("reason", "again")]).await;
    assert_eq!((twice.status(), twice.value("#void_reason")), (409, String::new()), "it was no reason to void a draw");
    assert_eq!(seller.send(&void, &[("void_reason", "")]).await.status(), 400);
    let voided = seller.send_and_follow(&void, &[("void_reason", "A payment was marked by mistake.")]).await;
    assert!(voided.has("form[data-lock]"));
    assert_eq!(seller.send(&void, &[("void_reason", "again")]).await.status(), 409);
    let ledger = app.visitor().get(&public(&waffle, "")).await.words("[data-ledger]");
    assert!(ledger.contains("canceled. It doesn’t count. A payment was marked by mistake."), "{ledger}");
}

#[tokio::test]
async fn a_round_that_is_handed_in_decides() {
    let (beacon, app) = without_relays().await;
    let seller = app.signed_in().await;
    let waffle = sold(&app, &seller).await;
    let locked = seller.send_and_follow(&waffle.manage("/draws"), &[("delay_seconds", "30")]).await;
    let hand_in = locked.attribute("form[data-hand-in]", "action");
    let unchecked = app.visitor().get(&public(&waffle, "/1")).await.words("main");
    assert!(unchecked.contains("not checked: no relay gave a recent round"), "{unchecked}");
    let number = locked.value("form[data-hand-in] [name=round]");
    let round = Round::try_from(number.parse::<u64>().unwrap()).unwrap();
    let signature = json!(beacon.sign(round)).as_str().unwrap().to_owned();
    let fields = [("round", &*number), ("signature", &*signature)];
    assert_eq!(seller.send(&hand_in, &fields).await.status(), 409, "too early");
    app.clock.advance(Duration::from_secs(40));
    let refused = seller.send(&hand_in, &[("round", &*number), ("signature", "abc")]).await;
    assert_eq!((refused.status(), refused.value("#signature")), (400, "abc".to_owned()));
    seller.send_and_follow(&hand_in, &fields).await;
    assert_eq!(app.visitor().get(&waffle.page()).await.words("[data-how-won]"), "Drawn by lot on a private chain");
    assert_eq!(seller.get(&waffle.manage("")).await.words("[data-how-won]"), "Drawn by lot on a private chain");
}

#[tokio::test]
async fn after_a_draw_pages_insist_on_a_reason_and_all_that_show_winners_lead_to_what_came_before() {
    let (_beacon, app, seller, waffle) = on_sale().await;
    assert!(!seller.get(&waffle.manage("/draws")).await.has("#reason[required]"));
    seller.send_and_follow(&waffle.manage("/draws"), &[]).await;
    app.clock.advance(Duration::from_secs(65));
    has_drawn(&app, &waffle).await;

    let clear = waffle.manage("/clear-winner");
    assert!(seller.get(&clear).await.has("#reason[required]"));
    let refused = seller.send(&clear, &[("reason", " ")]).await;
    assert!(refused.status() == 400 && refused.has("#reason[aria-invalid]") && refused.has("ul.winners"));
    let change = waffle.manage("/change-winner");
    let asked = seller.send(&change, &[("winning_spot_numbers", "2")]).await;
    assert!(asked.status() == 200 && asked.has("#reason[required]") && !asked.has("#reason[aria-invalid]"));
    let mut fields = vec![("winning_spot_numbers", "2"), ("confirmed", "yes")];
    let refused = seller.send(&change, &fields).await;
    assert!(refused.status() == 400 && refused.has("#reason[aria-invalid]"));
    assert_eq!(refused.value("main [name=winning_spot_numbers]"), "2");
    fields.push(("reason", "She gave it back."));
    seller.send_and_follow(&change, &fields).await;

    // What was picked by hand may be cleared without one.
    assert!(seller.get(&clear).await.has("#reason:not([required])"));
    seller.send_and_follow(&clear, &[]).await;
    let lock = waffle.manage("/draws");
    let again = seller.get(&lock).await;
    assert!(again.has("#reason[required]") && again.words("main").contains("Why draw again?"));
    assert_eq!(seller.send(&lock, &[]).await.status(), 400);
    seller.send_and_follow(&waffle.manage("/winner"), &[("winning_spot_numbers", "1"), ("confirmed", "yes")]).await;

    let words = "Picked by hand, after 2 earlier results";
    let manage = seller.get(&waffle.manage("")).await;
    assert_eq!(manage.words("[data-how-won]"), words);
    for page in [waffle.page(), "/waffles".into(), "/buyer/anna".into()] {
        let page = app.visitor().get(&page).await;
        assert_eq!(page.words("[data-how-won]"), words);
        assert_eq!(page.attribute("[data-how-won] a", "href"), public(&waffle, ""));
    }
    let stage = app.visitor().get(&format!("{}/stage", waffle.page())).await;
    assert!(stage.words("[data-how-won]") == words && !stage.has("[data-how-won] a"));
    let text = app.get(&format!("{}/board.txt", waffle.page())).await.text();
    assert!(text.ends_with(&format!("\n★ {words}\n")), "{text}");
    let ledger = app.visitor().get(&public(&waffle, "")).await.words("[data-ledger]");
    assert!(ledger.contains("The seller picked other winners by hand.") && ledger.contains("She gave it back."));
}
