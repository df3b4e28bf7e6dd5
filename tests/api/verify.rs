//! `waffle verify`: the program itself, with files and with the test's server.

use std::net::Ipv4Addr;
use std::process::Output;
use std::sync::Arc;

use chrono::TimeDelta;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::process::Command;
use waffle_beacon::local::{LocalBeacon, Plan};
use waffle_domain::draw::ALGORITHM;
use waffle_domain::draw::beacon::Chain;
use waffle_domain::draw::digest::{Digest, sha256};
use waffle_domain::draw::entries::Entries;
use waffle_domain::draw::locked::LockedDraw;
use waffle_domain::draw::quicknet;
use waffle_domain::draw::round::{Round, Timetable};

use waffle_tests::program::{said, waffle};

/// The test's beacon, which began an hour ago.
async fn beacon() -> LocalBeacon {
    let now = clock();
    let timetable = Timetable::new(now().timestamp() - 3_600, 1).unwrap();
    let listen = (Ipv4Addr::LOCALHOST, 0).into();
    LocalBeacon::start(Plan { listen, secret: [5; 32], timetable, now }).await.unwrap()
}

fn clock() -> waffle_beacon::local::Now {
    let clock = waffle_service::clock::Clock::system();
    Arc::new(move || clock.now())
}

/// A draw of a thousand entries with the beacon's hundredth round, as it is published.
fn draw(beacon: &LocalBeacon, one_win_per_handle: bool) -> Value {
    let entries: Vec<_> = (1..=1_000).map(|number| format!("{number} buyer_{}\n", number % 37)).collect();
    let mut draw = with_entries(&entries.concat());
    let round_at = beacon.chain().timetable().time_of(Round::try_from(100).unwrap());
    for (field, value) in [
        ("slug", json!("camera")),
        ("number", json!(3)),
        ("locked_at", json!(round_at - TimeDelta::seconds(60))),
        ("round", json!(100)),
        ("round_at", json!(round_at)),
        ("chain", json!(beacon.chain().hash())),
        ("item_count", json!(10)),
        ("one_win_per_handle", json!(one_win_per_handle)),
    ] {
        draw[field] = value;
    }
    decide(&mut draw, beacon, beacon.chain());
    draw
}

/// Draws with a signature of the beacon under the hash of the chain.
fn decide(draw: &mut Value, beacon: &LocalBeacon, chain: &Chain) {
    let number = |field: &str| u32::try_from(draw[field].as_u64().unwrap()).unwrap();
    let round = Round::try_from(draw["round"].as_u64().unwrap()).unwrap();
    let locked = LockedDraw {
        waffle_id: draw["waffle_id"].as_str().unwrap().parse().unwrap(),
        number: number("number").try_into().unwrap(),
        entries: Entries::parse(draw["entries"].as_str().unwrap()).unwrap(),
        winners: number("item_count").try_into().unwrap(),
        alternates: 2,
        one_win_per_handle: draw["one_win_per_handle"] == true,
        chain: chain.hash(),
        round,
    };
    let result = locked.decide(&chain.verify(round, beacon.sign(round)).unwrap()).unwrap();
    for (field, value) in [
        ("signature", json!(result.signature)),
        ("randomness", json!(result.randomness)),
        ("winning_spot_numbers", json!(result.numbers())),
        ("winning_social_handles", json!(result.handles())),
        ("alternate_spot_numbers", json!(result.alternate_numbers())),
        ("alternate_social_handles", json!(result.alternate_handles())),
    ] {
        draw[field] = value;
    }
}

/// Asserts how the program ended, and that it said this.
#[track_caller]
fn assert_ended(output: &Output, code: i32, words: &str) {
    assert!(output.status.code() == Some(code) && said(output).contains(words), "{code} {words}: {}", said(output));
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
async fn a_draw_on_a_page_or_as_json_is_verified() {
    let beacon = beacon().await;
    let base = serve("/api/waffles/camera/draws/3", &draw(&beacon, true)).await;
    for path in ["/waffle/camera/draws/3", "/waffle/camera/draws/3/#check", "/api/waffles/camera/draws/3"] {
        let output = verify(&beacon, &format!("{base}{path}")).await;
        assert_ended(&output, 0, "\nOK: ");
        assert_ended(&output, 0, "\nwinner 10    spot ");
        assert!(output.stderr.is_empty(), "{path}: {}", said(&output));
    }
    let output = verify(&beacon, &format!("{base}/waffle/camera/draws/4")).await;
    assert_ended(&output, 1, "/api/waffles/camera/draws/4: the status of the answer is 404");
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
        assert_ended(&verify(&beacon, &what).await, 1, words);
    }
    let output = waffle().args(["verify", "x"]).env("WAFFLE__DRAW__BEACON__CHAIN", "x").output().await.unwrap();
    assert_ended(&output, 2, "WAFFLE__DRAW__BEACON__CHAIN");
}

