//! `POST /api/admin/logout`, and how any call that changes something proves where it comes from.

use reqwest::{Method, RequestBuilder};
use waffle_tests::{TestApp, Visitor, answer, bearer, me, refusal, refused, token, with_cookie};

const LOGOUT: &str = "/api/admin/logout";

#[tokio::test]
async fn a_token_ends_for_good_on_every_server_and_no_other_does() {
    let (one, other) = TestApp::two_servers().await;
    let (ended, kept) = (token(&one).await, token(&one).await);
    assert_eq!(me(&other, &ended).await.status, 200);

    let answer = answer(bearer(&one, Method::POST, LOGOUT, &ended)).await.ok();
    assert!(answer.json()["message"].is_string());
    assert!(answer.header("set-cookie").starts_with("token=; ") && answer.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(answer.header("clear-site-data"), "\"cache\"");

    for app in [&one, &other] {
        assert_eq!(refusal(&me(app, &ended).await), refused(401, "unauthorized"));
        assert_eq!(me(app, &kept).await.status, 200);
    }
}

#[tokio::test]
async fn without_a_valid_token_it_is_fine_too() {
    let app = TestApp::shared().await;
    let bare = answer(app.request(Method::POST, LOGOUT)).await;
    assert_eq!((bare.status.as_u16(), bare.headers.contains_key("set-cookie")), (200, false), "nothing to take back");
    assert_eq!(bare.header("clear-site-data"), "", "another site could ask for it");
    assert_eq!(answer(bearer(&app, Method::POST, LOGOUT, "nonsense")).await.status, 200);
    assert_eq!(answer(with_cookie(&app, Method::POST, LOGOUT, "nonsense")).await.status, 200);
}

#[tokio::test]
async fn a_deactivated_account_signs_out_too_and_its_token_does_not_come_back_with_it() {
    let app = TestApp::start().await;
    for by_form in [false, true] {
        let seller = app.seller_as(if by_form { "anna" } else { "ben" }, "admin").await;
        let browser = Visitor { cookie: format!("token={}", seller.token), ..app.visitor() };
        let proof = browser.get("/admin").await.value("form.who [name=csrf_token]");
        app.sql("UPDATE admins SET active = false WHERE username <> 'admin'").await;
        if by_form {
            assert_eq!(browser.post("/admin/logout", &[("csrf_token", "x")]).await.status(), 403);
            let left = browser.post("/admin/logout", &[("csrf_token", &proof)]).await;
            assert_eq!((left.status(), left.location()), (303, "/admin/login"));
            assert_eq!(left.answer.header("clear-site-data"), "\"cache\"");
        } else {
            assert_eq!(answer(bearer(&app, Method::POST, LOGOUT, &seller.token)).await.status, 200);
        }
        app.sql("UPDATE admins SET active = true").await;
        assert_eq!(refusal(&me(&app, &seller.token).await), refused(401, "unauthorized"));
    }
}

#[tokio::test]
async fn with_the_cookie_a_call_has_to_come_from_this_site() {
    let (app, token) = TestApp::with_token().await;
    let post = || with_cookie(&app, Method::POST, LOGOUT, &token);
    let foreign: [RequestBuilder; 5] = [
        post(),
        post().header("origin", "https://evil.example"),
        post().header("origin", "null"),
        post().header("sec-fetch-site", "cross-site").header("origin", format!("http://{}", app.address)),
        post().header("sec-fetch-site", "same-site"),
    ];
    for request in foreign {
        let shown = format!("{request:?}");
        assert_eq!(refusal(&answer(request).await), refused(403, "csrf_failed"), "{shown}");
    }
    assert_eq!(me(&app, &token).await.status, 200, "nothing was ended");
}
