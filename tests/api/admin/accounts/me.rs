//! `PATCH /api/admin/me` and `/api/admin/me/timezone`

use reqwest::Method;
use serde_json::json;
use waffle_domain::social_link::Platform;
use waffle_tests::{call_as, faults, refusal, refused};

use super::{Office, PASSWORD};

const ME: &str = "/api/admin/me";
const TIMEZONE: &str = "/api/admin/me/timezone";

#[tokio::test]
async fn everybody_changes_what_he_tells_of_himself() {
    let office = Office::open().await;
    for (role, zone) in [("admin", "Europe/Berlin"), ("waffle_manager", "Asia/Tokyo"), ("super_admin", "UTC")] {
        let colleague = office.colleague(&format!("a-{role}"), role).await;
        let edit = json!({
            "first_name": " Anna ", "last_name": "Berg", "display_name": null,
            "email": format!("New-{role}@example.org"), "current_password": PASSWORD,
            "timezone": zone,
            "social_links": [
                {"platform": "TikTok", "handle": " @anna "},
                {"platform": "website", "handle": "anna.example"},
            ],
            "role": "super_admin", "active": false, "unknown": 1,
        });
        let account = call_as(&office.app, &colleague.token, Method::PATCH, ME, &edit).await.ok().json();
        let expected = json!({
            "id": colleague.id, "username": format!("a-{role}"), "email": format!("New-{role}@example.org"),
            "role": role,
            "active": true, "timezone": zone, "first_name": "Anna", "last_name": "Berg", "display_name": null,
            "nav_name": "Anna Berg", "last_login_at": "2026-06-01T12:00:00Z", "created_at": "2026-06-01T12:00:00Z",
            "social_links": [
                {"platform": "tiktok", "handle": "@anna"},
                {"platform": "website", "handle": "anna.example"},
            ],
        });
        assert_eq!(account, expected);
        let shown = call_as(&office.app, &colleague.token, Method::GET, ME, &json!({})).await;
        assert_eq!(shown.json(), expected);
    }
}

#[tokio::test]
async fn only_what_is_named_changes_and_null_clears_what_can_be_cleared() {
    let office = Office::open().await;
    let full = json!({
        "first_name": "Anna", "last_name": "Berg", "display_name": "The Boss",
        "social_links": [{"platform": "x", "handle": "anna"}],
    });
    let before = office.patch(ME, &full).await.json();
    assert_eq!(office.patch(ME, &json!({})).await.json(), before);
    assert_eq!(office.patch(ME, &json!({"first_name": "Anna"})).await.json(), before);
    let cleared = json!({"first_name": null, "last_name": " ", "social_links": null});
    let after = office.patch(ME, &cleared).await.json();
    let mut expected = before;
    for field in ["first_name", "last_name"] {
        expected[field] = json!(null);
    }
    expected["social_links"] = json!([]);
    assert_eq!(after, expected);
    assert_eq!(faults(&office.patch(ME, &json!({"email": null, "timezone": null})).await), ["email", "timezone"]);
}

#[tokio::test]
async fn social_links_are_ten_at_most_and_what_is_refused_changes_nothing() {
    let office = Office::open().await;
    let all = Platform::ALL.map(|platform| json!({"platform": platform.as_str(), "handle": "anna"}));
    let saved = office.patch(ME, &json!({"social_links": all[1..]})).await;
    assert_eq!((saved.status.as_u16(), &saved.json()["social_links"]), (200, &json!(all[1..])), "{}", saved.text());
    for refused in [json!(all), json!([{"platform": "myspace", "handle": "anna"}])] {
        assert_eq!(faults(&office.patch(ME, &json!({"social_links": refused})).await), ["social_links"], "{refused}");
    }
    assert_eq!(office.own().await["social_links"], json!(all[1..]));
}

#[tokio::test]
async fn names_and_addresses_have_limits() {
    let office = Office::open().await;
    office.colleague("anna", "admin").await;
    let bad = json!({"first_name": "é".repeat(101), "last_name": "a\u{0}b", "display_name": "a\nb", "email": "anna"});
    assert_eq!(faults(&office.patch(ME, &bad).await), ["first_name", "last_name", "display_name", "email"]);
    assert_eq!(
        refusal(&office.patch(ME, &json!({"email": "ANNA@example.org", "current_password": PASSWORD})).await),
        refused(409, "email_taken")
    );
    assert_eq!(
        office.patch(ME, &json!({"email": "Admin@localhost", "current_password": PASSWORD})).await.json()["email"],
        "Admin@localhost"
    );
}

#[tokio::test]
async fn the_time_zone_is_one_of_the_iana_list() {
    let office = Office::open().await;
    let set = office.patch(TIMEZONE, &json!({"timezone": "America/Argentina/Buenos_Aires"})).await;
    assert_eq!((set.status.as_u16(), set.json()), (200, office.own().await));
    assert_eq!(set.json()["timezone"], "America/Argentina/Buenos_Aires");
    for body in [json!({}), json!({"timezone": null}), json!({"timezone": "Mars/Olympus"})] {
        assert_eq!(faults(&office.patch(TIMEZONE, &body).await), ["timezone"], "{body}");
    }
}
