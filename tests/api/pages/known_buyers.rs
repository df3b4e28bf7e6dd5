//! `/admin/users`

use waffle_tests::TestApp;

#[tokio::test]
async fn buyers_are_searched_and_paged_through() {
    let (app, seller) = TestApp::with_browser().await;
    let empty = seller.get("/admin/users").await;
    assert!(empty.status() == 200 && empty.words(".empty").starts_with("No buyers yet"));

    app.sql(
        "INSERT INTO buyers SELECT 'buyer' || n, '2026-06-01T12:00:00Z'::timestamptz + n * interval '1 minute', now()
         FROM generate_series(1, 30) AS n",
    )
    .await;
    let first = seller.get("/admin/users").await;
    assert_eq!(first.words(".parts [aria-current=page]"), "Buyers");
    assert_eq!(first.all("tbody tr").len(), 25);
    assert!(first.words("tbody tr:first-child").starts_with("@buyer30 1 Jun 2026, 12:30 UTC"));
    assert_eq!(first.attribute("tbody tr:first-child a", "href"), "/buyer/buyer30");
    assert_eq!(first.words(".pager"), "Page 1 of 2 Next");
    let second = seller.get(&format!("/admin/users{}", first.attribute(".pager a", "href"))).await;
    assert_eq!(second.all("tbody tr").len(), 5);

    let found = seller.get("/admin/users?search=%40Buyer2").await;
    assert_eq!(found.words("[role=status]"), "11 handles");
    assert_eq!(found.attribute("#search", "value"), "@Buyer2");
    let none = seller.get("/admin/users?search=nobody").await;
    assert!(none.words(".empty").contains("No handle contains “ nobody ”"));
    let beyond = seller.get("/admin/users?page=7").await;
    assert!(beyond.words(".empty").contains("30 handles on earlier pages"));
    assert_eq!(beyond.attribute(".pager a", "href"), "?page=2");
    let odd = seller.get("/admin/users?q=%3Cb%3E%25").await;
    assert_eq!((odd.status(), odd.attribute("#search", "value")), (200, "<b>%".to_owned()));
    assert!(odd.words(".empty").contains("No handle contains “ <b>% ”"));
    let wrong = seller.get("/admin/users?search=a%00").await;
    assert_eq!(wrong.status(), 400);
    assert!(wrong.words("#search-error").contains("can’t be typed"));
}

#[tokio::test]
async fn handles_are_merged_after_a_look_at_what_changes() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 9).await;
    app.visitor().claims(&waffle, "1-3", "ana").await;
    app.visitor().claims(&waffle, "5", "anna").await;
    assert_eq!(seller.get("/admin/users").await.attribute("main p a", "href"), "/admin/users/merge");
    let path = "/admin/users/merge";
    let typed = seller.get("/admin/users/merge?handle=ana&into=anna").await;
    assert_eq!((typed.value("#handle"), typed.value("#into")), ("ana".to_owned(), "anna".to_owned()));
    let (old, new) = (("handle", "@Ana"), ("into", "anna"));
    let pasted = [("handle", "https://example.com/Ana/"), ("into", "example.com/@anna?hl=de")];
    let asked = seller.send(path, &pasted).await;
    assert_eq!((asked.value("[name=handle]"), asked.value("[name=into]")), ("ana".to_owned(), "anna".to_owned()));
    assert_eq!(asked.words("[data-preview]"), "3 spots on 1 waffle, 0 wins: from @ana to @anna .");
    let spots = app.get(&format!("/api/waffles/{}/spots", waffle.slug)).await.text();
    assert!(spots.contains("\"ana\""), "nothing is merged yet");
    let merged = seller.send(path, &[old, new, ("confirmed", "yes")]).await;
    assert_eq!((merged.status(), merged.location()), (303, "/admin/users?search=anna"));
    let spots = app.get(&format!("/api/waffles/{}/spots", waffle.slug)).await.text();
    assert!(!spots.contains("\"ana\""));
    let nothing = seller.send(path, &[old, new]).await;
    assert!(nothing.words("[role=status]").contains("@ana holds no spots"));
    for (fields, fault) in [([old, ("into", "@ANA")], "#into"), ([("handle", "a b"), new], "#handle")] {
        let refused = seller.send(path, &fields).await;
        assert_eq!(refused.status(), 400);
        assert!(refused.has(&format!("{fault}[aria-invalid]")), "{fault}");
    }
}
