//! `GET /api/waffles/:slug/export`

use reqwest::Method;
use serde_json::json;
use waffle_tests::{TestApp, answer, bearer, with_cookie};

#[tokio::test]
async fn everybody_gets_numbers_statuses_and_handles() {
    let (app, seller, waffle) = TestApp::selling("Box", 3).await;
    app.claim(&waffle, &[3, 1], "@Anna").await;
    seller.pay(waffle.spot(3)).await;
    let export = app.get(&waffle.api("/export")).await;
    assert_eq!((export.status.as_u16(), export.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert_eq!(export.header("content-disposition"), "attachment; filename=\"box.csv\"");
    assert_eq!(export.header("access-control-allow-origin"), "*");
    assert_eq!(
        export.text(),
        "spot_number,status,claimed_by_handle\r\n1,pending,anna\r\n2,available,\r\n3,paid,anna\r\n"
    );
}

#[tokio::test]
async fn admins_get_the_times_too() {
    let (app, seller, waffle) = TestApp::selling_by(("mia", "waffle_manager"), "Box", 2).await;
    app.claim(&waffle, &[2], "anna").await;
    seller.pay(waffle.spot(2)).await;
    let noon = "2026-06-01T12:00:00Z";
    let expected = format!(
        "spot_number,status,claimed_by_handle,claimed_at,paid_at\r\n1,available,,,\r\n\
         2,paid,anna,{noon},{noon}\r\n"
    );
    assert_eq!(seller.get(&waffle.api("/export")).await.text(), expected);
    let by_cookie = with_cookie(&app, Method::GET, &waffle.api("/export"), &seller.token);
    let by_cookie = answer(by_cookie.header("sec-fetch-site", "cross-site")).await;
    assert_eq!(by_cookie.text(), expected);
    assert_eq!(by_cookie.header("cache-control"), "no-store", "nobody else may get this copy");
}

#[tokio::test]
async fn strangers_never_get_what_admins_got_before_them() {
    let (app, seller, waffle) = TestApp::selling("Box", 40).await;
    app.claim(&waffle, &[2], "anna").await;
    let path = waffle.api("/export");
    let own = seller.get(&path).await;
    let stranger = app.get(&path).await;
    assert!(own.text().contains("T12:00:00Z") && !stranger.text().contains("_at"), "{}", stranger.text());
    for coding in ["br", "gzip", "br"] {
        let of = |request: reqwest::RequestBuilder| answer(request.header("accept-encoding", coding));
        let admins = of(bearer(&app, Method::GET, &path, &seller.token)).await;
        assert_ne!(of(app.request(Method::GET, &path)).await.body, admins.body, "{coding}");
    }
    assert_eq!((seller.get(&path).await.text(), app.get(&path).await.text()), (own.text(), stranger.text()));
    app.claim(&waffle, &[3], "ben").await;
    assert!(app.get(&path).await.text().contains("3,pending,ben"), "a kept board is never old");
}

#[tokio::test]
async fn once_there_are_winners_their_rows_say_how_they_were_found() {
    let (app, seller, waffle) = TestApp::selling("Box", 2).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    seller.pay_many(&waffle, &[waffle.spot(1), waffle.spot(2)]).await;
    for (path, number) in [("/winner", 1), ("/change-winner", 2)] {
        seller.post(&waffle.admin_api(path), &json!({"winning_spot_numbers": [number]})).await;
    }
    let public = app.get(&waffle.api("/export")).await.text();
    assert_eq!(
        public,
        "spot_number,status,claimed_by_handle,won_by,draws_before\r\n1,loser,anna,,\r\n2,winner,anna,hand,1\r\n"
    );
    let own = seller.get(&waffle.api("/export")).await.text();
    assert!(
        own.starts_with("spot_number,status,claimed_by_handle,claimed_at,paid_at,won_by,draws_before\r\n"),
        "{own}"
    );
    assert!(own.ends_with(",hand,1\r\n"), "{own}");
    seller.post(&waffle.admin_api("/clear-winner"), &json!({})).await;
    let header = app.get(&waffle.api("/export")).await.text();
    assert!(header.starts_with("spot_number,status,claimed_by_handle\r\n"), "{header}");
}

#[tokio::test]
async fn a_bad_token_counts_as_none() {
    let (app, seller, waffle) = TestApp::selling("Box", 2).await;
    let public = app.get(&waffle.api("/export")).await.text();
    for bad in ["nonsense", "", &seller.token[1..]] {
        let by_header = answer(bearer(&app, Method::GET, &waffle.api("/export"), bad)).await;
        assert_eq!((by_header.status.as_u16(), by_header.text()), (200, public.clone()));
        let by_cookie = answer(with_cookie(&app, Method::GET, &waffle.api("/export"), bad)).await;
        assert_eq!((by_cookie.status.as_u16(), by_cookie.text()), (200, public.clone()));
    }
    app.sql("UPDATE admins SET active = false").await;
    assert_eq!(seller.get(&waffle.api("/export")).await.text(), public);
}

#[tokio::test]
async fn an_archived_waffle_is_exported_to_admins_alone() {
    let (app, seller, waffle) = TestApp::selling("Box", 2).await;
    app.archives(&waffle).await;
    let path = waffle.api("/export");
    assert_eq!(app.get(&path).await.status, 404);
    assert_eq!(answer(bearer(&app, Method::GET, &path, "nonsense")).await.status, 404);
    assert_eq!(seller.get(&path).await.status, 200);
    assert_eq!(answer(with_cookie(&app, Method::GET, &path, &seller.token)).await.status, 200);
}

#[tokio::test]
async fn a_handle_that_looks_like_a_formula_is_disarmed() {
    let (app, _, waffle) = TestApp::shared_selling("Box", 2).await;
    assert_eq!(app.claim(&waffle, &[1], "-anna").await.status, 200);
    assert!(app.get(&waffle.api("/export")).await.text().contains("\r\n1,pending,'-anna\r\n"));
}
