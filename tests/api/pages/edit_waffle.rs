//! `/admin/waffles/:id/edit`

use image::ImageFormat;
use waffle_tests::TestApp;
use waffle_tests::pictures::picture;

#[tokio::test]
async fn a_seller_edits_what_buyers_see() {
    let (app, seller) = TestApp::with_browser_as("mia", "waffle_manager").await;
    let waffle = seller.create("Camera", 8).await;
    let manage = seller.get(&waffle.manage("")).await;
    assert!(manage.has(&format!("a[href='{}']", waffle.manage("/edit"))));
    let form = seller.get(&waffle.manage("/edit")).await;
    assert_eq!(
        (form.status(), form.value("#title"), form.value("#spot_price"), form.value("#item_count")),
        (200, "Camera".into(), "25.00".into(), "1".into())
    );
    assert!(!form.has("#total_spots"));
    let fields = [
        ("title", "Golden Hour"),
        ("description", "One.\r\nTwo."),
        ("spot_price", "30"),
        ("item_count", "2"),
        ("image_url", "https://pictures.example/a.png"),
        ("social_media_links", "https://www.social.example/me\r\n\r\nhttp://shop.example"),
    ];
    let saved = seller.send_and_follow(&waffle.manage("/edit"), &fields).await;
    assert!(saved.words("[role=status]").starts_with("Saved"), "{}", saved.words("main"));
    let page = app.visitor().get(&waffle.page()).await;
    assert!(page.words(".facts").contains("$30.00 a spot 8 spots 2 winners"), "{}", page.words(".facts"));
    assert_eq!((page.words("h1"), page.words("[data-description]")), ("Golden Hour".into(), "One. Two.".into()));
    assert_eq!(page.words(".links"), "social.example shop.example");
    let again = seller.get(&waffle.manage("/edit")).await;
    assert_eq!(again.words("#social_media_links"), "https://www.social.example/me http://shop.example");
    let emptied = [("title", "Golden Hour"), ("spot_price", "30.00"), ("item_count", "2")];
    seller.send_and_follow(&waffle.manage("/edit"), &emptied).await;
    let page = app.visitor().get(&waffle.page()).await;
    assert!(!page.has("[data-description]") && !page.has(".links") && !page.has(".waffle-image"));
}

#[tokio::test]
async fn a_new_price_is_saved_once_the_seller_knows_how_many_owe_by_it() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 8).await;
    let form =
        |price: &'static str| [("title", "Camera"), ("spot_price", price), ("item_count", "1"), ("unlisted", "yes")];
    assert_eq!(seller.send(&waffle.manage("/edit"), &form("24")).await.status(), 303, "nobody owes by it");
    for (numbers, handle) in [("1, 2", "anna"), ("3", "ben"), ("4", "cleo")] {
        app.visitor().claims(&waffle, numbers, handle).await;
    }
    seller.pay(&waffle, 4).await;
    assert_eq!(seller.send(&waffle.manage("/edit"), &form("24.00")).await.status(), 303, "the price is the same");
    let asked = seller.send(&waffle.manage("/edit"), &form("30")).await;
    let words = asked.words("[role=alert]");
    assert!(words.contains("2 buyers will owe a different amount, $30.00 a spot instead of $24.00"), "{words}");
    assert_eq!((asked.status(), asked.value("#spot_price")), (200, "30".to_owned()));
    assert!(asked.has("[name=unlisted][checked]"), "what was typed is kept");
    assert!(app.visitor().get(&waffle.page()).await.words(".facts").contains("$24.00"), "nothing is saved yet");
    let confirmed = asked.value("[name=confirmed_price]");
    let again = |price: &'static str| [&form(price)[..], &[("confirmed_price", &*confirmed)]].concat();
    assert_eq!(seller.send(&waffle.manage("/edit"), &again("31")).await.status(), 200, "another price is asked about");
    let saved = seller.send_and_follow(&waffle.manage("/edit"), &again("30")).await;
    assert!(saved.words("[role=status]").starts_with("Saved"), "{}", saved.words("main"));
    assert_eq!(saved.words("[data-desk-totals]"), "2 of 3 buyers owe $90.00");
}

