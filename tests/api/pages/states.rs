//! The states of pages that no other test gets them into: with nothing on them, or with more than they show.

use std::time::Duration;

use serde_json::json;
use waffle_tests::{TestApp, words};

/// Sign-ins with everything that can be known about them, and with nothing.
const SIGN_INS: &str = "INSERT INTO login_history (id, admin_id, admin_username, ip_address, user_agent, browser, os,
        device_type, ip_org, ip_country, ip_city, ip_asn, whois_server, created_at)
    SELECT gen_random_uuid(), id, username, address::inet, agent, 'Chrome', 'macOS', 'desktop', org, 'DE', 'Berlin',
        asn, CASE WHEN org IS NOT NULL THEN 'whois.pwhois.org' END, '2026-11-20T17:44:00Z'
    FROM admins, (VALUES ('203.0.113.7', 'x/1.0 <script>alert(1)</script>', 'Example Hosting GmbH', 'AS64500'),
        ('192.168.1.7', '', NULL, NULL)) AS seen (address, agent, org, asn)";

#[tokio::test]
async fn the_desk_tells_who_is_late_who_says_paid_and_until_when_that_counts() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 9).await;
    let terms = json!({"pay_within_minutes": 30, "distinct_amounts": true, "says_paid_grace_hours": 2});
    app.edits(&waffle, &terms).await;
    let receipt = app.claims(&waffle, &[1, 2], "anna").await;
    app.get(&receipt).await;
    app.says_paid(&receipt, "“<b>by wallet”").await;
    let edit = seller.get(&waffle.manage("/edit")).await;
    assert!(edit.has("[name=distinct_amounts][checked]") && !edit.has("[name=claims_paused][checked]"));
    // Only by the clock of this server, the deadline has passed.
    app.clock.advance(Duration::from_hours(24 * 3_650));
    let seller = app.signed_in().await;
    let desk = seller.get(&waffle.manage("")).await.words("[data-buyer=anna] .debtor-who");
    for said in
        ["@anna 1, 2 $50.00 (asked for $50.01) since", ", overdue", "Says paid", ": “<b>by wallet” , kept until"]
    {
        assert!(desk.contains(said), "{said:?} in {desk}");
    }
    let buyer = seller.get(&waffle.manage("/buyer?handle=anna")).await.words("main");
    for said in ["and was asked to send $50.01", "Overdue since", "Says paid", ": “<b>by wallet” , kept until"] {
        assert!(buyer.contains(said), "{said:?} in {buyer}");
    }
    let history = seller.get(&waffle.manage("/history?spot=9")).await;
    assert_eq!(history.words(".empty"), "Nothing has happened yet.");
}

#[tokio::test]
async fn what_expired_is_listed_with_what_became_of_it_and_can_be_restored() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 9).await;
    app.edits(&waffle, &json!({"pay_within_minutes": 30})).await;
    app.claims(&waffle, &[1, 2], "anna").await;
    app.sql(
        "UPDATE spots SET pay_by = now() - interval '1 minute' WHERE status = 'pending';
         UPDATE waffles SET next_pay_by = now() - interval '1 minute'",
    )
    .await;
    app.becomes(&waffle.api(""), |answer| answer.json()["claimed_count"] == 0).await;
    app.claims(&waffle, &[2], "ben").await;
    let list = seller.get(&waffle.manage("/expired")).await;
    let facts = list.words(".debtor-facts");
    assert!(facts.starts_with("Still free: 1. Taken: 2. Expired"), "{facts}");
    assert_eq!(list.value("form[action$='/assign'] [name=numbers]"), "1");
    assert_eq!(list.attribute("form[action$='/assign'] button", "aria-label"), "Restore 1 for @anna");
}

#[tokio::test]
async fn of_hundreds_of_handles_the_first_are_named_and_the_others_counted() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 301).await;
    for number in 1..=301 {
        app.claims(&waffle, &[number], &format!("bot{number:03}")).await;
    }
    let desk = seller.get(&waffle.manage("")).await;
    assert_eq!(desk.all(".debtor").len(), 300);
    assert!(desk.words("form[data-buyers]").ends_with("1 more. Search to find them."));
    let sources = seller.get(&waffle.manage("/sources")).await;
    let named = sources.all(".debtor-numbers bdi").len();
    assert!(sources.words(".debtor-numbers").ends_with(&format!("and {} more", 301 - named)));
    let source = sources.value("button[name=source]");
    let asked = seller.send(&waffle.manage("/release-source"), &[("source", &source)]).await;
    assert_eq!(asked.words("h1"), "Release 301 spots of 301 handles?");
    assert!(asked.all("main bdi").len() == 50 && asked.words("main").contains("and 251 more"));
    let lamp = seller.create("Lamp", 3).await;
    app.claims(&lamp, &[2], "cleo").await;
    let source = seller.get(&lamp.manage("/sources")).await.value("button[name=source]");
    let asked = seller.send(&lamp.manage("/release-source"), &[("source", &source)]).await;
    assert_eq!(asked.words("h1"), "Release 1 spot of 1 handle?");
    let all: Vec<u32> = (1..=301).collect();
    app.as_admin(&waffle.admin_api("/spots/pay"), &json!({"spot_ids": waffle.spots(&all)})).await;
    app.draws(&waffle, &[1]).await;
    let report = seller.get("/admin/reports?report=drought").await;
    assert_eq!(report.all(".report-table tbody tr").len(), 100);
    assert!(report.words("main").contains("Showing the first 100 of 300."), "{}", report.words("main"));
}

