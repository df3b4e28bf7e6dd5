//! Several servers send each other hints of their commits. The comparison of sequence numbers is off here, so that
//! only hints work.

use std::time::{Duration, Instant};

use uuid::Uuid;
use waffle_actors::watch::SubscriptionEnd;
use waffle_domain::audit::AuditAction;
use waffle_domain::change::Change;
use waffle_domain::payment::{PaymentMethod, PaymentMethodEdit};
use waffle_domain::refusal::Refusal;
use waffle_domain::waffle_fields::{WaffleDraft, WaffleEdit};
use waffle_store::edit_waffle::{archive, delete, edit};
use waffle_store::payment_methods::{insert, update};
use waffle_store::pools::PgConnectOptions;
use waffle_store::spots::SpotOperation::{Pay, Release};
use waffle_store::waffles::WaffleRef;
use waffle_store::winners::{self, WinnerOperation};
use waffle_test_databases::StopMode;
use waffle_test_databases::inspection::{add_super_admin, end_sessions, lock_waffle};

use crate::server::{SOON, Server, admin, any, assert_sound, cluster, now, spots, until};

/// Milliseconds as a rule; a busy machine takes longer. Without hints it would be an hour.
const SOON_ENOUGH: Duration = Duration::from_secs(3);

fn start(options: &PgConnectOptions) -> Server {
    Server::with(options, |config| config.compare_every = Duration::from_hours(1))
}

