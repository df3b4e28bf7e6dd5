//! The steps of a run. Each begins with its name and asserts each request's status, so that none is skipped unnoticed.

use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use waffle_beacon::http_client::client_builder;
use waffle_test_databases::StopMode;
use waffle_tests::{Waffle, form};

use super::accounts;
use super::program::{ADMIN_PASSWORD, Run};
use super::search::Hidden;
use crate::admin::roles::TABLE;

/// A whole run, in order. A new page or address that handles a secret needs a step here, before the database stops.
pub(super) async fn all(run: &mut Run) {
    sign_in_wrong(run).await;
    sign_in(run).await;
    sign_in_by_form(run).await;
    wrong_tokens(run).await;
    sell(run).await;
    receipts(run).await;
    lists(run).await;
    forms(run).await;
    share_and_report(run).await;
    delete_with_a_password(run).await;
    bodies_that_are_wrong(run).await;
    addresses_that_are_wrong(run).await;
    watch(run).await;
    public_pages(run).await;
    accounts::all(run).await;
    lock_out(run).await;
    database_away(run).await;
    sign_out(run).await;
}

async fn sign_in_wrong(run: &mut Run) {
    run.step("sign-in-wrong");
    let login = |run: &Run| run.request(Method::POST, "/api/admin/login");
    for (username, password) in [("admin", "Wrong-in-json-1"), ("nobody", "Wrong-for-nobody-2")] {
        run.secrets.add("a wrong password", password, Hidden::Everywhere);
        run.send(login(run).json(&json!({"username": username, "password": password})), 401).await;
    }
    // Typed into the wrong field.
    run.secrets.add("a password as username", "Password-as-username-3", Hidden::Everywhere);
    let swapped = json!({"username": "Password-as-username-3", "password": "admin"});
    run.send(login(run).json(&swapped), 401).await;
}

async fn sign_in(run: &mut Run) {
    run.step("sign-in");
    let request = run.request(Method::POST, "/api/admin/login");
    let answer = run.send(request.json(&json!({"username": "admin", "password": ADMIN_PASSWORD})), 200).await;
    answer.json()["token"].as_str().unwrap().clone_into(&mut run.bearer);
    let token = run.bearer.clone();
    run.given(&token);
    run.secrets.add_token("the API's token", &token);
    run.send(run.as_api(Method::GET, "/api/admin/me"), 200).await;
}

async fn sign_in_by_form(run: &mut Run) {
    run.step("sign-in-form");
    let page = run.send(run.request(Method::GET, "/admin/login"), 200).await;
    let proof = run.proof(&page);
    let cookie = page.header("set-cookie").split(';').next().unwrap().to_owned();
    let visitor = cookie.split('=').nth(1).unwrap().to_owned();
    run.given(&visitor);
    run.secrets.add("the visitor's cookie", &visitor, Hidden::Everywhere);
    let submit = |run: &Run, password: &str, proof: &str| {
        let request = run.request(Method::POST, "/admin/login").header("cookie", &cookie);
        form(request, [("username", "admin"), ("password", password), ("csrf_token", proof)])
    };
    run.secrets.add("a wrong password in a form", "Wrong-in-form-4", Hidden::Everywhere);
    run.send(submit(run, "Wrong-in-form-4", &proof), 401).await;
    run.secrets.add("a forged proof", "0123456789abcdef.forged-proof-5", Hidden::Everywhere);
    run.send(submit(run, ADMIN_PASSWORD, "0123456789abcdef.forged-proof-5"), 403).await;
    let answer = run.send(submit(run, ADMIN_PASSWORD, &proof), 303).await;
    let token = answer.header("set-cookie").strip_prefix("token=").unwrap().split(';').next().unwrap().to_owned();
    run.given(&token);
    run.secrets.add_token("the browser's token", &token);
    run.cookie = token;
}

async fn wrong_tokens(run: &mut Run) {
    run.step("wrong-tokens");
    let other_end = format!("{}.forged-signature-of-a-token-6", run.bearer.rsplit_once('.').unwrap().0);
    run.secrets.add_token("a forged token", &other_end);
    run.secrets.add("no token at all", "No-token-at-all-7", Hidden::Everywhere);
    for token in [other_end.as_str(), "No-token-at-all-7"] {
        let header = run.request(Method::GET, "/api/admin/me").header("authorization", format!("Bearer {token}"));
        run.send(header, 401).await;
        let cookie = format!("token={token}; visitor={token}");
        run.send(run.request(Method::GET, "/api/admin/me").header("cookie", &cookie), 401).await;
        run.send(run.request(Method::GET, "/admin").header("cookie", &cookie), 303).await;
    }
    run.secrets.add("a password in a header", "QWRtaW46V3JvbmctaW4taGVhZGVy", Hidden::Everywhere);
    let basic = run.request(Method::GET, "/api/admin/me");
    run.send(basic.header("authorization", "Basic QWRtaW46V3JvbmctaW4taGVhZGVy"), 401).await;
    let elsewhere = run.request(Method::POST, "/api/admin/logout").header("cookie", format!("token={}", run.cookie));
    run.send(elsewhere.header("origin", "https://elsewhere.example"), 403).await;
}

