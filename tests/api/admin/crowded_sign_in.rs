//! `POST /api/admin/login` while another client tries many passwords at the same time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::Instant;

use futures_util::StreamExt;
use futures_util::future::join;
use futures_util::stream::FuturesUnordered;
use waffle_tests::{PASSWORD, TestApp, login_from};

/// Where the crowd comes from.
const CROWD: &str = "198.51.100.1";
const MANY: usize = 40;

/// A server whose hashing takes long enough for a crowd to wait. It has a slot for every two cores.
async fn server() -> TestApp {
    TestApp::with(&[("WAFFLE__AUTH__BCRYPT_COST", "9")]).await
}

/// How many of the crowd are served in the time of about three hashes: one that is under way, one's own, and one for
/// the time between the server and the test.
fn a_few() -> usize {
    3 * (available_parallelism().unwrap().get() / 2).max(1) + 2
}

/// Lets 40 wrong passwords of as many names come from one address, and signs in from another one once the first of them
/// has been answered. Returns how many of the crowd were answered in between.
async fn served_before(app: &TestApp, crowd: &str, address: &str) -> usize {
    let (answered, before, after) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let names: Vec<_> = (0..MANY).map(|number| format!("nobody{number}")).collect();
    let mut waiting: FuturesUnordered<_> =
        names.iter().map(|name| async { login_from(app, crowd, name, "wrong").await.status.as_u16() }).collect();
    assert_eq!(waiting.next().await, Some(401));
    let right = async {
        before.store(answered.load(Ordering::Relaxed), Ordering::Relaxed);
        assert_eq!(login_from(app, address, "admin", PASSWORD).await.status, 200);
        after.store(answered.load(Ordering::Relaxed), Ordering::Relaxed);
    };
    let rest = async {
        while let Some(status) = waiting.next().await {
            // On a slow machine the last ones give up.
            assert!([401, 503].contains(&status), "{status}");
            answered.fetch_add(1, Ordering::Relaxed);
        }
    };
    join(right, rest).await;
    after.into_inner() - before.into_inner()
}

#[tokio::test]
async fn a_crowd_at_one_address_does_not_hold_up_a_sign_in_at_another() {
    let app = server().await;
    let served = served_before(&app, CROWD, "203.0.113.9").await;
    assert!(served <= a_few(), "{served} of the crowd came first");
}

/// The cost that servers run with: behind a crowd of forty, a slot is seconds away.
#[tokio::test]
async fn a_crowd_from_as_many_addresses_is_waited_for_or_one_is_told_how_long_it_takes() {
    let app = TestApp::with(&[("WAFFLE__AUTH__BCRYPT_COST", "12")]).await;
    let names: Vec<_> = (0..MANY).map(|number| (format!("198.51.100.{number}"), format!("nobody{number}"))).collect();
    let mut crowd: FuturesUnordered<_> =
        names.iter().map(|(address, name)| async { login_from(&app, address, name, "wrong").await }).collect();
    assert_eq!(crowd.next().await.unwrap().status, 401);
    let right = async {
        for tries in 1.. {
            let begun = Instant::now();
            let answered = login_from(&app, "203.0.113.9", "admin", PASSWORD).await;
            if answered.status == 200 {
                return tries;
            }
            // Slower machines need a second try, which continues at the first one's position in the queue.
            let waited = begun.elapsed();
            assert!((7..10).contains(&waited.as_secs()), "given up after {waited:?}");
            let wait: u64 = answered.header("retry-after").parse().unwrap();
            assert!((1..=60).contains(&wait), "{wait}");
            let told = answered.json()["error"].as_str().unwrap().to_owned();
            assert!(told.contains(&format!("{wait} seconds")) || told.contains("in a moment"), "{told}");
            assert!(tries < 3, "{told}");
        }
        unreachable!("it returns")
    };
    let rest = async {
        while let Some(answered) = crowd.next().await {
            assert!([401, 503].contains(&answered.status.as_u16()), "{}", answered.status);
        }
    };
    let (tries, ()) = join(right, rest).await;
    println!("signed in at try {tries}");
}

#[tokio::test]
async fn a_crowd_does_not_hold_up_an_account_that_signed_in_at_its_address_lately() {
    let app = server().await;
    assert_eq!(login_from(&app, CROWD, "admin", PASSWORD).await.status, 200);
    let served = served_before(&app, CROWD, CROWD).await;
    assert!(served <= a_few(), "{served} of the crowd came first");
}

#[tokio::test]
async fn an_account_is_known_in_the_whole_ipv6_network_where_it_signed_in() {
    let app = server().await;
    assert_eq!(login_from(&app, "2001:db8::1", "admin", PASSWORD).await.status, 200);
    let served = served_before(&app, "2001:db8::2", "2001:db8::ffff:1").await;
    assert!(served <= a_few(), "{served} of the crowd came first");
}
