//! The money desk and the pages around it, without scripts.

use std::time::Duration;

use reqwest::Method;

use super::{Browser, Page, Waffle, words};
use crate::app::{TestApp, answer};

fn buyers(page: &Page) -> Vec<String> {
    page.all(".debtor .debtor-who").into_iter().map(words).collect()
}

/// Anna holds 1 and 2, Ben 3, and Cleo has paid for 4.
async fn sold(app: &TestApp, seller: &Browser<'_>) -> Waffle {
    let waffle = seller.create("Camera", 9).await;
    let buyer = app.visitor();
    buyer.claims(&waffle, "1, 2", "anna").await;
    app.clock.advance(Duration::from_mins(5));
    buyer.claims(&waffle, "3", "ben").await;
    buyer.claims(&waffle, "4", "cleo").await;
    seller.pay(&waffle, 4).await;
    waffle
}

#[tokio::test]
async fn it_shows_a_row_for_each_buyer_and_marks_one_paid_in_one_press_and_back() {
    let app = TestApp::start().await;
    let seller = app.signed_in().await;
    let waffle = sold(&app, &seller).await;
    let page = seller.get(&waffle.manage("")).await;
    let shown = buyers(&page);
    assert!(shown[0].starts_with("@anna 1, 2 $50.00 since 1 Jun 2026, 12:00 UTC"), "{shown:?}");
    assert!(shown[1].starts_with("@ben 3 $25.00 since") && shown[2] == "@cleo 4 $25.00 paid", "{shown:?}");
    assert_eq!(page.words("[data-desk-totals]"), "2 of 3 buyers owe $75.00");
    assert_eq!(buyers(&seller.get(&waffle.manage("?search=@EN")).await).len(), 1);

    let button = page.one("[data-buyer=anna] button").value();
    assert_eq!((button.attr("name"), button.attr("value")), (Some("handle"), Some("anna")));
    let action = page.attribute("form[data-buyers]", "action");
    let paid = seller.send_and_follow(&action, &[("handle", "anna")]).await;
    assert_eq!(paid.words("[role=status]"), "Marked paid: 1, 2.");
    assert_eq!(paid.words("[data-desk-totals]"), "1 of 3 buyers owes $25.00");
    let undo: Vec<_> = paid.all("form[action$='/spots/unpay'] [name=spot_ids]");
    let undo: Vec<_> = undo.iter().map(|it| ("spot_ids", it.value().attr("value").unwrap_or_default())).collect();
    assert_eq!(undo.len(), 2);
    let back = seller.send_and_follow(&waffle.manage("/spots/unpay"), &undo).await;
    assert_eq!(back.words("[role=status]"), "Marked unpaid: 1, 2.");
    assert!(!back.has("form[action$='/spots/unpay']"));
    let twice = seller.send_and_follow(&waffle.manage("/spots/unpay"), &undo).await;
    assert!(twice.words("[role=alert]").starts_with("Nothing changed"));
    assert!(seller.get(&waffle.manage("?did=paid&spots=3")).await.all("form[action$='/spots/unpay']").is_empty());
}

#[tokio::test]
async fn pasted_payments_are_looked_through_and_marked_paid_together() {
    let app = TestApp::start().await;
    let seller = app.signed_in().await;
    let waffle = sold(&app, &seller).await;
    let path = waffle.manage("/payments");
    assert!(seller.get(&waffle.manage("")).await.has(&format!("a[href='{path}']")));
    assert!(seller.get(&path).await.has("textarea[name=text]"));
    let text = "Anna $25.00\r\n@ben sent $25\r\ncleo $25\r\n<b>who</b> $25";
    let found = seller.send(&path, &[("text", text)]).await;
    assert_eq!(found.status(), 200);
    let lines: Vec<_> = found.all(".found-line").into_iter().map(words).collect();
    assert_eq!(lines[0], "@anna $25.00 Partial payment, for the oldest spots 1: Anna $25.00");
    assert_eq!(lines[2], "@cleo $25.00 Owes nothing 3: cleo $25");
    assert_eq!(lines[3], "$25.00 No buyer found 4: <b>who</b> $25");
    assert_eq!(found.words(".found-bar"), "Mark 2 payments paid ($50.00)");
    assert_eq!(buyers(&seller.get(&waffle.manage("")).await)[0].get(..15), Some("@anna 1, 2 $50."));

    let ticked: Vec<_> = found.all("[name=payments][checked]");
    let ticked: Vec<_> = ticked.iter().map(|it| ("payments", it.value().attr("value").unwrap_or_default())).collect();
    // Meanwhile, another buyer has the spot.
    let spot = ticked[1].1.split_once(':').unwrap().1.to_owned();
    seller.send_and_follow(&waffle.manage(&format!("/spots/{spot}/release")), &[]).await;
    app.visitor().claims(&waffle, "3", "dora").await;
    let done = seller.send_and_follow(&waffle.manage("/payments/pay"), &ticked).await;
    assert_eq!(done.words("[role=status]"), "Spot 1 is paid. Skipped 1 that changed in the meantime.");
    assert!(buyers(&done).iter().any(|buyer| buyer.starts_with("@dora 3 $25.00 since")), "hers is not paid");
    let nothing = seller.send_and_follow(&waffle.manage("/payments/pay"), &[]).await;
    assert!(nothing.words("[role=alert]").starts_with("Nothing changed"));
}

