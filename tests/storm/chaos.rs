//! `make chaos`: three servers on a cluster, a crowd that does everything that people can do with spots, sellers with
//! whole evenings, and faults in random order. In chapters, each with other boards and a verdict.

mod evenings;
mod lateness;
mod third;
mod wires;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use futures_util::future::join_all;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, sleep, timeout};

use crate::arena::{Arena, acquit};
use crate::beside_others;
use crate::cluster::{Cluster, Fault, PATIENCE, claims_go_on};
use crate::crowd::{Crowd, Terms};
use crate::draws;
use crate::evidence::Claimed;
use crate::history::Note;
use crate::terms::REFUSALS;
use lateness::Late;
use third::{ANYWHERE, Blow, STILL, Third, fake_time};
use wires::Wires;

/// How long faults go on until there are other boards.
const CHAPTER: Duration = Duration::from_secs(200);
/// How long a spot may stay after its deadline: without a primary, none is released.
const GRACE: TimeDelta = TimeDelta::minutes(1);
/// Longer than claims should take to go on.
const SLOW: Duration = Duration::from_secs(2);
/// When the third server's own words are wanted, too.
const VERY_SLOW: Duration = Duration::from_secs(10);

/// What the verdicts must have been about to mean something: answers, deeds, changes in the logs, and evenings' ends.
const DUE: [&str; 18] = [
    "granted",
    "granted again",
    "taken",
    "unknown",
    "503 database_unavailable",
    "Pay Done",
    "Unpay Done",
    "Release Done",
    "Extend Done",
    "assigned",
    "given_back",
    "renamed",
    "notes_changed",
    "source_released",
    "waffle_updated",
    "evening deleted",
    "evening picked",
    "evening drawn",
];

/// How long claims took to go on, after each kind of fault.
#[derive(Default)]
struct Recoveries(BTreeMap<String, Vec<Duration>>);

impl Recoveries {
    fn note(&mut self, what: String, took: Duration) {
        println!("{what}: claims go on after {took:?}");
        self.0.entry(what).or_default().push(took);
    }

    fn print(&mut self) {
        for (what, all) in &mut self.0 {
            all.sort_unstable();
            let (median, most) = (all[all.len() / 2], all[all.len() - 1]);
            println!("{what}: {} times, claims went on after {median:?} (p50), {most:?} (max)", all.len());
        }
    }
}

