//! What the pages of sellers have in common.

use std::collections::BTreeSet;

use scraper::Selector;
use waffle_domain::role::Role;
use waffle_tests::{TestApp, Visitor};

use crate::admin::roles::TABLE;

#[tokio::test]
async fn every_page_of_a_seller_leads_out_and_no_password_is_shown_or_kept_from_its_manager() {
    let (app, boss, waffle) = TestApp::browsing("Camera", 5).await;
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
        assert!(page.has("meta[name=robots][content=noindex]") || path == "/about", "search engines find {path}");
        assert!(page.has("meta[name=description]"), "{path}");
        pages.push(page);
    }
    for path in ["/", &waffle.page()] {
        assert!(!app.visitor().get(path).await.has("meta[name=robots]"), "{path}");
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

/// The lowest role that may use a page's or a form's address.
fn least(method: &str, path: &str) -> Role {
    let asked: Vec<&str> = path.split('/').collect();
    let fits = |address: &&(String, Option<Role>)| {
        let (own, template) = address.0.split_once(' ').unwrap();
        let parts: Vec<&str> = template.split('/').collect();
        let same = |(part, asked): (&&str, &&str)| part.starts_with('{') || part == asked;
        own == method && parts.len() == asked.len() && parts.iter().zip(&asked).all(same)
    };
    let named = TABLE.iter().filter(fits).min_by_key(|(address, _)| address.matches('{').count());
    named.unwrap_or_else(|| panic!("{method} {path} is not in the table")).1.unwrap_or(Role::WaffleManager)
}

#[tokio::test]
async fn no_page_leads_to_what_its_readers_role_may_not_do() {
    let (app, boss, waffle) = TestApp::browsing("Camera", 5).await;
    boss.method("wallet_b", "Honey Pay", "@golden").await;
    boss.send_and_follow("/admin/users/blocked", &[("handle", "spam")]).await;
    assert!(!app.visitor().get("/").await.has("[href='/admin/reports']"), "the public is led nowhere");
    for role in Role::ALL {
        let reader = Visitor::of_role(&app, &format!("the.{}", role.as_str()), role.as_str()).await;
        let (mut left, mut seen) = (vec!["/admin".to_owned(), waffle.manage("")], BTreeSet::new());
        while let Some(path) = left.pop() {
            let page = reader.get(&path).await;
            assert!(matches!(page.status(), 200 | 303), "{path} as {role:?}: {}", page.status());
            for (method, elements, name) in [("GET", "a", "href"), ("POST", "[method=post], button", "action")] {
                let addresses = page.all(elements).into_iter().filter_map(|it| it.attr(name).or(it.attr("formaction")));
                for address in addresses.filter(|address| address.starts_with("/admin")) {
                    let address = address.split(['?', '#']).next().unwrap();
                    assert!(role >= least(method, address), "{path} leads {role:?} to {method} {address}");
                    if method == "GET" && seen.insert(address.to_owned()) {
                        left.push(address.to_owned());
                    }
                }
            }
        }
        let parts = ["/admin/payment-methods", "/admin/audit", "/admin/admins"].map(|part| seen.contains(part));
        assert_eq!(parts, [role >= Role::Admin, role >= Role::Admin, role == Role::SuperAdmin], "{seen:?}");
    }
}