/// Waits until a server has seen all up to a sequence number, and returns how long that took.
async fn sees(server: &Server, id: Uuid, seq: i64) -> Duration {
    let begun = Instant::now();
    while server.seen(id).await.0 < seq {
        assert!(begun.elapsed() < SOON, "{:?} instead of {seq}", server.seen(id).await);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    begun.elapsed()
}

pub(crate) async fn method(server: &Server) -> Uuid {
    let option = PaymentMethod::parse(Uuid::new_v4(), "wallet_a", "Wallet", "@anna", None).unwrap();
    insert(&server.pool, &option, "", admin().at(now())).await.unwrap();
    option.id
}

pub(crate) async fn choose(server: &Server, id: Uuid, method: Uuid) -> i64 {
    let draft = WaffleDraft { payment_methods: Some(vec![method]), ..WaffleDraft::default() };
    let choice = WaffleEdit::parse(&draft, 10).unwrap();
    let seq = edit(&server.pool, id, choice, admin().at(now())).await.unwrap();
    server.waffles.snapshot_at(id, seq).await.unwrap().unwrap();
    seq
}

pub(crate) async fn rename(server: &Server, method: Uuid, name: &str) {
    let edit = PaymentMethodEdit::parse(Some(name), None, Change::Keep, None).unwrap();
    let action = AuditAction::UpdatePaymentMethod;
    let changed = update(&server.pool, method, &edit, action, admin().at(now())).await.unwrap();
    server.waffles.announce(&changed.waffles).await;
}

pub(crate) async fn offered(server: &Server, id: Uuid) -> String {
    let snapshot = server.waffles.snapshot(&WaffleRef::Id(id)).await.unwrap().unwrap();
    snapshot.waffle.payment_options.iter().map(|option| option.display_name.clone()).collect()
}

#[actix::test]
async fn watchers_of_another_server_see_every_change_soon() {
    let [server, other] = Server::two_that_never_compare().await;
    let id = server.waffle(200).await;
    let mut watcher = other.watch(id, None).await;
    // Waits until the listener is connected.
    server.claim(spots(id, "anna", &[1])).await.unwrap();
    watcher.up_to(1).await;
    let mut took = Vec::new();
    for n in 2..=60 {
        server.claim(spots(id, "anna", &[n])).await.unwrap();
        let begun = Instant::now();
        watcher.up_to(n).await;
        took.push(begun.elapsed());
    }
    took.sort_unstable();
    println!("a claim is seen after {:?}, {:?} at most", took[took.len() / 2], took.last());
    assert!(took[took.len() / 2] < Duration::from_millis(500), "{took:?}");
    assert_eq!(server.claim(any(id, "bob", 2)).await.unwrap().len(), 2);
    let mut changes = vec![("random claim", sees(&other, id, 62).await)];
    assert_eq!(server.change(id, Pay, [1, 2, 3]).await, Ok(3));
    changes.push(("pay", sees(&other, id, 65).await));
    assert_eq!(server.change(id, Release, [3]).await, Ok(1));
    changes.push(("release", sees(&other, id, 66).await));
    let wallet = method(&server).await;
    let seq = choose(&server, id, wallet).await;
    changes.push(("edit", sees(&other, id, seq).await));
    assert_eq!(offered(&other, id).await, "Wallet");
    rename(&server, wallet, "Purse").await;
    assert_eq!(offered(&server, id).await, "Purse", "the server that changed it shows it");
    changes.push(("payment method", sees(&other, id, seq + 1).await));
    assert_eq!(offered(&other, id).await, "Purse");
    let seq = winners::set(&server.pool, id, (&WinnerOperation::Set(vec![1]), None), admin().at(now())).await.unwrap();
    server.waffles.snapshot_at(id, seq).await.unwrap().unwrap();
    changes.push(("winner", sees(&other, id, seq).await));
    watcher.assert_saw_all(seq).await;
    let seq = archive(&server.pool, id, true, admin().at(now())).await.unwrap();
    server.waffles.snapshot_at(id, seq).await.unwrap().unwrap();
    changes.push(("archive", sees(&other, id, seq).await));
    assert_eq!(watcher.end().await, SubscriptionEnd::Over);
    assert!(changes.iter().all(|(_, took)| *took < SOON_ENOUGH), "{changes:?}");
    assert_eq!(other.waffles.hint_reconnects(), 0);
    Server::stop_all([server, other]).await;
}

#[actix::test]
async fn watchers_of_a_waffle_that_another_server_deletes_are_ended_soon() {
    let [server, other] = Server::two_that_never_compare().await;
    add_super_admin(&server.options, admin().account_id, "ada").await.unwrap();
    let id = server.waffle(10).await;
    let mut watcher = other.watch(id, None).await;
    server.claim(spots(id, "anna", &[1])).await.unwrap();
    watcher.up_to(1).await;
    delete(&server.pool, id, admin().at(now())).await.unwrap();
    server.waffles.deleted(id);
    let begun = Instant::now();
    assert_eq!(watcher.end().await, SubscriptionEnd::Over);
    assert!(begun.elapsed() < SOON_ENOUGH, "{:?}", begun.elapsed());
    assert_eq!(other.claim(spots(id, "anna", &[2])).await, Err(Refusal::NoWaffle.into()));
    Server::stop_all([server, other]).await;
}

#[actix::test]
async fn a_spot_that_another_server_released_can_soon_be_claimed() {
    let [server, other] = Server::two_that_never_compare().await;
    let id = server.waffle(10).await;
    assert_eq!(other.claim(spots(id, "anna", &[1])).await, Ok(vec![1]));
    sees(&server, id, 1).await;
    for round in 0..5 {
        assert_eq!(other.claim(spots(id, "bob", &[1])).await, Err(Refusal::SpotsTaken { taken: vec![1] }.into()));
        assert_eq!(server.change(id, Release, [1]).await, Ok(1));
        let begun = Instant::now();
        while other.claim(spots(id, "anna", &[1])).await.is_err() {
            assert!(begun.elapsed() < SOON_ENOUGH, "it is refused from memory, in round {round}");
            // A refusal from memory waits for nothing: this lets the hint arrive.
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        sees(&server, id, other.seen(id).await.0).await;
    }
    assert_sound(&server.options, id).await;
    Server::stop_all([server, other]).await;
}

#[actix::test]
async fn commits_during_an_outage_are_found_when_the_database_is_back() {
    let (cluster, options) = cluster().await;
    let (server, other) = (start(&options), start(&options));
    let id = server.waffle(100).await;
    let mut watcher = other.watch(id, None).await;
    server.claim(spots(id, "anna", &[1])).await.unwrap();
    watcher.up_to(1).await;
    let mut last = 1;
    for mode in [StopMode::Fast, StopMode::Immediate] {
        cluster.stop_server(mode).await.unwrap();
        cluster.start_server().await.unwrap();
        for _ in 0..3 {
            last += 1;
            while server.claim(spots(id, "anna", &[last])).await.is_err() {}
            watcher.up_to(last).await;
        }
    }
    for _ in 0..3 {
        end_sessions(&options).await.unwrap();
        last += 1;
        while server.claim(spots(id, "anna", &[last])).await.is_err() {}
        watcher.up_to(last).await;
    }
    until("it listens again", async || other.waffles.hint_reconnects() >= 5).await;
    last += 1;
    server.claim(spots(id, "anna", &[last])).await.unwrap();
    let begun = Instant::now();
    watcher.assert_saw_all(last).await;
    assert!(begun.elapsed() < SOON_ENOUGH, "{:?}", begun.elapsed());
    assert_sound(&options, id).await;
    server.stop().await;
    other.stop().await;
    cluster.stop().await.unwrap();
}

#[actix::test]
async fn a_method_of_a_locked_waffle_is_changed_and_the_others_sell_on() {
    let server = Server::alone().await;
    let wallet = method(&server).await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        let id = server.waffle(300).await;
        choose(&server, id, wallet).await;
        ids.push(id);
    }
    ids.sort_unstable();
    let (held, others) = (ids[1], [ids[0], ids[2]]);
    let lock = lock_waffle(&server.options, held).await.unwrap();
    let change = async {
        let begun = Instant::now();
        rename(&server, wallet, "Purse").await;
        (offered(&server, others[0]).await, offered(&server, others[1]).await, begun.elapsed())
    };
    let sell = async {
        for n in 1..=150 {
            for id in others {
                assert_eq!(server.claim(spots(id, "bob", &[n])).await, Ok(vec![i32::try_from(n).unwrap()]));
            }
        }
    };
    let ((one, two, took), ()) = tokio::join!(change, sell);
    assert_eq!((one.as_str(), two.as_str()), ("Purse", "Purse"));
    assert!(took < SOON_ENOUGH, "{took:?}");
    assert_eq!(offered(&server, held).await, "Wallet");
    lock.release().await.unwrap();
    until("the keeper lets it announce the change", async || offered(&server, held).await == "Purse").await;
    server.stop().await;
}
