//! `/admin/users/blocked`

use waffle_tests::TestApp;

const PATH: &str = "/admin/users/blocked";

#[tokio::test]
async fn a_handle_is_blocked_and_unblocked_by_forms() {
    let (app, seller) = TestApp::with_browser_as("mia", "admin").await;
    let waffle = seller.create("Camera", 9).await;
    app.visitor().claims(&waffle, "1", "spam").await;
    assert!(seller.get("/admin/users").await.has(&format!("main a[href='{PATH}']")));
    let empty = seller.get(PATH).await;
    assert_eq!((empty.status(), empty.words("h1")), (200, "Blocked handles".to_owned()));
    assert_eq!(empty.words(".parts [aria-current=page]"), "Buyers");
    assert!(empty.words(".empty").starts_with("No one is blocked."));

    let redirect = seller.send(PATH, &[("handle", "https://example.com/@Spam/"), ("reason", " Never pays. ")]).await;
    assert_eq!(redirect.location(), PATH);
    let list = seller.follow(&redirect).await;
    assert_eq!(list.words("[role=status]"), "@spam can’t claim anymore.");
    let row = list.words(".debtor");
    assert!(row.starts_with("@spam Never pays. Blocked by mia on 1 Jun 2026"), "{row}");
    assert_eq!(list.attribute(".debtor a", "href"), "/buyer/spam");
    assert_eq!(list.words(".debtor span[dir=auto]"), "Never pays.", "a reason finds its direction");
    assert_eq!((list.value("#handle"), list.value("#reason")), (String::new(), String::new()));
    let claim = [("social_handle", "spam"), ("numbers", "2")];
    assert_eq!(app.visitor().claim(&waffle, &claim).await.status(), 403);
    let spots = app.get(&format!("/api/waffles/{}/spots", waffle.slug)).await.text();
    assert_eq!(spots.matches("\"spam\"").count(), 1, "what it holds stays");

    let listed = seller.get(PATH).await;
    assert!(!listed.has("[role=status]"), "the message stands there once");
    assert!(listed.has("button[aria-label='Unblock @spam']"));
    let unblock = listed.attribute(".debtor form", "action");
    let free = seller.send_and_follow(&unblock, &[]).await;
    assert_eq!(free.words("[role=status]"), "@spam can claim again.");
    assert!(free.has(".empty") && !free.has(".debtor"));
    app.visitor().claims(&waffle, "2", "spam").await;
    let again = seller.send_and_follow(&unblock, &[]).await;
    assert_eq!(again.words("[role=status]"), "@spam can claim again.", "it is done already");
    app.holds(
        "(SELECT string_agg(action || ' ' || detail, ', ' ORDER BY action) FROM audit_trail
            WHERE admin_username = 'mia' AND action LIKE '%block\\_handle')
        = 'block_handle @spam: Never pays., unblock_handle @spam'",
    )
    .await;
}

#[tokio::test]
async fn what_is_wrong_is_marked_and_what_was_typed_stays() {
    let (_app, seller) = TestApp::with_browser_as("mia", "admin").await;
    let long = "x".repeat(501);
    let both = seller.send(PATH, &[("handle", "sp am"), ("reason", &long)]).await;
    assert_eq!(both.status(), 400);
    assert_eq!(both.words("[role=alert]"), "Not blocked yet. Check the highlighted fields.");
    assert!(both.has("#handle[aria-invalid]") && both.has("#reason[aria-invalid]"));
    assert_eq!((both.value("#handle"), both.value("#reason")), ("sp am".to_owned(), long));
    assert!(both.words("#reason-note").contains("500"));
    let typo = seller.send(PATH, &[("handle", ""), ("reason", "Never pays.")]).await;
    assert_eq!((typo.status(), typo.all("[aria-invalid]").len()), (400, 1));
    assert_eq!(typo.value("#reason"), "Never pays.");
    assert!(seller.get(PATH).await.has(".empty"), "nothing was done");

    seller.send_and_follow(PATH, &[("handle", "spam")]).await;
    let twice = seller.send(PATH, &[("handle", "@SPAM"), ("reason", "Again.")]).await;
    assert_eq!((twice.status(), twice.words("[role=alert]")), (409, "@spam is blocked already.".to_owned()));
    assert_eq!((twice.value("#handle"), twice.value("#reason")), ("@SPAM".to_owned(), "Again.".to_owned()));
    assert_eq!((twice.all(".debtor").len(), twice.has("[aria-invalid]")), (1, false));
    assert!(!twice.words(".debtor").contains("Again."));
    assert_eq!(seller.send(&format!("{PATH}/a%20b/unblock"), &[]).await.status(), 400);
}

#[tokio::test]
async fn a_handle_of_dots_is_let_off_too() {
    let (_app, seller) = TestApp::with_browser_as("mia", "admin").await;
    let list = seller.send_and_follow(PATH, &[("handle", "..")]).await;
    assert_eq!(list.attribute(".debtor a", "href"), "/buyer/@..");
    assert!(!list.has(".debtor span[dir=auto]"), "no reason, no line");
    let free = seller.send_and_follow(&list.attribute(".debtor form", "action"), &[]).await;
    assert_eq!(free.words("[role=status]"), "@.. can claim again.");
    assert!(free.has(".empty"));
}
