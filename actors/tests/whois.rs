//! Look-ups with a real server, a real database, and everything that can go wrong between them.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use uuid::Uuid;
use waffle_actors::supervised_task::Supervised;
use waffle_actors::whois::{Limits, Whois};
use waffle_domain::paging::{PageSize, Paging};
use waffle_domain::settings::change::SettingsChange;
use waffle_domain::sign_ins::Scope;
use waffle_domain::user_agent::UserAgent;
use waffle_store::accounts::note_sign_in;
use waffle_store::pools::{PgPool, pool};
use waffle_store::settings;
use waffle_store::sign_ins::{SignIn, SignInFrom, SignIns};
use waffle_store::table::Table;
use waffle_test_databases::TestDatabase;
use waffle_test_databases::inspection::{HASH, add_super_admin};

use crate::server::{SOON, admin, until};
use crate::whois_server::{Manner, WhoisServer, closed_port};

/// The clock breaks on this day.
const DOOMSDAY: i64 = -1;
const ADA: Uuid = Uuid::from_u128(7);
const ANSWER: &str = "Origin-AS: 64500\nOrg-Name: Example Hosting\nCity: Berlin\nCountry-Code: DE\n";

/// A database with one admin, and the actor that enriches the sign-ins.
struct Lookups {
    whois: Whois,
    task: Supervised,
    pool: PgPool,
    days: Arc<AtomicI64>,
    _database: TestDatabase,
}

fn anywhere(_: SocketAddr) -> bool {
    true
}

fn hasty() -> Limits {
    Limits { time: Duration::from_secs(1), ..Limits::default() }
}

impl Lookups {
    async fn open(server: &str, limits: Limits) -> Self {
        let database = TestDatabase::create().await.unwrap();
        let pool = pool(database.connect_options(), 5);
        add_super_admin(&database.connect_options(), ADA, "ada").await.unwrap();
        let days = Arc::new(AtomicI64::new(0));
        let read = Arc::clone(&days);
        let now = Arc::new(move || {
            let days = read.load(Ordering::SeqCst);
            assert_ne!(days, DOOMSDAY, "injected by the test");
            DateTime::<Utc>::UNIX_EPOCH + TimeDelta::days(days)
        });
        let (whois, task) = Whois::start(pool.clone(), now, limits);
        let lookups = Self { whois, task, pool, days, _database: database };
        lookups.ask_at(server).await;
        lookups
    }

    async fn ask_at(&self, server: &str) {
        let change = SettingsChange::parse([("whois_server", Some(server))]).unwrap();
        settings::change(&self.pool, &change, admin().at(DateTime::UNIX_EPOCH)).await.unwrap();
    }

    /// Records a sign-in, and asks for the holder of its address.
    async fn sign_in(&self, address: &str) -> Uuid {
        let id = self.record(address).await;
        self.whois.look_up(id, address.parse().unwrap());
        id
    }

    /// Signs in from an address, and waits for what is found out about it.
    async fn look_up(&self) -> SignIn {
        self.enriched(self.sign_in("203.0.113.7").await).await
    }

    async fn record(&self, address: &str) -> Uuid {
        let from = SignInFrom {
            id: Uuid::new_v4(),
            session_id: Uuid::new_v4(),
            expires_at: DateTime::UNIX_EPOCH + TimeDelta::days(1),
            ip_address: address.parse().unwrap(),
            user_agent: UserAgent::new("curl/8.8.0"),
        };
        note_sign_in(&self.pool, (ADA, HASH), &from, DateTime::UNIX_EPOCH).await.unwrap().unwrap();
        from.id
    }

    async fn find(&self, id: Uuid) -> SignIn {
        let most = Paging::parse("1", "", PageSize { default: 1_000, most: 1_000 }).unwrap();
        let (records, _) = SignIns::read(&self.pool, &Scope::Everyone, most).await.unwrap();
        records.into_iter().find(|record| record.id == id).unwrap()
    }

    /// The record once a server has answered.
    async fn enriched(&self, id: Uuid) -> SignIn {
        until("the holder is noted", async || self.find(id).await.whois_server.is_some()).await;
        self.find(id).await
    }

    /// Signs in from an address whose look-up ends after all earlier ones, and asserts that a record is still empty.
    async fn assert_stays_empty(&self, id: Uuid, good: &WhoisServer) {
        self.ask_at(&good.name()).await;
        let next = self.sign_in("203.0.113.250").await;
        self.enriched(next).await;
        let record = self.find(id).await;
        assert!(is_unknown(&record) && record.whois_server.is_none(), "{record:?}");
    }
}

/// Whether nothing is known of the address.
fn is_unknown(record: &SignIn) -> bool {
    let SignIn { ip_org, ip_country, ip_city, ip_asn, .. } = record;
    [ip_org, ip_country, ip_city, ip_asn].into_iter().all(Option::is_none)
}

/// Look-ups one after the other, so that the end of one shows that earlier ones have ended.
fn one_by_one(limits: Limits) -> Limits {
    Limits { at_once: 1, ..limits }
}

