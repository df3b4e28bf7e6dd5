//! The connection that keeps a board up to date.

use std::net::Ipv4Addr;
use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;
use waffle_test_databases::{StopMode, TestDatabase};
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::{FlakyNetwork, TestApp};

use crate::selling::sign_in;
use crate::stage_crowd::IMPATIENT;

#[tokio::test]
async fn a_board_that_lost_its_server_says_so_and_misses_nothing() {
    let (database, chromedriver) = (TestDatabase::create().await.unwrap(), Chromedriver::start());
    let mut app = TestApp::on(&database.url(), &[]).await;
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open(&app).await;
    anna.goto(&waffle.page()).await;
    anna.says("[data-live]", "Live").await;
    anna.value("window.sameVisit = true").await;

    app.stop();
    anna.says("[data-live]", "Reconnecting").await;

    // While the board has no server, spots are claimed at another server of the same database.
    let elsewhere = TestApp::on(&database.url(), &[]).await;
    elsewhere.claims(&waffle, &[3, 4], "ben").await;
    drop(elsewhere);
    let _back = TestApp::on(&database.url(), &[("WAFFLE__SERVER__LISTEN", &app.address.to_string())]).await;
    anna.says("[data-live]", "Live").await;
    anna.says("[data-n='3']", "ben").await;
    anna.says("[data-left]", "10").await;
    assert_eq!(anna.value("window.sameVisit").await, true);
}

#[tokio::test]
async fn a_tab_in_the_background_says_how_many_spots_are_left() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open(&app).await;
    // No frame is drawn in the background.
    anna.first_run(
        "Object.defineProperty(document, 'hidden', { get: () => Boolean(window.away) });
        window.leave = (away) => {
            window.away = away;
            window.requestAnimationFrame = () => 1;
            document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        };",
    )
    .await;
    anna.goto(&waffle.page()).await;
    anna.says("[data-live]", "Live").await;
    let title = anna.value("document.title").await.as_str().expect("a title").to_owned();
    assert!(title.starts_with("Camera"), "{title}");
    let called =
        async |words: &str| anna.becomes(format!("document.title === {}", json!(format!("{words}{title}")))).await;
    app.claims(&waffle, &[3], "ben").await;
    anna.says("[data-left]", "11").await;
    called("").await;
    anna.value("leave(true)").await;
    called("(11 left) ").await;
    app.claims(&waffle, &[4, 5], "ben").await;
    called("(9 left) ").await;
    app.sells(&waffle, &[6], "ben").await;
    app.draws(&waffle, &[6]).await;
    called("").await;
    anna.value("leave(false)").await;
    called("").await;
}

#[tokio::test]
async fn a_page_does_not_go_on_with_another_waffle_that_has_the_slug_by_now() {
    let (database, chromedriver) = (TestDatabase::create().await.unwrap(), Chromedriver::start());
    let mut app = TestApp::on(&database.url(), &[]).await;
    let old = app.waffle("Camera", 12).await;
    app.claims(&old, &[1, 2, 3], "anna").await;
    let (board, stage) = tokio::join!(chromedriver.open(&app), chromedriver.open(&app));
    board.goto(&old.page()).await;
    stage.goto(&format!("{}/stage", old.page())).await;
    for page in [&board, &stage] {
        page.says("[data-live]", "Live").await;
    }

    app.stop();
    board.says("[data-live]", "Reconnecting").await;
    let elsewhere = TestApp::on(&database.url(), &[]).await;
    elsewhere.deletes(&old).await;
    let new = elsewhere.waffle("Camera", 12).await;
    assert_eq!(new.slug, old.slug);
    // The new log has come as far as the old one, and one event further.
    elsewhere.claims(&new, &[9, 10, 11, 12], "ben").await;
    drop(elsewhere);
    let _back = TestApp::on(&database.url(), &[("WAFFLE__SERVER__LISTEN", &app.address.to_string())]).await;
    board.says("[data-live]", "Closed").await;
    assert_eq!(board.value("document.querySelector('[data-closed]').hidden").await, false);
    assert!(!board.words("[data-n='12']").await.contains("ben"), "that is another board");
    stage.becomes("document.querySelector('[data-live]').dataset.state === 'closed'").await;
    board.reload().await;
    board.says("[data-n='12']", "ben").await;
}

