//! What sellers see when two buyers argue who was first: `/admin/waffles/:id/history`, and the history of a buyer.

use std::time::Duration;

use futures_util::stream::{StreamExt, iter};
use tokio::time::{sleep, timeout};
use waffle_tests::{Page, TestApp, Visitor, words};

/// Opens a page as soon as it lists as many spots that buyers did not get.
async fn with_refused(seller: &Visitor, path: &str, spots: usize) -> Page {
    let opened = async {
        loop {
            let page = seller.get(path).await;
            if page.all("[data-refused]").len() == spots {
                return page;
            }
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(10), opened).await.expect("it is written down")
}

fn entries(page: &Page) -> Vec<String> {
    page.all(".activity > li").into_iter().map(words).collect()
}

#[tokio::test]
async fn the_history_of_a_spot_and_of_a_buyer_shows_who_was_late_and_by_how_much() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 9).await;
    app.clock.advance(Duration::from_millis(340));
    app.claims(&waffle, &[7], "anna").await;
    app.clock.advance(Duration::from_millis(80));
    assert_eq!(app.claim(&waffle, &[7, 8], "@Ben").await.status, 409);
    app.clock.advance(Duration::from_secs(5));
    app.claims(&waffle, &[9], "ben").await;

    let of_spot = with_refused(&seller, &waffle.manage("/history?spot=7"), 1).await;
    let [late, first] = [
        "7 @ben : asked for 7, was late by 0.08 s 1 Jun 2026, 12:00:01.42 UTC",
        "7 @anna : claimed 1 Jun 2026, 12:00:01.34 UTC",
    ];
    assert_eq!(entries(&of_spot), [late, first]);
    let time = ["datetime", "data-time"].map(|name| of_spot.attribute("[data-refused] time", name));
    assert_eq!(time, ["2026-06-01T12:00:01.420Z", "hundredths"]);

    let of_other = with_refused(&seller, &waffle.manage("/history?spot=8"), 1).await;
    let free = "8 @ben : asked for 8 along with spots already taken 1 Jun 2026, 12:00:01";
    assert_eq!(entries(&of_other), [format!("{free} UTC")]);
    let claimed = "9 @ben : claimed 1 Jun 2026, 12:00:06 UTC".to_owned();
    for page in ["/history?handle=@BEN", "/buyer?handle=ben"] {
        let of_ben = with_refused(&seller, &waffle.manage(page), 2).await;
        assert_eq!(entries(&of_ben), [claimed.clone(), format!("{free}.42 UTC"), late.to_owned()], "{page}");
    }
    let whole = seller.get(&waffle.manage("/history")).await;
    assert_eq!(entries(&whole), [claimed, "7 @anna : claimed 1 Jun 2026, 12:00:01 UTC".to_owned()]);
}

#[tokio::test]
async fn what_was_refused_before_the_changes_of_a_page_is_on_the_next_one() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 200).await;
    app.claims(&waffle, &[200], "zoe").await;
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(app.claim(&waffle, &[200], "anna").await.status, 409);
    app.clock.advance(Duration::from_secs(1));
    app.visitor().claims(&waffle, "1-100", "anna").await;
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(app.claim(&waffle, &[200], "anna").await.status, 409);
    let newest = with_refused(&seller, &waffle.manage("/history?handle=anna"), 1).await;
    assert!(entries(&newest)[0].starts_with("200 @anna : asked for 200, was late by 3.00 s"), "{:?}", entries(&newest));
    let older = format!("/history{}", newest.attribute(".pager a[rel=next]", "href"));
    let rest = with_refused(&seller, &waffle.manage(&older), 1).await;
    assert_eq!(entries(&rest), ["200 @anna : asked for 200, was late by 1.00 s 1 Jun 2026, 12:00:02 UTC"]);
}

