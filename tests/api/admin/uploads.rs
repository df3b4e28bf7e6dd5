//! `POST /api/admin/uploads`

use std::pin::pin;
use std::time::{Duration, Instant};

use image::ImageFormat;
use reqwest::Method;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;
use waffle_domain::photo::{MAX_FILE, MOST_AN_HOUR, PhotoHash};
use waffle_tests::pictures::{jpeg_of_length, picture, seen};
use waffle_tests::{Seller, TestApp, answer, bearer, faults, form_with_file, refusal, refused, with_cookie};

const PATH: &str = "/api/admin/uploads";

#[tokio::test]
async fn a_photo_of_each_kind_is_kept_and_shown_by_a_waffle() {
    let app = TestApp::with(&[("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com")]).await;
    let seller = app.seller_as("mia", "waffle_manager").await;
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let uploaded = seller.upload(&picture(2_000, 1_000, format)).await;
        assert_eq!(uploaded.status, 201, "{}", uploaded.text());
        let photo = uploaded.json();
        assert_eq!((&photo["width"], &photo["height"]), (&json!(1_600), &json!(800)));
        let url = photo["url"].as_str().unwrap();
        let path = url.strip_prefix("https://waffles.example.com").unwrap();

        let shown = app.get(path).await;
        assert_eq!(shown.status, 200);
        assert_eq!(shown.header("content-type"), "image/jpeg");
        assert_eq!((seen(&shown.body), json!(shown.body.len())), ((1_600, 800, true), photo["bytes"].clone()));
        assert_eq!(PhotoHash::of(&shown.body).path(), path);

        let body = json!({"title": "Camera", "total_spots": 10, "spot_price": 100, "image_url": url});
        let waffle = seller.create(&body).await.ok().json();
        assert_eq!(waffle["image_url"], url);
        let page = app.visitor().get(&format!("/waffle/{}", waffle["slug"].as_str().unwrap())).await;
        assert_eq!(page.attribute(".waffle-image img", "src"), path, "whatever the host is called");
    }
}

#[tokio::test]
async fn the_same_photo_again_is_the_same_and_other_sellers_may_show_it() {
    let (app, seller) = TestApp::with_seller().await;
    let other = app.seller_as("mia", "waffle_manager").await;
    let file = picture(40, 20, ImageFormat::Png);
    let first = seller.upload(&file).await.ok().json();
    for again in [&seller, &other] {
        let uploaded = again.upload(&file).await;
        assert_eq!((uploaded.status.as_u16(), uploaded.json()), (201, first.clone()));
    }
    app.holds("(SELECT count(*) FROM photos) = 1").await;
    app.holds("(SELECT count(*) FROM audit_trail WHERE action = 'upload_photo') = 1").await;
    let body = json!({"title": "Camera", "total_spots": 10, "spot_price": 100, "image_url": first["url"]});
    other.create(&body).await.ok();
}

#[tokio::test]
async fn other_kinds_of_files_are_refused_whatever_they_say_of_themselves() {
    let (app, seller) = TestApp::with_seller().await;
    for other in [
        &b"GIF89a\x01\0\x01\0\0\0\0;"[..],
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"<!doctype html><title>JPEG</title>",
        b"PK\x03\x04",
        b"\xff\xd8",
    ] {
        let answer = seller.upload(other).await;
        assert_eq!(refusal(&answer), refused(415, "unsupported_media_type"), "{}", other.escape_ascii());
    }
    let heic = seller.upload(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic").await;
    assert_eq!(refusal(&heic), refused(415, "unsupported_media_type"));
    let says = heic.json()["error"].as_str().unwrap().to_owned();
    assert!(says.contains("HEIC") && says.contains("Most Compatible"), "{says}");
    app.holds("NOT EXISTS (SELECT FROM photos)").await;
    app.holds("NOT EXISTS (SELECT FROM audit_trail WHERE action = 'upload_photo')").await;
}

#[tokio::test]
async fn what_does_not_decode_is_refused() {
    let (app, seller) = TestApp::with_seller().await;
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let whole = picture(400, 200, format);
        for broken in [&whole[..whole.len() / 2], &whole[..whole.len() - 1], &whole[..20]] {
            assert_eq!(faults(&seller.upload(broken).await), ["file"], "{format:?} {}", broken.len());
        }
    }
    // It says that it is 50,000 pixels wide and high.
    let mut bomb = picture(8, 8, ImageFormat::Png);
    bomb.splice(16..33, *b"\0\0\xc3\x50\0\0\xc3\x50\x08\x02\0\0\0\xc4\xcd\xaa\x9d");
    assert_eq!(faults(&seller.upload(&bomb).await), ["file"]);
    app.holds("NOT EXISTS (SELECT FROM photos)").await;
}

