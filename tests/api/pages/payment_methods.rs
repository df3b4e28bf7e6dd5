//! `/admin/payment-methods`

use serde_json::json;
use waffle_tests::{Page, TestApp, words};

const PATH: &str = "/admin/payment-methods";

fn names(page: &Page, list: &str) -> Vec<String> {
    page.all(&format!("{list} .entry-words :is(h2, h3)")).into_iter().map(words).collect()
}

#[tokio::test]
async fn a_text_for_buyers_stands_in_place_of_mention_your_handle() {
    let (app, seller) = TestApp::with_browser().await;
    let (usual, wary) =
        (seller.method("wallet_b", "Honey Pay", "@golden").await, seller.method("wallet_a", "Bank", "@me").await);
    let methods = [("payment_methods", &*usual), ("payment_methods", &*wary)];
    let fields = [&[("title", "Box"), ("total_spots", "10"), ("spot_price", "25")][..], &methods].concat();
    seller.send_and_follow("/admin/waffles/new", &fields).await;
    let board = async || app.visitor().get("/waffle/box").await;
    assert!(board().await.words("[data-pay-open]").ends_with("mention your handle."));
    let edit = |text: &'static str| [("display_name", "Bank"), ("handle_or_url", "@me"), ("instructions", text)];
    let path = format!("{PATH}/{wary}");
    let list = seller.send_and_follow(&path, &edit(" No <b>notes</b>! ")).await;
    assert_eq!(list.words("main q"), "No <b>notes</b>!", "in no quotation marks but the seller's");
    assert_eq!(seller.get(&path).await.value("#instructions"), "No <b>notes</b>!");
    let now = board().await;
    assert!(!now.words("[data-pay-open]").contains("handle"), "{}", now.words("[data-pay-open]"));
    let ways: Vec<_> = now.all("section .pay-name").into_iter().map(words).collect();
    assert_eq!(ways, ["Honey Pay @golden Mention your handle.", "Bank @me No <b>notes</b>!"]);
    let refused = seller.send(&path, &edit("two\u{202e}ways")).await;
    assert_eq!((refused.status(), refused.has("#instructions[aria-invalid]")), (400, true));
    seller.send_and_follow(&path, &edit("")).await;
    assert!(board().await.words("[data-pay-open]").ends_with("mention your handle."));
}

#[tokio::test]
async fn a_method_is_added_changed_deactivated_and_activated_by_forms() {
    let app = TestApp::with(&[("WAFFLE__PAYMENTS__WALLET_B__LINK", "https://pay.example/{handle}")]).await;
    let seller = app.signed_in().await;
    assert!(seller.get(PATH).await.words(".empty").contains("No payment methods yet"));
    let id = seller.method("wallet_b", "Honey Pay", "@golden").await;
    let other = seller.method("wallet_a", "Bank", "https://bank.example/me").await;

    let form = seller.get("/admin/waffles/new").await;
    let ticked = form.all("[name=payment_methods][checked]").len();
    assert_eq!((form.all("[name=payment_methods]").len(), ticked), (2, 2));
    let fields = [
        ("title", "Box"),
        ("total_spots", "10"),
        ("spot_price", "25"),
        ("payment_methods", &*id),
        ("payment_methods", &*other),
    ];
    seller.send_and_follow("/admin/waffles/new", &fields).await;
    let board = app.visitor().get("/waffle/box").await;
    assert_eq!(board.attribute("section .pay-option[data-kind=wallet_b] a", "href"), "https://pay.example/golden");
    assert!(board.attribute("section .pay-option[data-kind=wallet_b] use", "href").ends_with("#wallet_b"));

    assert!(seller.get(PATH).await.answer.text().contains("https://pay.example/golden"));
    let edit = seller.get(&format!("{PATH}/{id}")).await;
    assert_eq!((edit.value("#display_name"), edit.value("#handle_or_url")), ("Honey Pay".into(), "@golden".into()));
    assert!(edit.words(".notice").contains("1 active waffle uses it"));
    let changed = seller
        .send_and_follow(&format!("{PATH}/{id}"), &[("display_name", "Syrup Pay"), ("handle_or_url", "ben")])
        .await;
    assert!(changed.words("[role=status]").starts_with("Syrup Pay is saved"));
    let board = app.visitor().get("/waffle/box").await;
    assert_eq!(board.attribute("section .pay-option[data-kind=wallet_b] a", "href"), "https://pay.example/ben");

    let deactivate = seller.get(PATH).await.attribute("a[aria-label='Deactivate Syrup Pay']", "href");
    let warning = seller.get(&deactivate).await;
    assert!(warning.words("[role=alert]").starts_with("1 active waffle uses it."), "{}", warning.words("main"));
    let list = seller.send_and_follow(&deactivate, &[]).await;
    assert!(list.words("[role=status]").starts_with("Syrup Pay is deactivated"));
    assert_eq!(
        (names(&list, ".entries.inactive"), names(&list, ".entries:not(.inactive)")),
        (vec!["Syrup Pay".to_owned()], vec!["Bank".to_owned()])
    );
    assert_eq!(app.visitor().get("/waffle/box").await.all("section .pay-option").len(), 1);
    assert_eq!(seller.get("/admin/waffles/new").await.all("[name=payment_methods]").len(), 1);
    assert_eq!(seller.get(&deactivate).await.status(), 303, "it is done already");

    let activate = list.attribute(".inactive form", "action");
    let list = seller.send_and_follow(&activate, &[]).await;
    assert!(list.words("[role=status]").contains("active again"));
    assert_eq!(app.visitor().get("/waffle/box").await.all("section .pay-option").len(), 2);
}

