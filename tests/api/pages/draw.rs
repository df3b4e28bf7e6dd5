//! `/admin/waffles/:id/winner`, `/change-winner` and `/clear-winner`

use waffle_tests::{TestApp, Visitor, Waffle};

/// Spots 1 to 3 are anna's and paid, 4 is ben's and paid, 5 is ben's and pending, 6 is free; one item.
async fn prepare(app: &TestApp, seller: &Visitor) -> Waffle {
    let waffle = seller.create("Camera", 6).await;
    app.visitor().claims(&waffle, "1-3", "anna").await;
    app.visitor().claims(&waffle, "4, 5", "ben").await;
    for number in 1..=4 {
        seller.pay(&waffle, number).await;
    }
    waffle
}

async fn ready() -> (TestApp, Visitor, Waffle) {
    let (app, seller) = TestApp::with_browser().await;
    let waffle = prepare(&app, &seller).await;
    (app, seller, waffle)
}

async fn states(app: &TestApp, waffle: &Waffle) -> String {
    app.visitor().get(&waffle.page()).await.attribute("[data-board]", "data-states")
}

#[tokio::test]
async fn winners_are_picked_shown_and_drawn_after_one_more_question() {
    let (app, seller) = TestApp::with_browser_as("mia", "waffle_manager").await;
    let waffle = prepare(&app, &seller).await;
    let manage = seller.get(&waffle.manage("?view=draw")).await;
    let set = manage.attribute("form[data-picker]", "action");
    assert_eq!(set, waffle.manage("/winner"));
    let offered = manage.words("[data-candidates]");
    assert_eq!(offered, "1 @anna 2 @anna 3 @anna 4 @ben");

    let asked = seller.send(&set, &[("winner", "2")]).await;
    assert_eq!(asked.status(), 200);
    let words = asked.words("main");
    for part in [
        "#2 @anna",
        "3 other paid spots are not drawn",
        "1 pending spot stays pending",
        "1 spot is still free. No more spots can be claimed then. Results stay on the board until you archive it.",
    ] {
        assert!(words.contains(part), "{part:?} in {words}");
    }
    assert_eq!(states(&app, &waffle).await, "ddddpa");

    let numbers = asked.value("main [name=winning_spot_numbers]");
    let fields = [("winning_spot_numbers", &*numbers), ("confirmed", "yes")];
    let drawn = seller.send_and_follow(&set, &fields).await;
    assert!(drawn.words("[role=status]").contains("The winners are drawn"));
    assert!(drawn.words(".notice.win").contains("#2 @anna"));
    assert_eq!(states(&app, &waffle).await, "lwllpa");
    assert!(!seller.get(&waffle.manage("?view=draw")).await.has("form[data-picker]"));

    let again = seller.send_and_follow(&set, &fields).await;
    assert!(again.words("[role=alert]").contains("already drawn"));
}

#[tokio::test]
async fn winners_are_changed_and_the_draw_is_cleared() {
    let (app, seller, waffle) = ready().await;
    let (change, clear) = (waffle.manage("/change-winner"), waffle.manage("/clear-winner"));
    for early in [&change, &clear] {
        let back = seller.get(early).await;
        assert_eq!((back.status(), back.location()), (303, &*waffle.manage("")));
        assert!(seller.follow(&back).await.words("[role=alert]").contains("no draw"));
        let refused = seller.send_and_follow(early, &[("winner", "1")]).await;
        assert!(refused.words("[role=alert]").contains("no draw"));
    }
    let fields = [("winning_spot_numbers", "1"), ("confirmed", "yes")];
    let drawn = seller.send_and_follow(&waffle.manage("/winner"), &fields).await;
    assert!(drawn.has(&format!("a[href='{change}']")) && drawn.has(&format!("a[href='{clear}']")));
    let picker = seller.get(&change).await;
    assert_eq!(picker.words("[data-candidates]"), "1 @anna 2 @anna 3 @anna 4 @ben");
    let asked = seller.send(&change, &[("winner", "4")]).await.words("main");
    assert!(asked.contains("#4 @ben") && asked.contains("Instead of: #1 @anna"), "{asked}");
    assert!(!asked.contains("No more spots can be claimed then"), "{asked}");
    let fields = [("winning_spot_numbers", "4"), ("confirmed", "yes")];
    let changed = seller.send_and_follow(&change, &fields).await;
    assert!(changed.words("[role=status]").contains("changed"));
    assert_eq!(states(&app, &waffle).await, "lllwpa");

    let question = seller.get(&clear).await.words("main");
    assert!(question.contains("#4 @ben") && question.contains("4 spots are paid again"), "{question}");
    let cleared = seller.send_and_follow(&clear, &[]).await;
    assert!(cleared.words("[role=status]").contains("open again"));
    assert!(!cleared.has(".notice.win"));
    assert!(seller.get(&waffle.manage("?view=draw")).await.has("form[data-picker]"));
    assert_eq!(states(&app, &waffle).await, "ddddpa");
}

#[tokio::test]
async fn numbers_at_fault_are_named_and_stay() {
    let (app, seller, waffle) = ready().await;
    for (typed, ticked, confirmed, words) in [
        ("5", "", "", "Spot 5 is not paid"),
        ("5", "", "yes", "Spot 5 is not paid"),
        ("99", "", "", "Spot 99 is not paid"),
        ("1, 1", "", "", "Spot 1 is listed twice"),
        ("1", "2", "", "Pick exactly 1 winner."),
        ("", "", "", "You picked 0."),
        ("one", "", "", "“one” isn’t a spot number"),
    ] {
        let mut fields = vec![("winning_spot_numbers", typed), ("confirmed", confirmed)];
        fields.extend((!ticked.is_empty()).then_some(("winner", ticked)));
        let refused = seller.send(&waffle.manage("/winner"), &fields).await;
        assert_eq!((refused.status(), refused.value("#winning_spot_numbers")), (400, typed.into()), "{typed:?}");
        assert!(refused.words("#winning_spot_numbers-note").contains(words), "{words:?}");
        assert!(refused.has("[role=alert]"));
        if !ticked.is_empty() {
            assert!(refused.has(&format!("[name=winner][value='{ticked}'][checked]")));
        }
    }
    assert_eq!(states(&app, &waffle).await, "ddddpa");
    let back = seller.get(&waffle.manage("/winner?numbers=3")).await;
    assert_eq!(back.value("#winning_spot_numbers"), "3");
}

#[tokio::test]
async fn a_large_board_takes_typed_numbers_in_the_order_of_the_draw() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 400).await;
    let fields = [("title", "Camera"), ("spot_price", "25"), ("item_count", "2")];
    seller.send_and_follow(&waffle.manage("/edit"), &fields).await;
    app.visitor().claims(&waffle, "7, 52", "anna").await;
    let pending = seller.get(&waffle.manage("?view=spots")).await;
    let ids: Vec<_> = pending.all("[name=spot_ids]").iter().filter_map(|spot| spot.value().attr("value")).collect();
    let pay: Vec<_> = ids.iter().map(|id| ("spot_ids", *id)).collect();
    seller.send(&waffle.manage("/spots/pay"), &pay).await;
    let page = seller.get(&waffle.manage("?view=draw")).await;
    assert!(page.has("form[data-picker]") && !page.has("[data-candidates]"));
    let asked = seller.send(&waffle.manage("/winner"), &[("winning_spot_numbers", "52 7")]).await;
    assert_eq!(asked.words(".winners"), "#52 @anna #7 @anna");
    assert_eq!(asked.value("main [name=winning_spot_numbers]"), "52, 7");
}
