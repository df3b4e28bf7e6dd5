//! `/admin/waffles/:id`

use std::time::Duration;

use waffle_tests::{Page, TestApp, words};

fn rows(page: &Page) -> Vec<String> {
    page.all(".spots tbody .cell-number").into_iter().map(words).collect()
}

fn counts(page: &Page) -> String {
    page.words(".overview .counts")
}

#[tokio::test]
async fn it_shows_what_is_to_do_first_and_everything_on_request() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 6).await;
    app.visitor().claims(&waffle, "2, 5", "anna").await;
    let page = seller.get(&waffle.manage("?view=spots")).await;
    assert_eq!(rows(&page), ["2", "5"]);
    assert_eq!(page.words("[data-number='2'] [data-when]"), "1 Jun 2026, 12:00:01 UTC");
    assert_eq!(counts(&page), "Available 4 Pending 2 $50.00 Paid 0 $0.00");
    assert_eq!(rows(&seller.get(&waffle.manage("?status=available")).await), ["1", "3", "4", "6"]);
    assert_eq!(rows(&seller.get(&waffle.manage("?status=all")).await).len(), 6);
    assert_eq!(rows(&seller.get(&waffle.manage("?status=paid")).await), [""; 0]);
    let activity = page.words("[data-activity]");
    let claim = "2× @anna: claimed 2, 5 5 @anna : claimed 2 @anna : claimed 1 Jun 2026, 12:00:01 UTC";
    assert_eq!(activity, claim, "it is one entry");
    assert!(seller.get(&page.attribute("[data-all-activity] a", "href")).await.words(".activity").starts_with(claim));
}

#[tokio::test]
async fn the_table_has_pages_of_200_rows() {
    let (_app, seller) = TestApp::with_browser().await;
    let waffle = seller.create("Camera", 450).await;
    let first = seller.get(&waffle.manage("?status=all")).await;
    assert_eq!((rows(&first).len(), first.words(".pager span")), (200, "Page 1 of 3".into()));
    let next = first.attribute("a[rel=next]", "href");
    assert_eq!(rows(&seller.get(&waffle.manage(&next)).await)[0], "201");
    let last = seller.get(&waffle.manage("?status=all&page=77")).await;
    assert_eq!((rows(&last).len(), last.words(".pager span")), (50, "Page 3 of 3".into()));
}

#[tokio::test]
async fn paying_and_releasing_lead_back_to_where_the_seller_was() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 6).await;
    app.visitor().claims(&waffle, "2, 5", "anna").await;
    let page = seller.get(&waffle.manage("?status=all")).await;
    let action =
        |number: u32, act: &str| page.attribute(&format!("[data-number='{number}'] [data-act={act}]"), "formaction");
    let place = [("status", "all"), ("page", "1")];

    let paid = seller.send_and_follow(&action(2, "pay"), &place).await;
    assert_eq!(paid.words("[role=status]"), "Spot 2 is paid.");
    assert_eq!((paid.value("[name=status]"), rows(&paid).len()), ("all".into(), 6));
    assert_eq!(counts(&paid), "Available 4 Pending 1 $25.00 Paid 1 $25.00");
    assert!(paid.words(".activity").starts_with("2 admin: marked paid (@anna)"), "{}", paid.words(".activity"));

    let again = seller.send_and_follow(&action(2, "pay"), &place).await;
    assert!(again.words("[role=alert]").contains("Spot 2 is no longer pending"));

    for number in [2, 5] {
        let released = seller.send_and_follow(&action(number, "release"), &place).await;
        assert_eq!(released.words("[role=status]"), format!("Spot {number} is free again."));
        let undo = ["social_handle", "numbers"]
            .map(|name| released.value(&format!(".told form[action$='/assign'] [name={name}]")));
        assert_eq!(undo, ["anna".to_owned(), number.to_string()]);
    }
    let again = seller.send_and_follow(&action(5, "release"), &place).await;
    assert!(again.words("[role=alert]").contains("can’t be released"));
    assert_eq!(counts(&again), "Available 6 Pending 0 $0.00 Paid 0 $0.00");
}

#[tokio::test]
async fn several_spots_are_marked_paid_at_once() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 9).await;
    app.visitor().claims(&waffle, "2-6", "anna").await;
    let page = seller.get(&waffle.manage("?view=spots")).await;
    let ids: Vec<_> =
        page.all(".spots tbody [name=spot_ids]").iter().filter_map(|box_| box_.value().attr("value")).collect();
    let pay = waffle.manage("/spots/pay");
    let done = seller.send_and_follow(&pay, &[("spot_ids", ids[0]), ("spot_ids", ids[1]), ("status", "pending")]).await;
    assert_eq!(done.words("[role=status]"), "Marked paid: 2, 3.");
    assert_eq!(rows(&done), ["4", "5", "6"]);
    let again = [("spot_ids", ids[1]), ("spot_ids", ids[2]), ("status", "pending")];
    let done = seller.send_and_follow(&pay, &again).await;
    assert!(done.words("[role=status]").starts_with("Spot 4 is paid. Skipped 1"), "{}", done.words("[role=status]"));
    let nothing = seller.send_and_follow(&pay, &[]).await;
    assert_eq!(nothing.words("[role=alert]"), "Select pending spots first.");
}

