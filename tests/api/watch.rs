//! `waffle watch`: the program itself, as it follows a board of the test's server.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;
use waffle_tests::program::{said, waffle};
use waffle_tests::{FlakyNetwork, TestApp};

use crate::proxies::proxy::{Program, Proxy, Setup};

/// How long to wait for a line that should come.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running `waffle watch`.
struct Follower {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Follower {
    fn start(arguments: &[&str]) -> Self {
        Self::run(waffle().arg("watch").args(arguments))
    }

    fn run(command: &mut Command) -> Self {
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    async fn line(&mut self) -> String {
        let line = timeout(PATIENCE, self.lines.next_line()).await.expect("a line in time").unwrap();
        line.expect("a line before the end")
    }

    /// The next line, without its time.
    async fn event(&mut self) -> String {
        let line = self.line().await;
        let (time, event) = line.split_once(' ').unwrap();
        assert!(time.len() == 8 && time.split(':').count() == 3, "{line}");
        event.to_owned()
    }

    async fn events<const N: usize>(&mut self, expected: [&str; N]) {
        for expected in expected {
            assert_eq!(self.event().await, expected);
        }
    }

    /// The next line as JSON.
    async fn json(&mut self) -> Value {
        let line = self.line().await;
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in {line}"))
    }

    async fn signal(&self, name: &str) {
        let id = self.child.id().expect("a running program").to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().await.unwrap().success());
    }

    /// Waits for its end; asserts that it prints no further line. Returns its exit code and what it said.
    async fn ended(mut self) -> (Option<i32>, String) {
        let line = timeout(PATIENCE, self.lines.next_line()).await.expect("an end in time").unwrap();
        assert_eq!(line, None);
        let output = self.child.wait_with_output().await.unwrap();
        (output.status.code(), said(&output))
    }
}

#[tokio::test]
async fn each_event_is_a_line_until_the_board_is_archived() {
    let (app, seller, waffle) = TestApp::selling("Box \u{1f9c7}", 5).await;
    app.claim(&waffle, &[4], "eve").await;
    let page = format!("http://{}{}?lang=de#spots", app.address, waffle.page());
    let mut follower = Follower::start(&[&page]);
    follower.events(["Box \u{1f9c7}: 4 free, 1 pending, 0 paid of 5"]).await;
    app.claim(&waffle, &[1, 2], "@Anna").await;
    follower.events(["1 claimed by @anna", "2 claimed by @anna"]).await;
    seller.pays(&waffle, [1, 2]).await;
    seller.release(waffle.spot(4)).await;
    follower.events(["1 paid by @anna", "2 paid by @anna", "4 free again"]).await;
    seller.patch(&waffle.admin_api(""), &json!({"claims_paused": true})).await.ok();
    follower.events(["claims paused"]).await;
    seller.post(&waffle.admin_api("/winner"), &json!({"winning_spot_numbers": [2]})).await.ok();
    follower.events(["winners drawn: 2 @anna"]).await;
    seller.post(&waffle.admin_api("/change-winner"), &json!({"winning_spot_numbers": [1]})).await.ok();
    seller.post(&waffle.admin_api("/clear-winner"), &json!({})).await.ok();
    follower.events(["winners changed: 1 @anna", "winners cleared"]).await;
    app.archives(&waffle).await;
    follower.events(["archived"]).await;
    let (code, said) = follower.ended().await;
    assert!(code == Some(1) && said.contains("archived or deleted"), "{code:?} {said}");
}

#[tokio::test]
async fn a_locked_draw_and_its_end_are_lines() {
    let (_beacon, app) = crate::draws::with_beacon().await;
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 5).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    seller.pays(&waffle, [1, 2]).await;
    let mut follower = Follower::start(&[&format!("http://{}{}", app.address, waffle.page())]);
    follower.events(["Box: 3 free, 0 pending, 2 paid of 5"]).await;
    crate::draws::lock(&seller, &waffle, json!({})).await;
    follower.events(["draw 1 locked with 2 entries"]).await;
    let mut later = Follower::start(&[&format!("http://{}{}", app.address, waffle.api("/spots"))]);
    later.events(["Box: 3 free, 0 pending, 2 paid of 5; draw 1 locked with 2 entries"]).await;
    seller.post(&waffle.admin_api("/draws/1/void"), &json!({"reason": "a test"})).await.ok();
    follower.events(["draw 1 canceled"]).await;
    later.events(["draw 1 canceled"]).await;
}