async fn sell(run: &mut Run) {
    run.step("sell");
    let new = json!({"title": "Golden Box", "total_spots": 20, "spot_price": 2_500});
    let created = run.send(run.as_api(Method::POST, "/api/admin/waffles").json(&new), 201).await.json();
    let spots = run.send(run.request(Method::GET, "/api/waffles/golden-box/spots"), 200).await.json();
    let waffle = Waffle::of(&created, &spots);
    let claim = |spots: &[u32]| json!({"waffle_id": waffle.id, "spots": spots, "social_handle": "anna"});
    let post = |run: &Run, body: &Value| run.request(Method::POST, "/api/claims").json(body);
    run.send(post(run, &claim(&[1, 2, 3])).header("idempotency-key", "key-8"), 200).await;
    run.send(post(run, &claim(&[4])).header("idempotency-key", "key-8"), 409).await;
    run.send(post(run, &claim(&[3, 4])), 409).await;
    let pay = |number| format!("/api/admin/spots/{}/pay", waffle.spot(number));
    run.send(run.as_api(Method::POST, &pay(9)), 409).await;
    let any = json!({"waffle_id": waffle.id, "count": 2, "social_handle": "ben"});
    run.send(run.request(Method::POST, "/api/claims/random").json(&any), 200).await;
    run.send(run.as_api(Method::POST, &pay(1)), 200).await;
    run.send(run.as_browser(Method::POST, &pay(2)), 200).await;
    run.waffle = Some(waffle);
}

/// What a buyer does with a receipt, and what outsiders try.
async fn receipts(run: &mut Run) {
    run.step("receipts");
    // A claim of any spots came before.
    let path = run.waffle.as_ref().unwrap().api("/spots");
    let spots = run.send(run.request(Method::GET, &path), 200).await.json();
    let free = spots.as_array().unwrap().iter().filter(|spot| spot["status"] == "available");
    let free: Vec<i64> = free.map(|spot| spot["number"].as_i64().unwrap()).filter(|number| *number > 1).collect();
    let (kept, given_back) = (free[0], free[1]);
    let waffle = run.waffle.as_ref().unwrap();
    let claim = json!({"waffle_id": waffle.id, "spots": [kept, given_back], "social_handle": "cleo"});
    let claimed = run.send(run.request(Method::POST, "/api/claims").json(&claim), 200).await;
    let token = claimed.header("x-claim-receipt").to_owned();
    run.given(&token);
    run.secrets.add("a receipt's token", &token, Hidden::Everywhere);
    let receipt = format!("/api/receipts/{token}");
    let post = |run: &Run, rest: &str, body: Value| run.request(Method::POST, &format!("{receipt}{rest}")).json(&body);
    run.send(run.request(Method::GET, &receipt), 200).await;
    run.send(post(run, "/paid", json!({"note": "by wallet"})), 200).await;
    run.send(post(run, "/paid", json!({})), 400).await;
    run.send(post(run, "/paid", json!({"note": ""})).header("origin", "https://elsewhere.example"), 403).await;
    run.send(post(run, "/give-back", json!({"spots": [1]})), 409).await;
    run.send(post(run, "/give-back", json!({"spots": [given_back]})), 200).await;
    run.send(post(run, "/nothing", json!({})), 404).await;
    run.send(run.request(Method::PUT, &receipt), 405).await;
    run.send(run.request(Method::GET, &format!("/api/%72eceipts/{token}")), 200).await;
    run.send(run.request(Method::GET, &format!("/api/receipts/{token}/x?token={token}")), 404).await;
    let page = run.send(run.request(Method::GET, &format!("/claim/{token}")), 200).await;
    run.given(&token);
    let proof = run.proof(&page);
    let submit = |run: &Run, rest: &str, fields: &[(&str, &str)]| {
        form(run.request(Method::POST, &format!("/claim/{token}{rest}")), fields.iter().copied())
    };
    run.send(submit(run, "/paid", &[("csrf_token", &*proof), ("note", "by wallet")]), 303).await;
    run.given(&token);
    run.send(submit(run, "/paid", &[("csrf_token", "none")]), 403).await;
    run.send(submit(run, "/give-back", &[("csrf_token", &*proof), ("numbers", &*kept.to_string())]), 200).await;
    run.given(&token);
    run.send(run.request(Method::GET, &format!("/claim/{token}/nothing")), 404).await;
    run.secrets.add("a token that is none", "A-forged-receipt-13", Hidden::Everywhere);
    run.send(run.request(Method::GET, "/api/receipts/A-forged-receipt-13"), 404).await;
    run.send(run.request(Method::GET, "/claim/A-forged-receipt-13"), 404).await;
}

