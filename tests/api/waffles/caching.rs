//! What browsers and other sites may do with public answers.

use std::collections::HashSet;
use std::io::Read;
use std::time::Duration;

use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use reqwest::Method;
use waffle_tests::{Answer, TestApp, answer};

async fn again(app: &TestApp, path: &str, tag: &str) -> Answer {
    answer(app.request(Method::GET, path).header("if-none-match", tag)).await
}

#[tokio::test]
async fn public_reads_are_revalidated_and_sent_again_only_when_they_changed() {
    let (app, seller, waffle) = TestApp::selling("Box", 3).await;
    for path in ["/api/waffles".to_owned(), "/api/waffles?limit=5".to_owned(), waffle.api(""), waffle.api("/spots")] {
        let first = app.get(&path).await;
        assert_eq!(first.header("cache-control"), "no-cache", "{path}");
        assert_eq!(first.header("vary"), "Accept-Encoding");
        assert_eq!(first.header("access-control-allow-origin"), "*");
        assert!(first.header("access-control-expose-headers").contains("X-Event-Seq"));
        let tag = first.header("etag").to_owned();
        assert!(tag.ends_with('"'), "{path} {tag}");
        let unchanged = again(&app, &path, &tag).await;
        assert_eq!((unchanged.status.as_u16(), unchanged.body.len(), unchanged.header("etag")), (304, 0, &*tag));
        assert_eq!((unchanged.header("cache-control"), unchanged.header("vary")), ("no-cache", "Accept-Encoding"));
        assert_eq!(unchanged.header("x-event-seq"), first.header("x-event-seq"));
        assert_eq!(again(&app, &path, "\"other\"").await.status, 200);
        app.claim_random(&waffle, 1, "anna").await;
        let changed = again(&app, &path, &tag).await.ok();
        assert_ne!(changed.header("etag"), tag);
        seller.release(waffle.spot(1)).await;
        for number in 1..=3 {
            seller.release(waffle.spot(number)).await;
        }
    }
}

#[tokio::test]
async fn every_read_answers_head_and_a_slash_at_the_end() {
    let (app, seller, waffle) = TestApp::selling("Box", 3).await;
    for path in ["/api/waffles".to_owned(), waffle.api(""), waffle.api("/spots"), waffle.api("/export")] {
        let get = app.get(&path).await;
        let head = answer(app.request(Method::HEAD, &path)).await;
        assert_eq!((head.status.as_u16(), head.body.len()), (200, 0), "{path}");
        for header in ["content-type", "content-length", "etag", "cache-control", "x-event-seq"] {
            assert_eq!(head.header(header), get.header(header), "{path} {header}");
        }
        let slashed = app.get(&format!("{path}/")).await;
        assert_eq!((slashed.status.as_u16(), slashed.body), (200, get.body), "{path}");
    }
    for path in ["/api/admin/waffles".to_owned(), waffle.admin_api(""), waffle.admin_api("/activity")] {
        let head = answer(waffle_tests::bearer(&app, Method::HEAD, &path, &seller.token)).await;
        assert_eq!((head.status.as_u16(), head.body.len()), (200, 0), "{path}");
        assert_eq!(seller.get(&format!("{path}/")).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn long_answers_are_compressed_when_asked() {
    let (app, _, waffle) = TestApp::shared_selling("Box", 100).await;
    let plain = app.get(&waffle.api("/spots")).await;
    assert_eq!(plain.header("content-encoding"), "");
    for encoding in ["gzip", "br"] {
        let request = app.request(Method::GET, &waffle.api("/spots")).header("accept-encoding", encoding);
        let packed = answer(request).await;
        assert_eq!(packed.header("content-encoding"), encoding);
        assert!(packed.body.len() < plain.body.len() / 2);
        assert!(packed.header("vary").contains("ccept-"), "{}", packed.header("vary"));
    }
}

#[tokio::test]
async fn each_strangers_copy_of_a_page_carries_a_key_of_its_own_however_it_travels() {
    let (app, _, waffle) = TestApp::selling("Box", 100).await;
    let mut keys = HashSet::new();
    let mut shared = HashSet::new();
    for encoding in ["br", "br", "gzip", "identity", "br"] {
        let request = app.request(Method::GET, &format!("/waffle/{}", waffle.slug)).header("accept-encoding", encoding);
        let travelled = answer(request).await.body;
        let mut html = String::new();
        match encoding {
            "br" => brotli::Decompressor::new(&*travelled, 4096).read_to_string(&mut html),
            "gzip" => flate2::read::GzDecoder::new(&*travelled).read_to_string(&mut html),
            _ => (&*travelled).read_to_string(&mut html),
        }
        .unwrap();
        let (_, key) = html.split_once(r#"name="idempotency_key" value=""#).unwrap();
        let key = key[..32].to_owned();
        shared.insert(html.replace(&key, "KEY"));
        assert!(key.bytes().all(|byte| byte.is_ascii_hexdigit()) && keys.insert(key));
    }
    assert_eq!(shared.len(), 1, "all but the key is the same");
}

/// Reads an address as it travels in brotli, and what that is.
async fn in_brotli(app: &TestApp, path: &str) -> (Bytes, String) {
    let travelled = answer(app.request(Method::GET, path).header("accept-encoding", "br")).await.body;
    let mut text = String::new();
    brotli::Decompressor::new(&*travelled, 4096).read_to_string(&mut text).unwrap();
    (travelled, text)
}

#[tokio::test]
async fn all_who_read_a_stage_share_it_but_for_the_time() {
    let (app, _, waffle) = TestApp::selling("Box", 100).await;
    let mut shared = HashSet::new();
    for query in ["", "", "?transparent=1", "?transparent=1", ""] {
        app.clock.advance(Duration::from_secs(1));
        let (travelled, html) = in_brotli(&app, &format!("/waffle/{}/stage{query}", waffle.slug)).await;
        let time = format!("data-now=\"{}", app.clock.now().timestamp_millis());
        assert!(html.contains(&time), "{html}");
        // Each reader's own part is not compressed.
        let at = travelled.windows(time.len()).position(|bytes| bytes == time.as_bytes()).expect("the time");
        shared.insert([&travelled[..at], &travelled[at + time.len()..]].concat());
    }
    assert_eq!(shared.len(), 2, "with a background of its own, and without");
}

#[tokio::test]
async fn what_is_kept_for_many_is_worth_an_effort() {
    let (app, _, waffle) = TestApp::selling("Box", 200).await;
    for path in ["/api/docs", "/api/docs/claims", &waffle.api("/export")] {
        let (travelled, text) = in_brotli(&app, path).await;
        let (mut once, hasty) = (Vec::new(), BrotliEncoderParams { quality: 2, lgwin: 18, ..Default::default() });
        brotli::BrotliCompress(&mut text.as_bytes(), &mut once, &hasty).unwrap();
        assert!(travelled.len() < once.len(), "{path}: {} bytes, {} in a hurry", travelled.len(), once.len());
        assert_eq!(in_brotli(&app, path).await, (travelled, text), "{path}");
    }
}
