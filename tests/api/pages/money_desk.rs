//! The money desk and the pages around it, without scripts.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use waffle_tests::{Page, TestApp, Visitor, Waffle, answer, words};

pub(super) fn buyers(page: &Page) -> Vec<String> {
    page.all(".debtor .debtor-who").into_iter().map(words).collect()
}

/// The numbers that are ticked on a buyer's page when it comes.
fn ticks(page: &Page) -> Vec<String> {
    page.all("[name=numbers][checked]").iter().filter_map(|it| it.value().attr("value")).map(str::to_owned).collect()
}

/// Anna holds 1 and 2, Ben 3, and Cleo has paid for 4.
pub(super) async fn sell(app: &TestApp, seller: &Visitor) -> Waffle {
    let waffle = seller.create("Camera", 9).await;
    let buyer = app.visitor();
    buyer.claims(&waffle, "1, 2", "anna").await;
    app.clock.advance(Duration::from_mins(5));
    buyer.claims(&waffle, "3", "ben").await;
    buyer.claims(&waffle, "4", "cleo").await;
    seller.pay(&waffle, 4).await;
    waffle
}

pub(super) async fn sold() -> (TestApp, Visitor, Waffle) {
    let (app, seller) = TestApp::with_browser().await;
    let waffle = sell(&app, &seller).await;
    (app, seller, waffle)
}

#[tokio::test]
async fn the_filled_button_is_to_share_until_there_is_a_buyer_and_then_to_paste_payments() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 6).await;
    let filled = async || {
        let desk = seller.get(&waffle.manage("")).await;
        desk.all("[data-desk] .button.primary").into_iter().map(words).collect::<Vec<_>>()
    };
    assert_eq!(filled().await, ["Share"]);
    let empty = seller.get(&waffle.manage("")).await;
    assert_eq!(empty.attribute("[data-desk] .button.primary", "href"), waffle.manage("/share"));
    assert_eq!(empty.words("[data-desk-actions] .quiet[href$='/payments']"), "Paste payments");
    app.visitor().claims(&waffle, "2", "anna").await;
    assert_eq!(filled().await, ["Paste payments"]);
    assert!(!seller.get(&waffle.manage("")).await.has("[data-desk-actions] a[href$='/share']"));
}

#[tokio::test]
async fn it_shows_a_row_for_each_buyer_and_marks_one_paid_in_one_press_and_back() {
    let (_app, seller, waffle) = sold().await;
    let page = seller.get(&waffle.manage("")).await;
    let shown = buyers(&page);
    assert!(shown[0].starts_with("@anna 1, 2 $50.00 since 1 Jun 2026, 12:00 UTC"), "{shown:?}");
    assert!(shown[1].starts_with("@ben 3 $25.00 since") && shown[2] == "@cleo 4 $25.00 paid", "{shown:?}");
    assert_eq!(page.words("[data-desk-totals]"), "2 of 3 buyers owe $75.00");
    assert_eq!(buyers(&seller.get(&waffle.manage("?search=@EN")).await).len(), 1);

    let button = page.one("[data-buyer=anna] button").value();
    assert_eq!((button.attr("name"), button.attr("value")), (Some("owed"), Some("anna:1, 2")));
    let action = page.attribute("form[data-buyers]", "action");
    let paid = seller.send_and_follow(&action, &[("owed", "anna:1, 2")]).await;
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
    assert!(!seller.get(&waffle.manage("")).await.has("form[action$='/spots/unpay']"));
}