#[tokio::test]
async fn a_pasted_text_has_64_kib_and_its_form_256() {
    let app = TestApp::start().await;
    let seller = app.signed_in().await;
    let waffle = seller.create("Camera", 9).await;
    for (length, status) in [(65_536, 200), (65_537, 400)] {
        let text = "x".repeat(length);
        let page = seller.send(&waffle.manage("/payments"), &[("text", &text)]).await;
        assert_eq!(page.status(), status, "{length}");
        assert_eq!(page.has("#text[aria-invalid]"), status == 400);
    }
    let proof = seller.get("/admin").await.value("form.who [name=csrf_token]");
    for (length, status) in [(256 * 1024, 200), (256 * 1024 + 1, 413)] {
        let fields = format!("text=anna&csrf_token={proof}&padding=");
        let padded = format!("{fields}{}", "x".repeat(length - fields.len()));
        let request = app.request(Method::POST, &waffle.manage("/payments")).header("cookie", &seller.cookie);
        let request = request.header("content-type", "application/x-www-form-urlencoded").body(padded);
        assert_eq!(answer(request).await.status, status, "{length}");
    }
}

#[tokio::test]
async fn a_buyers_page_gives_time_another_name_and_takes_spots_and_payments_back() {
    let app = TestApp::start().await;
    let seller = app.signed_in().await;
    let waffle = sold(&app, &seller).await;
    let path = |rest: &str| waffle.manage(&format!("/buyer{rest}"));
    let anna = seller.get(&path("?handle=@Anna")).await;
    assert!(anna.words(".lead").starts_with("Owes $50.00 for 1, 2."), "{}", anna.words(".lead"));
    assert_eq!(anna.all(".activity li").len(), 2);
    let of = |handle: &'static str| ("handle", handle);
    let more = seller.send_and_follow(&path("/extend"), &[of("anna"), ("minutes", "30")]).await;
    assert_eq!(more.words("[role=status]"), "More time to pay 1, 2.");
    for minutes in ["x", "0", "43201"] {
        let refused = seller.send(&path("/extend"), &[of("anna"), ("minutes", minutes), ("numbers", "2")]).await;
        assert_eq!(refused.status(), 400);
        assert_eq!(refused.words("[role=alert]"), "Nothing changed. Give buyers 1 to 43,200 minutes more.");
        assert_eq!((refused.value("#minutes"), refused.value("#extend-numbers")), (minutes.to_owned(), "2".to_owned()));
    }
    let some = ("numbers", "2, 4");
    let one = seller.send_and_follow(&path("/extend"), &[of("anna"), ("minutes", "30"), some]).await;
    assert_eq!(one.words("[role=status]"), "More time to pay 2.", "4 is another buyer's");
    let one = seller.send_and_follow(&path("/rename"), &[of("anna"), ("social_handle", "@Ben"), some]).await;
    assert_eq!(one.words("[role=status]"), "Renamed: 2.");
    let paid = seller.send_and_follow(&path("/pay"), &[of("ben"), some]).await;
    assert_eq!(paid.words("[role=status]"), "Spot 2 is paid.");
    let none = seller.send_and_follow(&path("/release"), &[of("ben"), some]).await;
    assert!(none.words("[role=alert]").starts_with("Nothing changed: it’s already done"));
    let odd = seller.send(&path("/release"), &[of("anna"), ("numbers", "two")]).await;
    assert!(odd.words("[role=alert]").starts_with("Nothing changed. "), "{}", odd.words("[role=alert]"));
    assert_eq!(
        (odd.status(), odd.value("#release-numbers"), odd.value("#pay-numbers")),
        (400, "two".into(), String::new())
    );
    seller.send_and_follow(&path("/rename"), &[of("ben"), ("social_handle", "@Anna"), some]).await;
    let spot = seller.get(&path("?handle=anna")).await.value("[name=spot_ids][checked]");
    seller.send_and_follow(&waffle.manage("/spots/unpay"), &[("spot_ids", &spot)]).await;
    let named = seller.send_and_follow(&path("/rename"), &[of("anna"), ("social_handle", "@Anja")]).await;
    assert_eq!(named.words("[role=status]"), "Renamed: 1, 2.");
    for holder in ["anja", "nobody"] {
        let odd = seller.send(&path("/rename"), &[of(holder), ("social_handle", "a b"), ("numbers", "1")]).await;
        assert!(odd.words("[role=alert]").starts_with("Nothing changed. "), "{}", odd.words("[role=alert]"));
        assert_eq!((odd.status(), odd.has("#social_handle[value='a b']")), (400, holder == "anja"));
    }
    let free = seller.send_and_follow(&path("/release"), &[of("anja")]).await;
    assert_eq!(free.words("[role=status]"), "Released: 1, 2.");
    assert!(seller.get(&path("?handle=anja")).await.has(".empty"));
    let cleo = seller.get(&path("?handle=cleo")).await;
    let spot = cleo.value("[name=spot_ids][checked]");
    let back = seller.send_and_follow(&waffle.manage("/spots/unpay"), &[("spot_ids", &spot)]).await;
    assert_eq!(back.words("[role=status]"), "Marked unpaid: 4.");

    let history = seller.get(&waffle.manage("/history?spot=1")).await;
    let history: Vec<_> = history.all(".activity li span").into_iter().map(words).collect();
    let deeds = ["admin released (@anja)", "admin gave it another handle (@anja)", "@anna claimed"];
    assert_eq!(history, deeds, "more time is no change of a spot");
    assert_eq!(seller.get(&waffle.manage("/history?handle=anja")).await.status(), 200);
    assert_eq!(seller.get(&waffle.manage("/history")).await.status(), 400);
}

