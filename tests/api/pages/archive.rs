//! `/admin/waffles/:id/archive`, `/unarchive` and `/delete`

use waffle_tests::{PASSWORD, TestApp};

#[tokio::test]
async fn an_archived_waffle_waits_on_the_dashboard() {
    let (app, seller) = TestApp::with_browser_as("ada", "admin").await;
    let waffle = seller.create("Camera", 8).await;
    let archive = format!("form[action='{}']", waffle.manage("/archive"));
    let settings = seller.get(&waffle.manage("/edit")).await;
    let words = settings.words("main");
    assert!(settings.has(&archive));
    for consequence in
        ["anyone with the link can claim", "make it unlisted instead", "Deleting is permanent", "you’re taking a break"]
    {
        assert!(words.contains(consequence), "{consequence:?} in {words}");
    }
    let archived = seller.send_and_follow(&waffle.manage("/archive"), &[]).await;
    assert!(archived.words("[role=status]").contains("archived"));
    assert_eq!(app.visitor().get(&waffle.page()).await.status(), 404);
    assert!(!seller.get("/admin").await.has(".admin-card"));
    let list = seller.get("/admin?archived=true").await;
    let unarchive = list.attribute(".admin-card form", "action");
    let listed = seller.send_and_follow(&unarchive, &[]).await;
    assert!(listed.words("[role=status]").contains("listed again"));
    assert_eq!(app.visitor().get(&waffle.page()).await.status(), 200);
}

#[tokio::test]
async fn an_archived_waffle_offers_its_winners_but_no_draw_by_lot() {
    let (app, seller) = TestApp::with_browser_as("ada", "admin").await;
    let waffle = seller.create("Camera", 8).await;
    app.visitor().claims(&waffle, "1", "anna").await;
    seller.pay(&waffle, 1).await;
    let (by_lot, by_hand) = ("main a[href$='/draws']", "#winning_spot_numbers");
    let open = seller.get(&waffle.manage("?view=draw")).await;
    assert!(open.has(by_lot) && open.has(by_hand));
    seller.send(&waffle.manage("/archive"), &[]).await;
    let archived = seller.get(&waffle.manage("?view=draw")).await;
    assert!(!archived.has(by_lot) && archived.has(by_hand));
    assert!(archived.words("main").contains("unarchive the waffle first"));
    seller.send(&waffle.manage("/winner"), &[("winning_spot_numbers", "1"), ("confirmed", "yes")]).await;
    let drawn = seller.get(&waffle.manage("")).await;
    assert!(drawn.has("a[href$='/change-winner']") && !drawn.has(by_lot));
    assert!(drawn.has(".page-head a[href*='/new?from=']") && !open.has(".page-head a[href*='/new?from=']"));
}

#[tokio::test]
async fn deleting_says_what_is_lost_and_takes_the_word_and_the_password() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 8).await;
    app.visitor().claims(&waffle, "1-3", "anna").await;
    seller.pay(&waffle, 1).await;
    let delete = waffle.manage("/delete");
    assert!(seller.get(&waffle.manage("/edit")).await.has(&format!("a[href='{delete}']")));
    let question = seller.get(&delete).await.words("main");
    for words in ["all 8 spots", "2 pending claims", "1 paid spot worth $25.00", "archive it instead"] {
        assert!(question.contains(words), "{words:?} in {question}");
    }
    for (word, password, status, faults) in [
        ("delete", PASSWORD, 400, ["#confirmation"].as_slice()),
        ("", "", 400, &["#confirmation", "#password"]),
        ("DELETE", "", 400, &["#password"]),
        ("DELETE", "not the password", 403, &["#password"]),
    ] {
        let refused = seller.send(&delete, &[("confirmation", word), ("password", password)]).await;
        assert_eq!((refused.status(), refused.value("#confirmation")), (status, word.into()));
        assert_eq!(refused.all("[aria-invalid]").len(), faults.len(), "{word} {password}");
        for fault in faults {
            assert!(refused.has(&format!("{fault}[aria-invalid]")), "{fault}");
        }
        assert_eq!(refused.value("#password"), "");
    }
    assert_eq!(app.visitor().get(&waffle.page()).await.status(), 200);
    let gone = seller.send_and_follow(&delete, &[("confirmation", "DELETE"), ("password", PASSWORD)]).await;
    assert_eq!(gone.words("[role=status]"), "The waffle is deleted.");
    assert!(!gone.has(".admin-card"));
    assert_eq!(app.visitor().get(&waffle.page()).await.status(), 404);
    assert_eq!(seller.get(&delete).await.status(), 404);
}
