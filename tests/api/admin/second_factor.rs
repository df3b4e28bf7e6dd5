//! The second factor: `/api/admin/me/second-factor`, and signing in with it.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};
use waffle_tests::{
    Answer, PASSWORD, Page, Site, TestApp, Visitor, answer, bearer, call_as, faults, login, login_from, me, refusal,
    refused, token, with_cookie,
};

const PATH: &str = "/api/admin/me/second-factor";
const STEP: Duration = Duration::from_secs(30);

/// An account whose sign-ins take a code, with its app.
struct Armed {
    app: Arc<Site>,
    token: String,
    secret: String,
    recovery: Vec<String>,
}

/// What an app shows this many steps from now.
pub(crate) fn code(app: &Site, secret: &str, steps: i64) -> String {
    let totp = Builder::new().with_secret(Secret::try_from_base32(secret).unwrap()).build().unwrap();
    totp.generate((app.clock.now().timestamp() + steps * 30).unsigned_abs()).to_string()
}

async fn log_in(app: &TestApp, address: &str, code: &str) -> Answer {
    let request = app.request(Method::POST, "/api/admin/login").header("x-forwarded-for", address);
    answer(request.json(&json!({"username": "admin", "password": PASSWORD, "code": code}))).await
}

impl Armed {
    /// The first account of a server for one test.
    async fn admin() -> (TestApp, Self) {
        let (app, token) = TestApp::with_token().await;
        let armed = Self::of(&app, token).await;
        (app, armed)
    }

    async fn of(app: &TestApp, token: String) -> Self {
        let begun = call_as(app, &token, Method::POST, PATH, &json!({"current_password": PASSWORD})).await.ok().json();
        let secret = begun["secret"].as_str().unwrap().to_owned();
        let first = json!({"code": code(app, &secret, 0)});
        let on = call_as(app, &token, Method::POST, &format!("{PATH}/confirm"), &first).await.ok().json();
        let codes = on["recovery_codes"].as_array().unwrap().clone();
        let recovery = codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect();
        Self { app: app.site(), token, secret, recovery }
    }

    /// The app's next code.
    fn next(&self) -> String {
        self.app.clock.advance(STEP);
        code(&self.app, &self.secret, 0)
    }

    async fn standing(&self) -> Value {
        call_as(&self.app, &self.token, Method::GET, PATH, &json!({})).await.json()
    }
}