#[tokio::test]
async fn a_search_for_numbers_finds_who_holds_the_spots_and_leads_to_the_history_of_one() {
    let (app, seller, waffle) = sold().await;
    app.visitor().claims(&waffle, "9", "4711").await;
    let found = async |search: &str| {
        let page = seller.get(&waffle.manage(&format!("?search={search}"))).await;
        let handles = page.all(".debtor-handle").into_iter().map(words).collect::<Vec<_>>().join(" ");
        let history = page.all("[data-desk-spot] a").first().and_then(|it| it.value().attr("href")).map(str::to_owned);
        (handles, history)
    };
    let history = |spot: u32| Some(waffle.manage(&format!("/history?spot={spot}")));
    assert_eq!(found("3").await, ("@ben".into(), history(3)));
    assert_eq!(found("%234").await, ("@cleo".into(), history(4)));
    assert_eq!(found("2,+4").await, ("@anna @cleo".into(), None));
    assert_eq!(found("4").await, ("@cleo @4711".into(), history(4)), "a handle of digits is found too");
    assert_eq!(found("4711").await, ("@4711".into(), None));
    assert_eq!(found("8").await, (String::new(), history(8)), "it is free");
}

#[tokio::test]
async fn a_release_can_be_undone() {
    let (_app, seller, waffle) = sold().await;
    let spots = [("handle", "anna"), ("numbers", "1"), ("numbers", "2")];
    let released = seller.send_and_follow(&waffle.manage("/buyer/release"), &spots).await;
    assert_eq!(released.words("[role=status]"), "Released: 1, 2.");
    let form = "form.actions[action$='/assign']";
    let [handle, numbers] = ["social_handle", "numbers"].map(|name| released.value(&format!("{form} [name={name}]")));
    assert_eq!((handle.as_str(), numbers.as_str()), ("anna", "1, 2"));
    let undo = [("social_handle", &*handle), ("numbers", &*numbers)];
    let back = seller.send_and_follow(&released.attribute(form, "action"), &undo).await;
    assert_eq!(back.words("[role=status]"), "Assigned: 1, 2.");
    assert!(!back.has(form));
    assert!(buyers(&back).iter().any(|it| it.starts_with("@anna 1, 2 $50.00")), "{:?}", buyers(&back));
}

#[tokio::test]
async fn what_was_claimed_since_it_was_shown_stays_as_it_is() {
    let (app, seller, waffle) = sold().await;
    let desk = seller.get(&waffle.manage("")).await;
    let button = desk.one("[data-buyer=anna] button").value();
    let (action, row) = (desk.attribute("form[data-buyers]", "action"), button.attr("value").unwrap());
    let buyer = seller.get(&waffle.manage("/buyer?handle=ben")).await;
    app.visitor().claims(&waffle, "5", "anna").await;
    app.visitor().claims(&waffle, "6", "ben").await;
    let paid = seller.send_and_follow(&action, &[(button.attr("name").unwrap(), row)]).await;
    assert_eq!(paid.words("[role=status]"), "Marked paid: 1, 2.");
    assert!(buyers(&paid).iter().any(|it| it.starts_with("@anna 5 $25.00 since")), "{:?}", buyers(&paid));
    let all = buyer.value("[name=all][form=ticked][checked]");
    for (rest, words) in [("extend", "Deadline extended: 3."), ("rename", "Renamed: 3.")] {
        // One list of ticks is for all of them.
        let action = buyer.attribute(&format!("[form=ticked][formaction$='/{rest}']"), "formaction");
        assert_eq!(ticks(&buyer), ["3"]);
        let fields = [("handle", "ben"), ("numbers", "3"), ("all", &*all), ("minutes", "30"), ("social_handle", "bea")];
        assert_eq!(seller.send_and_follow(&action, &fields).await.words("[role=status]"), words, "{rest}");
    }
    let bea = seller.get(&waffle.manage("/buyer?handle=bea")).await;
    app.visitor().claims(&waffle, "7", "bea").await;
    assert_eq!(ticks(&bea), ["3"]);
    let fields = [("handle", "bea"), ("numbers", "3")];
    let released = seller.send_and_follow(&waffle.manage("/buyer/release"), &fields).await;
    assert_eq!(released.words("[role=status]"), "Released: 3.");
    let unnamed = seller.send_and_follow(&waffle.manage("/buyer/pay"), &[("handle", "ben")]).await;
    assert!(unnamed.words("[role=alert]").starts_with("Nothing changed"), "a page that shows nothing pays nothing");
    assert!(buyers(&unnamed).iter().any(|it| it.starts_with("@ben 6 $25.00 since")), "{:?}", buyers(&unnamed));
}