/// Runs the published program.
async fn run_python(arguments: &[&str]) -> Output {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/check_draw.py");
    Command::new("python3").arg(program).args(arguments).env("no_proxy", "*").output().await.unwrap()
}

/// The same for a draw of the test's beacon.
async fn run_python_with(beacon: &LocalBeacon, draw: &str) -> Output {
    let (key, timetable) = (beacon.chain().public_key().bytes().to_string(), beacon.chain().timetable());
    run_python(&[draw, &key, &timetable.genesis().to_string(), &timetable.period_seconds().to_string()]).await
}

/// The contract's example, with a real round of quicknet.
fn quicknets() -> Value {
    json!({
        "waffle_id": "0192f5a0-7c1e-7abc-8def-0123456789ab", "slug": "golden-camera", "number": 1, "state": "drawn",
        "locked_at": "2023-09-15T10:59:01.250Z", "round": 657_413, "round_at": "2023-09-15T11:00:03Z",
        "chain": quicknet::HASH, "entries": "1 anna\n2 ben\n3 anna\n5 cleo\n8 dario_69\n13 anna\n21 eve.x\n",
        "entries_count": 7, "entries_sha256": "a4b29a52403c84af96b79026335dcc350bed9ee1ebc1e8ecb360d261d415e757",
        "reason": null, "drawn_at": "2023-09-15T11:00:04Z", "voided_at": null, "prizes": null, "clock": "checked",
        "excluded": [], "item_count": 3, "one_win_per_handle": false, "algorithm": ALGORITHM,
        "signature": "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be\
                      41076862b98fad56e91a6b85b89cd97b",
        "randomness": "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
        "winning_spot_numbers": [13, 8, 3], "winning_social_handles": ["anna", "dario_69", "anna"],
        "alternates": 2, "alternate_spot_numbers": [1, 21], "alternate_social_handles": ["anna", "eve.x"],
    })
}

/// Returns what both programs that verify signatures say about a draw: whether it is right.
async fn holds(folder: &TempDir, draw: &Value) -> [bool; 2] {
    let file = saved(folder, draw);
    let terminal = waffle().args(["verify", &file]).output().await.unwrap();
    let python = run_python(&[&file]).await;
    [terminal, python].map(|output| match output.status.code() {
        Some(0) => true,
        Some(1) => false,
        other => panic!("{other:?}: {}", said(&output)),
    })
}

#[tokio::test]
async fn a_draw_of_quicknet_holds_at_the_terminal_and_in_python_and_a_forged_one_in_neither() {
    let folder = TempDir::new().unwrap();
    let good = quicknets();
    assert_eq!(holds(&folder, &good).await, [true, true]);
    for (field, value) in [
        // A round that was already known, with a later time; and a lock after the round.
        ("round_at", json!("2023-09-15T11:30:03Z")),
        ("locked_at", json!("2023-09-15T11:00:03Z")),
        ("locked_at", json!("2023-09-15T11:00:03.001Z")),
        ("round", json!(657_414)),
        ("chain", json!("ab".repeat(32))),
        ("randomness", json!("00".repeat(32))),
        ("number", json!(2)),
        ("number", json!("1")),
        ("item_count", json!("3")),
        ("one_win_per_handle", json!("")),
        ("excluded", json!([5])),
        ("excluded", json!(["4"])),
        ("entries_count", json!(6)),
        ("winning_social_handles", json!(["ben", "dario_69", "anna"])),
        ("alternates", json!(3)),
        ("alternate_spot_numbers", json!([1, 2])),
        ("alternate_social_handles", json!(["ben", "ben"])),
    ] {
        let mut bad = good.clone();
        bad[field] = value.clone();
        assert_eq!(holds(&folder, &bad).await, [false, false], "{field} = {value}");
    }
}