#[tokio::test]
async fn it_is_on_once_the_first_code_was_right() {
    let (app, here) = TestApp::with_token().await;
    let ask = async |body: Value| call_as(&app, &here, Method::POST, PATH, &body).await;
    let confirm = async |body: Value| call_as(&app, &here, Method::POST, &format!("{PATH}/confirm"), &body).await;
    let off = json!({"on": false, "on_since": null, "recovery_codes_left": 0, "needed": false});
    assert_eq!(refusal(&confirm(json!({"code": "123456"})).await), refused(409, "no_second_factor"));
    assert_eq!(refusal(&ask(json!({})).await), refused(400, "validation_failed"));
    assert_eq!(refusal(&ask(json!({"current_password": "wrong"})).await), refused(403, "invalid_password"));
    let earlier = ask(json!({"current_password": PASSWORD})).await.json();
    let begun = ask(json!({"current_password": PASSWORD})).await.json();
    assert_ne!(earlier["secret"], begun["secret"]);
    let secret = begun["secret"].as_str().unwrap();
    let uri = format!("otpauth://totp/Waffle:admin?secret={secret}&issuer=Waffle&digits=6&period=30");
    assert_eq!((secret.len(), begun["otpauth_uri"].as_str().unwrap()), (32, uri.as_str()));
    assert_eq!(call_as(&app, &here, Method::GET, PATH, &json!({})).await.json(), off);
    assert_eq!(login(&app, "admin", PASSWORD).await.status, 200, "not before it is confirmed");

    for (body, refused_with) in [
        (json!({}), refused(400, "validation_failed")),
        (json!({"code": " "}), refused(400, "validation_failed")),
        (json!({"code": "no code"}), refused(403, "invalid_code")),
        (json!({"code": code(&app, secret, 2)}), refused(403, "invalid_code")),
        (json!({"code": code(&app, earlier["secret"].as_str().unwrap(), 0)}), refused(403, "invalid_code")),
    ] {
        assert_eq!(refusal(&confirm(body.clone()).await), refused_with, "{body}");
    }
    let on = confirm(json!({"code": code(&app, secret, 0)})).await.json();
    let codes = on["recovery_codes"].as_array().unwrap();
    assert_eq!((codes.len(), codes[0].as_str().unwrap().len()), (10, 19));
    let standing = call_as(&app, &here, Method::GET, PATH, &json!({})).await.json();
    let expected = json!({
        "on": true, "on_since": "2026-06-01T12:00:00Z", "recovery_codes_left": 10, "needed": false,
    });
    assert_eq!(standing, expected);
    assert_eq!(refusal(&ask(json!({"current_password": PASSWORD})).await), refused(409, "second_factor_on"));
    assert_eq!(refusal(&confirm(json!({"code": code(&app, secret, 1)})).await), refused(409, "second_factor_on"));
    assert_eq!(me(&app, &here).await.status, 200, "sessions stay");
    let plain = codes[0].as_str().unwrap().replace('-', "");
    app.holds(&format!(
        "NOT EXISTS (SELECT FROM second_factors f, recovery_codes c WHERE f::text ILIKE '%{secret}%'
             OR c::text ILIKE '%' || encode('{plain}', 'hex') || '%') AND NOT EXISTS (
             SELECT FROM audit_trail WHERE detail ILIKE '%{secret}%')"
    ))
    .await;
}

#[tokio::test]
async fn a_secret_is_for_the_session_that_was_shown_it_for_a_quarter_of_an_hour() {
    let app = TestApp::start().await;
    let (here, there) = (token(&app).await, token(&app).await);
    let begin = async |token: &str| {
        let begun = call_as(&app, token, Method::POST, PATH, &json!({"current_password": PASSWORD})).await;
        begun.json()["secret"].as_str().unwrap().to_owned()
    };
    let confirm = async |token: &str, secret: &str| {
        let code = json!({"code": code(&app, secret, 0)});
        call_as(&app, token, Method::POST, &format!("{PATH}/confirm"), &code).await
    };
    let secret = begin(&here).await;
    assert_eq!(refusal(&confirm(&there, &secret).await), refused(409, "no_second_factor"), "another session's");
    let wrong = json!({"code": "000000"});
    for (token, expected) in [(&here, refused(403, "invalid_code")), (&there, refused(409, "no_second_factor"))] {
        let answered = call_as(&app, token, Method::POST, &format!("{PATH}/confirm"), &wrong).await;
        assert_eq!(refusal(&answered), expected);
        assert!(!answered.text().contains(&secret));
    }
    app.clock.advance(Duration::from_mins(15));
    assert_eq!(refusal(&confirm(&here, &secret).await), refused(409, "no_second_factor"), "too late");
    assert!(!call_as(&app, &here, Method::GET, PATH, &json!({})).await.json()["on"].as_bool().unwrap());

    // Each session has its own; the first one that is confirmed withdraws all others.
    let (mine, theirs) = (begin(&here).await, begin(&there).await);
    assert_eq!(refusal(&confirm(&here, &theirs).await), refused(403, "invalid_code"));
    app.clock.advance(Duration::from_secs(899));
    assert_eq!(confirm(&here, &mine).await.status, 200, "a second before the quarter of an hour is over");
    assert_eq!(refusal(&confirm(&there, &theirs).await), refused(409, "second_factor_on"));
    app.holds("NOT EXISTS (SELECT FROM second_factor_proposals)").await;
}