#[tokio::test]
async fn a_page_that_comes_back_at_the_first_try_names_its_waffle() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let old = app.waffle("Camera", 12).await;
    app.claims(&old, &[1, 2, 3], "anna").await;
    let board = chromedriver.open(&app).await;
    board.goto(&old.page()).await;
    board.says("[data-live]", "Live").await;
    // As a page that was left for a while: it has no reason to read anything again.
    board.value("dispatchEvent(new Event('pagehide'))").await;
    app.deletes(&old).await;
    let new = app.waffle("Camera", 12).await;
    assert_eq!(new.slug, old.slug);
    app.claims(&new, &[9, 10, 11, 12], "ben").await;
    board.value("dispatchEvent(new Event('pageshow'))").await;
    board.says("[data-live]", "Closed").await;
    assert!(!board.words("[data-n='12']").await.contains("ben"), "that is another board");
}

#[tokio::test]
async fn a_board_whose_connections_all_fell_silent_asks_on_others() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 1_200).await;
    let wire = FlakyNetwork::to(app.address).await;
    let anna = chromedriver.open_phone_at(&app, wire.address).await;
    anna.first_run(IMPATIENT).await;
    anna.goto(&waffle.page()).await;
    anna.says("[data-live]", "Live").await;
    wire.silence();
    // More than the server repeats: the page must read everything again, and does on connections that it has.
    app.sells(&waffle, &(1..=1_100).collect::<Vec<_>>(), "ben").await;
    anna.says("[data-left]", "100").await;
    anna.says("[data-live]", "Live").await;
}

/// Of two servers, the page reads from the one that does not have the changes yet that the other announced.
#[tokio::test]
async fn what_is_read_at_a_server_that_lags_is_read_again_until_it_includes_what_was_told() {
    let (database, chromedriver) = (TestDatabase::create().await.unwrap(), Chromedriver::start());
    let port = database.connect_options().get_port();
    let hints = FlakyNetwork::to((Ipv4Addr::LOCALHOST, port).into()).await;
    let late = database.url().replacen(&format!(":{port}/"), &format!(":{}/", hints.address.port()), 1);
    let (app, late) = (TestApp::on(&database.url(), &[]).await, TestApp::on(&late, &[]).await);
    let way = FlakyNetwork::to_two(app.address, late.address).await;
    let anna = chromedriver.open_phone_at(&late, way.address).await;
    for page in ["board", "stage", "list"] {
        let waffle = app.waffle("Camera", 1_200).await;
        let path = match page {
            "board" => waffle.page(),
            "stage" => format!("{}/stage", waffle.page()),
            _ => "/".into(),
        };
        anna.goto(&path).await;
        anna.says("[data-live]", "Live").await;
        anna.value("(window.sameVisit = true, performance.clearResourceTimings())").await;
        late.get(&format!("/api/waffles/{}", waffle.slug)).await;
        hints.silence();
        app.claims(&waffle, &(1..=1_100).collect::<Vec<_>>(), "ben").await;
        anna.becomes(format!("{READS}.length > 1")).await;
        anna.says("[data-left]", "1,200").await;
        hints.cut();
        anna.says("[data-left]", "100").await;
        assert_eq!(anna.value("window.sameVisit").await, true, "{page}");
        app.archives(&waffle).await;
    }
}

/// What the page has read of the waffle.
const READS: &str = "performance.getEntriesByType('resource').filter((it) => it.name.includes('/api/waffles/'))";

/// While `window.late` is set, answers are those of before.
const LATE: &str = "{ const ask = fetch, before = {};
    window.fetch = async (path, ...more) => {
        const { pathname } = new URL(path, location);
        if (window.late) window.late += 1;
        else before[pathname] = await ask(path, ...more);
        return before[pathname].clone();
    }; }";

