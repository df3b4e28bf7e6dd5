//! `/admin/waffles/new`

use image::ImageFormat;
use waffle_tests::pictures::{jpeg_of_length, picture};
use waffle_tests::{TestApp, Visitor};

#[tokio::test]
async fn a_seller_creates_a_waffle_and_gets_its_link() {
    let app = TestApp::with(&[("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com")]).await;
    let seller = app.signed_in().await;
    let form = seller.get("/admin/waffles/new").await;
    assert_eq!((form.status(), form.value("#total_spots"), form.value("#item_count")), (200, "100".into(), "1".into()));
    let fields = [
        ("title", "Golden Hour"),
        ("description", "One.\r\nTwo."),
        ("total_spots", "1,000"),
        ("spot_price", "25.5"),
        ("item_count", "2"),
        ("image_url", "https://pictures.example/a.png"),
        ("social_media_links", "https://www.social.example/me\r\n\r\nhttp://shop.example"),
    ];
    let manage = seller.send_and_follow("/admin/waffles/new", &fields).await;
    assert_eq!(manage.status(), 200);
    assert!(manage.words("[role=status]").contains("Post its link!"));
    assert_eq!(manage.attribute("[data-copy]", "data-copy"), "https://waffles.example.com/waffle/golden-hour");
    let share = manage.attribute("[data-share=only][hidden]", "data-copy");
    assert_eq!(share, "https://waffles.example.com/waffle/golden-hour");
    let message = manage.attribute(".told a", "href");
    assert!(seller.get(&message).await.words("[data-preview]").contains("/waffle/golden-hour"), "{message}");
    assert!(!seller.get(&message.replace("/share", "")).await.has(".told a"), "the notice has been read");
    let page = app.visitor().get("/waffle/golden-hour").await;
    assert!(page.words(".facts").contains("$25.50 a spot 1,000 spots 2 winners"), "{}", page.words(".facts"));
    assert_eq!(page.words("[data-description]"), "One. Two.");
    assert_eq!(page.attribute(".waffle-image img", "src"), "https://pictures.example/a.png");
    assert_eq!(page.words(".links"), "social.example shop.example");
}

#[tokio::test]
async fn every_mistake_is_marked_and_what_was_typed_stays() {
    let (app, seller) = TestApp::with_browser().await;
    let fields = [
        ("title", "  "),
        ("description", "kept"),
        ("total_spots", "1"),
        ("spot_price", "free"),
        ("item_count", "11"),
        ("image_url", "javascript:alert(1)"),
        ("social_media_links", "ftp://x"),
    ];
    let refused = seller.send("/admin/waffles/new", &fields).await;
    assert_eq!(refused.status(), 400);
    refused.assert_marks_all_but("description", &fields);
    assert!(refused.words("#spot_price-note").contains("25.00"));
    assert_eq!(app.get("/api/waffles").await.text(), "[]");
}

const CAMERA: [(&str, &str); 3] = [("title", "Camera"), ("total_spots", "10"), ("spot_price", "1")];

/// Sends the form with an opening, as a device in a zone would.
async fn opens(seller: &Visitor, opens_at: &str, zone: &str) -> waffle_tests::Page {
    seller.send("/admin/waffles/new", &[&CAMERA[..], &[("opens_at", opens_at), ("zone", zone)]].concat()).await
}

#[tokio::test]
async fn who_has_no_time_zone_means_the_devices() {
    let (app, seller) = TestApp::with_browser().await;
    let form = seller.get("/admin/waffles/new").await;
    assert_eq!((form.value("[name=zone]"), form.words("[data-zone-name]")), (String::new(), "UTC".into()));
    for (place, (opens_at, zone, moment)) in [
        ("2026-11-24T20:00", "America/New_York", "2026-11-25T01:00:00Z"),
        ("2026-11-24T20:00", "Asia/Calcutta", "2026-11-24T14:30:00Z"),
        // Without scripts the device is not asked, and the form says UTC.
        ("2026-11-24T20:00", "", "2026-11-24T20:00:00Z"),
        // Clocks go back: the first of the two.
        ("2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00Z"),
    ]
    .into_iter()
    .enumerate()
    {
        let created = opens(&seller, opens_at, zone).await;
        assert_eq!(created.status(), 303, "{}", created.words("main"));
        let slug = if place == 0 { "camera".to_owned() } else { format!("camera-{}", place + 1) };
        assert_eq!(app.get(&format!("/api/waffles/{slug}")).await.json()["opens_at"], moment, "{opens_at} {zone}");
    }
}

