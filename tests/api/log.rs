//! The log of the program: as JSON, and what it says about slow statements of the database.

use std::collections::BTreeSet;

use reqwest::header::HeaderMap;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use waffle_beacon::http_client::client_builder;
use waffle_test_databases::TestDatabase;
use waffle_tests::PASSWORD;
use waffle_tests::program::{Server, configured, said};

/// The running program with its log in JSON.
struct Program {
    server: Server,
    client: Client,
    database: TestDatabase,
    token: String,
}

impl Program {
    async fn start(settings: &[(&str, &str)]) -> Self {
        let database = TestDatabase::create().await.unwrap();
        let mut command = configured(&database.url());
        command.env("WAFFLE__LOG__FORMAT", "json").envs(settings.iter().copied());
        let server = Server::listening(command).await;
        let client = client_builder().pool_max_idle_per_host(0).build().unwrap();
        let mut program = Self { server, client, database, token: String::new() };
        let body = json!({"username": "admin", "password": PASSWORD});
        let (_, session) = program.ask(Method::POST, "/api/admin/login", &body, 200).await;
        session["token"].as_str().unwrap().clone_into(&mut program.token);
        program
    }

    /// Makes a request, and returns its id and the body of its answer.
    async fn ask(&self, method: Method, path: &str, body: &Value, status: u16) -> (String, Value) {
        let request = self.client.request(method, format!("http://{}{path}", self.server.address));
        let answer = request.bearer_auth(&self.token).json(body).send().await.unwrap();
        let id = id(answer.headers());
        assert_eq!(answer.status(), status, "{path}");
        (id, answer.json().await.unwrap_or_default())
    }

    /// A waffle on sale.
    async fn waffle(&self) -> String {
        let body = json!({"title": "Box", "total_spots": 20, "spot_price": 2_500});
        let (_, waffle) = self.ask(Method::POST, "/api/admin/waffles", &body, 201).await;
        waffle["id"].as_str().unwrap().to_owned()
    }

    /// Stops it, and returns the lines of its log.
    async fn stop(mut self) -> Vec<Value> {
        self.server.stop().await;
        parsed(&self.server.log())
    }
}

fn id(headers: &HeaderMap) -> String {
    headers["x-request-id"].to_str().unwrap().to_owned()
}

/// Reads each line as an object of the log.
fn parsed(log: &str) -> Vec<Value> {
    let line = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let time = line["timestamp"].as_str().unwrap();
        assert!(
            time.len() == 24 && chrono::DateTime::parse_from_rfc3339(time).is_ok() && time.ends_with('Z'),
            "{line}"
        );
        let known = ["timestamp", "level", "target", "message", "request", "fields"];
        assert!(line.as_object().unwrap().keys().all(|key| known.contains(&key.as_str())), "{line}");
        for key in ["level", "target", "message"] {
            assert!(line[key].is_string(), "{line}");
        }
        line
    };
    log.lines().map(line).collect()
}

fn slow<'a>(log: &'a [Value], beginning: &str) -> Vec<&'a Value> {
    let is = |line: &&Value| {
        let statement = line["fields"]["statement"].as_str().unwrap_or_default();
        line["message"] == "slow statement" && statement.starts_with(beginning)
    };
    log.iter().filter(is).collect()
}

#[tokio::test]
async fn each_line_is_an_object_with_the_id_that_the_answer_carries() {
    let program = Program::start(&[("RUST_LOG", "debug")]).await;
    let wrong = json!({"username": "anna", "password": "guess-4711"});
    let mut refused = BTreeSet::new();
    for _ in 0..3 {
        refused.insert(program.ask(Method::POST, "/api/admin/login", &wrong, 401).await.0);
    }
    let log = program.stop().await;
    let lines: Vec<_> = log.iter().filter(|line| line["message"] == "request refused").collect();
    let logged: BTreeSet<_> = lines.iter().map(|line| line["request"].as_str().unwrap().to_owned()).collect();
    assert_eq!((logged, lines.len()), (refused, 3));
    let fields = &lines[0]["fields"];
    assert_eq!(
        *fields,
        json!({
            "method": "POST", "path": "/api/admin/login", "status": 401, "failure": "invalid_credentials",
            "address": "127.0.0.1"
        })
    );
    let listening = log.iter().find(|line| line["message"] == "listening").unwrap();
    assert_eq!((&listening["level"], &listening["request"]), (&json!("INFO"), &Value::Null));
    // A library reports it, with fields.
    let statement = |line: &&Value| line["target"] == "sqlx::query" && line["fields"]["rows_returned"].is_u64();
    assert!(log.iter().any(|line| statement(&line) && line["request"].is_string()));
}

