//! `/about`

use std::time::Duration;

use waffle_test_databases::{StopMode, TestDatabase};
use waffle_tests::{TestApp, Visitor};

/// The text under a heading of the system information.
fn told(page: &waffle_tests::Page, term: &str) -> String {
    let pairs = page.all(".system > div");
    let pair = pairs.iter().map(|pair| waffle_tests::words(*pair)).find(|pair| pair.starts_with(term));
    pair.unwrap_or_else(|| panic!("no {term} in {}", page.words(".system")))[term.len()..].trim().to_owned()
}

/// Reloads the page until the first retention run has ended.
async fn after_the_first_run(browser: &Visitor) -> waffle_tests::Page {
    loop {
        let page = browser.get("/about").await;
        if !page.words(".system").contains("under way") {
            return page;
        }
    }
}

#[tokio::test]
async fn visitors_read_what_a_waffle_is_and_nothing_of_the_server() {
    let app = TestApp::shared().await;
    let page = app.visitor().get("/about").await;
    assert_eq!((page.status(), page.words("h1").as_str()), (200, "What’s a waffle?"));
    assert!(page.words("main").contains(env!("CARGO_PKG_VERSION")));
    assert!(page.words("main").contains("Yes, until it’s paid: open your receipt"), "{}", page.words("main"));
    assert!(!page.has(".system") && !page.words("main").contains("Uptime"));
}

#[tokio::test]
async fn every_role_reads_how_the_server_fares() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 8).await;
    seller.create("Knife", 8).await;
    let archived = seller.create("Old", 8).await;
    seller.send(&format!("/admin/waffles/{}/archive", archived.id), &[]).await;
    let _watcher = app.watching(&waffle).await;
    after_the_first_run(&seller).await;
    app.clock.advance(Duration::from_mins(95));
    for (name, role) in [("olga", "super_admin"), ("ada", "admin"), ("mia", "waffle_manager")] {
        let page = after_the_first_run(&Visitor::of_role(&app, name, role).await).await;
        assert_eq!(told(&page, "Version"), env!("CARGO_PKG_VERSION"));
        assert_eq!(told(&page, "Uptime"), "1 h, 35 min");
        assert_eq!((told(&page, "Watchers connected").as_str(), told(&page, "Active waffles").as_str()), ("1", "2"));
        assert_ne!(told(&page, "Loaded waffles"), "0");
        assert!(told(&page, "Database size").ends_with(" MB"), "{}", told(&page, "Database size"));
        assert_eq!(told(&page, "Retention: last run (UTC)"), "1 Jun 2026, 12:00");
        assert_eq!(told(&page, "Retention: next run (UTC)"), "1 Jun 2026, 13:00");
        assert_eq!(told(&page, "Retention: last result"), "Nothing was old enough to remove.");
    }
}

#[tokio::test]
async fn what_is_too_old_is_purged_at_the_start_and_told_in_the_readers_zone() {
    let database = TestDatabase::create().await.unwrap();
    // It creates the account whose sessions have ended.
    drop(TestApp::on(&database.url(), &[]).await);
    database
        .execute(
            "INSERT INTO audit_log (seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail)
             SELECT n, gen_random_uuid(), timestamptz '2026-06-01T12:00:00Z' - n * interval '10 days', \
                 gen_random_uuid(), 'anna', 'mark_paid', 'spot', '1', ''
             FROM generate_series(1, 20) AS n;
             INSERT INTO settings VALUES ('audit_retention_days', '50');
             INSERT INTO sessions
                 (id, admin_id, created_at, last_seen_at, expires_at, ip_address, browser, os, device_type)
             SELECT gen_random_uuid(), id, at - interval '1 hour', at, at, '203.0.113.7', 'curl', 'Linux', 'desktop'
             FROM admins, unnest(ARRAY['2026-06-01T10:00:00Z', '2026-06-01T12:30:00Z']::timestamptz[]) AS at;
             INSERT INTO idempotency_keys (created_at, key, fingerprint, spot_ids, spot_numbers)
             SELECT now() - age, decode(md5(age::text), 'hex'), decode(md5(''), 'hex'), '{}', '{}' \
                 FROM unnest(ARRAY['25 hours', '24 hours 59 minutes']::interval[]) AS age",
        )
        .await
        .unwrap();
    let app = TestApp::on(&database.url(), &[]).await;
    database.execute("UPDATE admins SET timezone = 'Asia/Tokyo'").await.unwrap();
    let page = after_the_first_run(&app.signed_in().await).await;
    assert_eq!(
        told(&page, "Retention: last result"),
        "Removed: audit entries (15), claim keys (1) and ended sessions (1)."
    );
    assert_eq!(told(&page, "Retention: last run (Asia/Tokyo)"), "1 Jun 2026, 21:00");
    for (what, left) in [("audit_log", 5), ("idempotency_keys", 1), ("sessions", 2)] {
        let holds = format!("DO $test$ BEGIN ASSERT (SELECT count(*) FROM {what}) = {left}; END $test$");
        database.execute(&holds).await.unwrap();
    }
    drop(app);
}

#[tokio::test]
async fn without_a_database_the_page_shows_all_the_same() {
    let (cluster, app) = TestApp::on_cluster(&[]).await;
    let seller = app.signed_in().await;
    assert!(seller.get("/about").await.has(".system"));
    cluster.stop_server(StopMode::Immediate).await.unwrap();
    let page = seller.get("/about").await;
    assert_eq!((page.status(), page.words("h1").as_str()), (200, "What’s a waffle?"));
    drop(app);
    cluster.stop().await.unwrap();
}

#[tokio::test]
async fn what_the_database_does_not_tell_is_unavailable() {
    let (app, seller) = TestApp::with_browser().await;
    // Signing in still works, but the page's own query fails.
    app.sql("ALTER TABLE audit_outbox RENAME TO audit_elsewhere").await;
    let page = seller.get("/about").await;
    assert_eq!(page.status(), 200);
    assert_eq!(
        (told(&page, "Database size"), told(&page, "Active waffles")),
        ("unavailable".into(), "unavailable".into())
    );
    assert_eq!(told(&page, "Loaded waffles"), "0");
    app.sql("ALTER TABLE audit_elsewhere RENAME TO audit_outbox").await;
}