#[tokio::test]
async fn a_photo_that_is_something_else_too_is_refused_with_what_to_do() {
    let (app, seller) = TestApp::with_seller().await;
    let jpeg = picture(64, 32, ImageFormat::Jpeg);
    let zip_end = [&b"PK\x05\x06"[..], &[0; 18]].concat();
    for other in [&b"<script>alert(1)</script>"[..], b"<!doctype html><title>x</title>", &zip_end] {
        let polyglot = seller.upload(&[&jpeg[..], other].concat()).await;
        assert_eq!(refusal(&polyglot), refused(415, "unsupported_media_type"), "{}", other.escape_ascii());
        let says = polyglot.json()["error"].as_str().unwrap().to_owned();
        assert!(says.contains("archive") && says.contains("screenshot"), "{says}");
    }
    app.holds("NOT EXISTS (SELECT FROM photos)").await;
}

#[tokio::test]
async fn nothing_of_a_file_is_kept_but_its_picture() {
    let (app, seller) = TestApp::with_seller().await;
    let jpeg = picture(64, 32, ImageFormat::Jpeg);
    // Another JPEG and a film, as phones write them.
    let from_a_phone = [&jpeg[..], &picture(32, 16, ImageFormat::Jpeg), b"\0\0\0\x18ftypmp42"].concat();
    let url = seller.upload(&from_a_phone).await.ok().json()["url"].as_str().unwrap().to_owned();
    let kept = app.get(&url[url.find("/photos/").unwrap()..]).await.ok().body;
    assert_eq!(seen(&kept), (64, 32, true));
    assert!(!kept.windows(4).any(|part| part == b"ftyp") && kept.ends_with(b"\xff\xd9"));
}

#[tokio::test]
async fn a_file_has_8_mib_and_not_a_byte_more() {
    let (_app, seller) = TestApp::with_seller().await;
    assert_eq!(seller.upload(&jpeg_of_length(MAX_FILE)).await.status, 201);
    for length in [MAX_FILE + 1, 2 * MAX_FILE] {
        let large = seller.upload(&jpeg_of_length(length)).await;
        assert_eq!(refusal(&large), refused(413, "payload_too_large"), "{length}");
    }
}

#[tokio::test]
async fn what_is_no_form_with_a_file_is_refused() {
    let (app, seller) = TestApp::with_seller().await;
    let post = || bearer(&app, Method::POST, PATH, &seller.token);
    let file = picture(8, 8, ImageFormat::Png);
    for other in ["image/png", "application/json", "application/x-www-form-urlencoded", "multipart/mixed; boundary=x"] {
        let answer = answer(post().header("content-type", other).body(file.clone())).await;
        assert_eq!(refusal(&answer), refused(415, "unsupported_media_type"), "{other}");
    }
    let without = answer(form_with_file(post(), &[("title", "x")], ("photo", b""))).await;
    assert_eq!(faults(&without), ["file"]);
    assert_eq!(faults(&seller.upload(b"").await), ["file"], "none was chosen");
    let no_boundary = answer(post().header("content-type", "multipart/form-data").body(file)).await;
    assert_eq!(refusal(&no_boundary), refused(400, "malformed_form"));
}

#[tokio::test]
async fn a_page_uploads_with_its_cookie_and_no_other_site_does() {
    let (app, seller) = TestApp::with_seller().await;
    let file = picture(8, 8, ImageFormat::Png);
    let send = async |site: &str| {
        let request = with_cookie(&app, Method::POST, PATH, &seller.token).header("sec-fetch-site", site);
        answer(form_with_file(request, &[], ("file", &file))).await
    };
    assert_eq!(refusal(&send("cross-site").await), refused(403, "csrf_failed"));
    assert_eq!(send("same-origin").await.status, 201);
}