#[tokio::test]
async fn a_spot_that_someone_else_has_claimed_since_stays_as_it_is() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 9).await;
    app.visitor().claims(&waffle, "2, 3", "anna").await;
    let page = seller.get(&waffle.manage("?view=spots")).await;
    let values = |name: &str| -> Vec<String> {
        let fields = page.all(&format!("tbody [name={name}]"));
        fields.iter().map(|field| field.value().attr("value").unwrap_or_default().to_owned()).collect()
    };
    let (ids, shown) = (values("spot_ids"), values("shown"));
    assert_eq!(shown, [format!("{}:anna", ids[0]), format!("{}:anna", ids[1])]);
    let shown: Vec<_> = shown.iter().map(|it| ("shown", it.as_str())).collect();
    seller.send_and_follow(&waffle.manage(&format!("/spots/{}/release", ids[0])), &[]).await;
    app.visitor().claims(&waffle, "2", "ben").await;
    for act in ["pay", "release"] {
        let done = seller.send_and_follow(&waffle.manage(&format!("/spots/{}/{act}", ids[0])), &shown).await;
        assert!(done.words("[role=alert]").starts_with("Nothing changed"), "{act}");
    }
    let all = [&shown[..], &[("spot_ids", &*ids[0]), ("spot_ids", &*ids[1])]].concat();
    let done = seller.send_and_follow(&waffle.manage("/spots/pay"), &all).await;
    assert_eq!(done.words("[role=status]"), "Spot 3 is paid. Skipped 1 that changed in the meantime.");
    assert_eq!(counts(&done), "Available 7 Pending 1 $25.00 Paid 1 $25.00");
}

#[tokio::test]
async fn spots_of_another_waffle_are_out_of_reach() {
    let (app, seller) = TestApp::with_browser().await;
    let (waffle, other) = (seller.create("Camera", 6).await, seller.create("Camera", 6).await);
    app.visitor().claims(&other, "2", "anna").await;
    let spot = seller.get(&other.manage("?view=spots")).await.value("[data-number='2'] [name=spot_ids]");
    let page = seller.send_and_follow(&waffle.manage(&format!("/spots/{spot}/pay")), &[]).await;
    assert!(page.words("[role=alert]").contains("have that spot"));
    let page = seller.send_and_follow(&waffle.manage("/spots/pay"), &[("spot_ids", &*spot)]).await;
    assert!(page.words("[role=alert]").starts_with("Nothing was marked paid."));
    assert_eq!(rows(&seller.get(&other.manage("?status=pending")).await), ["2"]);
}

#[tokio::test]
async fn what_opens_later_is_scheduled_and_its_terms_are_told() {
    let (app, seller) = TestApp::with_browser().await;
    app.sql("UPDATE admins SET timezone = 'America/New_York'").await;
    let fields = [
        ("title", "Camera"),
        ("total_spots", "8"),
        ("spot_price", "25"),
        ("opens_at", "2026-06-01T20:00"),
        ("pay_within_minutes", "90"),
        ("max_spots_per_handle", "5"),
        ("unlisted", "yes"),
    ];
    let opens = "Mon 1 Jun 2026, 20:00 (New York)";
    let page = seller.send_and_follow("/admin/waffles/new", &fields).await;
    let told = page.words("[role=status]");
    assert_eq!(told, format!("Your waffle is scheduled. It opens {opens} : share the link now."));
    assert_eq!(page.words("[data-tag]"), "Scheduled");
    let terms = page.words("[data-terms]");
    assert_eq!(terms, format!("Opens {opens} . At most 5 spots per buyer. 90 minutes to pay. Unlisted. Change"));
    let manage = format!("/admin/waffles/{}", page.attribute("[data-manage]", "data-id"));
    assert_eq!(page.attribute("[data-terms] a", "href"), format!("{manage}/edit#terms"));
    assert!(seller.get(&format!("{manage}/edit")).await.has("#terms"));
    let card = seller.get("/admin").await;
    assert!(
        card.words("[data-waffle] .facts").ends_with("opens 2 Jun 2026, 00:00 UTC"),
        "{}",
        card.words("[data-waffle]")
    );

    app.sql("UPDATE admins SET timezone = 'UTC'").await;
    assert!(seller.get(&manage).await.words("[data-terms]").starts_with("Opens Tue 2 Jun 2026, 00:00 (UTC)"));
    seller.send_and_follow(&format!("{manage}/pause"), &[("paused", "true")]).await;
    let page = seller.send_and_follow(&format!("{manage}/pause"), &[("paused", "false")]).await;
    assert_eq!(page.words("[role=status]"), "Resumed. Buyers can claim once it opens.");

    app.clock.advance(Duration::from_hours(12));
    let page = seller.get(&manage).await;
    assert_eq!(page.words("[data-tag]"), "Open");
    assert!(page.words("[data-terms]").starts_with("Opened Tue 2 Jun"), "{}", page.words("[data-terms]"));
    let plain = seller.create("Camera", 6).await;
    assert_eq!(seller.get(&plain.manage("")).await.words("[data-terms]"), "Set an opening time, limit or deadline");
}

#[tokio::test]
async fn every_tab_is_an_address_with_the_others_above_it() {
    let (_app, seller, waffle) = TestApp::browsing("Camera", 8).await;
    for (path, tab) in [
        ("", "Buyers"),
        ("?filter=shared_source", "Buyers"),
        ("?view=spots", "Board"),
        ("?status=paid", "Board"),
        ("/share", "Share"),
        ("?view=draw", "Draw"),
        ("/draws", "Draw"),
        ("?view=activity", "Activity"),
        ("/edit", "Settings"),
    ] {
        let page = seller.get(&waffle.manage(path)).await;
        assert_eq!(
            (page.words("h1"), page.words(".manage > .tabs [aria-current]")),
            ("Camera".into(), tab.into()),
            "{path}"
        );
        assert_eq!(page.all(".manage > .tabs a").len(), 6, "{path}");
        assert!(page.has("[data-copy$='/waffle/camera']"), "{path}");
    }
}
