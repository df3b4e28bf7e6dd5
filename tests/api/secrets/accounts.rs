//! The steps that choose passwords and pass reset links on.

use reqwest::Method;
use serde_json::{Value, json};
use totp_rs::Builder;
use waffle_service::clock::Clock;
use waffle_tests::form;

use super::program::{ADMIN_PASSWORD, Run};
use super::search::Hidden;

/// Creates an account, sets, changes, forgets and replaces its password, each also in ways that are refused, and then
/// changes settings.
pub(super) async fn all(run: &mut Run) {
    let id = passwords(run).await;
    forgotten(run).await;
    settings(run, &id).await;
}

async fn passwords(run: &mut Run) -> String {
    run.step("accounts");
    for (name, password, status) in [
        ("too short", "Tiny-20", 400),
        ("of a new account", "Chosen-for-her-21", 201),
        ("twice", "Chosen-twice-22", 409),
    ] {
        run.secrets.add(&format!("a password ({name})"), password, Hidden::Everywhere);
        let account = json!({"username": "anna", "email": "anna@example.org", "password": password, "role": "admin"});
        run.send(run.as_api(Method::POST, "/api/admin/admins").json(&account), status).await;
    }
    let accounts = run.send(run.as_api(Method::GET, "/api/admin/admins"), 200).await.json();
    let anna = accounts.as_array().unwrap().iter().find(|account| account["username"] == "anna").unwrap();
    let id = anna["id"].as_str().unwrap().to_owned();
    run.secrets.add("a wrong password for a demotion", "Wrong-for-lowering-23", Hidden::Everywhere);
    let lower = |password: &str| json!({"role": "waffle_manager", "current_password": password});
    for (password, status) in [("Wrong-for-lowering-23", 403), (ADMIN_PASSWORD, 200)] {
        run.send(run.as_api(Method::PATCH, &format!("/api/admin/admins/{id}")).json(&lower(password)), status).await;
    }
    run.secrets.add("a password set by somebody else", "Set-for-somebody-24", Hidden::Everywhere);
    let set = run.as_api(Method::PATCH, &format!("/api/admin/admins/{id}/password"));
    run.send(set.json(&json!({"new_password": "Set-for-somebody-24"})), 200).await;
    run.secrets.add("a wrong current password", "Wrong-current-25", Hidden::Everywhere);
    run.secrets.add("a new password", "Never-chosen-26", Hidden::Everywhere);
    let change = run.as_api(Method::POST, "/api/admin/change-password");
    let wrong = json!({"current_password": "Wrong-current-25", "new_password": "Never-chosen-26"});
    run.send(change.json(&wrong), 403).await;
    let page = run.send(run.as_browser(Method::GET, "/admin/settings/security"), 200).await;
    let proof = run.proof(&page);
    let fields =
        [("current_password", "Wrong-current-25"), ("new_password", "Never-chosen-26"), ("csrf_token", proof.as_str())];
    run.send(form(run.as_browser(Method::POST, "/admin/settings/security"), fields), 403).await;
    id
}

async fn forgotten(run: &mut Run) {
    run.step("forgotten");
    run.send(run.request(Method::POST, "/api/admin/forgot-password").json(&json!({"username": "anna"})), 200).await;
    let open = run.send(run.as_api(Method::GET, "/api/admin/password-resets"), 200).await;
    let token = open.json()[0]["token"].as_str().unwrap().to_owned();
    run.given(&token);
    run.secrets.add("a reset's token", &token, Hidden::Everywhere);
    run.send(run.as_browser(Method::GET, "/admin/admins"), 200).await;
    run.given(&token);
    run.send(run.request(Method::GET, &format!("/admin/reset-password?token={token}")), 200).await;
    run.given(&token);
    for (password, status) in [("Tiny-27", 400), ("Chosen-again-28", 200), ("Chosen-too-late-29", 400)] {
        run.secrets.add("a password after a reset", password, Hidden::Everywhere);
        let reset = json!({"token": token, "new_password": password});
        run.send(run.request(Method::POST, "/api/admin/reset-password").json(&reset), status).await;
    }
    let login = run.request(Method::POST, "/api/admin/login").header("x-forwarded-for", "203.0.113.20");
    let answer = run.send(login.json(&json!({"username": "anna", "password": "Chosen-again-28"})), 200).await;
    let session = answer.json()["token"].as_str().unwrap().to_owned();
    run.given(&session);
    run.secrets.add_token("the token of the account that forgot", &session);
    second_factor(run, &session).await;
}

/// Sets up a second factor, and signs in with a recovery code.
async fn second_factor(run: &mut Run, session: &str) {
    run.step("second-factor");
    let post = |run: &Run, rest: &str, body: Value| {
        let request = run.request(Method::POST, &format!("/api/admin/me/second-factor{rest}"));
        request.header("authorization", format!("Bearer {session}")).json(&body)
    };
    let begin = post(run, "", json!({"current_password": "Chosen-again-28"}));
    let secret = run.send(begin, 200).await.json()["secret"].as_str().unwrap().to_owned();
    run.given(&secret);
    run.secrets.add("the secret of a second factor", &secret, Hidden::Everywhere);
    let totp = Builder::new().with_secret(totp_rs::Secret::try_from_base32(&secret).unwrap()).build().unwrap();
    let code = totp.generate(Clock::system().now().timestamp().unsigned_abs()).to_string();
    let confirm = post(run, "/confirm", json!({"code": code}));
    let codes = run.send(confirm, 200).await.json()["recovery_codes"].clone();
    for code in codes.as_array().unwrap() {
        let code = code.as_str().unwrap();
        run.given(code);
        run.secrets.add("a recovery code", code, Hidden::Everywhere);
    }
    let login = |run: &Run, code: &str| {
        let login = run.request(Method::POST, "/api/admin/login").header("x-forwarded-for", "203.0.113.21");
        login.json(&json!({"username": "anna", "password": "Chosen-again-28", "code": code}))
    };
    run.send(login(run, ""), 401).await;
    run.secrets.add("a wrong recovery code", "zzzz-zzzz-zzzz-zzz0", Hidden::Everywhere);
    run.send(login(run, "zzzz-zzzz-zzzz-zzz0"), 401).await;
    let answer = run.send(login(run, codes[0].as_str().unwrap()), 200).await;
    let session = answer.json()["token"].as_str().unwrap().to_owned();
    run.given(&session);
    run.secrets.add_token("the token of a sign-in with a recovery code", &session);
}

async fn settings(run: &mut Run, id: &str) {
    run.step("settings");
    run.send(run.as_api(Method::PATCH, "/api/admin/settings").json(&json!({"audit_retention_days": 91})), 200).await;
    run.send(run.as_api(Method::PATCH, "/api/admin/settings").json(&json!({"jwt_secret": "Secret-in-a-key-30"})), 400)
        .await;
    for path in
        [&format!("/admin/admins/{id}"), "/admin/audit", "/admin/settings/login-history", "/admin/settings/system"]
    {
        run.send(run.as_browser(Method::GET, path), 200).await;
    }
    for path in ["/api/admin/settings", "/api/admin/audit", "/api/admin/audit/export", "/api/admin/login-history"] {
        run.send(run.as_api(Method::GET, path), 200).await;
    }
}