#[tokio::test]
async fn every_mistake_is_marked_and_what_was_typed_stays() {
    let (_app, seller) = TestApp::with_browser().await;
    let id = seller.method("wallet_b", "Honey Pay", "@golden").await;
    for path in [format!("{PATH}/new"), format!("{PATH}/{id}")] {
        let fields = [("type", "wallet_c"), ("display_name", " "), ("handle_or_url", "javascript:alert(1)")];
        let refused = seller.send(&path, &fields).await;
        assert_eq!(refused.status(), 400);
        assert_eq!(refused.value("#handle_or_url"), "javascript:alert(1)");
        assert_eq!(refused.all("[aria-invalid]").len(), 2);
        assert!(refused.words("#handle_or_url-note").contains("https://"));
        assert!(refused.words("[role=alert]").starts_with("Not "));
    }
    let refused = seller.send(&format!("{PATH}/new"), &[("type", "wallet_c"), ("display_name", "")]).await;
    assert_eq!(refused.value("[name=type][checked]"), "wallet_c");
    assert_eq!(names(&seller.get(PATH).await, ".entries"), ["Honey Pay"]);
}

#[tokio::test]
async fn a_waffle_manager_chooses_methods() {
    let (app, seller) = TestApp::with_browser().await;
    let id = seller.method("wallet_b", "Honey Pay", "@golden").await;
    app.demote().await;
    assert_eq!(seller.get("/admin/waffles/new").await.value("[name=payment_methods]"), id);
}

#[tokio::test]
async fn a_method_that_was_deactivated_while_the_form_was_open_is_marked_and_not_offered_again() {
    let (app, seller) = TestApp::with_browser().await;
    let id = seller.method("wallet_b", "Honey Pay", "@golden").await;
    let other = seller.method("wallet_a", "Bank", "@bank").await;
    seller.send(&format!("{PATH}/{id}/deactivate"), &[]).await;
    let fields = [
        ("title", "Camera"),
        ("total_spots", "10"),
        ("spot_price", "1"),
        ("payment_methods", &*id),
        ("payment_methods", &*other),
    ];
    let refused = seller.send("/admin/waffles/new", &fields).await;
    assert_eq!(refused.status(), 400);
    assert!(refused.words("fieldset .field-error").contains("deactivated"), "{}", refused.words("fieldset"));
    let offered: Vec<_> = refused.all("[name=payment_methods]").iter().filter_map(|box_| box_.attr("value")).collect();
    assert_eq!(offered, [other.as_str()]);
    assert_eq!(app.get("/api/waffles").await.text(), "[]");
}

#[tokio::test]
async fn who_deactivates_a_method_is_told_how_many_waffles_show_it() {
    let (app, seller) = TestApp::with_browser().await;
    let id = seller.method("wallet_a", "Card", "https://pay.example/me").await;
    for (uses, says) in [(0, "No active waffle uses it"), (1, "1 active waffle uses it"), (2, "2 active waffles use")] {
        if uses > 0 {
            app.waffle_of(&json!({"title": "Box", "payment_methods": [id]}), &[]).await;
        }
        let question = seller.get(&format!("{PATH}/{id}/deactivate")).await.words("main");
        assert!(question.contains(says), "{says:?} in {question}");
    }
}