#[tokio::test]
async fn a_time_that_a_zone_lacks_or_an_unknown_zone_comes_back_with_what_was_typed() {
    let (app, seller) = TestApp::with_browser().await;
    // Clocks go forward.
    let refused = opens(&seller, "2027-03-14T02:30", "America/New_York").await;
    assert_eq!((refused.status(), refused.value("#opens_at")), (400, "2027-03-14T02:30".into()));
    assert!(refused.words("#opens_at-note").contains("America/New_York"), "{}", refused.words("#opens_at-note"));
    assert_eq!(refused.value("[name=zone]"), "America/New_York", "it is read as it was meant the next time");
    let refused =
        seller.send("/admin/waffles/new", &[("opens_at", "2026-11-24T20:00"), ("zone", "America/New_York")]).await;
    assert_eq!(refused.words("[data-opens]"), "Opens Tue 24 Nov 2026, 20:00 (New York)");
    let refused = opens(&seller, "2026-11-24T20:00", "Mars/Olympus").await;
    assert!(refused.words("#opens_at-note").contains("don’t know your device’s time zone"));
    assert_eq!((refused.value("#opens_at"), refused.value("[name=zone]")), ("2026-11-24T20:00".into(), String::new()));
    assert_eq!(app.get("/api/waffles").await.text(), "[]");
    assert_eq!(opens(&seller, "", "Mars/Olympus").await.status(), 303, "nothing depends on it");
}

#[tokio::test]
async fn the_form_is_read_in_the_zone_that_it_named() {
    let (app, seller) = TestApp::with_browser().await;
    app.sql("UPDATE admins SET timezone = 'Europe/Berlin'").await;
    assert_eq!(seller.get("/admin/waffles/new").await.value("[name=zone]"), "Europe/Berlin");
    // It was filled in before the settings changed.
    opens(&seller, "2026-11-24T20:00", "America/New_York").await;
    assert_eq!(app.get("/api/waffles/camera").await.json()["opens_at"], "2026-11-25T01:00:00Z");
}

const NEW: &str = "/admin/waffles/new";
/// The link to the same form, filled in from the seller's last waffle.
const FROM_LAST: &str = "main p a[href*='?from=']";

#[tokio::test]
async fn the_same_again_is_the_form_filled_in_from_a_waffle() {
    let (app, seller) = TestApp::with_browser().await;
    let [honey, bank] =
        [seller.method("wallet_a", "Honey Pay", "@golden").await, seller.method("wallet_b", "Bank", "@bank").await];
    assert!(!seller.get(NEW).await.has(FROM_LAST), "there is no waffle yet");
    let fields = [
        ("title", "Golden Hour"),
        ("description", "One.\r\nTwo."),
        ("total_spots", "1,000"),
        ("spot_price", "25.5"),
        ("item_count", "2"),
        ("image_url", "https://pictures.example/a.png"),
        ("social_media_links", "https://social.example/me\r\nhttp://shop.example"),
        ("payment_methods", &*honey),
        ("payment_methods", &*bank),
        ("opens_at", "2026-06-01T18:00"),
        ("pay_within_minutes", "90"),
        ("unlisted", "yes"),
    ];
    let manage = seller.send_and_follow(NEW, &fields).await;
    let id = manage.attribute("[data-manage]", "data-id");
    let again = format!("{NEW}?from={id}");
    for (page, link) in [(NEW, FROM_LAST), ("/admin", ".admin-card a.button")] {
        assert_eq!(seller.get(page).await.attribute(link, "href"), again, "{page}");
    }
    let settings = seller.get(&format!("/admin/waffles/{id}/edit")).await;
    assert!(settings.has(&format!(".actions a[href='{again}']")));
    seller.send_and_follow(&format!("/admin/payment-methods/{bank}/deactivate"), &[]).await;
    app.sql("UPDATE waffles SET share_message = 'Come! {url} https://a.example/waffle/golden-hour'").await;

    let form = seller.get(&again).await;
    let words = form.words("main");
    assert!(words.contains("Copied from Golden Hour") && words.contains("New waffle"), "{words}");
    assert!(!form.has(FROM_LAST));
    for (name, value) in [
        ("title", "Golden Hour"),
        ("total_spots", "1000"),
        ("spot_price", "25.50"),
        ("item_count", "2"),
        ("image_url", "https://pictures.example/a.png"),
        ("opens_at", ""),
        ("pay_within_minutes", "90"),
        ("max_spots_per_handle", ""),
    ] {
        assert_eq!(form.value(&format!("#{name}")), value, "{name}");
    }
    assert_eq!(form.words("#description"), "One. Two.");
    assert_eq!(form.words("#social_media_links"), "https://social.example/me http://shop.example");
    assert!(form.has("[name=unlisted][checked]") && !form.has("[name=claims_paused][checked]"));
    let methods = form.all("[name=payment_methods]");
    assert_eq!(methods.len(), 1, "the deactivated one is left out");
    assert!(form.has(&format!("[value='{honey}'][checked]")));

    let from = form.value("[name=from]");
    let sent = |title: &'static str| [("title", title), ("total_spots", "10"), ("spot_price", "1"), ("from", &*from)];
    let refused = seller.send(NEW, &sent("")).await;
    assert_eq!((refused.status(), refused.value("[name=from]")), (400, id.clone()));
    assert!(refused.words("main").contains("Copied from Golden Hour"), "{}", refused.words("main"));
    let created = seller.send_and_follow(NEW, &sent("Lamp")).await;
    assert_eq!(created.words("h1"), "Lamp");
    app.holds("(SELECT share_message FROM waffles WHERE slug = 'lamp') = 'Come! {url} https://a.example/waffle/lamp'")
        .await;
}

