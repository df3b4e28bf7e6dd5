//! `waffle verify`: the program itself, with files and with a server of the test's own.

use std::net::Ipv4Addr;
use std::path::Path;
use std::process::Output;
use std::sync::Arc;

use chrono::TimeDelta;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::process::Command;
use uuid::Uuid;
use waffle_beacon::local::{LocalBeacon, Plan};
use waffle_domain::draw::ALGORITHM;
use waffle_domain::draw::digest::sha256;
use waffle_domain::draw::entries::Entries;
use waffle_domain::draw::locked::LockedDraw;
use waffle_domain::draw::round::{Round, Timetable};

use crate::process::{said, waffle};

/// A beacon of the test's own that began an hour ago.
async fn beacon() -> LocalBeacon {
    let now = clock();
    let timetable = Timetable::new(now().timestamp() - 3_600, 1).unwrap();
    let listen = (Ipv4Addr::LOCALHOST, 0).into();
    LocalBeacon::start(Plan { listen, secret: [5; 32], timetable, now }).await.unwrap()
}

fn clock() -> waffle_beacon::local::Now {
    let clock = waffle::clock::Clock::system();
    Arc::new(move || clock.now())
}

/// A draw of a thousand entries with the beacon's hundredth round, as it is published.
fn draw(beacon: &LocalBeacon, one_win_per_handle: bool) -> Value {
    let entries: Vec<_> = (1..=1_000).map(|number| format!("{number} buyer_{}\n", number % 37)).collect();
    let entries = entries.concat();
    let (chain, round) = (beacon.chain(), Round::try_from(100).unwrap());
    let locked = LockedDraw {
        waffle_id: Uuid::from_u128(7),
        number: 3,
        entries: Entries::parse(&entries).unwrap(),
        winners: 10,
        one_win_per_handle,
        chain: chain.hash(),
        round,
    };
    let result = locked.decide(&chain.verify(round, beacon.sign(round)).unwrap()).unwrap();
    let round_at = chain.timetable().time_of(round);
    json!({
        "waffle_id": locked.waffle_id, "slug": "camera", "number": 3, "state": "drawn", "reason": null,
        "locked_at": round_at - TimeDelta::seconds(60), "round": round, "round_at": round_at, "chain": chain.hash(),
        "entries": entries, "entries_count": 1_000, "entries_sha256": sha256(entries.as_bytes()), "excluded": [],
        "item_count": 10, "one_win_per_handle": one_win_per_handle, "algorithm": ALGORITHM,
        "signature": result.signature, "randomness": result.randomness, "winning_spot_numbers": result.numbers(),
        "winning_social_handles": result.winners.iter().map(|winner| winner.handle.as_str()).collect::<Vec<_>>(),
        "drawn_at": round_at + TimeDelta::seconds(1), "voided_at": null,
    })
}

/// Runs the program for a file or an address.
async fn verify(beacon: &LocalBeacon, what: &str) -> Output {
    waffle().args(["verify", what]).envs(beacon.settings()).output().await.unwrap()
}

fn saved(folder: &TempDir, draw: &Value) -> String {
    let path = folder.path().join("draw.json");
    std::fs::write(&path, draw.to_string()).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Answers each request for a path with JSON, and every other one with 404. Returns the address.
async fn serve(path: &'static str, draw: &Value) -> String {
    let (listener, body) = (TcpListener::bind("127.0.0.1:0").await.unwrap(), draw.to_string());
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = vec![0; 4_096];
            let read = stream.read(&mut request).await.unwrap();
            let found = request[..read].starts_with(format!("GET {path} HTTP/1.1\r\n").as_bytes());
            let (status, body) = if found { ("200 OK", body.as_str()) } else { ("404 Not Found", "{}") };
            let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            stream.write_all((head + body).as_bytes()).await.unwrap();
        }
    });
    format!("http://{address}")
}

#[tokio::test]
async fn a_draw_in_a_file_is_verified() {
    let (beacon, folder) = (beacon().await, TempDir::new().unwrap());
    for once in [false, true] {
        let output = verify(&beacon, &saved(&folder, &draw(&beacon, once))).await;
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("\nwinner 10    spot ") && text.contains("\nOK: "), "{text}");
        assert!(output.stderr.is_empty());
    }
}