#[tokio::test]
async fn every_mistake_is_marked_and_nothing_changes() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 8).await;
    let fields = [
        ("title", "  "),
        ("description", "kept"),
        ("spot_price", "free"),
        ("item_count", "11"),
        ("image_url", "javascript:alert(1)"),
        ("social_media_links", "ftp://x"),
    ];
    let refused = seller.send(&waffle.manage("/edit"), &fields).await;
    assert_eq!(refused.status(), 400);
    let html = refused.answer.text();
    assert_eq!(html.find("aria-invalid").map(|at| at + 19), html.find(" autofocus"), "the first has the focus");
    refused.assert_marks_all_but("description", &fields);
    assert_eq!(app.visitor().get(&waffle.page()).await.words("h1"), "Camera");
}

#[tokio::test]
async fn a_seller_sets_the_terms_in_her_own_time_zone() {
    let (app, seller) = TestApp::with_browser().await;
    app.sql("UPDATE admins SET timezone = 'Europe/Berlin'").await;
    let fields = [
        ("title", "Camera"),
        ("total_spots", "8"),
        ("spot_price", "25"),
        ("opens_at", "2026-06-01T18:00"),
        ("pay_within_minutes", "90"),
        ("max_spots_per_handle", "1,000"),
        ("unlisted", "yes"),
    ];
    assert!(seller.get("/admin/waffles/new").await.words("#opens_at-note").contains("Europe/Berlin"));
    let manage = seller.send_and_follow("/admin/waffles/new", &fields).await;
    let edit = format!("/admin/waffles/{}/edit", manage.attribute("[data-manage]", "data-id"));
    let told = app.get("/api/waffles/camera").await.json();
    assert_eq!(told["opens_at"], "2026-06-01T16:00:00Z");
    assert_eq!((&told["pay_within_minutes"], &told["max_spots_per_handle"]), (&90.into(), &1_000.into()));
    assert_eq!((&told["unlisted"], &told["claims_paused"]), (&true.into(), &false.into()));
    let form = seller.get(&edit).await;
    assert_eq!(form.value("#opens_at"), "2026-06-01T18:00");
    assert_eq!((form.value("#pay_within_minutes"), form.value("#max_spots_per_handle")), ("90".into(), "1000".into()));
    assert!(form.has("[name=unlisted][checked]") && !form.has("[name=claims_paused][checked]"));

    // What the form can't show exactly stays if it is sent as it came.
    app.sql("UPDATE waffles SET opens_at = opens_at + interval '123 milliseconds'").await;
    let kept = [("title", "Camera"), ("spot_price", "25"), ("opens_at", "2026-06-01T18:00"), ("claims_paused", "yes")];
    seller.send_and_follow(&edit, &kept).await;
    let told = app.get("/api/waffles/camera").await.json();
    assert_eq!((&told["opens_at"], &told["claims_paused"]), (&"2026-06-01T16:00:00.123Z".into(), &true.into()));
    assert!(told["pay_within_minutes"].is_null() && told["max_spots_per_handle"].is_null());
    assert_eq!(told["unlisted"], false);
    for list in ["/", "/waffles", "/admin"] {
        assert_eq!(seller.get(list).await.words("[data-waffle] [data-tag]"), "Paused", "{list}");
    }
    app.sql("UPDATE waffles SET claims_paused = false").await;
    for (list, tag) in [("/", "Opens soon"), ("/waffles", "Opens soon"), ("/admin", "Scheduled")] {
        assert_eq!(seller.get(list).await.words("[data-waffle] [data-tag]"), tag, "{list}");
    }
    seller.send_and_follow(&edit, &kept[..2]).await;
    assert!(app.get("/api/waffles/camera").await.json()["opens_at"].is_null());

    let wrong = [
        ("title", "Camera"),
        ("spot_price", "25"),
        ("opens_at", "2026-03-29T02:30"),
        ("pay_within_minutes", "4"),
        ("max_spots_per_handle", "some"),
        ("unlisted", "yes"),
    ];
    for path in [edit.as_str(), "/admin/waffles/new"] {
        let refused = seller.send(path, &wrong).await;
        assert_eq!(refused.status(), 400);
        for (name, value) in &wrong[2..5] {
            assert_eq!(refused.value(&format!("#{name}[aria-invalid]")), *value, "{path}");
        }
        assert!(refused.has("[name=unlisted][checked]"));
    }
}

