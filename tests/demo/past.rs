//! What the demo shows at its first start: a year of evenings whose numbers agree, and waffles in every state.

use std::{collections::BTreeMap, path::Path, time::Duration};

use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::time::timeout;
use waffle_store::pools::{PgConnectOptions, options};
use waffle_test_databases::inspection::contradictions;

use super::{Demo, folder};

impl Demo {
    async fn report(&self, name: &str) -> Vec<Value> {
        self.ask(&format!("/api/admin/reports/{name}")).await["entries"].as_array().unwrap().clone()
    }

    async fn page(&self, path: &str) -> String {
        let answer = self.client.get(format!("{}{path}", self.address)).send().await.unwrap();
        answer.error_for_status().unwrap().text().await.unwrap()
    }

    async fn id_of(&self, slug: &str) -> String {
        self.get(&format!("/api/waffles/{slug}")).await["id"].as_str().unwrap().to_owned()
    }
}

fn number(of: &Value, key: &str) -> i64 {
    of[key].as_i64().unwrap_or_else(|| unreachable!("{key} in {of}"))
}

/// How to reach the database of a demo.
fn connection(folder: &Path) -> PgConnectOptions {
    let read = |file: &str| std::fs::read_to_string(folder.join("postgres").join(file)).unwrap();
    let (pid_file, password) = (read("cluster/postmaster.pid"), read("password"));
    let port = pid_file.lines().nth(3).unwrap();
    options(&format!("postgres://waffle:{}@127.0.0.1:{port}/waffle", password.trim())).unwrap()
}

/// Verifies a draw at a terminal, with the command that its page names.
async fn verify(demo: &Demo, slug: &str, folder: &Path) -> String {
    let page = demo.page(&format!("/waffle/{slug}/draws/1")).await.replace("&#x3D;", "=");
    assert!(page.contains("nothing to outsiders"), "{page}");
    let settings = page.split(['<', '>', ' ']).filter_map(|word| word.split_once('=')).filter(|(name, _)| {
        name.starts_with("WAFFLE__DRAW__BEACON__") && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')
    });
    let mut command = waffle_tests::program::waffle();
    command.envs(settings).current_dir(folder);
    let output = command.arg("verify").arg(format!("{}/waffle/{slug}/draws/1", demo.address)).output().await.unwrap();
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{said}");
    said
}

const DRAWN: &str = "blue-ribbon-waffle-iron-restored";

#[tokio::test]
async fn a_year_of_evenings_whose_numbers_agree_and_a_draw_that_a_second_start_can_still_check() {
    let folder = folder();
    let demo = Demo::start(folder.path(), &[]).await;

    let months = demo.report("monthly-activity").await;
    assert!((12..=13).contains(&months.len()), "{months:?}");
    for month in &months[1..] {
        let alive = ["waffles_created", "spots_claimed", "revenue"].map(|key| number(month, key));
        assert!(alive.iter().all(|count| *count > 0), "{month}");
    }
    let waffles = demo.report("spot-velocity").await.len();
    assert!((60..=110).contains(&waffles), "{waffles}");
    assert_eq!(
        months.iter().map(|month| number(month, "waffles_created")).sum::<i64>(),
        i64::try_from(waffles).unwrap()
    );

    // Each log, played again, makes the spots, counters and holdings of its waffle.
    let database = connection(folder.path());
    let (current, archived) =
        (demo.ask("/api/admin/waffles").await, demo.ask("/api/admin/waffles?archived=true").await);
    let all: Vec<&Value> = [&current, &archived].into_iter().flat_map(|list| list.as_array().unwrap()).collect();
    assert_eq!(all.len(), waffles);
    for waffle in all {
        let id = waffle["id"].as_str().unwrap().parse().unwrap();
        assert_eq!(contradictions(&database, id).await.unwrap(), Vec::<String>::new(), "{waffle}");
    }

    // What buyers hold, as their own pages say it, is what the report says of them.
    let buyers = demo.report("power-buyers?limit=100").await;
    assert_eq!(buyers.len(), 100);
    let most = number(&buyers[0], "total_spent");
    let all: i64 = months.iter().map(|month| number(month, "revenue")).sum();
    assert!(buyers.iter().map(|buyer| number(buyer, "total_spent")).sum::<i64>() <= all && most * 8 < all);
    for buyer in &buyers[..3] {
        let handle = buyer["social_handle"].as_str().unwrap();
        let stats = demo.get(&format!("/api/buyers/{handle}/stats")).await;
        assert_eq!(number(&stats, "total_paid"), number(buyer, "paid_spots"), "{stats} {buyer}");
    }
    assert!(!demo.report("drought").await.is_empty(), "somebody keeps losing");

    // Counters and spots agree, on past evenings and on what is on sale.
    let list = demo.get("/api/waffles").await.as_array().unwrap().clone();
    let past: Vec<&Value> = list.iter().filter(|waffle| waffle["status"] == "completed").collect();
    assert!(past.len() > 4, "{}", past.len());
    for waffle in &list {
        let spots = demo.get(&format!("/api/waffles/{}/spots", waffle["slug"].as_str().unwrap())).await;
        let mut counted = BTreeMap::<&str, i64>::new();
        for spot in spots.as_array().unwrap() {
            *counted.entry(spot["status"].as_str().unwrap()).or_default() += 1;
        }
        let of = |names: &[&str]| names.iter().filter_map(|name| counted.get(name)).sum::<i64>();
        let counts = [of(&["available"]), of(&["pending"]), of(&["paid", "winner", "loser"])];
        let counters = ["available_count", "pending_count", "paid_count"].map(|key| number(waffle, key));
        assert_eq!(counts, counters, "{waffle}");
        let winners = waffle["winning_spot_numbers"].as_array().map_or(0, Vec::len);
        assert_eq!(of(&["winner"]), i64::try_from(winners).unwrap(), "{waffle}");
    }
    let before = verify(&demo, DRAWN, folder.path()).await;
    assert!(before.contains("OK") && before.contains("proves nothing to outsiders"), "{before}");
    let count = list.len();
    assert_eq!(demo.stop("TERM").await.code(), Some(0));

    let demo = Demo::start(folder.path(), &[]).await;
    assert_eq!(demo.get("/api/waffles").await.as_array().unwrap().len(), count);
    assert_eq!(demo.report("spot-velocity").await.len(), waffles, "nothing is there twice");
    assert_eq!(verify(&demo, DRAWN, folder.path()).await, before);
    // The beacon of this run signs what the one of the run before did.
    let draw = demo.get(&format!("/api/waffles/{DRAWN}/draws/1")).await;
    let page = demo.page(&format!("/waffle/{DRAWN}/draws/1")).await;
    let relay = page.split("data-relays=\"").nth(1).unwrap().split('"').next().unwrap();
    let round = format!("{relay}/{}/public/{}", draw["chain"].as_str().unwrap(), draw["round"]);
    let answer: Value = demo.client.get(round).send().await.unwrap().json().await.unwrap();
    assert_eq!(answer["signature"], draw["signature"]);
    assert_eq!(demo.stop("TERM").await.code(), Some(0));
}