#[tokio::test]
async fn a_secret_goes_with_its_session() {
    let (app, stolen) = TestApp::with_token().await;
    call_as(&app, &stolen, Method::POST, PATH, &json!({"current_password": PASSWORD})).await;
    app.holds("(SELECT count(*) FROM second_factor_proposals) = 1").await;
    assert_eq!(answer(bearer(&app, Method::POST, "/api/admin/logout", &stolen)).await.status, 200);
    app.holds("NOT EXISTS (SELECT FROM second_factor_proposals)").await;
}

#[tokio::test]
async fn changing_the_password_takes_a_code() {
    const CHANGE: &str = "/api/admin/change-password";
    let (app, armed) = Armed::admin().await;
    let change = async |mut body: Value| {
        body["new_password"] = json!("another-iron-43");
        call_as(&app, &armed.token, Method::POST, CHANGE, &body).await
    };
    for missing in [json!({"current_password": PASSWORD}), json!({"current_password": PASSWORD, "code": " "})] {
        assert_eq!(faults(&change(missing).await)[0], "code");
    }
    let next = armed.next();
    let guessed = json!({"current_password": "wrong", "code": next});
    assert_eq!(refusal(&change(guessed).await), refused(403, "invalid_password"), "and the code stays good");
    let wrong = json!({"current_password": PASSWORD, "code": "000000"});
    assert_eq!(refusal(&change(wrong).await), refused(403, "invalid_code"));
    assert_eq!(refusal(&login(&app, "admin", PASSWORD).await), refused(401, "second_factor_required"));
    assert_eq!(change(json!({"current_password": PASSWORD, "code": next})).await.status, 200);
    let again = json!({"current_password": "another-iron-43", "code": next});
    assert_eq!(refusal(&change(again).await), refused(403, "invalid_code"), "a replay");
    let recovered = json!({"current_password": "another-iron-43", "code": armed.recovery[0]});
    assert_eq!(change(recovered).await.status, 200);
}

#[tokio::test]
async fn replays_of_right_codes_lock_nobody_out() {
    let (app, armed) = Armed::admin().await;
    let used = armed.next();
    assert_eq!(log_in(&app, "203.0.113.7", &used).await.status, 200);
    assert_eq!(log_in(&app, "203.0.113.7", &armed.recovery[0]).await.status, 200);
    for _ in 0..6 {
        for replay in [&used, &armed.recovery[0]] {
            assert_eq!(refusal(&log_in(&app, "203.0.113.7", replay).await), refused(401, "invalid_code"));
        }
    }
    // Nor do they reset the count of wrong ones.
    for _ in 0..4 {
        assert_eq!(refusal(&log_in(&app, "203.0.113.7", "000000").await), refused(401, "invalid_code"));
    }
    assert_eq!(refusal(&log_in(&app, "203.0.113.7", &used).await), refused(401, "invalid_code"));
    assert_eq!(refusal(&log_in(&app, "203.0.113.8", "000000").await), refused(401, "invalid_code"), "the fifth");
    assert_eq!(refusal(&log_in(&app, "203.0.113.9", &armed.next()).await), refused(429, "locked_out"));
}

#[tokio::test]
async fn signing_in_takes_a_code_that_counts_once() {
    let (app, armed) = Armed::admin().await;
    let asked = login(&app, "admin", PASSWORD).await;
    assert_eq!(refusal(&asked), refused(401, "second_factor_required"));
    assert_eq!(asked.header("set-cookie"), "");
    assert_eq!(refusal(&login(&app, "admin", "wrong").await), refused(401, "invalid_credentials"));
    let confirmed_with = code(&app, &armed.secret, 0);
    assert_eq!(refusal(&log_in(&app, "203.0.113.7", &confirmed_with).await), refused(401, "invalid_code"));

    let next = armed.next();
    let spaced = format!(" {} {} ", &next[..3], &next[3..]);
    let signed_in = log_in(&app, "203.0.113.7", &spaced).await.ok().json();
    assert_eq!(me(&app, signed_in["token"].as_str().unwrap()).await.status, 200);
    for address in ["203.0.113.7", "203.0.113.8"] {
        assert_eq!(refusal(&log_in(&app, address, &next).await), refused(401, "invalid_code"), "a replay");
    }
    let early = code(&app, &armed.secret, 1);
    assert_eq!(log_in(&app, "203.0.113.7", &early).await.status, 200, "a clock may be ahead by a step");
    app.clock.advance(STEP);
    assert_eq!(refusal(&log_in(&app, "203.0.113.7", &early).await), refused(401, "invalid_code"), "a replay");
    app.clock.advance(STEP * 2);
    let late = code(&app, &armed.secret, -1);
    assert_eq!(log_in(&app, "203.0.113.7", &late).await.status, 200, "and behind by one");
    app.holds("(SELECT count(*) FROM login_history) = 4").await;
}