#[tokio::test]
async fn a_deactivated_method_stays_chosen_until_it_is_unticked() {
    let (_app, seller) = TestApp::with_browser().await;
    for (kind, name) in [("wallet_a", "Honey Pay"), ("wallet_b", "Bank")] {
        let fields = [("type", kind), ("display_name", name), ("handle_or_url", "@golden")];
        seller.send_and_follow("/admin/payment-methods/new", &fields).await;
    }
    let ids: Vec<String> = {
        let form = seller.get("/admin/waffles/new").await;
        let boxes = form.all("[name=payment_methods]");
        boxes.iter().filter_map(|method| method.value().attr("value").map(str::to_owned)).collect()
    };
    let fields = [("title", "Camera"), ("total_spots", "8"), ("spot_price", "25"), ("payment_methods", &*ids[0])];
    let manage = seller.send_and_follow("/admin/waffles/new", &fields).await;
    let edit = format!("/admin/waffles/{}/edit", manage.attribute("[data-manage]", "data-id"));
    seller.send_and_follow(&format!("/admin/payment-methods/{}/deactivate", ids[0]), &[]).await;
    let form = seller.get(&edit).await;
    assert!(form.has(&format!("[name=payment_methods][value='{}'][checked]", ids[0])));
    assert!(form.has(&format!("[name=payment_methods][value='{}']:not([checked])", ids[1])));
    let fields = [("title", "Camera"), ("spot_price", "25"), ("payment_methods", &*ids[1])];
    seller.send_and_follow(&edit, &fields).await;
    let form = seller.get(&edit).await;
    assert!(!form.has(&format!("[value='{}']", ids[0])));
    assert!(form.has(&format!("[value='{}'][checked]", ids[1])));
    let unknown = [("title", "Camera"), ("spot_price", "25"), ("payment_methods", "seven")];
    let refused = seller.send(&edit, &unknown).await;
    assert_eq!(refused.status(), 400);
    assert!(refused.words("fieldset .field-error").contains("no longer exists"));
}

#[tokio::test]
async fn the_number_of_winners_stays_once_they_are_drawn() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 8).await;
    app.visitor().claims(&waffle, "1", "anna").await;
    seller.pay(&waffle, 1).await;
    let draw = [("winning_spot_numbers", "1"), ("confirmed", "yes")];
    seller.send_and_follow(&waffle.manage("/winner"), &draw).await;
    assert!(!seller.get(&waffle.manage("/edit")).await.has("#item_count"));
    let fields = [("title", "Golden Hour"), ("spot_price", "25"), ("item_count", "2")];
    let refused = seller.send(&waffle.manage("/edit"), &fields).await;
    assert_eq!(refused.status(), 409);
    assert!(refused.words("[role=alert]").contains("drawn in the meantime"));
    assert_eq!(refused.value("#title"), "Golden Hour");
    let fields = [("title", "Golden Hour"), ("spot_price", "25")];
    seller.send_and_follow(&waffle.manage("/edit"), &fields).await;
    assert_eq!(app.visitor().get(&waffle.page()).await.words("h1"), "Golden Hour");
}

#[tokio::test]
async fn a_photo_replaces_the_picture_and_a_wrong_one_does_not() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 8).await;
    let fields = [("title", "Camera"), ("spot_price", "25"), ("item_count", "1")];
    let shown = async || app.visitor().get(&waffle.page()).await.attribute(".waffle-image img", "src");
    let edit = waffle.manage("/edit");
    assert_eq!(seller.send_photo(&edit, &fields, &picture(40, 20, ImageFormat::Png)).await.status(), 303);
    let first = shown().await;
    assert_eq!(seller.get(&edit).await.attribute("[data-picture] img", "src"), first);
    let refused = seller.send_photo(&edit, &[&fields[..], &[("image_url", &*first)]].concat(), b"GIF89a").await;
    assert_eq!((refused.status(), refused.attribute("#photo", "aria-invalid")), (400, "true".into()));
    assert_eq!(shown().await, first);
    assert_eq!(seller.send_photo(&edit, &fields, &picture(20, 40, ImageFormat::Png)).await.status(), 303);
    assert_ne!(shown().await, first);
}