#[tokio::test]
async fn a_draw_on_a_page_or_as_json_is_verified() {
    let beacon = beacon().await;
    let base = serve("/api/waffles/camera/draws/3", &draw(&beacon, false)).await;
    for path in ["/waffle/camera/draws/3", "/waffle/camera/draws/3/#check", "/api/waffles/camera/draws/3"] {
        let output = verify(&beacon, &format!("{base}{path}")).await;
        assert_eq!(output.status.code(), Some(0), "{path}: {}", said(&output));
    }
    let output = verify(&beacon, &format!("{base}/waffle/camera/draws/4")).await;
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said(&output).contains("/api/waffles/camera/draws/4: the status of the answer is 404"),
        "{}",
        said(&output)
    );
}

#[tokio::test]
async fn a_draw_that_was_tampered_with_is_not() {
    let (beacon, folder) = (beacon().await, TempDir::new().unwrap());
    let good = draw(&beacon, false);
    let mut bad = good.clone();
    bad["winning_spot_numbers"].as_array_mut().unwrap().swap(0, 1);
    let output = verify(&beacon, &saved(&folder, &bad)).await;
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("WRONG: the winners are the spots") && !said(&output).contains("OK"));
    // Whoever has a beacon of his own can sign what he likes, but not with the chain's key.
    let output = waffle().args(["verify", &saved(&folder, &good)]).output().await.unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("is configured"), "{}", said(&output));
    let mut forged = good;
    forged["chain"] = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971".into();
    forged["round_at"] = "2023-08-23T15:14:24Z".into();
    forged["locked_at"] = "2023-08-23T15:13:24Z".into();
    let output = waffle().args(["verify", &saved(&folder, &forged)]).output().await.unwrap();
    assert!(said(&output).contains("not that of the chain's key"), "{}", said(&output));
}

#[tokio::test]
async fn what_is_no_draw_or_can_not_be_read_ends_with_1_and_a_bad_setting_with_2() {
    let (beacon, folder) = (beacon().await, TempDir::new().unwrap());
    let mut locked = draw(&beacon, false);
    locked["state"] = "locked".into();
    for (what, words) in [
        (saved(&folder, &locked), "NOT DRAWN YET"),
        ("nowhere.json".to_owned(), "nowhere.json can't be read"),
        ("Cargo.toml".to_owned(), "no draw in JSON"),
        ("/dev/zero".to_owned(), "too long"),
        ("http://127.0.0.1:1/waffle/camera/draws/1".to_owned(), "can't be reached"),
    ] {
        let output = verify(&beacon, &what).await;
        assert_eq!(output.status.code(), Some(1), "{what}");
        assert!(said(&output).contains(words), "{what}: {}", said(&output));
    }
    let output = waffle().args(["verify", "x"]).env("WAFFLE__DRAW__BEACON__CHAIN", "x").output().await.unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("WAFFLE__DRAW__BEACON__CHAIN"));
}

/// The program that docs/DRAW.md shows.
fn python() -> String {
    let document = include_str!("../../docs/DRAW.md");
    let (_, rest) = document.split_once("```python\n").unwrap();
    let program = rest.split_once("```").unwrap().0;
    assert_eq!(program.lines().count(), 20);
    program.to_owned()
}

async fn run_python(program: &Path, draw: &str, relay: &str) -> Output {
    Command::new("python3").arg(program).args([draw, relay]).env("no_proxy", "*").output().await.unwrap()
}

#[tokio::test]
async fn the_twenty_lines_of_python_find_the_same_winners() {
    let (beacon, folder) = (beacon().await, TempDir::new().unwrap());
    let program = folder.path().join("check.py");
    std::fs::write(&program, python()).unwrap();
    for once in [false, true] {
        let good = draw(&beacon, once);
        let url = format!("file://{}", saved(&folder, &good));
        let output = run_python(&program, &url, &beacon.url()).await;
        assert!(output.status.success(), "{}", said(&output));
        let winners = good["winning_spot_numbers"].as_array().unwrap().iter();
        let handles = good["winning_social_handles"].as_array().unwrap().iter();
        let pairs: Vec<_> =
            winners.zip(handles).map(|(n, handle)| format!("['{n}', '{}']", handle.as_str().unwrap())).collect();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("[{}]\n", pairs.join(", ")));
        for (field, value) in [
            ("entries", json!("1 anna\n")),
            ("randomness", json!("00".repeat(32))),
            ("winning_spot_numbers", json!([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])),
            ("round", json!(99)),
            ("number", json!(4)),
        ] {
            let mut bad = good.clone();
            bad[field] = value;
            let output = run_python(&program, &format!("file://{}", saved(&folder, &bad)), &beacon.url()).await;
            assert!(!output.status.success(), "{field}");
        }
    }
}