/// Every page and list that needs no name, or only that of the waffle.
async fn lists(run: &mut Run) {
    run.step("lists");
    let own = format!("/waffles/{}", run.waffle.as_ref().unwrap().id);
    let addresses =
        TABLE.iter().filter_map(|(address, least)| address.strip_prefix("GET ").filter(|_| least.is_some()));
    for path in addresses.map(|path| path.replace("/waffles/{id}", &own)).filter(|path| !path.contains('{')) {
        let api = path.starts_with("/api/");
        let request = if api { run.as_api(Method::GET, &path) } else { run.as_browser(Method::GET, &path) };
        let answer = run.keep(request).await;
        assert!(matches!(answer.status.as_u16(), 200 | 303 | 400 | 409), "{path}: {}", answer.text());
    }
}

async fn forms(run: &mut Run) {
    run.step("forms");
    let page = run.send(run.as_browser(Method::GET, "/admin/waffles/new"), 200).await;
    let proof = run.proof(&page);
    let fields = [("title", "Second Box"), ("total_spots", "10"), ("spot_price", "5.00"), ("item_count", "1")];
    let submit = |run: &Run, title: &str, proof: &str| {
        let given = fields.map(|(name, value)| if name == "title" { (name, title) } else { (name, value) });
        form(run.as_browser(Method::POST, "/admin/waffles/new"), given.into_iter().chain([("csrf_token", proof)]))
    };
    run.send(submit(run, "Second Box", &proof), 303).await;
    run.send(submit(run, "", &proof), 400).await;
    run.secrets.add("a proof that is none", "A-proof-that-is-none-9", Hidden::Everywhere);
    run.send(submit(run, "Third Box", "A-proof-that-is-none-9"), 403).await;
}

async fn share_and_report(run: &mut Run) {
    run.step("share-and-report");
    let id = run.waffle.as_ref().unwrap().id.clone();
    let render = format!("/api/admin/waffles/{id}/share-message/render");
    run.send(run.as_api(Method::POST, &render).json(&json!({"message": "{title} {url}"})), 200).await;
    run.send(run.request(Method::GET, "/waffle/golden-box/card.png?format=square"), 200).await;
    for report in ["drought", "power-buyers", "monthly-activity", "spot-velocity"] {
        run.send(run.as_api(Method::GET, &format!("/api/admin/reports/{report}?format=csv")), 200).await;
    }
    run.send(run.as_api(Method::GET, "/api/waffles/golden-box/export"), 200).await;
}

async fn delete_with_a_password(run: &mut Run) {
    run.step("delete");
    let waffles = run.send(run.as_api(Method::GET, "/api/admin/waffles"), 200).await.json();
    let second = waffles.as_array().unwrap().iter().find(|waffle| waffle["slug"] == "second-box").unwrap();
    let id = second["id"].as_str().unwrap().to_owned();
    run.secrets.add("a wrong password for a deletion", "Wrong-for-deletion-10", Hidden::Everywhere);
    let page = run.send(run.as_browser(Method::GET, &format!("/admin/waffles/{id}/delete")), 200).await;
    let proof = run.proof(&page);
    let request = run.as_browser(Method::POST, &format!("/admin/waffles/{id}/delete"));
    let fields = [("confirmation", "DELETE"), ("password", "Wrong-for-deletion-10"), ("csrf_token", proof.as_str())];
    run.send(form(request, fields), 403).await;
    for (password, status) in [("Wrong-for-deletion-10", 403), (ADMIN_PASSWORD, 200)] {
        let request = run.as_api(Method::DELETE, &format!("/api/admin/waffles/{id}"));
        run.send(request.json(&json!({"confirmation": "DELETE", "password": password})), status).await;
    }
}

