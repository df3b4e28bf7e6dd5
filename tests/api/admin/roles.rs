//! Which role may use what: tries every address under `/api/admin` and `/admin` signed out, with each role, and with a
//! deactivated account.

use std::sync::LazyLock;

use reqwest::{Method, RequestBuilder};
use scraper::{Html, Selector};
use waffle_domain::role::Role::{self, Admin, SuperAdmin, WaffleManager};
use waffle_tests::{Answer, TestApp, answer, bearer, form, refusal, refused, with_cookie};

use crate::openapi::structure::registered;

/// Ends and parts of addresses: those that need no sign-in, those of super admins, and those of admins.
const OPEN: [&str; 5] = ["/login$", "/login/code$", "/forgot-password$", "/reset-password$", "/api/admin/logout$"];
const OF_SUPER_ADMINS: [&str; 5] =
    ["/admins", "/password-resets$", "/api/admin/settings$", "/admin/settings/system$", "/seller$"];
const OF_ADMINS: [&str; 9] = [
    "DELETE /api/admin/waffles/{id}$",
    "/admin/waffles/{id}/delete$",
    "/archive$",
    "/unarchive$",
    "/admin/payment-methods",
    "/merge$",
    "/payers",
    "/blocked",
    "/admin/audit",
];

/// Each address with the lowest role that may use it; `None` where no sign-in is needed.
pub(crate) static TABLE: LazyLock<Vec<(String, Option<Role>)>> = LazyLock::new(|| {
    let least = |address: &String| {
        let has = |parts: &[&str]| parts.iter().any(|part| format!("{address}$").contains(part));
        let of_admins = if has(&OF_ADMINS) { Admin } else { WaffleManager };
        (!has(&OPEN)).then_some(if has(&OF_SUPER_ADMINS) { SuperAdmin } else { of_admins })
    };
    let of_admins = |address: &String| address.contains(" /admin") || address.contains(" /api/admin");
    let mut addresses: Vec<_> = registered().into_iter().filter(of_admins).collect();
    // It ends the session that the others need.
    addresses.sort_by_key(|address| address == "POST /admin/logout");
    addresses.into_iter().map(|address| (address.clone(), least(&address))).collect()
});

struct Caller {
    token: String,
    csrf_token: String,
}

/// An address that comes or goes shows here, so that its role is thought of.
#[test]
fn every_role_has_its_number_of_addresses() {
    let of = |role: Option<Role>| TABLE.iter().filter(|(_, least)| *least == role).count();
    assert_eq!([None, Some(WaffleManager), Some(Admin), Some(SuperAdmin)].map(of), [11, 121, 36, 25]);
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

    for (address, least) in TABLE.iter() {
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
