use waffle_beacon::http_client::{Fetcher, Limits};
use waffle_domain::draw::beacon::PublicKey;
use waffle_domain::draw::digest::Hex;

use crate::beacons::{beacon, round};

const LIMITS: Limits = Limits { time: std::time::Duration::from_mins(1), bytes: 4_096 };

#[tokio::test]
async fn it_answers_as_drand_does() {
    let one = beacon(1).await;
    let at = |path: String| {
        let url = format!("{}{path}", one.url());
        async move { Fetcher::default().get(&url, LIMITS).await.expect("an answer") }
    };
    let chain = one.chain().hash();
    let there = at(format!("/{chain}/public/100")).await;
    let answer: serde_json::Value = serde_json::from_slice(&there.body).expect("JSON");
    assert_eq!((there.status, &answer["round"]), (200, &100.into()));
    assert_eq!(answer["signature"], one.sign(round(100)).to_string());
    assert_eq!(at(format!("/{chain}/public/latest")).await, there, "it appeared last");
    for (path, status) in [
        (format!("/{chain}/public/101"), 425),
        (format!("/{chain}/public/0"), 404),
        (format!("/{chain}/public/x"), 404),
        (format!("/{}/public/100", "0".repeat(64)), 404),
        ("/".to_owned(), 404),
    ] {
        assert_eq!(at(path.clone()).await.status, status, "{path}");
    }
}

#[tokio::test]
async fn the_same_secret_makes_the_same_chain_and_another_one_another() {
    let (one, same, other) = (beacon(1).await, beacon(1).await, beacon(2).await);
    assert_eq!(one.chain(), same.chain());
    assert_ne!(one.url(), same.url());
    assert_ne!(one.chain().hash(), other.chain().hash());
    assert!(other.chain().verify(round(5), one.sign(round(5))).is_err());
}

#[tokio::test]
async fn its_settings_name_its_chain() {
    let one = beacon(1).await;
    let settings = one.settings();
    let value = |key: &str| settings.iter().find(|(name, _)| name.ends_with(key)).expect(key).1.clone();
    assert_eq!(value("__CHAIN"), one.chain().hash().to_string());
    let key = PublicKey::new(Hex::parse(&value("__PUBLIC_KEY")).expect("hexadecimal")).expect("a key");
    assert_eq!(key, *one.chain().public_key());
    assert_eq!([value("__GENESIS"), value("__PERIOD_SECONDS"), value("__URLS")], ["1000", "1", one.url().as_str()]);
}

#[tokio::test]
async fn it_ends_when_it_is_dropped() {
    let one = beacon(1).await;
    let url = one.url();
    drop(one);
    let mut answers = 0;
    while Fetcher::default().get(&url, LIMITS).await.is_ok() {
        answers += 1;
        assert!(answers < 100, "it goes on");
    }
}