#[tokio::test]
async fn all_that_the_seed_hashes_of_a_lock_is_told_to_be_compared_with_a_line_that_was_kept() {
    let folder = TempDir::new().unwrap();
    let file = saved(&folder, &quicknets());
    let (hash, chain) = ("a4b29a52403c84af96b79026335dcc350bed9ee1ebc1e8ecb360d261d415e757", quicknet::HASH);
    let lines = format!(
        "waffle 0192f5a0-7c1e-7abc-8def-0123456789ab\ndraw 1\nentries {hash}\nwinners 3\none-win-per-handle no\n\
         chain {chain}\nround 657413\nwinner    13 anna\n"
    );
    assert_ended(&run_python(&[&file]).await, 0, &lines);
    let output = waffle().args(["verify", &file]).output().await.unwrap();
    assert_ended(&output, 0, "winners      3, one win per handle: no\n");
}

#[tokio::test]
async fn a_waffle_s_id_that_is_no_uuid_holds_nowhere_even_with_the_winners_that_follow_from_it() {
    let folder = TempDir::new().unwrap();
    for id in ["golden-camera", "0192f5a0-7c1e-7abc-8def-0123456789ab\ndraw 1", ""] {
        let mut forged = quicknets();
        forged["waffle_id"] = id.into();
        assert_eq!(holds(&folder, &forged).await, [false, false], "{id:?}");
        assert_ended(&run_python(&[&saved(&folder, &forged)]).await, 1, "the waffle's id is no uuid");
    }
}

#[tokio::test]
async fn a_draw_that_was_saved_before_there_were_alternates_holds_all_the_same() {
    let folder = TempDir::new().unwrap();
    let mut old = quicknets();
    for field in ["excluded", "alternates", "alternate_spot_numbers", "alternate_social_handles"] {
        old.as_object_mut().unwrap().remove(field);
    }
    assert_eq!(holds(&folder, &old).await, [true, true]);
    // A draw with alternates must say how many were to be drawn.
    old["alternate_spot_numbers"] = json!([1, 21]);
    assert_eq!(holds(&folder, &old).await, [false, false]);
}

#[tokio::test]
async fn a_draw_with_another_key_under_the_hash_of_quicknet_holds_nowhere() {
    let folder = TempDir::new().unwrap();
    let timetable = Timetable::new(quicknet::GENESIS, quicknet::PERIOD_SECONDS).unwrap();
    let (listen, now) = ((Ipv4Addr::LOCALHOST, 0).into(), clock());
    let beacon = LocalBeacon::start(Plan { listen, secret: [9; 32], timetable, now }).await.unwrap();
    let (mut forged, key) = (quicknets(), *beacon.chain().public_key());
    decide(&mut forged, &beacon, &Chain::new(Digest::parse(quicknet::HASH).unwrap(), key, timetable));
    assert_eq!(holds(&folder, &forged).await, [false, false]);
    // With the forged key in the configuration, it is reported all the same.
    let file = saved(&folder, &forged);
    let (key, genesis) = (key.bytes().to_string(), quicknet::GENESIS.to_string());
    assert_ended(&run_python(&[&file, &key, &genesis, "3"]).await, 1, "chain is not the one");
    let output = waffle().args(["verify", &file]).env("WAFFLE__DRAW__BEACON__PUBLIC_KEY", key).output().await.unwrap();
    assert_ended(&output, 2, "needs the key of quicknet");
}

#[tokio::test]
async fn the_program_in_python_finds_the_same_winners_and_says_what_a_private_chain_proves() {
    let (beacon, folder) = (beacon().await, TempDir::new().unwrap());
    for once in [false, true] {
        let good = draw(&beacon, once);
        let output = run_python_with(&beacon, &saved(&folder, &good)).await;
        assert_ended(&output, 0, "\nOK: ");
        let numbers = good["winning_spot_numbers"].as_array().unwrap().iter();
        let handles = good["winning_social_handles"].as_array().unwrap().iter();
        let winners: String = numbers
            .zip(handles)
            .flat_map(|(n, handle)| [format!("winner    {n} "), handle.as_str().unwrap().into(), "\n".into()])
            .collect();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(&winners) && text.contains("nothing to outsiders"), "{text}");
    }
    let base = serve("/api/waffles/camera/draws/3", &draw(&beacon, false)).await;
    assert_ended(&run_python_with(&beacon, &format!("{base}/waffle/camera/draws/3")).await, 0, "\nOK: ");
    assert_ended(&run_python(&[&saved(&folder, &draw(&beacon, false))]).await, 1, "chain is not the one");
    for (signed, of) in [(99, 100), (100, 99)] {
        let mut bad = draw(&beacon, false);
        bad["signature"] = json!(beacon.sign(Round::try_from(signed).unwrap()));
        bad["round"] = of.into();
        bad["round_at"] = json!(beacon.chain().timetable().time_of(Round::try_from(of).unwrap()));
        assert_ended(&run_python_with(&beacon, &saved(&folder, &bad)).await, 1, "the signature is not that");
    }
}