#[tokio::test]
async fn a_password_set_by_a_link_leaves_it_on() {
    let (app, armed) = Armed::admin().await;
    let nobodys = async |path: &str, body: Value| answer(app.request(Method::POST, path).json(&body)).await;
    assert_eq!(nobodys("/api/admin/forgot-password", json!({"username": "admin"})).await.status, 200);
    let open = call_as(&app, &armed.token, Method::GET, "/api/admin/password-resets", &json!({})).await.json();
    // Someone with the session can read the link, but has no code.
    let mut reset = json!({"token": open[0]["token"], "new_password": "another-iron-43"});
    let refused_as = async |body: &Value| refusal(&nobodys("/api/admin/reset-password", body.clone()).await);
    assert_eq!(refused_as(&reset).await, refused(400, "validation_failed"));
    let used = code(&app, &armed.secret, 0);
    for code in [&*used, "nonsense"] {
        reset["code"] = json!(code);
        assert_eq!(refused_as(&reset).await, refused(403, "invalid_code"), "{code}");
    }
    reset["code"] = json!(armed.recovery[0]);
    assert_eq!(nobodys("/api/admin/reset-password", reset).await.status, 200);
    assert_eq!(refusal(&login(&app, "admin", "another-iron-43").await), refused(401, "second_factor_required"));
    let with_code = json!({"username": "admin", "password": "another-iron-43", "code": armed.next()});
    assert_eq!(nobodys("/api/admin/login", with_code).await.status, 200);
}

#[tokio::test]
async fn a_recovery_code_is_good_once_and_new_ones_replace_all() {
    let (app, armed) = Armed::admin().await;
    let typed = armed.recovery[0].to_uppercase().replace('-', " ");
    assert_eq!(log_in(&app, "203.0.113.7", &typed).await.status, 200);
    assert_eq!(refusal(&log_in(&app, "203.0.113.7", &armed.recovery[0]).await), refused(401, "invalid_code"));
    assert_eq!(armed.standing().await["recovery_codes_left"], 9);

    let renew =
        async |body: Value| call_as(&app, &armed.token, Method::POST, &format!("{PATH}/recovery-codes"), &body).await;
    let used = json!({"current_password": PASSWORD, "code": armed.recovery[0]});
    assert_eq!(refusal(&renew(used).await), refused(403, "invalid_code"));
    let wrong = json!({"current_password": "wrong", "code": armed.recovery[1]});
    assert_eq!(refusal(&renew(wrong).await), refused(403, "invalid_password"));
    assert_eq!(refusal(&renew(json!({"current_password": PASSWORD})).await), refused(400, "validation_failed"));
    let new = renew(json!({"current_password": PASSWORD, "code": armed.recovery[1]})).await.json();
    assert_eq!(armed.standing().await["recovery_codes_left"], 10);
    assert_eq!(refusal(&log_in(&app, "203.0.113.7", &armed.recovery[2]).await), refused(401, "invalid_code"));
    let new = new["recovery_codes"][9].as_str().unwrap();
    assert_eq!(log_in(&app, "203.0.113.7", new).await.status, 200);
    app.holds("(SELECT count(*) FROM audit_trail WHERE action = 'use_recovery_code' AND detail = 'admin') = 3").await;
}

