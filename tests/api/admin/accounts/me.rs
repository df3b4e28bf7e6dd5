//! `PATCH /api/admin/me` and `/api/admin/me/timezone`

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::sign_in::{refusal, refused};

use super::{Office, PASSWORD, faults};

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
        let changed = office.call_as(&colleague.token, Method::PATCH, ME, &edit).await;
        assert_eq!(changed.status, 200, "{}", changed.text());
        let account = changed.json();
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
        let shown = office.call_as(&colleague.token, Method::GET, ME, &json!({})).await;
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
    office.assert_audited(&["admin update_admin_profile admin"; 2]).await;
}

fn links(pairs: &[(&str, &str)]) -> Value {
    let links: Vec<_> =
        pairs.iter().map(|(platform, handle)| json!({"platform": platform, "handle": handle})).collect();
    json!({ "social_links": links })
}

#[tokio::test]
async fn social_links_are_ten_at_most_of_known_platforms_with_short_handles() {
    let office = Office::open().await;
    let platforms = [
        "instagram",
        "tiktok",
        "x",
        "facebook",
        "youtube",
        "twitch",
        "discord",
        "threads",
        "bluesky",
        "mastodon",
        "website",
    ];
    let all: Vec<_> = platforms.iter().map(|platform| (*platform, "anna")).collect();
    let long = "é".repeat(100);
    for pairs in [&all[..10], &all[1..], &[("x", long.as_str())], &[]] {
        let saved = office.patch(ME, &links(pairs)).await;
        assert_eq!((saved.status.as_u16(), saved.json()["social_links"].as_array().unwrap().len()), (200, pairs.len()));
    }
    let too_long = "é".repeat(101);
    for pairs in [
        &all[..],
        &[("x", "anna"), ("X", "ben")],
        &[("myspace", "anna")],
        &[("x", " ")],
        &[("x", "a\nb")],
        &[("x", too_long.as_str())],
    ] {
        assert_eq!(faults(&office.patch(ME, &links(pairs)).await), ["social_links"], "{pairs:?}");
    }
    for body in [json!({"social_links": [{"platform": "x"}]}), json!({"social_links": "x"}), json!({"first_name": 1})] {
        assert_eq!(refusal(&office.patch(ME, &body).await), refused(400, "malformed_json"), "{body}");
    }
    assert_eq!(office.own().await["social_links"], json!([]), "what was refused changed nothing");
}

#[tokio::test]
async fn names_and_addresses_have_limits() {
    let office = Office::open().await;
    office.colleague("anna", "admin").await;
    for field in ["first_name", "last_name", "display_name"] {
        assert_eq!(office.patch(ME, &json!({field: "é".repeat(100)})).await.status, 200);
        for bad in ["é".repeat(101), "a\u{0}b".to_owned()] {
            assert_eq!(faults(&office.patch(ME, &json!({field: bad})).await), [field]);
        }
    }
    for bad in ["", "anna", "a b@example.org"] {
        assert_eq!(faults(&office.patch(ME, &json!({"email": bad})).await), ["email"], "{bad}");
    }
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
    for body in [
        json!({}),
        json!({"timezone": null}),
        json!({"timezone": ""}),
        json!({"timezone": "Mars/Olympus"}),
        json!({"timezone": "+02:00"}),
    ] {
        assert_eq!(faults(&office.patch(TIMEZONE, &body).await), ["timezone"], "{body}");
    }
    assert_eq!(refusal(&office.patch(TIMEZONE, &json!({"timezone": 2})).await), refused(400, "malformed_json"));
    office.assert_audited(&["admin update_admin_profile admin"]).await;
}