#[tokio::test]
async fn what_is_gone_fills_no_form_in_and_refuses_none() {
    let (app, seller) = TestApp::with_browser().await;
    let (older, newer) = (seller.create("Camera", 8).await, seller.create("Lamp", 8).await);
    let last = async |seller: &Visitor| {
        let page = seller.get(NEW).await;
        page.has(FROM_LAST).then(|| page.attribute(FROM_LAST, "href"))
    };
    assert_eq!(last(&seller).await, Some(format!("{NEW}?from={}", newer.id)));
    let mia = Visitor::of_role(&app, "mia", "waffle_manager").await;
    assert_eq!(last(&mia).await, None, "it is someone else's");
    let like = format!("{NEW}?from={}", newer.id);
    assert_eq!(mia.get(&like).await.value("#title"), "Lamp", "but every seller may have the same");
    app.archives(&newer).await;
    assert_eq!(last(&seller).await, Some(like.clone()), "archived ones count");
    assert_eq!(seller.get("/admin?archived=true").await.attribute(".admin-card a.button", "href"), like);
    app.deletes(&newer).await;
    assert_eq!(last(&seller).await, Some(format!("{NEW}?from={}", older.id)));
    assert_eq!(seller.get(&like).await.status(), 404);
    assert_eq!(seller.get(&format!("{NEW}?from=lamp")).await.value("#title"), "");
    let fields = [("title", "Lamp"), ("total_spots", "8"), ("spot_price", "1"), ("from", &*newer.id)];
    assert_eq!(seller.send(NEW, &fields).await.status(), 303, "the form had all that it needs");
    let refused = seller.send(NEW, &[("title", ""), ("from", &*newer.id)]).await;
    assert!(refused.status() == 400 && !refused.words("main").contains("Copied from"));
}

#[tokio::test]
async fn a_photo_comes_with_the_form_and_is_kept_if_something_else_is_wrong() {
    let (app, seller) = TestApp::with_browser().await;
    let form = seller.get("/admin/waffles/new").await;
    assert_eq!(form.attribute("form[data-waffle-form]", "enctype"), "multipart/form-data");
    assert_eq!(form.attribute("#photo", "accept"), "image/jpeg,image/png,image/webp");
    let photo = picture(400, 200, ImageFormat::Jpeg);
    let refused = seller.send_photo("/admin/waffles/new", &[("title", "")], &photo).await;
    assert_eq!(refused.status(), 400);
    let address = refused.value("#image_url");
    let shown = refused.attribute("[data-picture] img", "src");
    assert!(address.ends_with(&shown) && shown.starts_with("/photos/"), "{address} {shown}");
    app.get(&shown).await.ok();

    let again = [&CAMERA[..], &[("image_url", &*address)]].concat();
    assert_eq!(seller.send_photo("/admin/waffles/new", &again, b"").await.status(), 303);
    assert_eq!(app.visitor().get("/waffle/camera").await.attribute(".waffle-image img", "src"), shown);

    // A photo goes before a link.
    let other = picture(200, 400, ImageFormat::Png);
    let linked = [&CAMERA[..], &[("image_url", "https://pictures.example/a.png")]].concat();
    assert_eq!(seller.send_photo("/admin/waffles/new", &linked, &other).await.status(), 303);
    let second = app.visitor().get("/waffle/camera-2").await.attribute(".waffle-image img", "src");
    assert!(second.starts_with("/photos/") && second != shown, "{second}");
}

#[tokio::test]
async fn a_photo_that_can_not_be_taken_is_marked_and_what_was_typed_stays() {
    let (app, seller) = TestApp::with_browser().await;
    let whole = picture(400, 200, ImageFormat::Jpeg);
    for (photo, says) in [
        (&b"GIF89a"[..], "JPEG, PNG or WebP"),
        (&b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"[..], "Most Compatible"),
        (&whole[..whole.len() / 2], "damaged"),
        (&[&whole[..], b"<script>"].concat()[..], "screenshot"),
        (&jpeg_of_length(8 * 1024 * 1024 + 1)[..], "larger than 8 MB"),
    ] {
        let refused = seller.send_photo("/admin/waffles/new", &CAMERA, photo).await;
        assert_eq!((refused.status(), refused.value("#title")), (400, "Camera".into()), "{says}");
        assert_eq!(refused.attribute("#photo", "aria-invalid"), "true");
        assert!(refused.words("#photo-note").contains(says), "{}", refused.words("#photo-note"));
    }
    assert_eq!(app.get("/api/waffles").await.text(), "[]");
}
