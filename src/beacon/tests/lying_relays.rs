use std::time::Duration;

use tokio::net::TcpListener;
use tokio::time::Instant;
use waffle_beacon::http_client::FetchError;
use waffle_beacon::local::LocalBeacon;
use waffle_beacon::local::manners::Manner;
use waffle_beacon::relays::{Patience, RelayAnswer, RelayFault};
use waffle_domain::draw::beacon::NotVerified;
use waffle_domain::draw::digest::sha256;

use crate::beacons::{PATIENT, beacon, beacons, now, relays, relays_at, relays_within, round};

/// Later than any relay answers.
fn late() -> Instant {
    Instant::now() + PATIENT.all
}

fn assert_round(asked: &RelayAnswer, beacon: &LocalBeacon, number: u64) {
    let RelayAnswer::Round(verified) = asked else { panic!("{asked:?}") };
    let signature = beacon.sign(round(number));
    assert_eq!(
        (verified.round(), verified.signature(), verified.chain()),
        (round(number), signature, beacon.chain().hash())
    );
    assert_eq!(verified.randomness(), sha256(signature.as_bytes()));
}

/// What is wrong with the only relay, which behaves in this manner.
async fn fault(manner: Manner) -> RelayFault {
    fault_within(PATIENT, manner).await
}

async fn fault_within(patience: Patience, manner: Manner) -> RelayFault {
    let only = beacon(1).await;
    only.behave(manner);
    let RelayAnswer::Nobody(mut failures) = relays_within(patience, &[&only]).ask(round(100)).await else {
        panic!("there is no round")
    };
    let failure = failures.pop().expect("a failure");
    assert!(failures.is_empty() && failure.relay == only.url());
    failure.fault
}

fn lies(to: String) -> Vec<Manner> {
    vec![
        Manner::Status(404),
        Manner::Status(425),
        Manner::Status(500),
        Manner::WrongSignature,
        Manner::RoundBefore,
        Manner::RoundBeforeRenamed,
        Manner::WrongRandomness,
        Manner::Says("{}".into()),
        Manner::NoHttp,
        Manner::Endless,
        Manner::Gigabyte,
        Manner::Silent,
        Manner::Slow,
        Manner::HangsUp,
        Manner::Redirect(to),
    ]
}

#[tokio::test]
async fn a_round_that_has_appeared_is_fetched_and_verified() {
    let one = beacon(1).await;
    for number in [1, 99, 100] {
        assert_round(&relays(&[&one]).ask(round(number)).await, &one, number);
    }
}

#[tokio::test]
async fn a_round_that_has_not_appeared_is_not_there_yet() {
    let [one, two] = beacons().await;
    assert_eq!(relays(&[&one, &two]).ask(round(101)).await, RelayAnswer::NotYet(Vec::new()));
    two.behave(Manner::Status(404));
    assert_eq!(relays(&[&one, &two]).ask(round(101)).await, RelayAnswer::NotYet(Vec::new()));
    two.behave(Manner::Status(500));
    let RelayAnswer::NotYet(failures) = relays(&[&one, &two]).ask(round(101)).await else { panic!("it is not there") };
    assert_eq!(failures.len(), 1);
    assert_eq!(failures[0].to_string(), format!("{}: its answer has the status 500", two.url()));
}

