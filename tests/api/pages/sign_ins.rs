//! `/admin/login-history` and `/admin/settings/login-history`

use waffle_tests::{Page, TestApp, Visitor, words};

const WHOLE: &str = "/admin/login-history";
const OWN: &str = "/admin/settings/login-history";

/// The usernames of the sign-ins that a page shows.
fn names(page: &Page) -> Vec<String> {
    page.all("td[data-label=Who]").into_iter().map(words).collect()
}

#[tokio::test]
async fn everybody_sees_the_own_sign_ins_in_the_own_time_zone() {
    let (app, seller) = TestApp::with_browser().await;
    app.sql("UPDATE admins SET timezone = 'Asia/Kolkata'").await;
    let page = seller.get(OWN).await;
    assert_eq!(page.words("tbody th"), "1 Jun 2026, 17:30");
    assert!(page.words("main").contains("Times are in Asia/Kolkata."), "{}", page.words("main"));
    assert_eq!(page.words("td[data-label=Location] code"), "203.0.113.7");
    assert_eq!(page.words("td[data-label=Network]"), "Unknown");
    assert!(names(&page).is_empty());
    assert_eq!(page.words(".tabs [aria-current]"), "My sign-ins");
    assert!(page.has(&format!("main a[href='{WHOLE}']")));
    assert_eq!(app.visitor().get(OWN).await.location(), "/admin/login?next=/admin/settings/login-history");
}

#[tokio::test]
async fn each_role_sees_its_share_and_a_super_admin_chooses_an_account() {
    let (app, boss) = TestApp::with_browser().await;
    let anna = Visitor::of_role(&app, "anna", "admin").await;
    let mona = Visitor::of_role(&app, "mona", "waffle_manager").await;
    let page = boss.get(WHOLE).await;
    assert_eq!(names(&page), ["mona", "anna", "admin"]);
    let accounts: Vec<_> = page.all("#admin_id option").into_iter().map(words).collect();
    assert_eq!(accounts, ["Everyone", "admin", "anna", "mona"]);
    let id = page.value("#admin_id option:nth-child(3)");
    let chosen = boss.get(&format!("{WHOLE}?admin_id={id}")).await;
    assert_eq!((names(&chosen), chosen.words("#admin_id [selected]")), (vec!["anna".to_owned()], "anna".to_owned()));
    assert_eq!(names(&boss.get(&format!("{WHOLE}?admin_id=")).await).len(), 3);

    let page = anna.get(WHOLE).await;
    assert_eq!(names(&page), ["mona", "anna"]);
    assert!(!page.has("#admin_id"));
    assert_eq!(anna.get(&format!("{WHOLE}?admin_id={id}")).await.status(), 403);
    assert_eq!(anna.get(OWN).await.all("tbody tr").len(), 1);

    assert_eq!(mona.get(WHOLE).await.all("tbody tr").len(), 1);
    assert!(!mona.get(OWN).await.has(&format!("main a[href='{WHOLE}']")));
}

#[tokio::test]
async fn a_long_history_has_pages_that_keep_the_chosen_account() {
    let (app, boss) = TestApp::with_browser().await;
    app.sql(
        "INSERT INTO login_history (id, admin_id, admin_username, ip_address, user_agent, browser, os, \
         device_type, created_at)
         SELECT gen_random_uuid(), id, username, '203.0.113.1', '', 'x', 'x', 'desktop', \
             created_at - make_interval(secs => n)
         FROM admins, generate_series(1, 29) n",
    )
    .await;
    let id = boss.get(WHOLE).await.value("#admin_id option:nth-child(2)");
    let first = boss.get(&format!("{WHOLE}?admin_id={id}")).await;
    assert_eq!((first.all("tbody tr").len(), first.has("[rel=prev]")), (25, false));
    let second = boss.get(&format!("{WHOLE}{}", first.attribute("[rel=next]", "href"))).await;
    assert_eq!((second.all("tbody tr").len(), second.has("[rel=next]")), (5, false));
    assert!(second.attribute("[rel=prev]", "href").contains(&id));
    let beyond = boss.get(&format!("{OWN}?page=9")).await;
    assert!(beyond.words(".empty").contains("30 sign-ins on earlier pages"));
}