#[actix::test]
async fn an_answer_holds_for_a_day_and_only_for_the_server_that_gave_it() {
    let (server, other) = (WhoisServer::saying(ANSWER), WhoisServer::saying("org-name: Other\n"));
    let lookups = Lookups::open(&server.name(), Limits::default()).await;
    for _ in 0..3 {
        lookups.look_up().await;
    }
    assert_eq!(server.asked(), 1);
    lookups.days.store(1, Ordering::SeqCst);
    lookups.look_up().await;
    assert_eq!(server.asked(), 2);
    lookups.ask_at(&other.name()).await;
    let record = lookups.look_up().await;
    assert_eq!((record.ip_org.as_deref(), record.whois_server), (Some("Other"), Some(other.name())));
}

#[actix::test]
async fn garbage_leaves_the_fields_empty() {
    let server =
        WhoisServer::saying([&b"\xff\xfe\x00\x01: \x1b[2J\r\n%%%\n\n::::\ncity:\n"[..], &[0xe9; 500]].concat());
    let lookups = Lookups::open(&server.name(), Limits::default()).await;
    let record = lookups.look_up().await;
    assert!(is_unknown(&record));
    let latin = WhoisServer::saying(*b"owner: Compa\xf1\xeda\x07\x00\n");
    lookups.ask_at(&latin.name()).await;
    let record = lookups.look_up().await;
    assert_eq!(record.ip_org.as_deref(), Some("Compañía"));
}

#[actix::test]
async fn an_answer_that_says_nothing_is_asked_for_again() {
    let vague = WhoisServer::saying("Query rate exceeded\n");
    let lookups = Lookups::open(&vague.name(), Limits::default()).await;
    for times in 1..=2 {
        lookups.look_up().await;
        assert_eq!(vague.asked(), times);
    }
}

#[actix::test]
async fn a_server_that_says_nothing_or_never_stops_is_given_up_in_time() {
    for server in [WhoisServer::silent(), WhoisServer::with(Manner::Drips), WhoisServer::with(Manner::TalksForEver)] {
        let good = WhoisServer::saying(ANSWER);
        let lookups = Lookups::open(&server.name(), one_by_one(hasty())).await;
        let id = lookups.sign_in("203.0.113.7").await;
        server.until_asked(1).await;
        timeout(hasty().time * 3, lookups.assert_stays_empty(id, &good)).await.unwrap();
    }
}

#[actix::test]
async fn the_longest_answer_is_read_and_a_longer_one_is_not() {
    let of_length = |length: usize| {
        let mut text = ANSWER.to_owned();
        text.push_str(&"x".repeat(length - text.len()));
        WhoisServer::saying(text)
    };
    let (longest, longer, good) = (of_length(64 * 1024), of_length(64 * 1024 + 1), WhoisServer::saying(ANSWER));
    let lookups = Lookups::open(&longest.name(), one_by_one(Limits::default())).await;
    let record = lookups.look_up().await;
    assert_eq!(record.ip_city.as_deref(), Some("Berlin"));
    lookups.ask_at(&longer.name()).await;
    let id = lookups.sign_in("203.0.113.8").await;
    longer.until_asked(1).await;
    lookups.assert_stays_empty(id, &good).await;
}

#[actix::test]
async fn a_server_that_is_not_there_is_given_up() {
    let (closed, good) = (closed_port(), WhoisServer::saying(ANSWER));
    let lookups = Lookups::open(&closed.local_addr().unwrap().to_string(), one_by_one(Limits::default())).await;
    let id = lookups.sign_in("203.0.113.7").await;
    lookups.sign_in("203.0.113.8").await;
    until("the second one has begun, so that the first one has ended", async || lookups.whois.waiting().await == 0)
        .await;
    lookups.assert_stays_empty(id, &good).await;
}

#[actix::test]
async fn a_referral_to_a_private_address_is_not_dialed() {
    let inside = WhoisServer::saying("org-name: Secrets of the house\n");
    for name in [inside.name(), inside.name().replace("127.0.0.1", "localhost")] {
        let server = WhoisServer::saying(format!("{ANSWER}ReferralServer: whois://{name}\n"));
        let lookups = Lookups::open(&server.name(), Limits::default()).await;
        let record = lookups.look_up().await;
        assert_eq!((record.ip_org.as_deref(), record.whois_server), (Some("Example Hosting"), Some(server.name())));
        lookups.look_up().await;
        assert_eq!(server.asked(), 1, "the first answer is used");
    }
    assert_eq!(inside.connections(), 0);
}

#[actix::test]
async fn a_referral_that_may_be_dialed_is_followed_once() {
    let limits = Limits { may_be_referred_to: anywhere, ..Limits::default() };
    let third = WhoisServer::saying("org-name: Third\n");
    let second = WhoisServer::saying(format!("org-name: Second\nrefer: {}\n", third.name()));
    let first = WhoisServer::saying(format!("org-name: First\nrefer: {}\n", second.name()));
    let lookups = Lookups::open(&first.name(), limits).await;
    let record = lookups.look_up().await;
    assert_eq!((record.ip_org.as_deref(), record.whois_server), (Some("Second"), Some(second.name())));
    assert_eq!((second.questions().as_slice(), third.connections()), (&["203.0.113.7".to_owned()][..], 0));
}