#[tokio::test]
async fn a_buyers_page_gives_time_another_name_and_takes_spots_and_payments_back() {
    let (_app, seller, waffle) = sold().await;
    let path = |rest: &str| waffle.manage(&format!("/buyer{rest}"));
    let anna = seller.get(&path("?handle=@Anna")).await;
    assert!(anna.words(".lead").starts_with("Owes $50.00 for 1 and 2."), "{}", anna.words(".lead"));
    assert_eq!(anna.words(".activity summary"), "@anna: claimed 1, 2");
    let of = |handle: &'static str| ("handle", handle);
    let both = [of("anna"), ("minutes", "30"), ("numbers", "1"), ("numbers", "2")];
    let more = seller.send_and_follow(&path("/extend"), &both).await;
    assert_eq!(more.words("[role=status]"), "Deadline extended: 1, 2.");
    for minutes in ["x", "0", "43201"] {
        let refused = seller.send(&path("/extend"), &[of("anna"), ("minutes", minutes), ("numbers", "2")]).await;
        assert_eq!(refused.status(), 400);
        assert_eq!(refused.words("[role=alert]"), "Nothing changed. Give buyers 1 to 43,200 minutes more.");
        assert_eq!((refused.value("#minutes[autofocus]"), ticks(&refused)), (minutes.to_owned(), vec!["2".to_owned()]));
    }
    let some = ("numbers", "2, 4");
    let one = seller.send_and_follow(&path("/extend"), &[of("anna"), ("minutes", "30"), some]).await;
    assert_eq!(one.words("[role=status]"), "Deadline extended: 2.", "4 is another buyer's");
    let one = seller.send_and_follow(&path("/rename"), &[of("anna"), ("social_handle", "@Ben"), some]).await;
    assert_eq!(one.words("[role=status]"), "Renamed: 2.");
    let paid = seller.send_and_follow(&path("/pay"), &[of("ben"), some]).await;
    assert_eq!(paid.words("[role=status]"), "Spot 2 is paid.");
    let none = seller.send_and_follow(&path("/release"), &[of("ben"), some]).await;
    assert!(none.words("[role=alert]").starts_with("Nothing changed: it’s already done"));
    let odd = seller.send(&path("/extend"), &[of("anna"), ("minutes", "5"), ("numbers", "two")]).await;
    assert!(odd.words("[role=alert]").starts_with("Nothing changed. "), "{}", odd.words("[role=alert]"));
    assert_eq!((odd.status(), ticks(&odd)), (400, vec![]));
    seller.send_and_follow(&path("/rename"), &[of("ben"), ("social_handle", "@Anna"), some]).await;
    assert_eq!(ticks(&seller.get(&path("?handle=anna")).await), ["1"], "what is owed");
    seller.send_and_follow(&path("/unpay"), &[of("anna"), ("numbers", "1, 2")]).await;
    let named =
        seller.send_and_follow(&path("/rename"), &[of("anna"), ("social_handle", "@Anja"), ("numbers", "1-2")]).await;
    assert_eq!(named.words("[role=status]"), "Renamed: 1, 2.");
    for holder in ["anja", "nobody"] {
        let odd = seller.send(&path("/rename"), &[of(holder), ("social_handle", "a b"), ("numbers", "1")]).await;
        assert!(odd.words("[role=alert]").starts_with("Nothing changed. "), "{}", odd.words("[role=alert]"));
        assert_eq!((odd.status(), odd.has("#social_handle[value='a b']")), (400, holder == "anja"));
    }
    let free = seller.send_and_follow(&path("/release"), &[of("anja"), ("numbers", "1, 2")]).await;
    assert_eq!(free.words("[role=status]"), "Released: 1, 2.");
    assert!(seller.get(&path("?handle=anja")).await.has(".empty"));
    let cleo = seller.get(&path("?handle=cleo")).await;
    let spot = cleo.value("[name=numbers][checked]");
    let back = seller.send_and_follow(&path("/unpay"), &[of("cleo"), ("numbers", &spot)]).await;
    assert_eq!(back.words("[role=status]"), "Marked unpaid: 4.");

    let history = seller.get(&waffle.manage("/history?spot=1")).await;
    let history: Vec<_> = history.all(".activity li span").into_iter().map(words).collect();
    let deeds = ["admin: released (@anja)", "admin: moved from @anna to @anja", "@anna : claimed"];
    assert_eq!(history, deeds, "more time is no change of a spot");
    assert_eq!(seller.get(&waffle.manage("/history?handle=anja")).await.status(), 200);
    assert_eq!(seller.get(&waffle.manage("/history?handle=a%20b")).await.status(), 400);
}