#[tokio::test]
async fn spots_are_assigned_claims_paused_and_a_source_released() {
    let app = TestApp::start().await;
    let seller = app.signed_in().await;
    let waffle = sold(&app, &seller).await;
    let pause = waffle.manage("/pause");
    let paused = seller.send_and_follow(&pause, &[("paused", "true")]).await;
    assert!(paused.words("[role=status]").starts_with("Claims are paused") && paused.has("button[value=false]"));
    let to = |numbers: &'static str| [("social_handle", "grandma"), ("numbers", numbers)];
    let assigned = seller.send_and_follow(&waffle.manage("/assign"), &to("6-7")).await;
    assert_eq!(assigned.words("[role=status]"), "Assigned: 6, 7.");
    let taken = seller.send_and_follow(&waffle.manage("/assign"), &to("3, 8")).await;
    assert_eq!(taken.words("[role=alert]"), "Already taken: 3. Nothing changed.");
    let odd = seller.send_and_follow(&waffle.manage("/assign"), &to("99")).await;
    assert!(odd.words("[role=alert]").starts_with("Nothing changed. Write"));
    let resumed = seller.send_and_follow(&pause, &[("paused", "false")]).await;
    assert_eq!(resumed.words("[role=status]"), "Buyers can claim again.");

    let sources = seller.get(&waffle.manage("/sources")).await;
    let source = sources.value("button[name=source]");
    let released = seller.send_and_follow(&waffle.manage("/release-source"), &[("source", &source)]).await;
    assert_eq!(released.words("[role=status]"), "Released: 1-3.");
    assert!(seller.get(&waffle.manage("/expired")).await.has(".empty"));
}

#[tokio::test]
async fn a_draw_is_one_entry_to_be_unfolded() {
    let app = TestApp::start().await;
    let seller = app.signed_in().await;
    let waffle = sold(&app, &seller).await;
    seller.pay(&waffle, 3).await;
    let draw = [("winning_spot_numbers", "3"), ("confirmed", "yes")];
    let page = seller.send_and_follow(&waffle.manage("/winner"), &draw).await;
    assert_eq!(page.words(".activity details summary"), "admin drew 3");
    assert_eq!(page.all(".activity details li").len(), 2);
    assert_eq!(page.all("[data-activity] > li").len(), 7, "four claims, two payments, one draw");
    assert!(!page.has(".debtor [data-pay]"), "nobody is marked paid once it is drawn");
}

#[tokio::test]
async fn a_long_history_goes_on_over_pages() {
    let app = TestApp::start().await;
    let seller = app.signed_in().await;
    let waffle = seller.create("Camera", 120).await;
    app.visitor().claims(&waffle, "1-120", "anna").await;
    let first = seller.get(&waffle.manage("/history?handle=@Anna")).await;
    let older = first.attribute(".pager a[rel=next]", "href");
    let second = seller.get(&waffle.manage(&format!("/history{older}"))).await;
    assert_eq!((first.all(".activity li").len(), second.all(".activity li").len()), (100, 20));
    assert!(!second.has(".pager a"));
}
