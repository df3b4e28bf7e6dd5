//! The message after a form, which travels in a cookie to the page that it redirects to.

use reqwest::Method;
use waffle_tests::{Page, TestApp, Visitor, answer};

/// The cookies that an answer sets, and those that it removes.
fn set(page: &Page) -> Vec<&str> {
    page.answer.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap()).collect()
}

/// Reads a page with the cookies of a session, and a flash.
async fn read(app: &TestApp, path: &str, (session, flash): (&str, &str), accept: &str) -> Page {
    let request = app.request(Method::GET, path).header("accept", accept);
    Page::new(answer(request.header("cookie", format!("{session}; flash={flash}"))).await)
}

#[tokio::test]
async fn a_message_is_shown_once_by_its_page_and_only_in_its_session() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 6).await;
    let other = seller.create("Lamp", 6).await;
    let form = [("social_handle", "anna"), ("numbers", "2, 5"), ("from", "by-hand")];
    let redirect = seller.send(&waffle.manage("/assign"), &form).await;
    let path = waffle.manage("");
    assert_eq!(redirect.location(), format!("{path}#by-hand"), "nothing of it is in the address");
    let [cookie] = *set(&redirect) else { panic!("{:?}", set(&redirect)) };
    let (sealed, attributes) = cookie.strip_prefix("flash=").unwrap().split_once("; ").unwrap();
    assert_eq!(attributes, format!("HttpOnly; SameSite=Lax; Path={path}; Max-Age=60"));
    assert!(sealed.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-' || c == b'_'), "{sealed}");

    let notice = "article > .told > [role=status].notice";
    let says = |page: &Page| page.has(notice).then(|| page.words(notice));
    let page =
        async |path: &str, of: &Visitor, flash: &str, accept: &str| read(&app, path, (&of.cookie, flash), accept).await;
    let html = "text/html,*/*;q=0.8";
    // The script of another tab reads the page in the meantime, and other pages are opened.
    for (path, accept) in [(&*path, "*/*"), (&*waffle.manage("/edit"), html), (&*other.manage(""), html)] {
        let elsewhere = page(path, &seller, sealed, accept).await;
        assert_eq!((elsewhere.status(), says(&elsewhere), set(&elsewhere)), (200, None, vec![]), "{path}");
    }
    let another = app.signed_in().await;
    assert_ne!(another.cookie, seller.cookie);
    let stolen = page(&path, &another, sealed, html).await;
    assert_eq!((stolen.status(), says(&stolen), set(&stolen)), (200, None, vec![]));
    let (first, last) = (&sealed[..1], &sealed[1..]);
    let forged = format!("{}{last}", if first == "A" { "B" } else { "A" });
    for forged in [&*forged, last, "", "Assigned"] {
        let forged = page(&path, &seller, forged, html).await;
        assert_eq!((forged.status(), says(&forged), set(&forged)), (200, None, vec![]));
    }

    let shown = page(&path, &seller, sealed, html).await;
    assert_eq!(says(&shown).as_deref(), Some("Assigned: 2, 5."));
    let removal = format!("flash=; HttpOnly; SameSite=Lax; Path={path}; Max-Age=0");
    assert_eq!(set(&shown), [removal.as_str()], "a reload does not show it again");
    assert_eq!(says(&seller.get(redirect.location()).await), None, "the address alone says nothing");
}

#[tokio::test]
async fn a_message_waits_for_a_page_that_could_not_be_shown() {
    let (app, seller) = TestApp::with_browser().await;
    let redirect = seller.send("/admin/users/blocked", &[("handle", "spam")]).await;
    app.sql("ALTER TABLE blocked_handles RENAME TO elsewhere").await;
    let failed = seller.follow(&redirect).await;
    assert!(failed.status() >= 500);
    assert_eq!(set(&failed), [""; 0]);
    app.sql("ALTER TABLE elsewhere RENAME TO blocked_handles").await;
    assert_eq!(seller.follow(&redirect).await.words("[role=status]"), "@spam can’t claim anymore.");
}