#[tokio::test]
async fn as_json_it_passes_on_what_any_watcher_receives() {
    let (app, seller, waffle) = TestApp::selling("Box", 5).await;
    let mut follower = Follower::start(&["--json", &format!("http://{}{}", app.address, waffle.page())]);
    let connected = follower.json().await;
    assert_eq!((&connected["type"], &connected["seq"]), (&json!("connected"), &json!(0)));
    assert_eq!(connected["waffle"]["title"], "Box");
    assert_eq!(connected["spots"].as_array().unwrap().len(), 5);
    assert!(connected["at"].as_str().unwrap().ends_with('Z'), "{connected}");
    let mut watcher = app.watching(&waffle).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    seller.pays(&waffle, [1, 2]).await;
    seller.post(&waffle.admin_api("/winner"), &json!({"winning_spot_numbers": [2]})).await.ok();
    for message in watcher.next_many(8).await {
        assert_eq!(follower.json().await, message);
    }
    follower.signal("TERM").await;
    let (code, said) = follower.ended().await;
    assert_eq!((code, said.as_str()), (Some(0), ""));
    app.becomes(&waffle.api(""), |_| app.waffles.watchers() == 1).await;
}

#[tokio::test]
async fn a_connection_that_breaks_comes_back_and_no_line_is_lost_or_repeated() {
    let (app, seller, waffle) = TestApp::selling("Box", 9).await;
    let wire = FlakyNetwork::to(app.address).await;
    let page = format!("http://{}{}", wire.address, waffle.page());
    let (mut lines, mut json) = (Follower::start(&[&page]), Follower::start(&["--json", &page]));
    lines.events(["Box: 9 free, 0 pending, 0 paid of 9"]).await;
    assert_eq!(json.json().await["type"], "connected");
    app.claim(&waffle, &[1], "anna").await;
    lines.events(["1 claimed by @anna"]).await;
    assert_eq!(json.json().await["seq"], 1);
    for number in [2, 3] {
        wire.cut();
        let lost = json.json().await;
        assert!(lost["type"] == "disconnected" && lost["reason"].is_string(), "{lost}");
        app.claim(&waffle, &[number], "ben").await;
        let back = json.json().await;
        assert!(back["type"] == "connected" && back["spots"].is_null(), "{back}");
        assert_eq!(json.json().await["spot"]["number"], number);
        lines.events([&*format!("{number} claimed by @ben")]).await;
    }
    seller.pays(&waffle, [1]).await;
    lines.events(["1 paid by @anna"]).await;
    assert_eq!(json.json().await["seq"], 4);
    lines.signal("INT").await;
    let (code, said) = lines.ended().await;
    assert!(code == Some(0) && said.matches("not live").count() == 2, "{code:?} {said}");
}

#[tokio::test]
async fn a_server_that_stops_is_named_and_a_signal_ends_the_wait_for_it() {
    let (mut app, seller, waffle) = TestApp::selling("Box", 9).await;
    drop(seller);
    let mut follower = Follower::start(&["--json", &format!("http://{}{}", app.address, waffle.page())]);
    assert_eq!(follower.json().await["type"], "connected");
    let stopping = tokio::task::spawn_blocking(move || app.stop());
    let lost = follower.json().await;
    assert!(lost["type"] == "disconnected" && lost["reason"].as_str().unwrap().contains("1001"), "{lost}");
    stopping.await.unwrap();
    follower.signal("INT").await;
    assert_eq!(follower.ended().await, (Some(0), String::new()));
}

