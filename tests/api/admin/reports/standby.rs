//! Reports and the export of the audit log, read from a standby.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::json;
use waffle_beacon::http_client::client_builder;
use waffle_service::clock::Clock;
use waffle_test_databases::{Replicated, StopMode};
use waffle_tests::metrics::ON;
use waffle_tests::program::Server;
use waffle_tests::{Answer, PASSWORD, Seller, TestApp, Waffle, answer, bearer, with_cookie};

use super::{REPORTS, handles, read};

const EXPORT: &str = "/api/admin/audit/export";
const KEY: &str = "WAFFLE__DATABASE__REPORTS_URL";

/// A server with a standby, on which Anna has paid for a spot.
async fn with_standby() -> (Replicated, TestApp, Seller, Waffle) {
    let servers = Replicated::start("waffle").await.unwrap();
    let (primary, standby) = (servers.primary.url("waffle"), servers.standby.url("waffle"));
    let app = TestApp::on(&primary, &[(KEY, &standby), ON]).await;
    let seller = app.seller().await;
    let waffle = seller.waffle("Lens", 10).await;
    app.sells(&waffle, &[1], "anna").await;
    servers.catch_up().await.unwrap();
    (servers, app, seller, waffle)
}

fn as_of(answer: &Answer) -> DateTime<Utc> {
    let text = answer.header("x-data-as-of");
    assert!(text.len() == "2026-11-26T20:14:03.123Z".len() && text.ends_with('Z'), "{text}");
    text.parse().unwrap()
}

#[tokio::test]
async fn they_come_from_the_standby_and_say_how_old_they_are_while_lists_are_of_the_present() {
    let (servers, app, seller, waffle) = with_standby().await;
    servers.hold_back().await.unwrap();
    app.sells(&waffle, &[2], "ben").await;

    let buyers = read(&seller, "power-buyers").await;
    assert_eq!(handles(&buyers), ["anna"]);
    let old = as_of(&buyers);
    assert!((Clock::system().now() - old).num_seconds() < 60, "{old}");
    for report in REPORTS {
        assert_eq!(as_of(&read(&seller, report).await), old, "{report}");
        assert_eq!(as_of(&read(&seller, &format!("{report}?format=csv")).await), old, "{report}");
    }
    let paid = seller.get(&format!("{EXPORT}?action=mark_paid")).await;
    assert_eq!((paid.text().lines().count(), as_of(&paid)), (2, old), "the head and Anna");
    let list = seller.get("/api/admin/audit?action=mark_paid").await;
    assert_eq!((list.json()["total"].as_i64(), list.header("x-data-as-of")), (Some(2), ""));
    let page = answer(with_cookie(&app, Method::GET, "/admin/reports?report=power-buyers", &seller.token)).await.text();
    let note = old.format("From a copy of the database, as of %-d %b %Y, %H:%M:%S (UTC).");
    assert!(page.contains(&note.to_string()) && page.contains("@anna") && !page.contains("@ben"), "{page}");

    servers.catch_up().await.unwrap();
    let buyers = read(&seller, "power-buyers").await;
    assert_eq!(handles(&buyers).len(), 2);
    assert!(as_of(&buyers) > old);
    let pools = ["standby"];
    assert_eq!(app.metrics().await.counts("waffle_database_connections_max", "pool", pools), [4]);
}

#[tokio::test]
async fn without_a_standby_nothing_says_how_old_it_is() {
    let app = TestApp::with_metrics().await;
    let seller = app.seller().await;
    for path in [&*format!("/api/admin/reports/{}", REPORTS[0]), EXPORT] {
        assert_eq!(seller.get(path).await.ok().header("x-data-as-of"), "", "{path}");
    }
    let page = answer(with_cookie(&app, Method::GET, "/admin/reports", &seller.token)).await;
    assert!(!page.text().contains("copy of the database"));
    let metrics = app.ask_metrics(Method::GET, "/metrics").await.text();
    assert!(metrics.contains("pool=\"actors\"") && !metrics.contains("pool=\"standby\""), "{metrics}");
}

