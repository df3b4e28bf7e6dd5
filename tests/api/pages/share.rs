//! `/admin/waffles/:id/share` and `/admin/share-templates`

use serde_json::json;
use waffle_tests::{Page, TestApp, Visitor, Waffle, words};

use crate::draws::with_beacon;

const PATH: &str = "/admin/share-templates";

/// The text in a text area.
fn typed(page: &Page, selector: &str) -> String {
    page.one(selector).text().collect()
}

fn preview(page: &Page) -> String {
    page.one("[data-preview]").text().collect()
}

/// A server with a public address, its first account, and a waffle.
async fn shop() -> (TestApp, Visitor, Waffle) {
    let app = TestApp::with(&[("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com")]).await;
    let seller = app.signed_in().await;
    let waffle = seller.create("Box", 10).await;
    (app, seller, waffle)
}

#[tokio::test]
async fn a_message_starts_from_the_default_and_is_saved_with_a_form() {
    let (_app, seller, waffle) = shop().await;
    let path = waffle.manage("/share");
    assert_eq!(seller.get(&waffle.manage("")).await.attribute(".tabs a[href$='/share']", "href"), path);
    let page = seller.get(&path).await;
    let chosen = page.value("[name=template_id] [selected]");
    assert!(
        typed(&page, "#message").contains("{title}")
            && preview(&page).contains("https://waffles.example.com/waffle/box")
    );
    assert!(preview(&page).contains("10 spots at $25.00 each"), "{}", preview(&page));
    assert_eq!(page.attribute("[data-copy-message]", "data-copy"), preview(&page));
    assert_eq!(page.attribute("[data-preview]", "data-empty"), "Nothing written yet.");
    assert_eq!(page.attribute(".share-card img", "src"), "/waffle/box/card.png?format=story&v=0");

    let fields = [("template_id", &*chosen), ("message", "\r\nHi {title}!\r\n{url}"), ("do", "preview")];
    let previewed = seller.send(&path, &fields).await;
    assert_eq!(
        (previewed.status(), preview(&previewed)),
        (200, "\nHi Box!\nhttps://waffles.example.com/waffle/box".into())
    );
    assert_eq!(typed(&previewed, "#message"), "\nHi {title}!\n{url}");
    assert!(!typed(&seller.get(&path).await, "#message").starts_with("\nHi"), "a preview saves nothing");

    let fields = [("template_id", &*chosen), ("message", "Hi {title}!"), ("do", "save")];
    let saved = seller.send_and_follow(&path, &fields).await;
    assert!(saved.words("[role=status]").contains("saved"));
    assert_eq!((typed(&saved, "#message"), preview(&saved)), ("Hi {title}!".into(), "Hi Box!".into()));
}

#[tokio::test]
async fn another_template_brings_its_words() {
    let (_app, seller, waffle) = shop().await;
    let template = seller.template("Last call", "Hurry: {title}").await;
    let path = waffle.manage("/share");
    let fields = [("template_id", &*template), ("message", "mine"), ("do", "template")];
    let page = seller.send(&path, &fields).await;
    assert_eq!(
        (page.status(), typed(&page, "#message"), preview(&page)),
        (200, "Hurry: {title}".into(), "Hurry: Box".into())
    );
    assert_eq!(page.value("[name=template_id] [selected]"), template);
    seller.send_and_follow(&path, &[("template_id", &template), ("message", "Hurry!")]).await;
    seller.send_and_follow(&format!("{PATH}/{template}/delete"), &[]).await;
    assert_eq!(preview(&seller.get(&path).await), "Hurry!", "the waffle keeps its text");
}

/// What a waffle's message starts from, and how it reads.
async fn announced(seller: &Visitor, waffle: &Waffle) -> (String, String) {
    let page = seller.get(&waffle.manage("/share")).await;
    (page.value("[name=template_id] [selected]"), preview(&page))
}

#[tokio::test]
async fn before_it_opens_and_while_a_draw_is_locked_a_waffle_has_its_message() {
    let (_beacon, app) = with_beacon().await;
    let seller = app.signed_in().await;
    let waffle = seller.create("Box", 10).await;
    app.edits(&waffle, &json!({"opens_at": "2099-06-01T18:00:00Z"})).await;
    let (soon, message) = announced(&seller, &waffle).await;
    assert!(soon == "soon" && message.contains("Claiming opens Mon 1 Jun 2099, 18:00 (UTC)."), "{message}");
    app.edits(&waffle, &json!({"opens_at": null})).await;
    app.visitor().claims(&waffle, "1, 2", "anna").await;
    seller.pays(&waffle, &["1", "2"]).await;
    assert_ne!(announced(&seller, &waffle).await.0, "locked");
    seller.call(&waffle, "draws", &json!({})).await;
    let (locked, message) = announced(&seller, &waffle).await;
    assert!(locked == "locked" && message.ends_with("/waffle/box/draws/1"), "{message}");
}