#[tokio::test]
async fn a_spot_is_marked_paid_renamed_and_released_on_its_own_page() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 9).await;
    let path = waffle.manage("/history?spot=7");
    let card = |page: &Page| page.words("[data-spot]");
    assert_eq!(card(&seller.get(&path).await), "available");
    app.claims(&waffle, &[7], "anna").await;
    let pending = seller.get(&path).await;
    assert!(card(&pending).starts_with("pending @anna Claimed 1 Jun 2026, 12:00:0"), "{}", card(&pending));
    assert!(!seller.get(&waffle.manage("/history")).await.has("[data-spot]"));

    // Sends one of the forms as it is shown, with more fields; the page is shown again.
    let submit = async |page: &Page, form: &str, action: &str, more: &[(&str, &str)]| {
        let shown: Vec<_> = page.all(&format!("[data-spot] {form} [type=hidden]:not([name=csrf_token])"));
        let shown = shown.iter().map(|it| (it.value().attr("name").unwrap(), it.value().attr("value").unwrap()));
        let sent = seller.send(action, &shown.chain(more.iter().copied()).collect::<Vec<_>>()).await;
        assert_eq!(sent.location(), path);
        seller.follow(&sent).await
    };
    let paid = submit(&pending, "form[action$='/pay']", &pending.attribute("[data-spot] form", "action"), &[]).await;
    assert_eq!(paid.words("[role=status]"), "Spot 7 is paid.");
    assert!(
        card(&paid).starts_with("paid @anna Claimed 1 Jun 2026, 12:00:0") && card(&paid).contains("Paid 1 Jun 2026"),
        "{}",
        card(&paid)
    );
    let unpay = paid.attribute("[data-spot] [formaction]", "formaction");
    let unpaid = submit(&paid, "form[action$='/pay']", &unpay, &[]).await;
    assert_eq!(unpaid.words("[role=status]"), "Marked unpaid: 7.");

    let rename = unpaid.attribute("[data-spot] form[action$='/rename']", "action");
    let renamed =
        submit(&unpaid, "form[action$='/rename']", &rename, &[("social_handle", "https://example.com/@Ben/")]).await;
    assert_eq!(renamed.words("[role=status]"), "Renamed: 7.");
    assert!(card(&renamed).starts_with("pending @ben"), "{}", card(&renamed));

    let release = renamed.attribute("[data-spot] form[action$='/release']", "action");
    let old = submit(&pending, "form[action$='/release']", &release, &[]).await;
    assert!(old.words("[role=alert]").starts_with("Nothing changed"), "the page showed another buyer");
    let released = submit(&old, "form[action$='/release']", &release, &[]).await;
    assert_eq!(released.words("[role=status]"), "Spot 7 is free again.");
    assert_eq!(card(&released), "available");
    let undo = ["social_handle", "numbers", "spot"]
        .map(|name| (name, released.value(&format!(".told form[action$='/assign'] [name={name}]"))));
    let undo = undo.each_ref().map(|(name, value)| (*name, value.as_str()));
    let undone = seller.send(&waffle.manage("/assign"), &undo).await;
    assert_eq!(undone.location(), path);
    let undone = seller.follow(&undone).await;
    assert_eq!(undone.words("[role=status]"), "Assigned: 7.");
    assert!(card(&undone).starts_with("pending @ben"), "{}", card(&undone));
}

#[tokio::test]
async fn a_flood_of_refused_claims_leaves_at_most_what_is_kept_and_claims_go_on() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 9).await;
    app.claims(&waffle, &[1], "anna").await;
    let flood = iter(0..2_300).map(|n| {
        let (app, waffle) = (&app, &waffle);
        async move { app.claim(waffle, &[1], &format!("bot{n}")).await.status }
    });
    let answers: Vec<_> = flood.buffer_unordered(50).collect().await;
    assert!(answers.iter().all(|status| *status == 409));
    app.claims(&waffle, &[2], "ben").await;
    assert_eq!(app.claim(&waffle, &[2], "last").await.status, 409);
    with_refused(&seller, &waffle.manage("/history?handle=last"), 1).await;
    // Those before the newest 2,000 go when some 64 more have come: how many there are at the end differs.
    app.holds("(SELECT count(*) FROM refused_claims) BETWEEN 2000 AND 2511").await;
    let mut page = seller.get(&waffle.manage("/history?spot=1")).await;
    let mut found = vec![page.all("[data-refused]").len()];
    while page.has(".pager a[rel=next]") {
        assert_eq!(entries(&page).len(), 100, "a page has no more");
        page = seller.get(&waffle.manage(&format!("/history{}", page.attribute(".pager a[rel=next]", "href")))).await;
        found.push(page.all("[data-refused]").len());
    }
    // The claim that was granted was before them all.
    assert!(entries(&page).pop().unwrap().starts_with("1 @anna : claimed"), "{:?}", entries(&page));
    assert!((1_999..2_511).contains(&found.iter().sum::<usize>()), "{found:?}");
}
