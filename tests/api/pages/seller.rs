//! The seller on boards, receipts and the stage, and the form for it in `/admin/settings`.

use image::ImageFormat;
use serde_json::{Value, json};
use waffle_tests::pictures::{picture, seen};
use waffle_tests::{Page, TestApp, Visitor};

use crate::photos::photo;

const SETTINGS: &str = "/admin/settings";
const FORM: &str = "/admin/settings/seller";

#[tokio::test]
async fn boards_receipts_and_the_stage_name_the_seller_and_follow_each_change() {
    let (app, boss, waffle) = TestApp::selling("Box", 10).await;
    let receipt = app.claims(&waffle, &[1], "anna").await;
    let look = async || {
        let mut pages = vec![app.signed_in().await.get(&waffle.page()).await];
        for path in [waffle.page(), receipt.clone(), format!("{}/stage", waffle.page())] {
            pages.push(app.visitor().get(&path).await);
        }
        pages
    };
    let set = async |body: Value| boss.patch("/api/admin/seller", &body).await.ok();
    assert!(look().await.iter().all(|page| page.status() == 200 && !page.has(".seller")));
    let path = photo(&boss, 200).await;
    set(json!({"picture_url": path})).await;
    assert!(look().await.iter().all(|page| !page.has(".seller")), "a picture alone says nothing");

    set(json!({"name": "<b>Mia & Ben</b>"})).await;
    for page in look().await {
        assert_eq!(page.words(".seller bdi"), "<b>Mia & Ben</b>");
        assert_eq!(page.attribute(".seller img[alt='']", "src"), path);
        assert!(!page.has(".seller b"));
    }
    set(json!({"name": "Ben", "picture_url": null})).await;
    for page in look().await {
        assert_eq!(page.words(".seller"), "Sold by Ben");
        assert!(!page.has(".seller img"));
    }
    set(json!({"name": null})).await;
    assert!(look().await.iter().all(|page| !page.has(".seller")));
}

#[tokio::test]
async fn a_claim_that_is_refused_comes_back_to_a_board_with_the_seller() {
    let (app, boss, waffle) = TestApp::selling("Box", 10).await;
    boss.patch("/api/admin/seller", &json!({"name": "Mia’s"})).await.ok();
    let refused = app.visitor().claim(&waffle, &[("social_handle", "no such handle"), ("numbers", "1")]).await;
    assert_eq!((refused.status(), refused.words(".seller bdi")), (400, "Mia’s".to_owned()));
}

async fn send(boss: &Visitor, name: &str, picture_url: &str, file: &[u8]) -> Page {
    boss.send_photo(FORM, &[("name", name), ("picture_url", picture_url)], file).await
}

#[tokio::test]
async fn a_super_admin_sets_name_and_picture_with_a_file_and_removes_it() {
    let (app, boss) = TestApp::with_browser().await;
    let form = boss.get(SETTINGS).await;
    assert_eq!((form.value("#name"), form.value("[name=picture_url]")), (String::new(), String::new()));
    assert!(!form.has("[name=remove_picture]") && !form.has(".seller"));

    let saved = send(&boss, "Mia", "", &picture(2_000, 1_000, ImageFormat::Png)).await;
    assert_eq!((saved.status(), saved.location()), (303, SETTINGS));
    let form = boss.follow(&saved).await;
    assert!(form.words("[role=status]").starts_with("Saved."), "{}", form.words("main"));
    let path = form.value("[name=picture_url]");
    assert_eq!((form.value("#name").as_str(), form.attribute(".seller img", "src")), ("Mia", path.clone()));
    assert_eq!(seen(&app.get(&path).await.ok().body), (320, 160, true), "made small");

    let saved = send(&boss, "Ben", &path, b"").await;
    let form = boss.follow(&saved).await;
    assert_eq!((form.words(".seller bdi"), form.value("[name=picture_url]")), ("Ben".to_owned(), path.clone()));
    let form = boss.send_and_follow(FORM, &[("name", "Ben"), ("picture_url", &path), ("remove_picture", "yes")]).await;
    assert_eq!((form.words(".seller bdi"), form.value("[name=picture_url]")), ("Ben".to_owned(), String::new()));
    assert_eq!(boss.send(FORM, &[]).await.status(), 303);
    assert_eq!(boss.get(SETTINGS).await.words(".seller bdi"), "Ben", "what was not sent stays");
}

#[tokio::test]
async fn a_new_file_replaces_a_picture_that_was_to_be_removed() {
    let (_app, boss) = TestApp::with_browser().await;
    let fields = [("name", "Mia"), ("picture_url", ""), ("remove_picture", "yes")];
    let saved = boss.send_photo(FORM, &fields, &picture(40, 40, ImageFormat::Png)).await;
    assert!(boss.follow(&saved).await.has(".seller img"));
}

#[tokio::test]
async fn a_mistake_is_shown_at_its_field_and_the_new_picture_is_not_lost() {
    let (app, boss) = TestApp::with_browser().await;
    let long = "x".repeat(61);
    let page = send(&boss, &long, "", &picture(40, 20, ImageFormat::Png)).await;
    assert_eq!((page.status(), page.value("#name")), (400, long));
    assert!(page.has("#name[aria-invalid]") && page.has("#name-note.field-error") && page.has("[role=alert]"));
    assert_eq!(page.all("[aria-invalid]").len(), 1);
    let path = page.value("[name=picture_url]");
    app.get(&path).await.ok();

    let page = send(&boss, "Mia", &path, b"GIF89a").await;
    assert_eq!(
        (page.status(), page.value("#name"), page.value("[name=picture_url]")),
        (400, "Mia".into(), path.clone())
    );
    assert!(page.has("#photo[aria-invalid]") && page.has("#photo-note.field-error"));
    app.holds("NOT EXISTS (SELECT FROM settings)").await;

    let gone = format!("/photos/{}.jpg", "0".repeat(64));
    let page = send(&boss, "Mia", &gone, b"").await;
    assert_eq!((page.status(), page.value("[name=picture_url]")), (400, String::new()));
    assert!(page.has("#photo[aria-invalid]"));

    let saved = send(&boss, "Mia", &path, b"").await;
    assert_eq!(boss.follow(&saved).await.attribute(".seller img", "src"), path);
}

#[tokio::test]
async fn only_super_admins_have_the_form() {
    let (_app, mia) = TestApp::with_browser_as("mia", "admin").await;
    assert!(!mia.get(SETTINGS).await.has("[action='/admin/settings/seller']"));
    assert_eq!(mia.send(FORM, &[("name", "Mine")]).await.status(), 403);
}