#[tokio::test]
async fn sellers_and_receipts_read_again_what_lacks_what_they_were_told() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let receipt = app.claims(&waffle, &[3, 4, 5], "anna").await;
    let anna = chromedriver.open(&app).await;
    anna.first_run(IMPATIENT).await;
    anna.first_run(LATE).await;
    anna.goto(&receipt).await;
    let seller = chromedriver.open(&app).await;
    seller.first_run(LATE).await;
    sign_in(&seller, &waffle.manage("")).await;
    for page in [&anna, &seller] {
        page.says("[data-live]", "Live").await;
    }
    app.pays(&waffle, 3).await;
    anna.says("[data-spots]", "3 paid 4, 5 unpaid").await;
    seller.says("[data-buyer=anna]", "$50.00").await;
    for page in [&anna, &seller] {
        page.value("window.late = 1").await;
    }
    app.pays(&waffle, 4).await;
    for page in [&anna, &seller] {
        page.becomes("window.late > 2").await;
        page.value("window.late = 0").await;
    }
    anna.says("[data-spots]", "3, 4 paid 5 unpaid").await;
    seller.says("[data-buyer=anna]", "$25.00").await;
}

#[tokio::test]
async fn who_is_told_to_start_over_again_and_again_takes_ever_more_time() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open(&app).await;
    // Counted from when the page is there, since it then connects without a pause.
    let resyncs = "window.sockets = [];
        addEventListener('pageshow', () => (sockets.length = 0));
        window.WebSocket = class {
            constructor() {
                sockets.push(Date.now());
                setTimeout(() => (this.onopen(), this.onmessage({ data: '{\"type\":\"resync\"}' })));
            }
            close() {}
        };";
    anna.first_run(resyncs).await;
    anna.goto(&waffle.page()).await;
    anna.becomes("sockets.length > 4").await;
    let took = anna.value("sockets[4] - sockets[0]").await.as_f64();
    // Half a second, one, two and four, or up to half less.
    assert!(took.is_some_and(|took| took >= 3_750.0), "{took:?}");
}

#[tokio::test]
async fn lists_count_down_while_spots_are_claimed() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open(&app).await;
    anna.goto("/").await;
    anna.says("[data-live]", "Live").await;
    app.claims(&waffle, &[3, 4], "ben").await;
    anna.says("[data-waffle] [data-left]", "10").await;
    app.claims(&waffle, &[1, 2, 5, 6, 7, 8, 9, 10, 11, 12], "carl").await;
    anna.says("[data-waffle] [data-tag]", "Full").await;
}

/// Makes a page check every second instead of every twenty.
const HASTY: &str = "const every = setInterval; window.setInterval = (what, time) => every(what, time / 20);";

#[tokio::test]
async fn a_list_asks_for_what_it_shows_and_follows_what_moves_to_the_next_page() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let mut waffles = Vec::new();
    for number in 1..=12 {
        waffles.push(app.waffle(&format!("Box {number}"), 12).await);
        app.clock.advance(Duration::from_secs(1));
    }
    let anna = chromedriver.open(&app).await;
    anna.first_run(HASTY).await;
    anna.resize(1280, 4000).await;
    anna.goto("/").await;
    anna.says("[data-live]", "Live").await;
    let oldest = |what: &str| format!("[data-waffle='{}'] {what}", waffles[0].slug);
    app.claims(&waffles[0], &[3, 4], "ben").await;
    anna.says(&oldest("[data-left]"), "10").await;
    app.waffle("Box 13", 12).await;
    app.claims(&waffles[0], &[5], "ben").await;
    anna.says(&oldest("[data-left]"), "9").await;
    app.archives(&waffles[0]).await;
    anna.becomes(format!("!document.querySelector(\"{}\")", oldest(""))).await;
    let asked = "performance.getEntriesByType('resource').map((it) => it.name.split('/api/waffles')[1])";
    let lists = anna.value(&format!("[...new Set({asked}.filter((it) => it?.[0] !== '/'))].filter(Boolean)")).await;
    assert_eq!(lists, json!(["?limit=12&offset=0"]));
}

#[tokio::test]
async fn lists_count_right_again_after_what_takes_no_free_spot_and_miss_nothing() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.claims(&waffle, &[3, 4], "bne").await;
    let wire = FlakyNetwork::to(app.address).await;
    let anna = chromedriver.open_phone_at(&app, wire.address).await;
    anna.goto("/").await;
    anna.says("[data-live]", "Live").await;
    let ids = waffle.spots(&[3, 4]);
    let right = json!({"spot_ids": ids, "social_handle": "ben"});
    app.as_admin(&format!("/api/admin/waffles/{}/rename", waffle.id), &right).await;
    anna.says("[data-waffle] [data-left]", "8").await;
    // It checks again, but not at the same moment as everyone else.
    sleep(Duration::from_secs(8)).await;
    anna.says("[data-waffle] [data-left]", "10").await;
    wire.cut();
    app.claims(&waffle, &[5, 6, 7], "carl").await;
    anna.says("[data-waffle] [data-left]", "7").await;
    anna.says("[data-live]", "Live").await;
    app.claims(&waffle, &[8], "carl").await;
    anna.says("[data-waffle] [data-left]", "6").await;
}