#[tokio::test]
async fn sign_ins_tell_all_that_is_known_of_their_addresses() {
    let (app, seller) = TestApp::with_browser().await;
    app.sql(&format!("UPDATE admins SET timezone = 'Europe/Berlin'; DELETE FROM login_history; {SIGN_INS}")).await;
    let page = seller.get("/admin/login-history").await;
    let rows: Vec<_> = page.all("tbody tr").into_iter().map(words).collect();
    assert_eq!(page.attribute("tbody time", "datetime"), "2026-11-20T18:44:00+01:00");
    let known = rows.iter().find(|row| row.contains("203.0.113.7")).unwrap();
    for said in ["20 Nov 2026, 18:44", "Chrome on macOS Desktop", "Berlin, DE", "AS64500", "Source: whois.pwhois.org"] {
        assert!(known.contains(said), "{said:?} in {known}");
    }
    assert!(known.contains("x/1.0 <script>alert(1)</script>"), "{known}");
    let private = rows.iter().find(|row| row.contains("192.168.1.7")).unwrap();
    assert!(private.ends_with("Private address") && !private.contains("User agent"), "{private}");
    app.sql("DELETE FROM login_history").await;
    assert!(seller.get("/admin/settings/login-history").await.words(".empty").starts_with("No sign-ins"));
}

#[tokio::test]
async fn a_buyer_who_holds_nothing_any_more_is_still_known_and_trophies_beyond_the_card_are_counted() {
    let (app, _, waffle) = TestApp::browsing("“A” “B” “C” “D” “E” “F” “G”", 3).await;
    app.sells(&waffle, &[1], "anna").await;
    app.draws(&waffle, &[1]).await;
    let card = app.visitor().get("/buyer/anna/card").await;
    assert_eq!((card.all(".trophy").len(), card.words(".fine")), (6, "and 1 more trophy".to_owned()));
    assert!(app.visitor().get("/buyer/anna?page=9").await.words("main").contains("No more waffles on this page."));
    let other = app.waffle("Lamp", 3).await;
    app.claims(&other, &[1], &"w".repeat(64)).await;
    app.releases(&other, 1).await;
    for path in ["/buyer/", "/buyer/@"] {
        let page = app.visitor().get(&format!("{path}{}", "w".repeat(64))).await;
        assert!(page.words(".empty").contains("doesn’t hold any spots right now."), "{}", page.words("main"));
    }
    assert_eq!(app.visitor().get(&format!("/buyer/{}/card", "w".repeat(64))).await.status(), 200);
}

#[tokio::test]
async fn an_archived_waffle_says_so_wherever_it_matters() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 9).await;
    app.archives(&waffle).await;
    for (rest, said) in [("/share", "won’t work until you unarchive it"), ("/draws", "unarchive it first")] {
        assert!(seller.get(&waffle.manage(rest)).await.words("main .notice").contains(said), "{rest}");
    }
    app.sql("UPDATE waffles SET share_template_id = NULL; DELETE FROM share_templates").await;
    assert_eq!(seller.get("/admin/share-templates").await.words(".empty"), "No templates yet.");
}

#[tokio::test]
async fn a_long_description_is_folded_and_once_a_draw_is_locked_nothing_asks_for_money() {
    let app = TestApp::start().await;
    let draft = json!({"title": "Camera", "description": "Long. ".repeat(30)});
    let waffle = app.waffle_of(&draft, &[("wallet_a", "Honey Pay", "@golden")]).await;
    app.sells(&waffle, &[1], "anna").await;
    let page = app.visitor().get(&waffle.page()).await;
    assert!(page.has("details.more [data-description]"));
    assert!(page.has("[data-pay-open]:not([hidden])") && !page.has("[data-pay-locked]:not([hidden])"));
    let key = page.value("#claim [name=idempotency_key]");
    let seller = app.signed_in().await;
    let refused = seller.send(&waffle.manage("/draws"), &[("exclude", "x"), ("one_win_per_handle", "yes")]).await;
    assert!(refused.status() == 400 && refused.has("[name=one_win_per_handle][checked]"));
    seller.send_and_follow(&waffle.manage("/draws"), &[("delay_seconds", "60")]).await;
    let page = app.visitor().get(&waffle.page()).await;
    assert!(!page.has("[data-pay-open]:not([hidden])") && page.has("[data-pay-locked]:not([hidden])"));
    app.sql("UPDATE waffles SET draw_round_at = NULL").await;
    let picked = json!({"winning_spot_numbers": [1], "reason": "The lot is late."});
    app.as_admin(&waffle.admin_api("/winner"), &picked).await;
    let fields = [("idempotency_key", &*key), ("social_handle", "ben"), ("numbers", "2")];
    let late = app.visitor().post(&waffle.claim(), &fields).await;
    assert_eq!((late.status(), late.words("[data-notice] h2")), (409, "This waffle is closed".to_owned()));
    assert!(late.has("[data-pay-drawn]:not([hidden])"));
}