#[tokio::test]
async fn wrong_codes_count_like_wrong_passwords_wherever_they_come_from() {
    let (app, armed) = Armed::admin().await;
    let next = armed.next();
    // Two were wrong already, and the right code of a signed-in account resets the count.
    for _ in 0..2 {
        assert_eq!(refusal(&log_in(&app, "203.0.113.1", "000000").await), refused(401, "invalid_code"));
    }
    assert_eq!(log_in(&app, "203.0.113.2", &armed.recovery[0]).await.status, 200);
    for last in 1..=5 {
        let address = format!("203.0.113.{last}");
        assert_eq!(refusal(&log_in(&app, &address, "000000").await), refused(401, "invalid_code"), "{address}");
        // The right password alone doesn't reset the count.
        let asked = login_from(&app, &address, "admin", PASSWORD).await;
        assert_eq!(refusal(&asked), refused(401, "second_factor_required"), "{address}");
    }
    let elsewhere = log_in(&app, "203.0.113.99", &next).await;
    assert_eq!(refusal(&elsewhere), refused(429, "locked_out"), "five wrong ones lock the account's codes");
    assert_eq!(elsewhere.header("retry-after"), "900");
    let off = json!({"current_password": PASSWORD, "code": next});
    let off = call_as(&app, &armed.token, Method::DELETE, PATH, &off).await;
    assert_eq!(refusal(&off), refused(429, "locked_out"), "for somebody who is signed in, too");
    app.clock.advance(Duration::from_mins(15));
    assert_eq!(log_in(&app, "203.0.113.99", &code(&app, &armed.secret, 0)).await.status, 200);
}

#[tokio::test]
async fn wrong_codes_and_passwords_from_one_address_add_up() {
    let (app, armed) = Armed::admin().await;
    for _ in 0..3 {
        assert_eq!(refusal(&log_in(&app, "203.0.113.7", "000000").await), refused(401, "invalid_code"));
    }
    for _ in 0..2 {
        let wrong = login_from(&app, "203.0.113.7", "admin", "wrong").await;
        assert_eq!(refusal(&wrong), refused(401, "invalid_credentials"));
    }
    let next = armed.next();
    assert_eq!(refusal(&log_in(&app, "203.0.113.7", &next).await), refused(429, "locked_out"));
    assert_eq!(log_in(&app, "203.0.113.8", &next).await.status, 200, "three wrong codes do not lock the account");
}

#[tokio::test]
async fn whoever_has_password_and_code_turns_it_off() {
    let (app, armed) = Armed::admin().await;
    let off = async |body: Value| call_as(&app, &armed.token, Method::DELETE, PATH, &body).await;
    assert_eq!(refusal(&off(json!({"current_password": PASSWORD})).await), refused(400, "validation_failed"));
    let wrong = json!({"current_password": PASSWORD, "code": "000000"});
    assert_eq!(refusal(&off(wrong).await), refused(403, "invalid_code"));
    let right = json!({"current_password": PASSWORD, "code": armed.next()});
    assert_eq!(off(right.clone()).await.status, 200);
    assert_eq!(refusal(&off(right).await), refused(409, "no_second_factor"));
    assert_eq!(login(&app, "admin", PASSWORD).await.status, 200);
    app.holds("NOT EXISTS (SELECT FROM recovery_codes)").await;
}

