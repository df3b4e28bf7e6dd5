//! Servers are replaced one after the other behind a proxy, and the database's primary is switched, while buyers claim.
//!
//! The servers that go are of the build that `WAFFLE_OLDER` names (`make upgrade`), or else of the same one.

use std::env;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::process::Command;
use tokio::time::{Instant, sleep};
use waffle_tests::program::{Server, configured, program};

use super::alone;
use crate::api::{Api, Board};
use crate::arena::{Arena, acquit};
use crate::cluster::{Cluster, Fault};
use crate::crowd::Crowd;
use crate::evidence::{Answer, Claimed, Order, Wish};
use crate::history::Note;
use crate::terms::SETTINGS;

/// The index of the board on which one buyer claims all the time.
const LARGE: usize = 3;
/// How long claims may be refused. While the primary is switched, they wait for the next one.
const REFUSED: Duration = Duration::from_secs(2);
/// How long a claim that waits for the other primary may take.
const LONGEST: Duration = Duration::from_secs(8);
const PAUSE: Duration = Duration::from_millis(20);
/// How long a server may take to end.
const END: Duration = Duration::from_secs(20);

/// What a buyer saw who claims all the time, a spot at a time.
struct Diary {
    notes: Vec<Note>,
    /// The longest time without a granted claim.
    longest: Duration,
    /// The longest time from when one was refused until one was granted.
    refused_for: Duration,
    refused: usize,
}

/// Claims until the end, and then until one is granted. Panics at an answer that is neither a grant nor a 503 that says
/// when to come again.
async fn claim_all_the_time(api: Api, board: Board, over: Arc<AtomicBool>) -> Diary {
    let mut diary = Diary { notes: Vec::new(), longest: Duration::ZERO, refused_for: Duration::ZERO, refused: 0 };
    let (mut granted, mut refused) = (Instant::now(), None);
    for count in 0.. {
        // As browsers send it, with a key: HAProxy sends it to the other server when one goes just then.
        let key = Some(format!("the-key-of-claim-{count}"));
        let order = Order { key, ..board.order(format!("steady-{count}"), Wish::Any(1)) };
        let told = api.claim(&order, "192.0.2.1").await;
        let is_granted = match &told.answer {
            Answer::Granted(_) => true,
            Answer::Refused { status: 503, retry_after: true, .. } => false,
            // The primary stepped down while the claim was committed, and could not be asked in time.
            Answer::Unknown(text) if text.contains("outcome_unknown") => false,
            other => panic!("{other:?} after {:?}", told.took),
        };
        if is_granted {
            diary.longest = diary.longest.max(granted.elapsed());
            granted = Instant::now();
            diary.refused_for = diary.refused_for.max(refused.take().map_or(Duration::ZERO, |at| granted - at));
        } else {
            diary.refused += 1;
            refused.get_or_insert_with(Instant::now);
        }
        diary.notes.push(Note::Claim(Claimed { order, answers: vec![(told.answer, told.took)] }));
        if over.load(Ordering::Relaxed) && (is_granted || granted.elapsed() > LONGEST) {
            break;
        }
        sleep(PAUSE).await;
    }
    diary.longest = diary.longest.max(granted.elapsed());
    diary
}

/// Ends a server of the cluster, and starts one of this build in its place.
async fn replace(cluster: &Cluster, name: &str) -> Server {
    let read = |file: &str| fs::read_to_string(cluster.folder.path().join(file)).unwrap();
    let process = read(&format!("{}.pid", name.replace(' ', "-")));
    let is_there = async |signal: &str| Command::new("kill").args([signal, &process]).status().await.unwrap().success();
    assert!(is_there("-TERM").await);
    let begun = Instant::now();
    // It is a zombie until the script ends.
    while fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z ")) {
        assert!(begun.elapsed() < END, "{name} does not end");
        sleep(PAUSE).await;
    }
    // As in the cluster: one goes through HAProxy, the other one finds the primary.
    let host = |member: &str| format!("127.0.0.1:{}", cluster.ports[member]);
    let hosts = match name {
        "server 1" => host("database"),
        _ => ["postgres a", "postgres b", "postgres c"].map(host).join(","),
    };
    let mut command = configured(&format!("postgres://waffle:{}@{hosts}/waffle", read("waffle")));
    command
        .env("JWT_SECRET", read("jwt").repeat(2))
        .env("WAFFLE__SERVER__LISTEN", cluster.at(name).address())
        .env("TRUSTED_PROXIES", "127.0.0.0/8")
        .envs(SETTINGS.iter().copied());
    let server = Server::listening(command).await;
    while !cluster.at(name).get("/ready").send().await.is_ok_and(|ready| ready.status() == 200) {
        assert!(begun.elapsed() < 2 * END, "{name} is not ready");
        sleep(PAUSE).await;
    }
    server
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_are_replaced_and_the_primary_switched_while_buyers_claim() {
    let _place = alone().await;
    let older = env::var_os("WAFFLE_OLDER").map_or_else(program, Into::into);
    let mut cluster = Cluster::start_with(&older).await;
    let service = cluster.at("service");
    let mut arena = Arena::prepare(&cluster.database(), std::slice::from_ref(&service), &[400, 60, 20, 10_000]).await;
    let large = arena.place.boards[LARGE].clone();
    arena.open(&Crowd { buyers: 20, sellers: 4, pause: 100, keys: 50, any: 30, terms: None });
    let over = Arc::<AtomicBool>::default();
    let steady = tokio::spawn(claim_all_the_time(service, large, Arc::clone(&over)));
    sleep(Duration::from_secs(1)).await;
    let mut servers = Vec::new();
    for name in ["server 1", "server 2"] {
        servers.push(replace(&cluster, name).await);
        // HAProxy needs a second to see it.
        sleep(Duration::from_millis(1_500)).await;
    }
    cluster.suffer(Fault::Switchover).await;
    sleep(Duration::from_secs(3)).await;
    over.store(true, Ordering::Relaxed);
    let diary = steady.await.unwrap();
    let Diary { longest, refused_for, refused, .. } = diary;
    println!("{} claims, {refused} refused, for {refused_for:?}; {longest:?} without a grant", diary.notes.len());
    assert!(refused_for < REFUSED, "claims are refused for {refused_for:?}");
    assert!(longest < LONGEST, "{longest:?} without a granted claim");
    arena.noted.extend(diary.notes.into_iter().map(|note| (LARGE, note)));
    acquit(&arena.close().await);
    for server in &mut servers {
        server.stop().await;
    }
    cluster.stop().await;
}