#[tokio::test]
async fn each_kind_of_lie_is_recognized() {
    assert_eq!(fault(Manner::Status(500)).await, RelayFault::Status(500));
    assert_eq!(fault(Manner::WrongSignature).await, RelayFault::NotVerified(NotVerified::NotTheKeys));
    assert_eq!(fault(Manner::RoundBefore).await, RelayFault::OtherRound(round(99)));
    assert_eq!(fault(Manner::RoundBeforeRenamed).await, RelayFault::NotVerified(NotVerified::NotTheKeys));
    assert_eq!(fault(Manner::WrongRandomness).await, RelayFault::OtherRandomness);
    let zeros = format!(r#"{{"round":100,"randomness":"{}","signature":"{}"}}"#, "0".repeat(64), "0".repeat(96));
    assert_eq!(fault(Manner::Says(zeros)).await, RelayFault::NotVerified(NotVerified::NoPoint));
    for words in ["", "{}", "[]", "null", "<html>", r#"{"round":"100","randomness":"","signature":""}"#] {
        assert_eq!(fault(Manner::Says(words.into())).await, RelayFault::NoRound, "{words}");
    }
    for manner in [Manner::Endless, Manner::Gigabyte, Manner::Says(" ".repeat(4 * 1024 + 1))] {
        assert_eq!(fault(manner).await, RelayFault::NoAnswer(FetchError::TooLong));
    }
    for manner in [Manner::Silent, Manner::Slow] {
        let patience = Patience { each: Duration::from_millis(500), ..PATIENT };
        assert_eq!(fault_within(patience, manner).await, RelayFault::NoAnswer(FetchError::TooSlow));
    }
    for manner in [Manner::NoHttp, Manner::HangsUp] {
        assert!(matches!(fault(manner).await, RelayFault::NoAnswer(FetchError::Unreachable(_))));
    }
}

#[tokio::test]
async fn an_answer_may_have_4096_bytes() {
    let one = beacon(1).await;
    let signature = one.sign(round(100));
    let randomness = sha256(signature.as_bytes());
    let words = format!(r#"{{"round":100,"randomness":"{randomness}","signature":"{signature}"}}"#);
    one.behave(Manner::Says(format!("{words:<4096}")));
    assert_round(&relays(&[&one]).ask(round(100)).await, &one, 100);
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let [leads, waits] = beacons().await;
    let to = format!("{}/{}/public/100", waits.url(), waits.chain().hash());
    leads.behave(Manner::Redirect(to.clone()));
    let RelayAnswer::Nobody(failures) = relays(&[&leads]).ask(round(100)).await else { panic!("there is no round") };
    assert_eq!(failures[0].fault, RelayFault::NoAnswer(FetchError::Redirect(to)));
    assert_eq!(waits.asked(), 0);
}

#[tokio::test]
async fn a_relay_of_another_chain_is_of_no_use() {
    let (ours, other) = (beacon(1).await, beacon(2).await);
    let asked = relays_at(PATIENT, &ours, &[other.url()]).ask(round(100)).await;
    assert_eq!(asked, RelayAnswer::NotYet(Vec::new()), "it does not know our chain");
    let signature = other.sign(round(100));
    let randomness = sha256(signature.as_bytes());
    ours.behave(Manner::Says(format!(r#"{{"round":100,"randomness":"{randomness}","signature":"{signature}"}}"#)));
    let RelayAnswer::Nobody(failures) = relays(&[&ours]).ask(round(100)).await else { panic!("there is no round") };
    assert_eq!(failures[0].fault, RelayFault::NotVerified(NotVerified::NotTheKeys));
}

#[tokio::test]
async fn whatever_one_relay_does_the_other_one_is_heard() {
    let [odd, good] = beacons().await;
    for manner in lies(good.url()) {
        odd.behave(manner.clone());
        let begun = Instant::now();
        assert_round(&relays(&[&odd, &good]).ask(round(100)).await, &good, 100);
        assert!(begun.elapsed() < PATIENT.each / 2, "{manner:?} holds nobody up");
    }
}

#[tokio::test]
async fn when_both_of_the_first_two_are_of_no_use_the_next_one_is_asked() {
    let [odd, odder, good] = beacons().await;
    for manner in lies(good.url()) {
        odd.behave(manner.clone());
        // The next one is asked once these have had their time.
        let slow = matches!(manner, Manner::Silent | Manner::Slow);
        let patience = if slow { Patience { each: Duration::from_secs(2), ..PATIENT } } else { PATIENT };
        odder.behave(manner);
        assert_round(&relays_within(patience, &[&odd, &odder, &good]).ask(round(100)).await, &good, 100);
    }
}

#[tokio::test]
async fn two_are_asked_together_and_no_more() {
    let [one, two, three] = beacons().await;
    one.behave(Manner::Silent);
    assert_round(&relays(&[&one, &two, &three]).ask(round(100)).await, &one, 100);
    assert_eq!([&two, &three].map(LocalBeacon::asked), [1, 0]);
}

#[tokio::test]
async fn a_relay_that_is_away_does_not_matter() {
    let good = beacon(1).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let away = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    let nowhere = "http://nowhere.invalid".to_owned();
    let asked = relays_at(PATIENT, &good, &[away.clone(), nowhere.clone(), good.url()]).ask(round(100)).await;
    assert_round(&asked, &good, 100);
    let RelayAnswer::Nobody(failures) = relays_at(PATIENT, &good, &[away, nowhere]).ask(round(100)).await else {
        panic!("nobody is there")
    };
    let unreachable =
        |fault: &RelayFault| matches!(fault, RelayFault::NoAnswer(FetchError::Unreachable(_) | FetchError::TooSlow));
    assert!(failures.len() == 2 && failures.iter().all(|failure| unreachable(&failure.fault)), "{failures:?}");
}

#[tokio::test]
async fn asking_ends_when_all_relays_are_silent() {
    let silent: [LocalBeacon; 4] = beacons().await;
    for beacon in &silent {
        beacon.behave(Manner::Silent);
    }
    let begun = Instant::now();
    let patience = Patience { all: Duration::from_secs(1), ..PATIENT };
    let asked = relays_within(patience, &silent.each_ref()).ask(round(100)).await;
    assert_eq!(asked, RelayAnswer::Nobody(Vec::new()));
    assert!(begun.elapsed() < PATIENT.each / 2);
}

#[tokio::test]
async fn the_last_relay_is_asked_in_time_even_if_all_others_hang() {
    let relays: [LocalBeacon; 6] = beacons().await;
    let [silent @ .., last] = &relays;
    for beacon in silent {
        beacon.behave(Manner::Silent);
    }
    let patience = Patience { each: Duration::from_secs(4), all: Duration::from_secs(8), ..PATIENT };
    assert_round(&relays_within(patience, &relays.each_ref()).ask(round(100)).await, last, 100);
}

#[tokio::test]
async fn the_newest_round_is_the_newest_of_all_relays_that_verifies() {
    let [one, two, odd] = beacons().await;
    let newest = async || {
        relays_within(PATIENT, &[&one, &two, &odd]).newest(now(), late()).await.map(|verified| verified.round().get())
    };
    assert_eq!(newest().await, Some(100));
    one.tell_newest(round(7));
    odd.tell_newest(round(9));
    for manner in lies(one.url()) {
        if matches!(manner, Manner::Silent | Manner::Slow) {
            continue;
        }
        odd.behave(manner.clone());
        two.tell_newest(round(8));
        assert_eq!(newest().await, Some(8), "{manner:?}");
    }
    for beacon in [&one, &two, &odd] {
        beacon.behave(Manner::WrongSignature);
    }
    assert_eq!(newest().await, None, "no relay has one that verifies");
}

#[tokio::test]
async fn relays_that_hang_are_not_waited_for_once_another_one_has_a_recent_round() {
    let [one, silent] = beacons().await;
    silent.behave(Manner::Silent);
    let begun = Instant::now();
    let patience = Patience { newest_of_others: Duration::from_millis(300), ..PATIENT };
    let newest = relays_within(patience, &[&silent, &one]).newest(now(), late()).await;
    assert_eq!(newest.map(|verified| verified.round()), Some(round(100)));
    one.behave(Manner::Silent);
    let soon = Instant::now() + Duration::from_millis(300);
    assert_eq!(relays_within(PATIENT, &[&silent, &one]).newest(now(), soon).await, None);
    assert!(begun.elapsed() < PATIENT.each / 2);
}

#[tokio::test]
async fn a_relay_with_an_old_round_leaves_the_others_their_time() {
    let [old, slow] = beacons().await;
    old.tell_newest(round(7));
    slow.behave(Manner::Silent);
    let patience = Patience { newest_of_others: Duration::from_millis(1), ..PATIENT };
    let until = Instant::now() + Duration::from_millis(600);
    let newest = relays_within(patience, &[&old, &slow]).newest(now(), until).await;
    assert_eq!(newest.map(|verified| verified.round()), Some(round(7)));
    assert!(Instant::now() >= until, "the other one had all of its time");
}