#[tokio::test]
async fn a_start_that_fails_says_so_in_the_format_of_the_log() {
    let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let database = TestDatabase::create().await.unwrap();
    for (setting, value, code) in [
        ("WAFFLE__SERVER__LISTEN", address.as_str(), 1),
        ("WAFFLE__CLAIMS__LANES", "65", 2),
        ("JWT_SECRET", "short", 2),
    ] {
        let mut command = configured(&database.url());
        let output = command.env("WAFFLE__LOG__FORMAT", "json").env(setting, value).output().await.unwrap();
        assert_eq!(output.status.code(), Some(code));
        let last = parsed(&said(&output)).pop().unwrap();
        assert_eq!((&last["level"], &last["target"]), (&json!("ERROR"), &json!("waffle")));
        assert!(last["message"].as_str().unwrap().contains(setting), "{last}");
    }
    let output = configured(&database.url()).env("WAFFLE__LOG__FORMAT", "xml").output().await.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let sentence = said(&output);
    assert!(sentence.contains("log.format") && sentence.contains("text or json"), "{sentence}");
}

/// Makes every row that goes into a table take its time.
async fn delay(program: &Program, table: &str) {
    let statement = format!(
        "CREATE FUNCTION delay() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN PERFORM pg_sleep(0.3); RETURN NULL; END $$;
         CREATE TRIGGER delay AFTER INSERT ON {table} FOR EACH STATEMENT EXECUTE FUNCTION delay()"
    );
    program.database.execute(&statement).await.unwrap();
}

#[tokio::test]
async fn a_slow_statement_of_a_request_is_named_with_its_id_and_without_values() {
    let program = Program::start(&[("WAFFLE__LOG__SLOW_STATEMENT_MS", "250")]).await;
    delay(&program, "blocked_handles").await;
    let body = json!({"handle": "troll_4711", "reason": "a reason_4711"});
    let (id, _) = program.ask(Method::POST, "/api/admin/blocked-handles", &body, 201).await;
    let log = program.stop().await;
    let [line] = slow(&log, "INSERT INTO blocked_handles")[..] else { panic!("{log:?}") };
    assert_eq!((&line["level"], &line["request"]), (&json!("WARN"), &json!(id)));
    let fields = &line["fields"];
    assert!((250..5_000).contains(&fields["ms"].as_u64().unwrap()) && fields["rows"].is_u64(), "{line}");
    assert!(fields["statement"].as_str().unwrap().chars().count() <= 101, "{line}");
    assert!(!log.iter().any(|line| line.to_string().contains("4711")), "{log:?}");
}

#[tokio::test]
async fn a_slow_statement_of_a_lane_is_named() {
    let program = Program::start(&[("WAFFLE__LOG__SLOW_STATEMENT_MS", "250")]).await;
    let waffle = program.waffle().await;
    delay(&program, "events").await;
    let claim = json!({"waffle_id": waffle, "spots": [1, 2], "social_handle": "anna_4711"});
    program.ask(Method::POST, "/api/claims", &claim, 200).await;
    let log = program.stop().await;
    // On a busy machine other statements may be slow too.
    let of_claims = |line: &&&Value| line["fields"]["statement"].as_str().unwrap().contains("claim_spots");
    let statements = slow(&log, "SELECT");
    let Some(line) = statements.iter().find(of_claims) else { panic!("{log:?}") };
    assert_eq!(line["request"], Value::Null, "claims of several requests are committed together");
}

#[tokio::test]
async fn without_a_limit_no_statement_is_slow() {
    let program = Program::start(&[("WAFFLE__LOG__SLOW_STATEMENT_MS", "0")]).await;
    delay(&program, "blocked_handles").await;
    let body = json!({"handle": "troll"});
    program.ask(Method::POST, "/api/admin/blocked-handles", &body, 201).await;
    assert!(slow(&program.stop().await, "").is_empty());
}
