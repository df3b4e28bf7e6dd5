//! `/api/admin/payment-methods`

use reqwest::Method;
use serde_json::{Value, json};

use waffle_tests::{each, faults};

use super::Shop;

const PATH: &str = "/api/admin/payment-methods";

impl Shop {
    async fn method(&self, kind: &str, name: &str, handle: &str) -> Value {
        let body = json!({"type": kind, "display_name": name, "handle_or_url": handle});
        self.post(PATH, &body).await.ok().json()
    }

    /// The payment methods of a waffle, as buyers see them.
    async fn options(&self, waffle: &Value) -> Value {
        let path = format!("/api/waffles/{}", waffle["slug"].as_str().unwrap());
        self.app.get(&path).await.json()["payment_options"].clone()
    }
}

fn at(method: &Value) -> String {
    format!("{PATH}/{}", method["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_method_is_created_active_and_listed_with_all_others() {
    let shop = Shop::open().await;
    assert_eq!(shop.get(PATH).await.json(), json!([]));
    let method = shop.method("wallet_b", " Honey Pay ", " @golden ").await;
    let expected = json!({
        "id": method["id"], "type": "wallet_b", "display_name": "Honey Pay", "handle_or_url": "@golden",
        "instructions": null, "is_active": true,
    });
    assert_eq!(method, expected);
    let other = shop.method("wallet_a", "Bank", "https://bank.example/me").await;
    shop.bare(Method::DELETE, &at(&method)).await.ok();
    let list = shop.get(&format!("{PATH}/")).await.json();
    assert_eq!((each(&list, "is_active"), &list[0]["id"]), (vec![json!(true), json!(false)], &other["id"]));
}

#[tokio::test]
async fn a_text_for_buyers_is_set_shown_and_cleared_by_null() {
    let shop = Shop::open().await;
    let note = "Please leave the note empty";
    let body = json!({"type": "wallet_a", "display_name": "Pay", "handle_or_url": "@golden", "instructions": note});
    let created = shop.post(PATH, &body).await;
    assert_eq!((created.status.as_u16(), &created.json()["instructions"]), (201, &json!(note)));
    let waffle = shop.waffle("Box", &[created.json()["id"].as_str().unwrap()]).await;
    assert_eq!(shop.options(&waffle).await[0]["instructions"], note);
    let path = at(&created.json());
    for (edit, told) in [
        (json!({"display_name": "Wallet"}), json!(note)),
        (json!({"instructions": "No notes!"}), json!("No notes!")),
        (json!({"instructions": null}), Value::Null),
    ] {
        assert_eq!(shop.patch(&path, &edit).await.json()["instructions"], told, "{edit}");
        assert_eq!(shop.options(&waffle).await[0]["instructions"], told, "{edit}");
    }
    assert_eq!(faults(&shop.patch(&path, &json!({"instructions": "two\nlines"})).await), ["instructions"]);
}

#[tokio::test]
async fn what_is_no_method_is_refused_with_every_field_at_fault() {
    let shop = Shop::open().await;
    let blank = json!({"type": "cash", "display_name": " ", "handle_or_url": "ftp://x.example"});
    assert_eq!(faults(&shop.post(PATH, &blank).await), ["type", "display_name", "handle_or_url"]);
    for address in ["https://user:pw@pay.example/me", "https://pay.example/\u{202e}em", "@go\u{2066}lden"] {
        let body = json!({"type": "wallet_a", "display_name": "x", "handle_or_url": address});
        assert_eq!(faults(&shop.post(PATH, &body).await), ["handle_or_url"], "{address}");
    }
    assert_eq!(shop.get(PATH).await.json(), json!([]));
}

#[tokio::test]
async fn an_edit_changes_what_it_names_or_nothing() {
    let shop = Shop::open().await;
    let method = shop.method("wallet_a", "Honey Pay", "@golden").await;
    let path = at(&method);
    let renamed = shop.patch(&path, &json!({"display_name": "Syrup Pay", "type": "wallet_d", "other": 1})).await;
    let mut expected = method.clone();
    expected["display_name"] = json!("Syrup Pay");
    assert_eq!((renamed.status.as_u16(), renamed.json()), (200, expected.clone()));
    for body in [json!({}), json!({"display_name": null}), json!({"display_name": "Syrup Pay", "is_active": true})] {
        assert_eq!(shop.patch(&path, &body).await.json(), expected, "{body}");
    }
    let half = json!({"display_name": "Fine", "handle_or_url": "ftp://x"});
    assert_eq!(faults(&shop.patch(&path, &half).await), ["handle_or_url"]);
    assert_eq!(faults(&shop.patch(&path, &json!({"display_name": ""})).await), ["display_name"]);
    assert_eq!(shop.get(PATH).await.json(), json!([expected]));
}

#[tokio::test]
async fn waffles_show_a_change_at_once_loaded_or_not() {
    let shop = Shop::with(&[("WAFFLE__PAYMENTS__WALLET_A__LINK", "https://pay.example/{handle}?note=waffle")]).await;
    let wallet = shop.method("wallet_a", "Honey Pay", "$gold en").await;
    let address = shop.method("wallet_b", "Bank", "https://bank.example/me").await;
    let handle = shop.method("wallet_b", "Cash", "@golden").await;
    let ids = [&handle, &wallet, &address].map(|method| method["id"].as_str().unwrap());
    let waffle = shop.waffle("Box", &ids).await;
    let option = |method: &Value, link: Value| {
        let mut option = method.clone();
        option.as_object_mut().unwrap().remove("is_active");
        option["link"] = link;
        option
    };
    let (paid_by_link, paid_by_address) =
        (json!("https://pay.example/gold%20en?note=waffle"), json!("https://bank.example/me"));
    let all =
        json!([option(&handle, json!(null)), option(&wallet, paid_by_link), option(&address, paid_by_address.clone())]);
    assert_eq!((shop.options(&waffle).await, &waffle["payment_options"]), (all.clone(), &all));

    shop.delete(&at(&handle), &json!({})).await;
    let renamed = shop.patch(&at(&wallet), &json!({"display_name": "Syrup Pay", "handle_or_url": "@ben"})).await.json();
    let now =
        json!([option(&renamed, json!("https://pay.example/ben?note=waffle")), option(&address, paid_by_address)]);
    assert_eq!(shop.options(&waffle).await, now);
    let path = format!("/api/admin/waffles/{}", waffle["id"].as_str().unwrap());
    let detail = shop.get(&path).await.json();
    assert_eq!((&detail["payment_options"], &detail["payment_methods"]), (&now, &json!(ids)), "the choice stays");
    let spots = shop.app.get(&format!("/api/waffles/{}/spots", waffle["slug"].as_str().unwrap())).await;
    assert_eq!(spots.header("x-event-seq"), "2", "one event for each change");
    shop.patch(&at(&handle), &json!({"is_active": true})).await;
    assert_eq!(shop.options(&waffle).await.as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_deactivated_method_stays_where_it_was_chosen_and_is_not_chosen_anew() {
    let shop = Shop::open().await;
    let (kept, other) = (shop.method("wallet_a", "Honey Pay", "@a").await, shop.method("wallet_b", "Bank", "@b").await);
    let waffle = shop.waffle("Box", &[kept["id"].as_str().unwrap()]).await;
    let path = format!("/api/admin/waffles/{}", waffle["id"].as_str().unwrap());
    for method in [&kept, &other] {
        shop.delete(&at(method), &json!({})).await;
    }
    let (kept_id, other_id) = (&kept["id"], &other["id"]);
    let edited = shop.patch(&path, &json!({"title": "New", "payment_methods": [kept_id]})).await;
    assert_eq!((edited.status.as_u16(), &edited.json()["title"]), (200, &json!("New")));
    assert_eq!(shop.patch(&path, &json!({"description": "New too"})).await.status, 200);

    let both = json!({"title": "Newer", "payment_methods": [kept_id, other_id]});
    assert_eq!(faults(&shop.patch(&path, &both).await), ["payment_methods"]);
    let detail = shop.get(&path).await.json();
    assert_eq!((&detail["title"], &detail["payment_methods"]), (&json!("New"), &json!([kept_id])), "nothing changed");

    // Once removed, it can't be chosen again while it is deactivated.
    assert_eq!(shop.patch(&path, &json!({"payment_methods": []})).await.status, 200);
    assert_eq!(faults(&shop.patch(&path, &json!({"payment_methods": [kept_id]})).await), ["payment_methods"]);
    shop.patch(&at(&kept), &json!({"is_active": true})).await;
    assert_eq!(shop.patch(&path, &json!({"payment_methods": [kept_id]})).await.status, 200);
    assert_eq!(shop.options(&waffle).await[0]["display_name"], "Honey Pay");
}
