//! A standby that commits wait for stalls, and then takes the primary's place: what was acknowledged is there.

use std::time::Instant;

use tokio::join;
use waffle_store::pools::options;
use waffle_test_databases::{Replicated, inspection::owners};

use crate::api::{Api, Seller};
use crate::beside_others;
use crate::evidence::{Answer, Order, Wish};
use crate::shutdown::UNLIMITED;
use waffle_tests::program::Server;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_standby_that_is_cut_off_lacks_is_not_acknowledged_and_free_once_it_takes_over() {
    what_it_lacks_is_not_acknowledged(async |servers| servers.cut_off().await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_frozen_standby_lacks_is_not_acknowledged_and_free_once_it_takes_over() {
    what_it_lacks_is_not_acknowledged(async |servers| servers.freeze().await.unwrap()).await;
}

async fn what_it_lacks_is_not_acknowledged(hold_up: impl AsyncFn(&Replicated)) {
    let _place = beside_others().await;
    let servers = Replicated::start("waffle").await.unwrap();
    let server = Server::start(&servers.primary.url("waffle"), &[]).await;
    let api = Api::of(&server);
    let seller = Seller::sign_in(&api).await;
    let [small, large] = [seller.create("Small", 10).await, seller.create("Large", 600).await];
    let claim = async |board: &crate::api::Board, handle: &str, numbers: Vec<i32>| {
        let key = Some(format!("key-of-{handle}"));
        let order = Order { key, ..board.order(handle, Wish::Numbers(numbers)) };
        api.claim(&order, "192.0.2.1").await.answer
    };
    let all = || (1..=600).collect::<Vec<_>>();
    assert_eq!(claim(&small, "early", vec![1, 2]).await, Answer::Granted(vec![1, 2]));

    hold_up(&servers).await;
    // Such a large claim has a separate lane, and waits for no other.
    let late = async || join!(claim(&small, "late", vec![3]), claim(&large, "late_too", all()));
    let unknown = Answer::Unknown("outcome_unknown".into());
    assert_eq!(late().await, (unknown.clone(), unknown.clone()));
    let waffles = [&small, &large].map(|board| board.id.parse().unwrap());
    let sold = async |url: &str| {
        let options = options(url).unwrap();
        let (small, large) = join!(owners(&options, waffles[0]), owners(&options, waffles[1]));
        (small.unwrap(), large.unwrap().len())
    };
    let (small_sold, large_sold) = sold(&servers.primary.url("waffle")).await;
    assert_eq!((small_sold[&3].as_str(), large_sold), ("late", 600), "the primary has what the standby lacks");
    assert_eq!(late().await, (unknown.clone(), unknown), "repeated with its key");

    servers.fail_over().await.unwrap();
    let (small_sold, large_sold) = sold(&servers.standby.url("waffle")).await;
    assert_eq!(small_sold.into_iter().collect::<Vec<_>>(), [(1, "early".into()), (2, "early".into())]);
    assert_eq!(large_sold, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_knows_both_follows_the_one_that_takes_over() {
    let _place = beside_others().await;
    let servers = Replicated::start("waffle").await.unwrap();
    let server = Server::start(&servers.url_of_both("waffle"), UNLIMITED).await;
    let api = Api::of(&server);
    let board = Seller::sign_in(&api).await.create("Board", 100).await;
    let early = Order { key: Some("early".into()), ..board.order("early", Wish::Numbers(vec![1, 2])) };
    let granted = Answer::Granted(vec![1, 2]);
    assert_eq!(api.claim(&early, "192.0.2.1").await.answer, granted);

    servers.fail_over().await.unwrap();
    let (promoted, mut tries) = (Instant::now(), 0);
    loop {
        tries += 1;
        let answer = api.claim(&board.order(format!("late{tries}"), Wish::Any(1)), "192.0.2.1").await.answer;
        if matches!(answer, Answer::Granted(_)) {
            break;
        }
        assert!(matches!(answer, Answer::Unknown(_) | Answer::Refused { status: 503, .. }), "{answer:?}");
        assert!(api.board(&board.slug).await.is_some(), "what is known stays to be seen");
        assert!(promoted.elapsed() < server.two_seconds(), "{answer:?} after {:?}", promoted.elapsed());
    }
    println!("claims went on {:?} after the promotion, at try {tries}", promoted.elapsed());
    assert_eq!(api.claim(&early, "192.0.2.1").await.answer, granted, "repeated with its key");
    let sold = owners(&options(&servers.standby.url("waffle")).unwrap(), board.id.parse().unwrap()).await.unwrap();
    assert_eq!((sold[&1].as_str(), sold.len()), ("early", 3));
    server.says("the primary is another server: host=").await;
}
