//! `waffle demo`, started as a program, as someone sees it who tries Waffle for the first time.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod past;

use std::{
    net::TcpListener,
    path::Path,
    process::{ExitStatus, Stdio},
    time::Duration,
};

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use sqlx::ConnectOptions;
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::{Child, ChildStdout, Command},
    sync::OnceCell,
    time::timeout,
};
use waffle_beacon::http_client::client_builder;
use waffle_test_databases::TestDatabase;
use waffle_tests::program;

/// A running demo, and what it printed about itself.
struct Demo {
    process: Child,
    output: Lines<BufReader<ChildStdout>>,
    said: String,
    client: Client,
    address: String,
    username: String,
    password: String,
    token: OnceCell<String>,
}

fn waffle(data: &Path, arguments: &[&str]) -> Command {
    let mut command = program::waffle();
    command.args(["demo", "--data"]).arg(data).args(arguments);
    command.env("PATH", std::env::var_os("PATH").unwrap()).env("WAFFLE__AUTH__BCRYPT_COST", "4");
    command
}

fn value(said: &str, name: &str) -> String {
    let line = said.lines().find_map(|line| line.trim().strip_prefix(name)).map(str::trim);
    line.unwrap_or_else(|| unreachable!("{name} in {said}")).to_owned()
}

impl Demo {
    async fn start(data: &Path, arguments: &[&str]) -> Self {
        Self::of(waffle(data, arguments).arg("--port=0"), data).await
    }

    /// Starts it and reads what it prints, up to the last line.
    async fn of(command: &mut Command, data: &Path) -> Self {
        let mut process = command.stderr(Stdio::inherit()).spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut text = String::new();
        while !text.contains("Ctrl-C") {
            text += &output.next_line().await.unwrap().unwrap_or_else(|| unreachable!("it ended early: {text}"));
            text += "\n";
        }
        assert!(text.contains(data.to_str().unwrap()), "{text}");
        // Idle connections would only delay its end.
        let client = client_builder().pool_max_idle_per_host(0).build().unwrap();
        let [address, username, password] = ["Address", "Username", "Password"].map(|name| value(&text, name));
        Self { process, output, said: text, client, address, username, password, token: OnceCell::new() }
    }

    /// What it printed about something.
    fn value(&self, name: &str) -> String {
        value(&self.said, name)
    }

    async fn get(&self, path: &str) -> Value {
        let answer = self.client.get(format!("{}{path}", self.address)).send().await.unwrap();
        answer.error_for_status().unwrap().json().await.unwrap()
    }

    async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let answer = self.client.post(format!("{}{path}", self.address)).json(body).send().await.unwrap();
        (answer.status(), answer.json().await.unwrap())
    }

    /// Signs in; returns the status, and the token.
    async fn sign_in(&self) -> (StatusCode, Value) {
        let credentials = json!({"username": self.username, "password": self.password});
        let (status, mut answer) = self.post("/api/admin/login", &credentials).await;
        (status, answer["token"].take())
    }

    /// Asks as the seller, who signs in once.
    async fn ask(&self, path: &str) -> Value {
        let sign_in = async || self.sign_in().await.1.as_str().unwrap().to_owned();
        let token = self.token.get_or_init(sign_in).await;
        let answer = self.client.get(format!("{}{path}", self.address)).bearer_auth(token).send().await.unwrap();
        answer.error_for_status().unwrap().json().await.unwrap()
    }

    /// Whether one of the crowd has given spots of a waffle back.
    async fn was_given_back(&self, slug: &str) -> bool {
        let id = self.get(&format!("/api/waffles/{slug}")).await["id"].as_str().unwrap().to_owned();
        let activity = self.ask(&format!("/api/admin/waffles/{id}/activity?limit=100")).await;
        activity["entries"].as_array().unwrap().iter().any(|entry| entry["reason"] == "given_back")
    }

    /// Of each waffle on the list: spots in all, free, and paid.
    async fn waffles(&self) -> Vec<[i64; 3]> {
        let counts =
            |waffle: &Value| ["total_spots", "available_count", "paid_count"].map(|key| waffle[key].as_i64().unwrap());
        self.get("/api/waffles").await.as_array().unwrap().iter().map(counts).collect()
    }

    async fn claim(&self, slug: &str, number: i32) -> StatusCode {
        let waffle = self.get(&format!("/api/waffles/{slug}")).await;
        let claim = json!({"waffle_id": waffle["id"], "spots": [number], "social_handle": "visitor"});
        self.post("/api/claims", &claim).await.0
    }

    async fn owner(&self, slug: &str, number: usize) -> Value {
        self.get(&format!("/api/waffles/{slug}/spots")).await[number - 1]["claimed_by_handle"].clone()
    }

    async fn stop(mut self, signal: &str) -> ExitStatus {
        let id = self.process.id().unwrap().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().await.unwrap().success());
        while self.output.next_line().await.unwrap().is_some() {}
        self.process.wait().await.unwrap()
    }
}

/// The processes that work in the folder or were started for it.
fn processes_of(folder: &Path) -> Vec<String> {
    let folder = folder.canonicalize().unwrap();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten().filter(|process| {
        let works_there = std::fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(&folder));
        let command = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        works_there || String::from_utf8_lossy(&command).contains(folder.to_str().unwrap())
    });
    processes.map(|process| process.file_name().to_string_lossy().into_owned()).collect()
}