/// Asks the program itself.
struct Program {
    server: Server,
    client: Client,
    token: String,
}

impl Program {
    async fn start(servers: &Replicated) -> Self {
        let standby = servers.standby.url("waffle");
        let server = Server::start(&servers.primary.url("waffle"), &[(KEY, &standby)]).await;
        let mut program = Self { server, client: client_builder().build().unwrap(), token: String::new() };
        let login = program.request(Method::POST, "/api/admin/login");
        let signed_in = answer(login.json(&json!({"username": "admin", "password": PASSWORD}))).await.ok().json();
        signed_in["token"].as_str().unwrap().clone_into(&mut program.token);
        program
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.client.request(method, format!("http://{}{path}", self.server.address));
        request.header("authorization", format!("Bearer {}", self.token))
    }

    async fn get(&self, path: &str) -> Answer {
        answer(self.request(Method::GET, path)).await.ok()
    }
}

#[tokio::test]
async fn while_the_standby_is_away_they_come_from_the_primary_without_delay_and_one_line_says_so() {
    let servers = Replicated::start("waffle").await.unwrap();
    let program = Program::start(&servers).await;
    servers.catch_up().await.unwrap();
    as_of(&program.get("/api/admin/reports/drought").await);
    servers.wait_no_longer().await.unwrap();
    servers.standby.stop_server(StopMode::Immediate).await.unwrap();
    let begun = Instant::now();
    for _ in 0..3 {
        for path in ["/api/admin/reports/drought", "/api/admin/reports/power-buyers?format=csv", EXPORT] {
            assert_eq!(program.get(path).await.header("x-data-as-of"), "", "{path}");
        }
    }
    assert!(begun.elapsed() < program.server.two_seconds(), "{:?}", begun.elapsed());
    assert_eq!(program.server.logged("the standby for reports failed").len(), 1, "{}", program.server.log());
}

#[tokio::test]
async fn a_file_whose_standby_stops_in_the_middle_is_completed_from_the_primary() {
    let (servers, app, seller, _) = with_standby().await;
    // More than the buffers between server and client can hold.
    let write = "INSERT INTO audit_log (seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail)
         SELECT -n, gen_random_uuid(), now(), '00000000-0000-4000-8000-000000000007', 'anna', 'mark_paid', 'spot', \
             n::text, repeat('x', 5000)
         FROM generate_series(1, 10000) AS n";
    servers.execute("waffle", write).await.unwrap();
    servers.catch_up().await.unwrap();
    servers.hold_back().await.unwrap();
    servers.execute("waffle", &write.replace("SELECT -n", "SELECT 1000000 + n").replace("10000)", "1)")).await.unwrap();

    let mut response = bearer(&app, Method::GET, EXPORT, &seller.token).send().await.unwrap();
    assert!(response.headers().contains_key("x-data-as-of"), "it begins at the standby");
    servers.wait_no_longer().await.unwrap();
    servers.standby.stop_server(StopMode::Immediate).await.unwrap();
    let mut file = Vec::new();
    while let Some(chunk) = response.chunk().await.unwrap() {
        file.extend_from_slice(&chunk);
    }
    let file = String::from_utf8(file).unwrap();
    let column = |line: &str, place: usize| line.split(',').nth(place).unwrap().to_owned();
    let entities = file.lines().filter(|line| line.ends_with("xxxxx,")).map(|line| column(line, 6));
    let entities: Vec<u32> = entities.map(|entity| entity.parse().unwrap()).collect();
    assert_eq!(entities, (1..=10_000).collect::<Vec<_>>(), "each once, and not the one that came later");
}

#[tokio::test]
async fn a_standby_that_is_frozen_costs_a_report_less_than_a_second() {
    let (servers, _app, seller, _) = with_standby().await;
    as_of(&read(&seller, "power-buyers").await);
    servers.freeze().await.unwrap();
    let begun = Instant::now();
    let buyers = read(&seller, "power-buyers").await;
    assert_eq!((handles(&buyers), buyers.header("x-data-as-of")), (vec![json!("anna")], ""));
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
}