async fn bodies_that_are_wrong(run: &mut Run) {
    run.step("wrong-bodies");
    let login = |run: &Run| run.request(Method::POST, "/api/admin/login");
    let typed = "In-a-broken-body-11";
    run.secrets.add("a password in a broken body", typed, Hidden::Everywhere);
    run.secrets.add("a password that is a number", "9071553328", Hidden::Everywhere);
    for body in [
        format!("{{\"username\": \"admin\", \"password\": \"{typed}\""),
        format!("{{\"username\": \"admin\", \"password\": [\"{typed}\"]}}"),
        format!("{{\"username\": {{\"{typed}\": 1}}, \"password\": \"{typed}\"}}"),
        "{\"username\": \"admin\", \"password\": 9071553328}".to_owned(),
        "{\"username\": \"admin\", \"password\": 9071553328.5}".to_owned(),
        format!("\"{typed}\""),
        format!("[\"admin\", \"{typed}\", \"{typed}\"]"),
        typed.to_owned(),
        format!("{{\"username\": \"admin\", \"password\": \"{typed}\\u00\"}}"),
        format!("username=admin&password={typed}"),
    ] {
        run.send(login(run).header("content-type", "application/json").body(body), 400).await;
    }
    let fields = [("username", "admin"), ("password", typed)];
    run.send(form(login(run), fields), 415).await;
    let long = format!("{{\"password\": \"{typed}\", \"username\": \"{}\"}}", "a".repeat(70_000));
    run.send(login(run).header("content-type", "application/json").body(long), 413).await;
    let page = || run.request(Method::POST, "/admin/login").header("cookie", "visitor=someone");
    let json = page().json(&json!({"username": "admin", "password": typed}));
    let binary = page().header("content-type", "application/x-www-form-urlencoded");
    let binary = binary.body(b"username=admin&password=In-a-broken-body-11\xff&x=%".to_vec());
    run.send(json, 415).await;
    run.send(binary, 400).await;
}

async fn addresses_that_are_wrong(run: &mut Run) {
    run.step("wrong-addresses");
    let token = run.bearer.clone();
    for path in ["/nothing", "/api/nothing", "/api/waffles/none", "/waffle/none", "/static/none.css"] {
        run.send(run.request(Method::GET, &format!("{path}?token={token}&password={ADMIN_PASSWORD}")), 404).await;
    }
    run.send(run.request(Method::PUT, &format!("/api/version?token={token}")), 405).await;
    run.send(run.request(Method::GET, &format!("/api/admin/me?token={token}")), 401).await;
    let next = run.request(Method::GET, &format!("/admin/login?next=https://elsewhere.example/?token={token}"));
    run.send(next, 200).await;
}

async fn watch(run: &mut Run) {
    run.step("watch");
    let mut request = format!("ws://{}/ws/golden-box?since=0", run.server.address).into_client_request().unwrap();
    request.headers_mut().insert("cookie", format!("token={}", run.cookie).parse().unwrap());
    request.headers_mut().insert("x-request-id", "watch".parse().unwrap());
    drop(connect_async(request).await.expect("an upgrade"));
    // The log says nothing about a watcher who is let in, so this one isn't.
    run.send(run.as_browser(Method::GET, "/ws/none"), 404).await;
}

async fn public_pages(run: &mut Run) {
    run.step("public-pages");
    for path in
        ["/", "/waffles", "/waffle/golden-box", "/buyer/anna", "/about", "/health", "/api/version", "/robots.txt"]
    {
        run.send(run.as_browser(Method::GET, path), 200).await;
    }
    let url = format!("http://{}", run.metrics);
    run.send(client_builder().build().unwrap().get(url), 200).await;
}

async fn lock_out(run: &mut Run) {
    run.step("lock-out");
    run.secrets.add("a guess", "Guessed-again-12", Hidden::Everywhere);
    for status in [401, 401, 401, 401, 401, 429] {
        let request = run.request(Method::POST, "/api/admin/login").header("x-forwarded-for", "203.0.113.9");
        run.send(request.json(&json!({"username": "admin", "password": "Guessed-again-12"})), status).await;
    }
}

async fn database_away(run: &mut Run) {
    run.step("database-away");
    run.cluster.stop_server(StopMode::Immediate).await.unwrap();
    let login = run.request(Method::POST, "/api/admin/login").header("x-forwarded-for", "203.0.113.10");
    run.send(login.json(&json!({"username": "admin", "password": ADMIN_PASSWORD})), 503).await;
    run.send(run.as_api(Method::GET, "/api/admin/me"), 503).await;
    run.send(run.as_browser(Method::GET, "/admin"), 503).await;
    let claim = json!({"waffle_id": run.waffle.as_ref().unwrap().id, "count": 1, "social_handle": "carl"});
    run.send(run.request(Method::POST, "/api/claims/random").json(&claim), 503).await;
    run.send(run.request(Method::GET, "/health"), 503).await;
    run.cluster.start_server().await.unwrap();
    run.step("database-back");
    run.send(run.as_api(Method::GET, "/api/admin/me"), 200).await;
}

async fn sign_out(run: &mut Run) {
    run.step("sign-out");
    let page = run.send(run.as_browser(Method::GET, "/admin"), 200).await;
    let proof = run.proof(&page);
    run.send(form(run.as_browser(Method::POST, "/admin/logout"), [("csrf_token", proof.as_str())]), 303).await;
    run.send(run.as_browser(Method::GET, "/api/admin/me"), 401).await;
    run.send(run.as_api(Method::POST, "/api/admin/logout"), 200).await;
    run.send(run.as_api(Method::GET, "/api/admin/me"), 401).await;
}