/// PostgreSQL says that it has ended a moment before its process has.
async fn nothing_runs_in(folder: &Path) {
    let ends = async {
        while !processes_of(folder).is_empty() {
            tokio::task::yield_now().await;
        }
    };
    timeout(Duration::from_secs(5), ends).await.unwrap();
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

const FRESH: &str = "golden-waffle-iron-breakfast-box";

#[tokio::test]
async fn it_tells_how_to_get_in_keeps_its_data_and_leaves_nothing_running() {
    let folder = folder();
    let demo = Demo::start(folder.path(), &[]).await;
    let waffles = demo.waffles().await;
    assert_eq!(waffles[..2], [[50, 50, 0], [50, 50, 0]]);
    let on_sale = [[40, 0, 36], [100, 48, 23], [60, 4, 41], [1000, 816, 121], [24, 0, 19], [30, 0, 28]];
    assert_eq!(waffles[3..9], on_sale);
    let drawn = demo.get("/api/waffles/blue-ribbon-waffle-iron-restored").await;
    let winners = [&drawn["winning_spot_numbers"], &drawn["winning_social_handles"]];
    assert_eq!(drawn["status"], "completed");
    assert_eq!(winners.map(|of| of.as_array().unwrap().len()), [2, 2]);
    assert_eq!(demo.sign_in().await.0, StatusCode::OK);
    assert_eq!(demo.claim(FRESH, 7).await, StatusCode::OK);
    let password = demo.password.clone();
    if cfg!(target_os = "linux") {
        assert!(!processes_of(folder.path()).is_empty(), "its PostgreSQL is seen while it runs");
    }
    assert_eq!(demo.stop("TERM").await.code(), Some(0));
    nothing_runs_in(folder.path()).await;

    let demo = Demo::start(folder.path(), &[]).await;
    assert_eq!(demo.owner(FRESH, 7).await, "visitor");
    assert_eq!(demo.waffles().await.len(), waffles.len());
    assert_eq!((demo.password.as_str(), demo.sign_in().await.0), (password.as_str(), StatusCode::OK));
    assert_eq!(demo.stop("INT").await.code(), Some(0));

    let demo = Demo::start(folder.path(), &["--fresh"]).await;
    assert_eq!(demo.owner(FRESH, 7).await, Value::Null);
    assert_ne!(demo.password, password);
    assert_eq!(demo.sign_in().await.0, StatusCode::OK);
    assert_eq!(demo.stop("TERM").await.code(), Some(0));
    nothing_runs_in(folder.path()).await;
}

#[tokio::test]
async fn with_a_crowd_the_boards_move_and_a_visitors_spot_stays_his() {
    let folder = folder();
    let demo = Demo::start(folder.path(), &["--crowd"]).await;
    let slug = "hand-forged-oak-iron-pan-set";
    let waffle = demo.get(&format!("/api/waffles/{slug}")).await;
    let claim = json!({"waffle_id": waffle["id"], "count": 1, "social_handle": "visitor"});
    // The crowd may have taken all of them: it releases some again.
    let number = loop {
        let (_, granted) = demo.post("/api/claims/random", &claim).await;
        if let Some(number) = granted["spot_numbers"][0].as_u64() {
            break usize::try_from(number).unwrap();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let before = demo.waffles().await;
    let moves = async {
        let (mut claimed, mut paid, mut given_back) = (false, false, false);
        while !(claimed && paid && given_back) {
            let now = demo.waffles().await;
            claimed |= now.iter().zip(&before).any(|(now, before)| now[1] < before[1]);
            // The biggest board has the most buyers.
            given_back |= demo.was_given_back("the-big-one-a-weekend-in-brussels-for-two").await;
            // The seller marks spots paid whose buyers say so.
            paid |= now.iter().zip(&before).any(|(now, before)| now[2] > before[2]);
        }
    };
    timeout(Duration::from_mins(2), moves).await.unwrap();
    assert_eq!(demo.owner(slug, number).await, "visitor");
    assert_eq!(demo.stop("TERM").await.code(), Some(0));
}

#[tokio::test]
async fn a_port_that_is_taken_is_named_with_the_way_out() {
    let (folder, taken) = (folder(), TcpListener::bind("127.0.0.1:0").unwrap());
    let address = taken.local_addr().unwrap();
    let output = waffle(folder.path(), &["--port", &address.port().to_string()]).output().await.unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(&address.to_string()) && said.contains("waffle demo --port"), "{said}");
}

#[tokio::test]
async fn a_setting_that_it_does_not_know_stops_it_with_2() {
    let folder = folder();
    let output = waffle(folder.path(), &[]).env("WAFFLE__SERVER__LISTN", "x").output().await.unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("WAFFLE__SERVER__LISTN"), "{said}");
}

#[tokio::test]
async fn another_database_is_used_and_filled_if_it_is_named_and_asked_for() {
    let (folder, database) = (TempDir::new().unwrap(), TestDatabase::create().await.unwrap());
    let missing = waffle(folder.path(), &["--no-postgres"]).output().await.unwrap();
    let words = program::said(&missing);
    assert!(missing.status.code() == Some(1) && words.contains("DATABASE_URL has to name"), "{words}");

    let mut command = waffle(folder.path(), &["--no-postgres", "--port=0"]);
    let demo = Demo::of(command.env("DATABASE_URL", database.url()), folder.path()).await;
    assert!(demo.waffles().await.len() > 3);
    assert!(demo.stop("TERM").await.success());
    let sold = "SELECT count(*) FROM spots WHERE status = 'paid'";
    let mut connection = database.connect_options().connect().await.unwrap();
    let sold: i64 = sqlx::query_scalar(sold).fetch_one(&mut connection).await.unwrap();
    assert!(sold > 0 && !folder.path().join("postgres").exists());
}