#[tokio::test]
async fn a_super_admin_takes_it_off_somebody_else() {
    let (app, boss) = TestApp::with_token().await;
    let mia = app.seller_as("mia", "admin").await;
    let id = me(&app, &mia.token).await.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/admin/admins/{id}/second-factor");
    let sure = json!({"current_password": PASSWORD});
    assert_eq!(refusal(&call_as(&app, &boss, Method::DELETE, &path, &sure).await), refused(409, "no_second_factor"));
    let armed = Armed::of(&app, mia.token.clone()).await;
    assert_eq!(refusal(&call_as(&app, &armed.token, Method::DELETE, &path, &sure).await), refused(403, "forbidden"));
    assert_eq!(
        refusal(&call_as(&app, &boss, Method::DELETE, &path, &json!({})).await),
        refused(400, "validation_failed")
    );
    let wrong = json!({"current_password": "wrong"});
    assert_eq!(refusal(&call_as(&app, &boss, Method::DELETE, &path, &wrong).await), refused(403, "invalid_password"));
    assert_eq!(refusal(&login(&app, "mia", PASSWORD).await), refused(401, "second_factor_required"));
    assert_eq!(call_as(&app, &boss, Method::DELETE, &path, &sure).await.status, 200);
    assert_eq!(login(&app, "mia", PASSWORD).await.status, 200);
    let own = me(&app, &boss).await.json()["id"].as_str().unwrap().to_owned();
    let own = format!("/api/admin/admins/{own}/second-factor");
    assert_eq!(refusal(&call_as(&app, &boss, Method::DELETE, &own, &sure).await), refused(409, "own_account"));
}

#[tokio::test]
async fn who_needs_one_sets_it_up_before_anything_else() {
    let app = TestApp::with(&[("WAFFLE__AUTH__REQUIRE_SECOND_FACTOR", "super_admins")]).await;
    let boss = token(&app).await;
    assert_eq!(me(&app, &boss).await.status, 200);
    for path in ["/api/admin/waffles", "/api/admin/settings", "/api/admin/me/sessions"] {
        let stopped = call_as(&app, &boss, Method::GET, path, &json!({})).await;
        assert_eq!(refusal(&stopped), refused(403, "second_factor_missing"), "{path}");
    }
    let renamed = call_as(&app, &boss, Method::PATCH, "/api/admin/me", &json!({"first_name": "x"})).await;
    assert_eq!(refusal(&renamed), refused(403, "second_factor_missing"));
    for path in ["/admin", "/admin/settings", "/admin/settings/security"] {
        let led = answer(with_cookie(&app, Method::GET, path, &boss)).await;
        assert_eq!((led.status.as_u16(), led.header("location")), (303, "/admin/settings/second-factor"), "{path}");
    }
    let page = answer(with_cookie(&app, Method::GET, "/admin/settings/second-factor", &boss)).await;
    assert!(page.status == 200 && page.text().contains("Your role needs one"), "{}", page.text());
    let public = answer(with_cookie(&app, Method::GET, "/waffles", &boss)).await;
    assert!(public.status == 200 && !public.text().contains("/admin/logout"), "to the public pages he is a visitor");

    let mia = app.seller_as("mia", "admin").await;
    assert_eq!(call_as(&app, &mia.token, Method::GET, "/api/admin/waffles", &json!({})).await.status, 200);

    let armed = Armed::of(&app, boss.clone()).await;
    assert_eq!(call_as(&app, &boss, Method::GET, "/api/admin/waffles", &json!({})).await.status, 200);
    let off = json!({"current_password": PASSWORD, "code": armed.next()});
    assert_eq!(refusal(&call_as(&app, &boss, Method::DELETE, PATH, &off).await), refused(409, "second_factor_needed"));
    assert_eq!(armed.standing().await["needed"], true);
    assert_eq!(answer(bearer(&app, Method::POST, "/api/admin/logout", &boss)).await.status, 200);
}