#[tokio::test]
async fn a_sellers_list_counts_what_is_claimed_paid_and_released() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let seller = chromedriver.open(&app).await;
    sign_in(&seller, "/admin").await;
    seller.says("[data-live]", "Live").await;
    app.claims(&waffle, &[3, 4, 5], "ben").await;
    seller.says(".row-counts", "Available 9 Pending 3 Paid 0").await;
    app.pays(&waffle, 3).await;
    app.pays(&waffle, 4).await;
    app.releases(&waffle, 4).await;
    seller.says(".row-counts", "Available 10 Pending 1 Paid 1").await;
    seller.says(".fill-words", "16.7% claimed").await;
}

#[tokio::test]
async fn a_board_of_which_very_much_changes_at_once_is_read_anew_and_celebrates_the_draw() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 1_200).await;
    let anna = chromedriver.open(&app).await;
    anna.goto(&waffle.page()).await;
    anna.says("[data-live]", "Live").await;
    anna.value("window.sameVisit = true").await;
    app.sells(&waffle, &(1..=1_100).collect::<Vec<_>>(), "ben").await;
    anna.says("[data-left]", "100").await;
    app.draws(&waffle, &[7]).await;
    anna.says("[data-tag]", "Drawn").await;
    anna.says("[data-winners]", "#7 @ben").await;
    assert_eq!(anna.value("window.sameVisit").await, true);
    assert_eq!(anna.value("document.querySelector('[data-live]').dataset.state").await, "live");
}

#[tokio::test]
async fn where_no_socket_gets_through_the_board_asks_every_few_seconds_and_says_so() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open(&app).await;
    let refused =
        "window.WebSocket = class { constructor() { setTimeout(() => this.onclose()); } close() {} send() {} }";
    anna.first_run(refused).await;
    anna.goto(&waffle.page()).await;
    anna.says("[data-live]", "Updated every few seconds").await;
    assert_eq!(anna.value("document.querySelector('[data-reconnect]').hidden").await, true);
    assert_eq!(anna.value("document.querySelector('#board').matches('[data-stale]')").await, false);
    // While nothing changes, only heads are sent: the browser counts 300 bytes for each.
    anna.becomes(
        "performance.getEntriesByType('resource').some((it) => it.name.endsWith('/spots') \
         && it.encodedBodySize > 0 && it.transferSize === 300)",
    )
    .await;
    app.claims(&waffle, &[3, 4], "ben").await;
    anna.says("[data-n='3']", "ben").await;
    anna.says("[data-left]", "10").await;
    app.releases(&waffle, 4).await;
    anna.says("[data-left]", "11").await;
    app.archives(&waffle).await;
    anna.shows("[data-closed]").await;
}

#[tokio::test]
async fn pages_say_that_they_are_not_live_while_their_server_has_no_database() {
    let chromedriver = Chromedriver::start();
    let (cluster, app) = TestApp::on_cluster(&[]).await;
    let waffle = app.waffle("Camera", 12).await;
    let [board, list, stage] =
        [chromedriver.open(&app).await, chromedriver.open(&app).await, chromedriver.open(&app).await];
    board.goto(&waffle.page()).await;
    list.goto("/").await;
    stage.goto(&format!("{}/stage", waffle.page())).await;
    for page in [&board, &list, &stage] {
        page.says("[data-live]", "Live").await;
    }
    cluster.stop_server(StopMode::Immediate).await.unwrap();
    for page in [&board, &list, &stage] {
        page.says("[data-live]", "Not live").await;
    }
    // A page that comes now, from memory.
    board.reload().await;
    board.says("[data-live]", "Not live").await;
    cluster.start_server().await.unwrap();
    for page in [&board, &list, &stage] {
        page.says("[data-live]", "Live").await;
    }
    app.claims(&waffle, &[3], "ben").await;
    board.says("[data-n='3']", "ben").await;
}
