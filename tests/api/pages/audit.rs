//! `/admin/audit`

use waffle_tests::{TestApp, Visitor, words};

/// The text of the rows: who did what to what.
fn rows(page: &waffle_tests::Page) -> Vec<String> {
    page.all(".audit-table tbody tr")
        .iter()
        .map(|row| words(*row))
        .map(|row| row.split_once(':').map_or(row.clone(), |(_, rest)| rest[6..].to_owned()))
        .collect()
}

#[tokio::test]
async fn an_empty_log_says_so_and_a_deed_shows_at_once() {
    let (app, seller) = TestApp::with_browser().await;
    let empty = seller.get("/admin/audit").await;
    assert_eq!(empty.status(), 200);
    assert!(empty.words(".empty").contains("No changes yet."));
    assert_eq!(empty.words(".parts [aria-current=page]"), "Audit log");

    let waffle = seller.create("Camera", 8).await;
    app.visitor().claims(&waffle, "3", "anna").await;
    seller.pay(&waffle, 3).await;
    let page = seller.get("/admin/audit").await;
    let said = [
        "admin Marked a spot paid Spot spot 3 of camera, claimed by anna: pending to paid 127.0.0.1",
        "admin Created a waffle Waffle camera: 8 spots 127.0.0.1",
    ];
    assert_eq!(rows(&page), said, "{}", page.words(".audit-table"));
    let href = page.attribute(".audit-table tbody tr a", "href");
    assert_eq!(href, waffle.manage(""));
    assert_eq!(page.attribute("tbody time", "datetime"), "2026-06-01T12:00:01.000Z");
    assert!(!page.has(".pager") && page.words(".audit-count").starts_with("2 entries"));

    let sure = [("confirmation", "DELETE"), ("password", waffle_tests::PASSWORD)];
    seller.send(&format!("/admin/waffles/{}/delete", waffle.id), &sure).await;
    let page = seller.get("/admin/audit").await;
    assert!(page.words("tbody tr").contains("Deleted a waffle"));
    assert!(!page.has(".audit-table a"), "there is no such page any more");
}

#[tokio::test]
async fn filters_stay_in_the_form_in_the_pager_and_in_the_link_to_the_file() {
    let (app, seller) = TestApp::with_browser().await;
    app.sql(
        "INSERT INTO audit_outbox (at, admin_id, admin_username, action, entity_type, entity_id, detail)
         SELECT '2026-06-01T12:00:00Z', a.id, a.username, CASE WHEN n <= 41 THEN 'mark_paid' ELSE 'release_spot' END, \
             'spot', n::text, 'entry ' || n
         FROM generate_series(1, 60) AS n, admins a",
    )
    .await;
    let all = seller.get("/admin/audit").await;
    assert_eq!((all.all("tbody tr").len(), all.words(".pager span").as_str()), (20, "Page 1 of 3"));
    let page = seller.get("/admin/audit?action=mark_paid&entity_type=spot&from=2026-06-01&to=2026-06-01&page=2").await;
    assert_eq!(page.words(".audit-count"), "41 entries with these filters");
    assert_eq!(page.all("tbody tr").len(), 20);
    assert!(page.words("tbody tr:first-child").contains("entry 21"));
    assert_eq!(page.value("#action option[selected]"), "mark_paid");
    assert_eq!(page.value("#entity_type option[selected]"), "spot");
    assert_eq!((page.value("#from"), page.value("#to")), ("2026-06-01".to_owned(), "2026-06-01".to_owned()));
    let older = page.attribute(".pager [rel=next]", "href");
    let last = seller.get(&format!("/admin/audit{older}")).await;
    assert_eq!((last.all("tbody tr").len(), last.words(".pager span").as_str()), (1, "Page 3 of 3"));
    let file = seller.get(&page.attribute(".page-head a", "href")).await;
    assert_eq!((file.status(), file.answer.text().lines().count()), (200, 42), "the browser's cookie is enough");
    let beyond = seller.get("/admin/audit?page=9").await;
    assert!(beyond.words(".empty").contains("have that many pages"));
    assert_eq!(beyond.attribute(".pager [rel=prev]", "href"), "?page=3");
    assert!(seller.get("/admin/audit?entity_type=waffle").await.words(".empty").contains("No entries match"));
    assert_eq!(seller.get("/admin/audit?per_page=100").await.all("tbody tr").len(), 60);
}

#[tokio::test]
async fn a_wrong_filter_is_named_where_it_stands_and_nothing_is_listed() {
    let (_app, seller) = TestApp::with_browser().await;
    seller.create("Camera", 8).await;
    let page = seller.get("/admin/audit?from=soon&action=drop&admin_id=x&entity_type=y").await;
    assert_eq!(page.status(), 400);
    for (field, words) in [
        ("from", "not a date"),
        ("action", "no such action"),
        ("admin_id", "not the id of an admin"),
        ("entity_type", "waffle, spot, admin or settings"),
    ] {
        assert!(page.words(&format!("#{field}-error")).contains(words), "{field}");
        assert_eq!(page.attribute(&format!("#{field}"), "aria-describedby"), format!("{field}-error"));
    }
    assert!(!page.has(".audit-table") && !page.has(".page-head a") && page.has("[role=alert]"));
    assert!(page.words("[role=alert]").contains("Check the highlighted filters."));
}

#[tokio::test]
async fn an_admin_sees_own_entries_and_those_of_managers_and_chooses_among_these() {
    let (app, owner) = TestApp::with_browser().await;
    let ada = Visitor::of_role(&app, "ada", "admin").await;
    let mia = Visitor::of_role(&app, "mia", "waffle_manager").await;
    for (title, browser) in [("One", &owner), ("Two", &ada), ("Three", &mia)] {
        browser.create(title, 5).await;
    }
    let names = |page: &waffle_tests::Page| page.all(".audit-who").iter().map(|cell| words(*cell)).collect::<Vec<_>>();
    let choices =
        |page: &waffle_tests::Page| page.all("#admin_id option").iter().map(|cell| words(*cell)).collect::<Vec<_>>();
    let all = owner.get("/admin/audit").await;
    assert_eq!(names(&all), ["mia", "ada", "admin"]);
    assert_eq!(choices(&all), ["Everyone", "ada", "admin", "mia"]);
    let adas = ada.get("/admin/audit").await;
    assert_eq!(names(&adas), ["mia", "ada"]);
    assert_eq!(choices(&adas), ["Everyone", "ada", "mia"]);
    let mias = adas.value("#admin_id option:last-child");
    assert_eq!(names(&ada.get(&format!("/admin/audit?admin_id={mias}")).await), ["mia"]);
    let owners = all.value("#admin_id option:nth-child(3)");
    assert!(ada.get(&format!("/admin/audit?admin_id={owners}")).await.has(".empty"));
}

#[tokio::test]
async fn times_are_those_of_the_admins_zone_and_say_so() {
    let app = TestApp::start().await;
    app.sql("UPDATE admins SET timezone = 'Asia/Tokyo'").await;
    let seller = app.signed_in().await;
    seller.create("<script>alert(1)</script>", 8).await;
    let page = seller.get("/admin/audit").await;
    assert!(page.words("thead").contains("When (Asia/Tokyo)"));
    assert_eq!(page.words(".audit-when"), "1 Jun 2026, 21:00:01");
    assert!(page.words("main > .fine").contains("Asia/Tokyo"));
}