#[tokio::test]
async fn spots_are_assigned_claims_paused_and_a_source_released() {
    let (app, seller, waffle) = sold().await;
    let pause = waffle.manage("/pause");
    let paused = seller.send_and_follow(&pause, &[("paused", "true")]).await;
    assert!(paused.words("[role=status]").starts_with("Claims are paused") && paused.has("button[value=false]"));
    let to = |numbers: &'static str| [("social_handle", "grandma"), ("numbers", numbers)];
    let assigned = seller.send_and_follow(&waffle.manage("/assign"), &to("6-7")).await;
    assert_eq!(assigned.words("[role=status]"), "Assigned: 6, 7.");
    let taken = seller.send_and_follow(&waffle.manage("/assign"), &to("3, 8")).await;
    assert_eq!(taken.words("[role=alert]"), "Already taken: 3. Nothing changed.");
    let odd = seller.send_and_follow(&waffle.manage("/assign"), &to("99")).await;
    assert!(odd.words("[role=alert]").starts_with("Nothing changed. Enter"));
    let resumed = seller.send_and_follow(&pause, &[("paused", "false")]).await;
    assert_eq!(resumed.words("[role=status]"), "Buyers can claim again.");

    let sources = seller.get(&waffle.manage("/sources")).await;
    let source = sources.value("button[name=source]");
    let facts = sources.words(".debtor-facts");
    assert!(facts.starts_with("3 handles, 4 spots, 3 unpaid,"), "{facts}");
    let path = waffle.manage("/release-source");
    let asked = seller.send(&path, &[("source", &source)]).await;
    assert_eq!((asked.status(), asked.words("h1")), (200, "Release 3 spots of 2 handles?".to_owned()));
    assert!(asked.words("main").contains("@anna @ben"), "{}", asked.words("main"));
    // In the meantime there is one more.
    app.visitor().claims(&waffle, "5", "dora").await;
    let (numbers, source) = (asked.value("[name=numbers]"), asked.value("[name=source]"));
    let yes = [("source", &*source), ("numbers", &*numbers), ("confirmed", "yes")];
    let released = seller.send_and_follow(&path, &yes).await;
    assert_eq!(released.words("[role=status]"), "Released: 1-3.");
    assert!(buyers(&released).iter().any(|it| it.starts_with("@dora 5 $25.00 since")), "{:?}", buyers(&released));
    let nothing = seller.send_and_follow(&path, &yes).await;
    assert!(nothing.words("[role=alert]").starts_with("Nothing changed"));
    let unnamed = seller.send(&path, &[("source", &*source), ("confirmed", "yes")]).await;
    assert_eq!(unnamed.status(), 400, "a question that names nothing releases nothing");
    assert!(seller.get(&waffle.manage("/expired")).await.has(".empty"));
}