#[tokio::test]
async fn each_moment_of_a_waffle_has_its_message() {
    let (app, seller, waffle) = shop().await;
    let (path, buyer) = (waffle.manage("/share"), app.visitor());
    let chosen = async || announced(&seller, &waffle).await;
    buyer.claims(&waffle, "1-6", "anna").await;
    assert!(chosen().await.1.contains("10 spots at $25.00 each"), "four of ten are not few");
    buyer.claims(&waffle, "8", "ben").await;
    let (few, message) = chosen().await;
    assert!(few == "few_left" && message.contains("Only 3 left!") && message.contains("free: 7, 9, 10"), "{message}");
    buyer.claims(&waffle, "7, 9, 10", "cleo").await;
    seller.pays(&waffle, &["2", "7"]).await;
    let (full, message) = chosen().await;
    assert!(full == "full" && message.contains("Still unpaid: 1, 3-6, 8-10"), "{message}");
    seller.call(&waffle, "winner", &json!({"winning_spot_numbers": [7]})).await;
    let (drawn, message) = chosen().await;
    let won = "Won by #7 @cleo\n\nSee how: https://waffles.example.com/waffle/box/draws";
    assert!(drawn == "drawn" && message.contains(won), "{message}");

    // What starts from a moment is saved like any other message; the seller's own words about it come first then.
    let page = seller.send(&path, &[("template_id", "full"), ("message", ""), ("do", "template")]).await;
    assert!(typed(&page, "#message").contains("{unpaid}"));
    for (own, chosen_then) in [("Box is full!", "drawn"), ("Well done {winners}: {draw}, {opens}", "saved")] {
        let saved = seller.send_and_follow(&path, &[("template_id", "drawn"), ("message", own), ("do", "save")]).await;
        assert_eq!(typed(&saved, "#message"), own, "what was saved is what is shown then");
        assert_eq!(chosen().await.0, chosen_then);
    }
    assert_eq!(chosen().await.1, "Well done #7 @cleo: https://waffles.example.com/waffle/box/draws, –");
}

#[tokio::test]
async fn mistakes_are_marked_and_the_message_stays() {
    let (_app, seller, waffle) = shop().await;
    let path = waffle.manage("/share");
    let chosen = seller.get(&path).await.value("[name=template_id] [selected]");
    let empty = seller.send(&path, &[("template_id", &chosen), ("message", " "), ("do", "save")]).await;
    assert_eq!(empty.status(), 400);
    assert!(empty.words("#message-note").contains("Write your message"));
    let long = "é".repeat(5_001);
    for action in ["save", "preview"] {
        let refused = seller.send(&path, &[("template_id", &chosen), ("message", &long), ("do", action)]).await;
        assert_eq!((refused.status(), typed(&refused, "#message")), (400, long.clone()));
    }
    let unknown = [("template_id", "00000000-0000-7000-8000-000000000000"), ("message", "Hi"), ("do", "save")];
    let refused = seller.send(&path, &unknown).await;
    assert_eq!((refused.status(), typed(&refused, "#message")), (400, "Hi".into()));
    assert!(refused.words("#template_id-note").contains("deleted"));
}

#[tokio::test]
async fn a_card_is_drawn_anew_by_a_button() {
    let (_app, seller, waffle) = shop().await;
    let button = seller.get(&waffle.manage("/share")).await.attribute("form[action$='/share/card']", "action");
    let page = seller.send_and_follow(&button, &[]).await;
    assert!(page.words("[role=status]").contains("redrawn"));
}

#[tokio::test]
async fn templates_are_managed_by_forms() {
    let (_app, seller, _) = shop().await;
    let only = seller.get(PATH).await;
    assert_eq!(only.words(".entries .tag"), "Default");
    assert!(!only.has("a[aria-label^=Delete]"));
    let seeded = only.attribute("a[aria-label^=Edit]", "href");
    assert!(seller.get(&format!("{seeded}/delete")).await.words("[role=alert]").contains("only template"));
    let refused = seller.send_and_follow(&format!("{seeded}/delete"), &[]).await;
    assert!(refused.words("[role=alert]").contains("only template"));

    let id = seller.template("Last call", "Hurry: {title}").await;
    let edit = seller.get(&format!("{PATH}/{id}")).await;
    assert_eq!((edit.value("#name"), typed(&edit, "#body")), ("Last call".into(), "Hurry: {title}".into()));
    let wrong = seller.send(&format!("{PATH}/{id}"), &[("name", ""), ("body", "kept")]).await;
    assert_eq!((wrong.status(), typed(&wrong, "#body"), wrong.all("[aria-invalid]").len()), (400, "kept".into(), 1));
    let changed = seller.send_and_follow(&format!("{PATH}/{id}"), &[("name", "Hurry"), ("body", "Now!")]).await;
    assert!(changed.words("[role=status]").contains("“Hurry” is saved"));

    let list = seller.send_and_follow(&format!("{PATH}/{id}/default"), &[]).await;
    assert!(list.words("[role=status]").contains("New messages start from “Hurry”"));
    let tagged: Vec<_> = list.all(".entry:has(.tag) h2").into_iter().map(words).collect();
    assert_eq!(tagged, ["Hurry"]);
    let question = seller.get(&format!("{PATH}/{id}/delete")).await;
    assert!(question.words("main").contains("becomes the default"));
    let list = seller.send_and_follow(&format!("{PATH}/{id}/delete"), &[]).await;
    assert!(list.words("[role=status]").contains("deleted"));
    assert_eq!(list.words(".entries .tag"), "Default");
    assert_eq!(seller.get(&format!("{PATH}/{id}")).await.status(), 404);
}

#[tokio::test]
async fn a_waffle_manager_shares_too() {
    let (app, seller, waffle) = shop().await;
    app.demote().await;
    let template = seller.template("Last call", "Hurry").await;
    let path = waffle.manage("/share");
    seller.send_and_follow(&path, &[("template_id", &template), ("message", "Hi")]).await;
    assert!(seller.get(PATH).await.words("main").contains("Last call"));
}