#[tokio::test]
async fn waffles_in_every_state_are_there_to_be_tried() {
    let folder = folder();
    let demo = Demo::start(folder.path(), &[]).await;

    // One opens soon; no one can claim before.
    let opening = demo.get("/api/waffles/opening-night-truffle-waffles").await;
    assert!(opening["opens_at"].is_string());
    let claim = json!({"waffle_id": opening["id"], "spots": [1], "social_handle": "visitor"});
    let (status, refused) = demo.post("/api/claims", &claim).await;
    assert_eq!((status, &refused["code"]), (StatusCode::CONFLICT, &json!("not_open_yet")));

    // One is locked, and says with which round it is drawn.
    let locked = demo.get("/api/waffles/by-lot-carbon-steel-wok/draws").await;
    assert_eq!((&locked["draws"][0]["state"], &locked["draws"][0]["entries_count"]), (&json!("locked"), &json!(36)));

    // One has deadlines: two buyers were too late, one more is overdue but claims to have paid, others have time left.
    let slug = "half-an-hour-lavender-honey";
    let id = demo.id_of(slug).await;
    let expired = async {
        loop {
            let entries = demo.ask(&format!("/api/admin/waffles/{id}/expired")).await["entries"].clone();
            let spots = entries.as_array().unwrap().iter().flat_map(|entry| entry["spots"].as_array().unwrap());
            let mut numbers: Vec<i64> = spots.map(|spot| number(spot, "number")).collect();
            numbers.sort_unstable();
            if !numbers.is_empty() {
                return numbers;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert_eq!(timeout(Duration::from_secs(30), expired).await.unwrap(), [11, 12, 30]);
    let desk = demo.ask(&format!("/api/admin/waffles/{id}/buyers")).await;
    let owing: Vec<&Value> =
        desk["entries"].as_array().unwrap().iter().filter(|buyer| buyer["pending_count"] != 0).collect();
    let overdue: Vec<bool> = owing.iter().map(|buyer| buyer["overdue"].as_bool().unwrap()).collect();
    assert_eq!(overdue, [true, false, false, false]);
    assert!(owing[0]["says_paid_at"].is_string() && owing[0]["note"].as_str().unwrap().contains("account"));

    // A receipt to try is printed: it owes, and says how to pay that much.
    let token = demo.value("Receipt").split_whitespace().next().unwrap().rsplit('/').next().unwrap().to_owned();
    let receipt = demo.get(&format!("/api/receipts/{token}")).await;
    assert_eq!((number(&receipt, "owed"), receipt["spots"].as_array().unwrap().len()), (800, 2));
    assert!(receipt["payment_options"].to_string().contains("amount=8.00"), "{receipt}");
    assert_eq!(demo.post(&format!("/api/receipts/{token}/paid"), &json!({"note": "sent"})).await.0, StatusCode::OK);
    assert_eq!(demo.stop("TERM").await.code(), Some(0));
}
