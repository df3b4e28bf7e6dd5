//! Which role may use what: tries every address under `/api/admin` and `/admin` signed out, with each role, and with a
//! deactivated account.

use std::collections::BTreeSet;

use reqwest::{Method, RequestBuilder};
use scraper::{Html, Selector};
use waffle_api::endpoints::addresses;
use waffle_domain::role::Role::{self, Admin, SuperAdmin, WaffleManager};
use waffle_tests::{Answer, TestApp, answer, bearer, form, refusal, refused, with_cookie};

/// Each address with the lowest role that may use it; `None` where no sign-in is needed.
pub(crate) const TABLE: &[(&str, Option<Role>)] = &[
    ("POST /api/admin/login", None),
    ("POST /api/admin/logout", None),
    ("POST /api/admin/forgot-password", None),
    ("POST /api/admin/reset-password", None),
    ("GET /api/admin/me", Some(WaffleManager)),
    ("PATCH /api/admin/me", Some(WaffleManager)),
    ("PATCH /api/admin/me/timezone", Some(WaffleManager)),
    ("GET /api/admin/me/sessions", Some(WaffleManager)),
    ("DELETE /api/admin/me/sessions", Some(WaffleManager)),
    ("DELETE /api/admin/me/sessions/{id}", Some(WaffleManager)),
    ("GET /api/admin/me/second-factor", Some(WaffleManager)),
    ("POST /api/admin/me/second-factor", Some(WaffleManager)),
    ("DELETE /api/admin/me/second-factor", Some(WaffleManager)),
    ("POST /api/admin/me/second-factor/confirm", Some(WaffleManager)),
    ("POST /api/admin/me/second-factor/recovery-codes", Some(WaffleManager)),
    ("POST /api/admin/change-password", Some(WaffleManager)),
    ("GET /api/admin/admins", Some(SuperAdmin)),
    ("POST /api/admin/admins", Some(SuperAdmin)),
    ("PATCH /api/admin/admins/{id}", Some(SuperAdmin)),
    ("DELETE /api/admin/admins/{id}", Some(SuperAdmin)),
    ("PATCH /api/admin/admins/{id}/password", Some(SuperAdmin)),
    ("PATCH /api/admin/admins/{id}/profile", Some(SuperAdmin)),
    ("DELETE /api/admin/admins/{id}/second-factor", Some(SuperAdmin)),
    ("GET /api/admin/password-resets", Some(SuperAdmin)),
    ("GET /api/admin/waffles", Some(WaffleManager)),
    ("POST /api/admin/waffles", Some(WaffleManager)),
    ("GET /api/admin/waffles/{id}", Some(WaffleManager)),
    ("PATCH /api/admin/waffles/{id}", Some(WaffleManager)),
    ("DELETE /api/admin/waffles/{id}", Some(Admin)),
    ("POST /api/admin/waffles/{id}/archive", Some(Admin)),
    ("POST /api/admin/waffles/{id}/unarchive", Some(Admin)),
    ("POST /api/admin/waffles/{id}/winner", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/clear-winner", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/change-winner", Some(WaffleManager)),
    ("GET /api/admin/waffles/{id}/activity", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/assign", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/draws", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/draws/{number}/void", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/draws/{number}/beacon", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/draws/{number}/replace", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/rename", Some(WaffleManager)),
    ("GET /api/admin/waffles/{id}/expired", Some(WaffleManager)),
    ("GET /api/admin/waffles/{id}/sources", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/release-source", Some(WaffleManager)),
    ("GET /api/admin/waffles/{id}/buyers", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/buyers/{handle}/pay", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/buyers/{handle}/release", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/match-payments", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/payments", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/spots/pay", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/spots/unpay", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/spots/extend", Some(WaffleManager)),
    ("POST /api/admin/spots/{id}/pay", Some(WaffleManager)),
    ("POST /api/admin/spots/{id}/release", Some(WaffleManager)),
    ("GET /api/admin/waffles/{id}/share-message", Some(WaffleManager)),
    ("PATCH /api/admin/waffles/{id}/share-message", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/share-message/render", Some(WaffleManager)),
    ("POST /api/admin/waffles/{id}/share-message/regenerate-card", Some(WaffleManager)),
    ("GET /api/admin/share-templates", Some(WaffleManager)),
    ("POST /api/admin/share-templates", Some(WaffleManager)),
    ("PATCH /api/admin/share-templates/{id}", Some(WaffleManager)),
    ("DELETE /api/admin/share-templates/{id}", Some(WaffleManager)),
    ("POST /api/admin/share-templates/{id}/default", Some(WaffleManager)),
    ("GET /api/admin/payment-methods", Some(Admin)),
    ("POST /api/admin/payment-methods", Some(Admin)),
    ("PATCH /api/admin/payment-methods/{id}", Some(Admin)),
    ("DELETE /api/admin/payment-methods/{id}", Some(Admin)),
    ("GET /api/admin/reports/drought", Some(WaffleManager)),
    ("GET /api/admin/reports/power-buyers", Some(WaffleManager)),
    ("GET /api/admin/reports/monthly-activity", Some(WaffleManager)),
    ("GET /api/admin/reports/spot-velocity", Some(WaffleManager)),
    ("GET /api/admin/users", Some(WaffleManager)),
    ("POST /api/admin/users/{handle}/merge", Some(Admin)),
    ("GET /api/admin/payers", Some(Admin)),
    ("DELETE /api/admin/payers/{id}", Some(Admin)),
    ("GET /api/admin/blocked-handles", Some(Admin)),
    ("POST /api/admin/blocked-handles", Some(Admin)),
    ("DELETE /api/admin/blocked-handles/{handle}", Some(Admin)),
    ("GET /api/admin/audit", Some(Admin)),
    ("GET /api/admin/audit/export", Some(Admin)),
    ("GET /api/admin/audit/{id}", Some(Admin)),
    ("GET /api/admin/login-history", Some(WaffleManager)),
    ("GET /api/admin/settings", Some(SuperAdmin)),
    ("PATCH /api/admin/settings", Some(SuperAdmin)),
    ("GET /admin/login", None),
    ("POST /admin/login", None),
    ("POST /admin/login/code", None),
    ("GET /admin/forgot-password", None),
    ("POST /admin/forgot-password", None),
    ("GET /admin/reset-password", None),
    ("POST /admin/reset-password", None),
    ("GET /admin/settings", Some(WaffleManager)),
    ("POST /admin/settings", Some(WaffleManager)),
    ("GET /admin/settings/security", Some(WaffleManager)),
    ("POST /admin/settings/security", Some(WaffleManager)),
    ("POST /admin/settings/sessions/{id}/end", Some(WaffleManager)),
    ("POST /admin/settings/sessions/end-others", Some(WaffleManager)),
    ("GET /admin/settings/second-factor", Some(WaffleManager)),
    ("POST /admin/settings/second-factor", Some(WaffleManager)),
    ("POST /admin/settings/second-factor/confirm", Some(WaffleManager)),
    ("POST /admin/settings/second-factor/recovery-codes", Some(WaffleManager)),
    ("POST /admin/settings/second-factor/off", Some(WaffleManager)),
    ("GET /admin/admins", Some(SuperAdmin)),
    ("GET /admin/admins/new", Some(SuperAdmin)),
    ("POST /admin/admins/new", Some(SuperAdmin)),
    ("GET /admin/admins/{id}", Some(SuperAdmin)),
    ("POST /admin/admins/{id}/role", Some(SuperAdmin)),
    ("POST /admin/admins/{id}/profile", Some(SuperAdmin)),
    ("POST /admin/admins/{id}/password", Some(SuperAdmin)),
    ("POST /admin/admins/{id}/deactivate", Some(SuperAdmin)),
    ("POST /admin/admins/{id}/second-factor/remove", Some(SuperAdmin)),
    ("POST /admin/admins/{id}/activate", Some(SuperAdmin)),
    ("GET /admin", Some(WaffleManager)),
    ("GET /admin/waffles/new", Some(WaffleManager)),
    ("POST /admin/waffles/new", Some(WaffleManager)),
    ("GET /admin/waffles/{id}", Some(WaffleManager)),
    ("GET /admin/waffles/{id}/edit", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/edit", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/archive", Some(Admin)),
    ("POST /admin/waffles/{id}/unarchive", Some(Admin)),
    ("GET /admin/waffles/{id}/delete", Some(Admin)),
    ("POST /admin/waffles/{id}/delete", Some(Admin)),
    ("GET /admin/waffles/{id}/winner", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/winner", Some(WaffleManager)),
    ("GET /admin/waffles/{id}/change-winner", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/change-winner", Some(WaffleManager)),
    ("GET /admin/waffles/{id}/clear-winner", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/clear-winner", Some(WaffleManager)),
    ("GET /admin/waffles/{id}/draws", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/draws", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/draws/{number}/void", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/draws/{number}/beacon", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/draws/{number}/replace", Some(WaffleManager)),
    ("GET /admin/waffles/{id}/buyer", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/buyer/pay", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/buyer/release", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/buyer/extend", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/buyer/rename", Some(WaffleManager)),
    ("GET /admin/waffles/{id}/history", Some(WaffleManager)),
    ("GET /admin/waffles/{id}/payments", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/payments", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/payments/pay", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/assign", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/pause", Some(WaffleManager)),
    ("GET /admin/waffles/{id}/expired", Some(WaffleManager)),
    ("GET /admin/waffles/{id}/sources", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/release-source", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/spots/unpay", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/spots/pay", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/spots/{spot_id}/pay", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/spots/{spot_id}/release", Some(WaffleManager)),
    ("GET /admin/waffles/{id}/share", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/share", Some(WaffleManager)),
    ("POST /admin/waffles/{id}/share/card", Some(WaffleManager)),
    ("GET /admin/share-templates", Some(WaffleManager)),
    ("GET /admin/share-templates/new", Some(WaffleManager)),
    ("POST /admin/share-templates/new", Some(WaffleManager)),
    ("GET /admin/share-templates/{id}", Some(WaffleManager)),
    ("POST /admin/share-templates/{id}", Some(WaffleManager)),
    ("POST /admin/share-templates/{id}/default", Some(WaffleManager)),
    ("GET /admin/share-templates/{id}/delete", Some(WaffleManager)),
    ("POST /admin/share-templates/{id}/delete", Some(WaffleManager)),
    ("GET /admin/payment-methods", Some(Admin)),
    ("GET /admin/payment-methods/new", Some(Admin)),
    ("POST /admin/payment-methods/new", Some(Admin)),
    ("GET /admin/payment-methods/{id}", Some(Admin)),
    ("POST /admin/payment-methods/{id}", Some(Admin)),
    ("GET /admin/payment-methods/{id}/deactivate", Some(Admin)),
    ("POST /admin/payment-methods/{id}/deactivate", Some(Admin)),
    ("POST /admin/payment-methods/{id}/activate", Some(Admin)),
    ("GET /admin/reports", Some(WaffleManager)),
    ("GET /admin/users", Some(WaffleManager)),
    ("GET /admin/users/merge", Some(Admin)),
    ("POST /admin/users/merge", Some(Admin)),
    ("GET /admin/users/payers", Some(Admin)),
    ("POST /admin/users/payers/{id}/forget", Some(Admin)),
    ("GET /admin/users/blocked", Some(Admin)),
    ("POST /admin/users/blocked", Some(Admin)),
    ("POST /admin/users/blocked/{handle}/unblock", Some(Admin)),
    ("GET /admin/audit", Some(Admin)),
    ("GET /admin/login-history", Some(WaffleManager)),
    ("GET /admin/settings/login-history", Some(WaffleManager)),
    ("GET /admin/settings/system", Some(SuperAdmin)),
    ("POST /admin/settings/system", Some(SuperAdmin)),
    // Comes last, because it ends the session that the others need.
    ("POST /admin/logout", Some(WaffleManager)),
];

struct Caller {
    token: String,
    csrf_token: String,
}

/// The admin routes of the API, in the server's route table and of the lists, such as `GET /admin`.
fn registered() -> BTreeSet<String> {
    let source =
        concat!(include_str!("../../../src/waffle/routes.rs"), include_str!("../../../src/pages/admin/tables.rs"));
    let of_api = addresses().into_iter().filter(|address| address.contains(" /api/admin"));
    let mut found: BTreeSet<String> = of_api.collect();
    for service in source.split(".service(").skip(1) {
        let (path, methods) = service.split_once('"').unwrap().1.split_once('"').unwrap();
        if !(path.starts_with("/admin") || path.starts_with("/api/admin")) {
            continue;
        }
        let before = found.len();
        for method in ["get", "post", "patch", "put", "delete"] {
            if methods.contains(&format!(".{method}(")) {
                found.insert(format!("{} {path}", method.to_uppercase()));
            }
        }
        assert!(found.len() > before, "{path} takes a method that this test doesn't know");
    }
    found
}

#[test]
fn every_address_for_admins_stands_in_the_table() {
    let listed: BTreeSet<String> = TABLE.iter().map(|(address, _)| (*address).to_owned()).collect();
    assert_eq!(listed.len(), TABLE.len(), "each once");
    assert_eq!(listed, registered());
}

#[tokio::test]
async fn each_role_may_do_what_the_table_says_and_nothing_else() {
    let app = TestApp::start().await;
    let mut callers = Vec::new();
    for role in Role::ALL {
        callers.push((role, caller(&app, &format!("the.{}", role.as_str()), role).await));
    }
    let gone = caller(&app, "gone", SuperAdmin).await;
    app.sql("UPDATE admins SET active = false WHERE username = 'gone'").await;
    let nobody = Caller { token: String::new(), csrf_token: gone.csrf_token.clone() };

    for (address, least) in TABLE {
        for (who, stranger) in [("nobody", &nobody), ("a deactivated account", &gone)] {
            let answer = answer(request(&app, address, stranger)).await;
            // A deactivated account may still sign out.
            let served = least.is_none() || (who == "a deactivated account" && *address == "POST /admin/logout");
            assert_eq!(sent_away(&answer), !served, "{address} as {who}: {} {}", answer.status, answer.text());
        }
        let Some(least) = least else { continue };
        for (role, caller) in &callers {
            let answer = answer(request(&app, address, caller)).await;
            let status = answer.status.as_u16();
            if role >= least {
                let served = !sent_away(&answer) && status != 403 && status < 500;
                assert!(served, "{address} as {role:?}: {status} {}", answer.text());
            } else {
                assert_eq!(status, 403, "{address} as {role:?}: {}", answer.text());
                if address.contains(" /api/") {
                    assert_eq!(refusal(&answer), refused(403, "forbidden"), "{address} as {role:?}");
                }
            }
        }
    }
}

#[tokio::test]
async fn a_malformed_id_is_told_only_to_those_who_may_use_the_address() {
    let app = TestApp::start().await;
    let super_admin = caller(&app, "boss", SuperAdmin).await;
    let admin = caller(&app, "deputy", Admin).await;
    let manager = caller(&app, "seller", WaffleManager).await;
    let gone = caller(&app, "gone", SuperAdmin).await;
    app.sql("UPDATE admins SET active = false WHERE username = 'gone'").await;
    for (address, least) in TABLE.iter().filter(|(address, _)| address.contains("{id}")) {
        let malformed = address.replace("{id}", "not-an-id").replace("{spot_id}", "nor-this");
        assert!(sent_away(&answer(request(&app, &malformed, &gone)).await), "{address}");
        for (role, caller) in [(SuperAdmin, &super_admin), (Admin, &admin), (WaffleManager, &manager)] {
            let answer = answer(request(&app, &malformed, caller)).await;
            let expected = if Some(role) >= *least { 400 } else { 403 };
            assert_eq!(answer.status, expected, "{address} as {role:?}: {}", answer.text());
            if expected == 400 && address.contains(" /api/") {
                assert_eq!(answer.json()["code"], "bad_path", "{address}");
            }
        }
        let (method, path) = malformed.split_once(' ').unwrap();
        if method != "GET" {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            let unproven = answer(with_cookie(&app, method, path, &super_admin.token)).await;
            assert_eq!(unproven.status, 403, "{address} without a proof: {}", unproven.text());
        }
    }
    let query = "/api/admin/waffles/not-an-id/activity?before=today";
    assert_eq!(answer(bearer(&app, Method::GET, query, &gone.token)).await.status, 401);
}

/// Whether the answer asks the caller to sign in first.
fn sent_away(answer: &Answer) -> bool {
    match answer.status.as_u16() {
        401 => answer.json()["code"] == "unauthorized",
        303 => answer.header("location").starts_with("/admin/login?next="),
        _ => false,
    }
}

/// A request with nothing but a session, so it gets no further than the first check after the role's.
fn request(app: &TestApp, address: &str, caller: &Caller) -> RequestBuilder {
    let (method, path) = address.split_once(' ').unwrap();
    let path = path.replace("{id}", if path.contains("/api/admin/spots/") { "999999999" } else { NO_ID });
    let path = path.replace("{spot_id}", "999999999");
    let method = Method::from_bytes(method.as_bytes()).unwrap();
    if path.starts_with("/api/") {
        let request = if caller.token.is_empty() {
            app.request(method.clone(), &path)
        } else {
            bearer(app, method.clone(), &path, &caller.token)
        };
        return if method == Method::GET { request } else { request.body("{}") };
    }
    let request = with_cookie(app, method.clone(), &path, &caller.token);
    if method == Method::GET { request } else { form(request, [("csrf_token", caller.csrf_token.as_str())]) }
}

pub(super) const NO_ID: &str = "00000000-0000-4000-8000-000000000000";

/// Signs in to a new account of the role, and reads the CSRF token of its forms.
async fn caller(app: &TestApp, username: &str, role: Role) -> Caller {
    let seller = app.seller_as(username, role.as_str()).await;
    let token = seller.token.clone();
    let page = answer(with_cookie(app, Method::GET, "/admin", &token)).await;
    let document = Html::parse_document(&page.text());
    let field = Selector::parse("[name=csrf_token]").unwrap();
    let csrf_token = document.select(&field).next().unwrap().attr("value").unwrap().to_owned();
    Caller { token, csrf_token }
}