#[tokio::test]
async fn what_a_client_has_to_read_again_becomes_lines_once() {
    let (app, seller, waffle) = TestApp::selling("Box", 1_200).await;
    let page = format!("http://{}{}", app.address, waffle.page());
    let (mut lines, mut json) = (Follower::start(&[&page]), Follower::start(&["--json", &page]));
    lines.events(["Box: 1200 free, 0 pending, 0 paid of 1200"]).await;
    assert_eq!(json.json().await["type"], "connected");
    app.becomes(&waffle.api(""), |_| app.waffles.watchers() == 2).await;
    // One message replaces all of these.
    app.claim_random(&waffle, 1_150, "anna").await.ok();
    let mut claimed = Vec::new();
    for _ in 0..1_150 {
        let line = lines.event().await;
        claimed.push(line.strip_suffix(" claimed by @anna").unwrap_or_else(|| panic!("{line}")).to_owned());
    }
    claimed.sort_unstable();
    claimed.dedup();
    assert_eq!(claimed.len(), 1_150);
    let again = json.json().await;
    assert_eq!((&again["type"], &again["seq"]), (&json!("connected"), &json!(1_150)));
    let taken = again["spots"].as_array().unwrap().iter().filter(|spot| spot["status"] == "pending");
    assert_eq!(taken.count(), 1_150);
    let first = claimed[0].parse().unwrap();
    seller.pays(&waffle, [first]).await;
    lines.events([&*format!("{first} paid by @anna")]).await;
    assert_eq!(json.json().await["seq"], 1_151);
}

#[tokio::test]
async fn a_deleted_board_ends_it_though_another_one_gets_its_address() {
    let (app, seller, waffle) = TestApp::selling("Box", 5).await;
    let mut follower = Follower::start(&[&format!("http://{}{}", app.address, waffle.page())]);
    follower.events(["Box: 5 free, 0 pending, 0 paid of 5"]).await;
    app.deletes(&waffle).await;
    seller.waffle("Box", 7).await;
    let (code, said) = follower.ended().await;
    assert!(code == Some(1) && said.contains("archived or deleted"), "{code:?} {said}");
}

#[tokio::test]
async fn without_a_board_it_says_why_and_ends_with_1() {
    let app = TestApp::start().await;
    for (address, words) in [
        (format!("http://{}/waffle/none", app.address), "/waffle/none: it is unknown, or archived."),
        (format!("http://{}/waffles", app.address), "is not the address of a board"),
        (format!("{}/waffle/box", app.address), "is not the address of a board"),
        ("box\u{1b}[2J".to_owned(), "box\\u001b[2J is not the address of a board"),
        ("http://127.0.0.1:9/waffle/box".to_owned(), "it can't be reached"),
    ] {
        let output = waffle().args(["watch", &address]).output().await.unwrap();
        let text = said(&output);
        assert!(output.status.code() == Some(1) && text.contains(words), "{address}: {text}");
        assert!(output.stdout.is_empty(), "{text}");
    }
}

#[tokio::test]
async fn over_https_it_follows_a_board_if_the_certificate_holds() {
    let (app, _, board) = TestApp::selling("Box", 5).await;
    let caddy = Setup { name: "localhost", ..Setup::documented(Program::Caddy, app.address) };
    let caddy = Proxy::set_up(&caddy).await;
    let page = caddy.local_address() + &board.page();
    let mut follower = Follower::run(waffle().args(["watch", &page]).env("SSL_CERT_FILE", caddy.authority()));
    follower.events(["Box: 5 free, 0 pending, 0 paid of 5"]).await;
    app.claim(&board, &[1], "anna").await;
    follower.events(["1 claimed by @anna"]).await;
    let output = waffle().args(["watch", &page]).output().await.unwrap();
    assert!(output.status.code() == Some(1) && said(&output).contains("certificate"), "{}", said(&output));
}

#[tokio::test]
async fn a_reader_that_has_read_enough_ends_it_quietly() {
    let (app, _, waffle) = TestApp::selling("Box", 5).await;
    let mut follower = Follower::start(&[&format!("http://{}{}", app.address, waffle.page())]);
    follower.event().await;
    let Follower { child, lines } = follower;
    drop(lines);
    app.claim(&waffle, &[1], "anna").await;
    let output = timeout(PATIENCE, child.wait_with_output()).await.expect("an end in time").unwrap();
    assert_eq!((output.status.code(), said(&output).as_str()), (Some(0), ""));
}

#[tokio::test]
async fn what_a_title_says_to_a_terminal_is_written_out() {
    let (app, _, waffle) = TestApp::selling("Box", 5).await;
    app.sql("UPDATE waffles SET title = E'Box \\u001b[2J\\u202e'").await;
    let again = TestApp::on(&app.database_url(), &[]).await;
    let mut follower = Follower::start(&[&format!("http://{}{}", again.address, waffle.page())]);
    follower.events(["Box \\u001b[2J\\u202e: 5 free, 0 pending, 0 paid of 5"]).await;
}