#[tokio::test]
async fn nothing_in_a_file_reaches_the_terminal_as_it_is_in_python_either() {
    let folder = TempDir::new().unwrap();
    // Python reads any character between the date and the time.
    for (field, value) in [
        ("state", "\u{1b}[2JOK: fine"),
        ("round_at", "2023-09-15\u{1b}11:00:06+00:00"),
        ("locked_at", "2023-09-15\u{1b}11:00:06+00:00"),
    ] {
        let mut bad = quicknets();
        bad[field] = value.into();
        let output = run_python(&[&saved(&folder, &bad)]).await;
        assert_ended(&output, 1, "WRONG: ");
        assert!(!said(&output).contains('\u{1b}'), "{field}: {}", said(&output));
    }
}

/// The same draw with other entries, whose winners follow from them.
fn with_entries(entries: &str) -> Value {
    let mut draw = quicknets();
    draw["entries"] = entries.into();
    draw["entries_sha256"] = sha256(entries.as_bytes()).to_string().into();
    draw["entries_count"] = entries.lines().count().into();
    draw
}

#[tokio::test]
async fn entries_hold_in_one_form_only() {
    let folder = TempDir::new().unwrap();
    let good = "1 anna\n2 ben\n3 anna\n5 cleo\n";
    for (last, words) in [
        ("10001 eve.x\n", "an entry is malformed"),
        ("99999 eve.x\n", "an entry is malformed"),
        ("021 eve.x\n", "an entry is malformed"),
        ("٢١ eve.x\n", "an entry is malformed"),
        ("0 eve.x\n", "an entry is malformed"),
        ("21 eve.x\r\n", "an entry is malformed"),
        ("21 Eve.x\n", "an entry is malformed"),
        ("\u{feff}21 eve.x\n", "an entry is malformed"),
        ("21 eve\u{2028}22 x\n", "an entry is malformed"),
        ("4 eve.x\n", "the entries are not ascending, each number once"),
        ("5 eve.x\n", "the entries are not ascending, each number once"),
        ("21 eve.x", "the last entry has no line feed"),
    ] {
        let forged = with_entries(&format!("{good}{last}"));
        let file = saved(&folder, &forged);
        let terminal = waffle().args(["verify", &file]).output().await.unwrap();
        for (output, words) in [(terminal, "WRONG: Line 5"), (run_python(&[&file]).await, words)] {
            assert!(output.status.code() == Some(1) && said(&output).contains(words), "{last:?}: {}", said(&output));
        }
    }
    let highest = run_python(&[&saved(&folder, &with_entries(&format!("{good}10000 eve.x\n")))]).await;
    assert_ended(&highest, 1, "WRONG: the winners are");
}

#[tokio::test]
async fn a_file_is_read_as_bytes_whatever_the_terminals_letters() {
    let folder = TempDir::new().unwrap();
    let mut draw = quicknets();
    draw["reason"] = "Für Łódź".into();
    let file = saved(&folder, &draw);
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/check_draw.py");
    let mut python = Command::new("python3");
    python.arg(program).arg(&file).env("LC_ALL", "C").env("PYTHONUTF8", "0").env("PYTHONCOERCECLOCALE", "0");
    assert_ended(&python.output().await.unwrap(), 0, "\nOK: ");
    // Half a letter is not a letter, nor another one.
    let text = draw.to_string().replace("8 dario_69", "8 dario\\ud800_69");
    std::fs::write(&file, text).unwrap();
    assert_ended(&run_python(&[&file]).await, 1, "WRONG: the entries are no text");
}
