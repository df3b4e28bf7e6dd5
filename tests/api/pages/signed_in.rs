//! What the pages of sellers have in common.

use scraper::Selector;
use waffle_tests::app::TestApp;

#[tokio::test]
async fn every_page_of_a_seller_leads_out_and_no_password_is_shown_or_kept_from_its_manager() {
    let app = TestApp::start().await;
    let boss = app.signed_in().await;
    let waffle = boss.create("Camera", 5).await;
    let account = app.seller().await.get("/api/admin/me").await.json()["id"].as_str().unwrap().to_owned();
    let of_waffle = ["", "/edit", "/delete", "/share"].map(|rest| waffle.manage(rest));
    let others = [
        "/admin",
        "/admin/waffles/new",
        "/admin/share-templates",
        "/admin/payment-methods",
        "/admin/reports",
        "/admin/audit",
        "/admin/users",
        "/admin/admins",
        "/admin/admins/new",
        "/admin/settings",
        "/admin/settings/security",
        "/admin/settings/system",
        "/admin/settings/login-history",
        "/admin/login-history",
        "/about",
        &format!("/admin/admins/{account}"),
    ];
    let (sign_out, inputs) =
        (Selector::parse("form[action='/admin/logout'] button").unwrap(), Selector::parse("input[name]").unwrap());
    let mut pages = vec![app.visitor().get("/admin/login").await];
    for path in of_waffle.into_iter().chain(others.map(str::to_owned)) {
        let page = boss.get(&path).await;
        assert_eq!(page.status(), 200, "{path}");
        assert!(page.document.select(&sign_out).next().is_some(), "{path} has no way out");
        pages.push(page);
    }
    let mut seen = 0;
    for input in pages.iter().flat_map(|page| page.document.select(&inputs)).map(|found| found.value()) {
        let name = input.attr("name").unwrap_or_default();
        if name.contains("password") && name != "password_min_length" {
            assert_eq!(input.attr("type"), Some("password"), "{name}");
            assert!(input.attr("autocomplete").is_some_and(|kind| kind.ends_with("-password")), "{name}");
            seen += 1;
        }
    }
    assert!(seen >= 7, "{seen}");
}