#[actix::test]
async fn a_referral_that_leads_to_nothing_leaves_what_is_known() {
    let limits = Limits { may_be_referred_to: anywhere, ..hasty() };
    let silent = WhoisServer::silent();
    let vague = WhoisServer::saying("No match.\n");
    for (n, next) in [&silent, &vague].into_iter().enumerate() {
        let first = WhoisServer::saying(format!("org-name: First\nrefer: {}\n", next.name()));
        let lookups = Lookups::open(&first.name(), limits).await;
        let record = lookups.look_up().await;
        assert_eq!((record.ip_org.as_deref(), record.whois_server), (Some("First"), Some(first.name())), "{n}");
        assert_eq!(next.asked(), 1);
    }
    let itself = WhoisServer::saying("org-name: Me\nrefer: {self}\n");
    let lookups = Lookups::open(&itself.name(), limits).await;
    lookups.look_up().await;
    assert_eq!(itself.asked(), 1);
}

#[actix::test]
async fn a_storm_of_sign_ins_keeps_the_queue_bounded_and_runs_four_look_ups_at_a_time() {
    let release = Arc::new(Semaphore::new(0));
    let server = WhoisServer::with(Manner::Holds(Arc::clone(&release)));
    let lookups = Lookups::open(&server.name(), Limits { time: Duration::from_mins(1), ..Limits::default() }).await;
    let begun = Instant::now();
    for n in 0..1_000u32 {
        let address = Ipv4Addr::from(0xcb00_7100 + n);
        lookups.whois.look_up(Uuid::from_u128(n.into()), address.into());
    }
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    server.until_asked(4).await;
    assert_eq!((lookups.whois.waiting().await, server.most_at_once()), (252, 4));
    for n in 0..8 {
        lookups.whois.look_up(Uuid::from_u128(n), "198.51.100.1".parse().unwrap());
    }
    assert_eq!(lookups.whois.waiting().await, 256);
    release.add_permits(4);
    server.until_asked(8).await;
    assert_eq!((lookups.whois.waiting().await, server.most_at_once()), (252, 4));
}

#[actix::test]
async fn sign_ins_from_one_address_ask_once_for_each_look_up_under_way_and_then_never() {
    let server = WhoisServer::saying(ANSWER);
    let lookups = Lookups::open(&server.name(), Limits::default()).await;
    let ids = join_all((0..20).map(|_| lookups.sign_in("203.0.113.7"))).await;
    for id in ids {
        lookups.enriched(id).await;
    }
    assert!(server.asked() <= 4, "{}", server.asked());
}

#[actix::test]
async fn a_look_up_that_panics_costs_no_other_one() {
    let server = WhoisServer::saying(ANSWER);
    let lookups = Lookups::open(&server.name(), one_by_one(Limits::default())).await;
    lookups.days.store(DOOMSDAY, Ordering::SeqCst);
    let lost = [lookups.sign_in("203.0.113.7").await, lookups.sign_in("203.0.113.8").await];
    until("the second one has begun, so that the first one has ended", async || lookups.whois.waiting().await == 0)
        .await;
    lookups.days.store(0, Ordering::SeqCst);
    lookups.enriched(lookups.sign_in("203.0.113.9").await).await;
    assert!(lookups.find(lost[0]).await.whois_server.is_none());
}

#[actix::test]
async fn an_actor_that_is_killed_starts_again_and_knows_the_answers() {
    let server = WhoisServer::saying(ANSWER);
    let lookups = Lookups::open(&server.name(), Limits::default()).await;
    lookups.look_up().await;
    lookups.whois.kill().await;
    // Until it has started again, sign-ins are skipped.
    let again = async {
        loop {
            let id = lookups.sign_in("203.0.113.7").await;
            if let Ok(record) = timeout(Duration::from_millis(50), lookups.enriched(id)).await {
                return record;
            }
        }
    };
    let record = timeout(SOON, again).await.unwrap();
    assert_eq!((record.ip_org.as_deref(), server.asked()), (Some("Example Hosting"), 1));
}

#[actix::test]
async fn it_stops_with_its_look_ups_and_takes_no_more() {
    let silent = WhoisServer::silent();
    let lookups = Lookups::open(&silent.name(), Limits::default()).await;
    lookups.sign_in("203.0.113.7").await;
    silent.until_asked(1).await;
    let begun = Instant::now();
    lookups.task.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(1));
    lookups.whois.look_up(Uuid::from_u128(1), "203.0.113.8".parse().unwrap());
    let off = Whois::off();
    off.look_up(Uuid::from_u128(1), "203.0.113.7".parse().unwrap());
    assert_eq!(off.waiting().await, 0);
}