/// One or both of a fault of the cluster and a blow to the third server, which are overcome before it returns.
async fn trouble(
    cluster: &Cluster,
    third: &mut Third,
    arena: &mut Arena,
    rng: &mut StdRng,
    round: usize,
    recoveries: &mut Recoveries,
) {
    let fault: Option<Fault> = rng.random_ratio(1, 8).then(|| *cluster.faults().choose(rng).unwrap());
    let blows: Vec<Blow> = ANYWHERE.into_iter().chain(fake_time().map(|_| Blow::Clock)).collect();
    let blow = (fault.is_none() || rng.random_ratio(1, 3)).then(|| *blows.choose(rng).unwrap());
    let mut dice = StdRng::from_rng(rng);
    let suffer = async {
        match fault {
            Some(fault) => Some((fault, cluster.suffer(fault).await)),
            None => None,
        }
    };
    let strike = async {
        if let Some(blow) = blow {
            third.suffer(blow, cluster, &mut dice).await;
        }
        Instant::now()
    };
    let (suffered, struck) = tokio::join!(suffer, strike);
    let since = suffered.as_ref().map_or(struck, |(_, suffered)| suffered.led.max(struck));
    let what = match (&suffered, blow) {
        (Some((fault, _)), Some(blow)) => format!("{fault:?} and {blow:?}"),
        (Some((fault, _)), None) => format!("{fault:?}"),
        (None, blow) => format!("{:?}", blow.unwrap()),
    };
    let (first, apis) = (arena.first, arena.place.apis.clone());
    let again = join_all(apis.iter().enumerate().map(async |(server, api)| {
        let name = format!("after-{first}-{round}-{server}");
        let noted = timeout(PATIENCE, claims_go_on(api, arena, &name)).await;
        (
            noted.unwrap_or_else(|_| {
                panic!("{what}: server {server} grants nothing; the third:\n{}", third.said_last())
            }),
            since.elapsed(),
        )
    }));
    let mut longest = Duration::ZERO;
    for (server, (noted, took)) in again.await.into_iter().enumerate() {
        if took > SLOW {
            let answers =
                noted.iter().filter_map(|note| if let Note::Claim(claim) = note { Some(&claim.answers) } else { None });
            println!("  server {server} grants after {took:?}: {:?}", answers.collect::<Vec<_>>());
        }
        if took > VERY_SLOW {
            println!("  the third server, the newest first:\n{}", third.said_last());
        }
        longest = longest.max(took);
        arena.noted.extend(noted.into_iter().map(|note| (0, note)));
    }
    recoveries.note(what, longest);
    if let Some((_, suffered)) = suffered {
        suffered.undo().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes ten minutes: make chaos"]
async fn nothing_is_lost_or_sold_twice_whatever_happens() {
    let number = |name: &str| env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    let seed = number("CHAOS_SEED").unwrap_or_else(|| rand::rng().random_range(0..1_000_000));
    let (lasting, begun) = (Duration::from_secs(number("CHAOS_SECONDS").unwrap_or(600)), Instant::now());
    println!("CHAOS_SEED={seed} CHAOS_SECONDS={}", lasting.as_secs());
    if fake_time().is_none() {
        println!("without libfaketime no clock can jump: this fault is left out");
    }
    if fs::read_to_string("/proc/sys/kernel/sched_autogroup_enabled").is_ok_and(|on| on.trim() == "1") {
        // Every process of PostgreSQL is a session, all of this test is one.
        println!("the kernel shares the machine out by sessions: kernel.sched_autogroup_enabled=0 leaves buyers more");
    }
    let mut rng = StdRng::seed_from_u64(seed);
    let _place = beside_others().await;
    let beacon = Arc::new(draws::beacon().await);
    let mut cluster = Cluster::start_on_disks(&beacon.settings()).await;
    let wires = Wires::start();
    let mut third = Third::start(&cluster, &beacon, &wires).await;
    let (crowd_late, wires_late) = (Late::default(), Late::default());
    let measuring = [tokio::spawn(crowd_late.clone().measure()), wires.spawn(wires_late.clone().measure())];
    let apis = [cluster.at("server 1"), cluster.at("server 2"), third.api.clone()];
    // Receipts cost more than claims: with few, there are many claims.
    let terms = Some(Terms { receipts: 15, capped: Some(1), paused: Some(2) });
    let crowd = Crowd { buyers: 700, sellers: 6, pause: 1_000, keys: 50, any: 70, terms };
    // Enough spots for everyone, on few boards: then claims meet.
    let sizes = [&[10_000, 60, 20][..], &[7_000; 40]].concat();
    let (mut recoveries, mut round) = (Recoveries::default(), 0);
    let mut verdict = spawn_blocking(|| (0, 0, BTreeSet::new()));
    for chapter in 0.. {
        if begun.elapsed() > lasting {
            break;
        }
        let mut arena = Arena::prepare(&cluster.database(), &apis, &sizes).await;
        println!("chapter {chapter}: prepared, {:?}", begun.elapsed());
        arena.first = seed % 1_000_000 * 1_000_000 + chapter * 1_000;
        arena.open(&crowd);
        let end = Instant::now() + CHAPTER.min(lasting);
        let evenings = evenings::begin(&arena.seller, &apis, &beacon, arena.first, end);
        while Instant::now() < end {
            sleep(Duration::from_millis(rng.random_range(500..4_000))).await;
            round += 1;
            trouble(&cluster, &mut third, &mut arena, &mut rng, round, &mut recoveries).await;
        }
        third.keep_log();
        let late = [&crowd_late, &wires_late].map(Late::most);
        println!("chapter {chapter}: over, {:?}, the crowd and its wires were {late:?} late at most", begun.elapsed());
        cluster.until_whole().await;
        let mut all = arena.close().await;
        let ended = evenings::acquit(evenings, &apis, &beacon, &cluster.database()).await;
        let (granted_before, events_before, mut happened) = verdict.await.unwrap();
        // While the next one goes on.
        verdict = spawn_blocking(move || {
            for history in &mut all {
                (history.grace, history.stood_still, history.allowed) = (GRACE, STILL, REFUSALS);
            }
            acquit(&all);
            let is_granted = |claim: &&Claimed| claim.granted().any(|numbers| !numbers.is_empty());
            let granted = all.iter().map(|history| history.claims().filter(is_granted).count()).sum::<usize>();
            let events = all.iter().map(|history| history.log.len()).sum::<usize>();
            happened.extend(ended);
            happened.extend(all.iter().flat_map(|history| history.summary().into_keys()));
            println!("chapter {chapter}: judged, {granted} claims granted, {events} events");
            (granted_before + granted, events_before + events, happened)
        });
    }
    let (granted, events, happened) = verdict.await.unwrap();
    measuring.iter().for_each(JoinHandle::abort);
    recoveries.print();
    println!("{granted} claims granted, {events} events, {} answers of the database lost", third.proxy.lost());
    third.server.stop().await;
    cluster.stop().await;
    let missing: Vec<&str> = DUE.into_iter().filter(|what| !happened.contains(*what)).collect();
    assert!(missing.is_empty() || lasting < CHAPTER, "no {missing:?}: this was no chaos");
}