#[tokio::test]
async fn an_account_uploads_a_hundred_photos_in_a_day() {
    let (app, seller) = TestApp::with_seller().await;
    let other = app.seller_as("mia", "waffle_manager").await;
    let of = |width: u32| picture(width, 8, ImageFormat::Png);
    seller.upload(&of(10)).await.ok();
    app.sql(
        "INSERT INTO photos (hash, jpeg, width, height, account_id, created_at)
         SELECT sha256(n::text::bytea), '', 1, 1, account_id, now() - interval '20 hours'
         FROM photos, generate_series(1, 98) n",
    )
    .await;
    assert_eq!(seller.upload(&of(11)).await.status, 201);
    let refused_one = seller.upload(&of(12)).await;
    assert_eq!(refusal(&refused_one), refused(429, "rate_limited"));
    let wait: u64 = refused_one.header("retry-after").parse().unwrap();
    assert!((4 * 3_600 - 60..=4 * 3_600).contains(&wait), "{wait}");
    assert_eq!(other.upload(&of(12)).await.status, 201);
}

#[tokio::test]
async fn the_same_photo_again_and_again_is_limited_too() {
    let (app, seller) = TestApp::with_seller().await;
    let other = app.seller_as("mia", "waffle_manager").await;
    let file = picture(8, 8, ImageFormat::Png);
    for _ in 0..MOST_AN_HOUR {
        assert_eq!(seller.upload(&file).await.status, 201);
    }
    let refused_one = seller.upload(&file).await;
    assert_eq!(refusal(&refused_one), refused(429, "rate_limited"));
    assert_eq!(refused_one.header("retry-after"), "3600");
    assert_eq!(other.upload(&file).await.status, 201);
    app.holds("(SELECT count(*) FROM photos) = 1").await;
}

/// A small file with as many pixels as a photo may have.
fn of_forty_megapixels() -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 8_000, 5_000);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&vec![0x7f; 8_000 * 5_000 * 3]).unwrap();
    file
}

#[tokio::test]
async fn while_a_large_photo_is_decoded_the_only_thread_that_serves_requests_goes_on() {
    let app = TestApp::with(&[("WAFFLE__SERVER__WORKERS", "1")]).await;
    let (seller, file) = (app.seller().await, of_forty_megapixels());
    let (begun, mut longest) = (Instant::now(), Duration::ZERO);
    let mut upload = pin!(seller.upload(&file));
    let uploaded = loop {
        let asked = Instant::now();
        let uploaded = tokio::select! {
            uploaded = &mut upload => Some(uploaded),
            read = app.get("/api/waffles") => {
                assert_eq!(read.status, 200);
                None
            }
        };
        longest = longest.max(asked.elapsed());
        if let Some(uploaded) = uploaded {
            break uploaded;
        }
    };
    assert_eq!(uploaded.status, 201, "{}", uploaded.text());
    // Most of the time goes into the picture.
    assert!(longest * 2 < begun.elapsed(), "a read took {longest:?} of {:?}", begun.elapsed());
}

/// Begins an upload, and sends no more than that.
async fn begun(app: &TestApp, seller: &Seller) -> TcpStream {
    let mut connection = TcpStream::connect(app.address).await.unwrap();
    let head = format!(
        "POST {PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nContent-Length: 1000000\r\n\
         Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n\
         Content-Disposition: form-data; name=\"file\"; filename=\"x.png\"\r\n\r\n{}",
        seller.token,
        "x".repeat(1_000)
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    connection
}

#[tokio::test]
async fn while_too_many_are_on_their_way_others_are_asked_to_come_back() {
    let (app, seller) = TestApp::with_seller().await;
    let mut slow = Vec::new();
    for _ in 0..8 {
        slow.push(begun(&app, &seller).await);
    }
    let file = picture(8, 8, ImageFormat::Png);
    let until = async |status: u16| {
        loop {
            let uploaded = seller.upload(&file).await;
            if uploaded.status == status {
                return uploaded;
            }
        }
    };
    let busy = timeout(Duration::from_secs(10), until(503)).await.unwrap();
    assert_eq!((refusal(&busy), busy.header("retry-after")), (refused(503, "busy"), "1"));
    // The rest of the service goes on.
    assert_eq!(app.get("/api/waffles").await.status, 200);
    drop(slow);
    timeout(Duration::from_secs(10), until(201)).await.unwrap();
}