#[tokio::test]
async fn all_of_a_large_board_can_be_ticked() {
    let (app, seller) = TestApp::with_browser().await;
    let waffle = seller.create("Camera", 10_000).await;
    let proof = seller.get("/admin").await.value("form.who [name=csrf_token]");
    let all: Vec<String> = (1..=10_000).map(|number| number.to_string()).collect();
    let ticks: String = all.iter().flat_map(|number| ["&numbers=", number]).collect();
    let fields = format!("handle=anna&csrf_token={proof}{ticks}&all={}&padding=", all.join("%2C+"));
    let most = 256 * 1024;
    for (rest, length, status) in [("pay", most, 303), ("pay", most + 1, 413), ("rename", most + 1, 413)] {
        let padded = format!("{fields}{}", "x".repeat(length - fields.len()));
        let request = app.request(Method::POST, &waffle.manage(&format!("/buyer/{rest}")));
        let request = request.header("cookie", &seller.cookie);
        let request = request.header("content-type", "application/x-www-form-urlencoded").body(padded);
        assert_eq!(answer(request).await.status, status, "{rest} {length}");
    }
}

#[tokio::test]
async fn a_draw_is_one_entry_to_be_unfolded() {
    let (_app, seller, waffle) = sold().await;
    seller.pay(&waffle, 3).await;
    let draw = [("winning_spot_numbers", "3"), ("confirmed", "yes")];
    let page = seller.send_and_follow(&waffle.manage("/winner"), &draw).await;
    assert_eq!(page.words(".activity details summary"), "Winners drawn: 3 (admin)");
    assert_eq!(page.all("[data-activity] > li:first-child li").len(), 2);
    assert_eq!(page.all("[data-activity] > li").len(), 6, "three claims, two payments, one draw");
    assert!(!page.has(".debtor [data-pay]"), "nobody is marked paid once it is drawn");
}

#[tokio::test]
async fn a_draw_of_more_spots_than_fit_names_its_winners_and_leaves_what_came_before_on_the_page() {
    let (app, seller) = TestApp::with_browser().await;
    let waffle = app.waffle_of(&json!({"title": "Camera", "total_spots": 120, "item_count": 2}), &[]).await;
    let all: Vec<u32> = (1..=120).collect();
    app.sells(&waffle, &all[1..], "anna").await;
    app.sells(&waffle, &all[..1], "ben").await;
    app.draws(&waffle, &[5, 3]).await;
    for path in ["?view=activity", "/history"] {
        let activity = seller.get(&waffle.manage(path)).await;
        assert_eq!(activity.words(".activity summary"), "Winners drawn: 3, 5 (admin)", "{path}");
        let words = activity.words(".activity");
        assert!(words.contains(" 1 admin: marked paid (@ben)"), "{path}: {words}");
    }

    // A result that fits on the first page only in part is whole on the next one.
    app.clock.advance(Duration::from_secs(1));
    seller.send_and_follow(&waffle.manage("/clear-winner"), &[]).await;
    app.as_admin(&waffle.admin_api("/spots/unpay"), &json!({"spot_ids": waffle.spots(&all[21..])})).await;
    let first = seller.get(&waffle.manage("/history")).await;
    assert_eq!((first.all(".activity > li").len(), first.has(".activity summary")), (99, false));
    let older = first.attribute(".pager a[rel=next]", "href");
    let second = seller.get(&waffle.manage(&format!("/history{older}"))).await;
    let results: Vec<_> = second.all(".activity summary").into_iter().map(words).collect();
    assert_eq!(results, ["Draw cleared (admin)", "Winners drawn: 3, 5 (admin)"]);
    assert!(second.has(".pager a[rel=next]"));
}

#[tokio::test]
async fn a_long_history_goes_on_over_pages() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 120).await;
    app.visitor().claims(&waffle, "1-120", "anna").await;
    for which in ["?handle=@Anna", ""] {
        let first = seller.get(&waffle.manage(&format!("/history{which}"))).await;
        let older = first.attribute(".pager a[rel=next]", "href");
        let second = seller.get(&waffle.manage(&format!("/history{older}"))).await;
        assert_eq!((first.all("details li").len(), second.all("details li").len()), (100, 20), "{which}");
        assert!(!second.has(".pager a"));
    }
}