#[tokio::test]
async fn the_operator_says_which_roles_need_one() {
    for (required, stopped) in [("none", ""), ("super_admins", "boss"), ("admins", "boss ada"), ("all", "boss ada mia")]
    {
        let app = TestApp::with(&[("WAFFLE__AUTH__REQUIRE_SECOND_FACTOR", required)]).await;
        let sellers = [
            ("boss", app.seller_as("boss", "super_admin").await),
            ("ada", app.seller_as("ada", "admin").await),
            ("mia", app.seller_as("mia", "waffle_manager").await),
        ];
        for (name, seller) in sellers {
            let needed = stopped.split(' ').any(|stopped| stopped == name);
            let answered = seller.get("/api/admin/waffles").await;
            let expected = if needed { refused(403, "second_factor_missing") } else { (200, String::new()) };
            assert_eq!(answered.status.as_u16(), expected.0, "{required} {name}");
            assert_eq!(seller.get(PATH).await.json()["needed"], needed, "{required} {name}");
            if needed {
                assert_eq!(refusal(&answered), expected);
                Armed::of(&app, seller.token.clone()).await;
                assert_eq!(seller.get("/api/admin/waffles").await.status, 200, "{required} {name}");
            }
        }
    }
}

/// Sends a form of the sign-in with its hidden fields.
async fn submit(browser: &Visitor, page: &Page, path: &str, typed: &[(&str, &str)]) -> Page {
    let hidden = page.all("main form:first-of-type input[type=hidden]");
    let hidden = hidden.iter().map(|field| (field.attr("name").unwrap(), field.attr("value").unwrap()));
    browser.post(path, &hidden.chain(typed.iter().copied()).collect::<Vec<_>>()).await
}

#[tokio::test]
async fn the_page_asks_for_the_code_in_a_second_step() {
    let (app, armed) = Armed::admin().await;
    let (browser, _) = app.visitor().open("/admin/login").await;
    let first = browser.get("/admin/login?next=/admin/audit").await;
    let password = [("username", "admin"), ("password", PASSWORD)];
    let second = submit(&browser, &first, "/admin/login", &password).await;
    let header = |name| second.answer.header(name);
    assert_eq!((second.status(), header("set-cookie"), header("cache-control")), (200, "", "no-store"));
    assert!(second.has("[autocomplete=one-time-code][inputmode=numeric]"));
    assert!(!second.answer.text().contains(PASSWORD));
    let send =
        async |browser: &Visitor, code: &str| submit(browser, &second, "/admin/login/code", &[("code", code)]).await;
    let next = armed.next();
    for (typed, status, words) in [("", 400, "Enter the code"), ("000000", 401, "code is wrong")] {
        let refused = send(&browser, typed).await;
        assert_eq!(refused.status(), status, "{typed}");
        assert!(refused.words("main").contains(words) && refused.has("[autocomplete=one-time-code]"), "{typed}");
    }
    let stranger = Visitor { cookie: "visitor=another".into(), ..browser.clone() };
    assert_eq!(send(&stranger, &next).await.status(), 403);

    let begun = send(&browser, &next).await;
    assert_eq!((begun.status(), begun.location()), (303, "/admin/audit"));
    assert!(begun.answer.header("set-cookie").starts_with("token=ey"));
    assert_eq!(send(&browser, &next).await.status(), 401, "a replay");
    assert_eq!(send(&browser, &armed.recovery[3]).await.status(), 303);

    app.clock.advance(Duration::from_mins(5));
    let late = send(&browser, &code(&app, &armed.secret, 0)).await;
    assert_eq!(late.status(), 401);
    assert!(late.words("main").contains("took too long") && late.has("[name=password]"), "{}", late.words("main"));
}

#[tokio::test]
async fn after_a_change_of_the_servers_secret_recovery_codes_still_open() {
    let database = waffle_test_databases::TestDatabase::create().await.unwrap();
    let app = TestApp::on(&database.url(), &[]).await;
    let armed = Armed::of(&app, token(&app).await).await;
    let (secret, recovery) = (armed.secret.clone(), armed.recovery.clone());
    drop(app);
    let app = TestApp::on(&database.url(), &[("JWT_SECRET", "another secret of thirty-two characters")]).await;
    app.clock.advance(STEP);
    let code = code(&app, &secret, 0);
    assert_eq!(refusal(&log_in(&app, "203.0.113.7", &code).await), refused(401, "invalid_code"));
    assert_eq!(log_in(&app, "203.0.113.7", &recovery[0]).await.status, 200);
}
