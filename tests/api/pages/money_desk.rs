//! The money desk and the pages around it, without scripts.

use std::time::Duration;

use reqwest::Method;
use scraper::ElementRef;
use waffle_tests::{Page, TestApp, Visitor, Waffle, answer, words};

fn buyers(page: &Page) -> Vec<String> {
    page.all(".debtor .debtor-who").into_iter().map(words).collect()
}

/// The numbers that are ticked on a buyer's page when it comes.
fn ticks(page: &Page) -> Vec<String> {
    page.all("[name=numbers][checked]").iter().filter_map(|it| it.value().attr("value")).map(str::to_owned).collect()
}

/// Anna holds 1 and 2, Ben 3, and Cleo has paid for 4.
async fn sell(app: &TestApp, seller: &Visitor) -> Waffle {
    let waffle = seller.create("Camera", 9).await;
    let buyer = app.visitor();
    buyer.claims(&waffle, "1, 2", "anna").await;
    app.clock.advance(Duration::from_mins(5));
    buyer.claims(&waffle, "3", "ben").await;
    buyer.claims(&waffle, "4", "cleo").await;
    seller.pay(&waffle, 4).await;
    waffle
}

async fn sold() -> (TestApp, Visitor, Waffle) {
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
    for (rest, words) in [("extend", "More time to pay 3."), ("rename", "Renamed: 3.")] {
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
async fn pasted_payments_are_looked_through_and_marked_paid_together() {
    let (app, seller, waffle) = sold().await;
    let path = waffle.manage("/payments");
    assert!(seller.get(&waffle.manage("")).await.has(&format!("a[href='{path}']")));
    assert!(seller.get(&path).await.has("textarea[name=text]"));
    let text = "Anna $25.00\r\n@ben sent $25\r\ncleo $25\r\n<b>who</b> $25";
    let found = seller.send(&path, &[("text", text)]).await;
    assert_eq!(found.status(), 200);
    let lines: Vec<_> = found.all(".found-line").into_iter().map(words).collect();
    assert_eq!(lines[0], "@anna $25.00 Partial payment, for the oldest spots 1: Anna $25.00");
    assert_eq!(lines[2], "@cleo Already paid: remember this line 3: cleo $25");
    assert_eq!(lines[3], "$25.00 No buyer found 4: <b>who</b> $25 Whose payment is line 4?");
    assert_eq!(found.words(".found-bar"), "Mark ticked payments paid 1 of 3 ticked: $25.00");
    let checked = |it: &ElementRef<'_>| it.value().attr("checked").is_some();
    assert_eq!(found.all("[name=payments]").iter().map(checked).collect::<Vec<_>>(), [false, true], "exact alone");
    assert_eq!(buyers(&seller.get(&waffle.manage("")).await)[0].get(..15), Some("@anna 1, 2 $50."));

    let ticked: Vec<_> = found.all("[name=payments]");
    let ticked: Vec<_> = ticked.iter().map(|it| ("payments", it.value().attr("value").unwrap_or_default())).collect();
    // In the meantime, another buyer has the spot.
    let spot = ticked[1].1.split(':').nth(1).unwrap().to_owned();
    seller.send_and_follow(&waffle.manage(&format!("/spots/{spot}/release")), &[]).await;
    app.visitor().claims(&waffle, "3", "dora").await;
    let done = seller.send_and_follow(&waffle.manage("/payments/pay"), &ticked).await;
    assert_eq!(done.words("[role=status]"), "Spot 1 is paid. Skipped 1 that changed in the meantime.");
    assert!(buyers(&done).iter().any(|buyer| buyer.starts_with("@dora 3 $25.00 since")), "hers is not paid");
    for nothing in [&[][..], &ticked[..1]] {
        let nothing = seller.send_and_follow(&waffle.manage("/payments/pay"), nothing).await;
        assert!(nothing.words("[role=alert]").starts_with("Nothing"), "{}", nothing.words("main"));
    }
    let again = seller.send(&path, &[("text", text)]).await;
    let first = again.all(".found-line").into_iter().map(words).next().unwrap();
    assert!(first.starts_with("@anna $25.00 Marked paid before 1 Jun 2026"), "{first}");
    assert!(!again.has("[name=payments][value*=Anna]"));
}

#[tokio::test]
async fn a_line_that_was_paid_by_hand_is_remembered_and_one_that_was_taken_counts_again_if_said() {
    let (app, seller) = TestApp::with_browser().await;
    let (waffle, next) = (sell(&app, &seller).await, sell(&app, &seller).await);
    let found = seller.send(&waffle.manage("/payments"), &[("text", "cleo $25")]).await;
    assert!(found.has("[name=remember]") && !found.has("[name=payments]"), "{}", found.words("main"));
    assert!(!found.has("[name=remember][checked]"), "the seller says so");
    let cleo = found.attribute("[name=remember]", "value");
    let done = seller.send_and_follow(&waffle.manage("/payments/pay"), &[("remember", &cleo)]).await;
    assert_eq!(done.words("[role=status]"), "Remembered 1 line.");
    app.holds("(SELECT count(*) FROM taken_lines) = 1").await;
    let twice = seller.send_and_follow(&waffle.manage("/payments/pay"), &[("remember", &cleo)]).await;
    assert_eq!(twice.words("[role=alert]"), "Nothing was marked paid. 1 line was already recorded.");

    app.visitor().claims(&next, "5", "cleo").await;
    let found = seller.send(&next.manage("/payments"), &[("text", "cleo $25")]).await;
    let line = found.words(".found-line");
    assert!(line.starts_with("@cleo $25.00 Marked paid before 1 Jun 2026"), "{line}");
    assert!(line.contains("count again"), "{line}");
    assert!(found.has("[name=again]") && !found.has("[name=again][checked]"));
    let again = found.attribute("[name=again]", "value");
    let not_again = seller.send_and_follow(&next.manage("/payments/pay"), &[("payments", &again)]).await;
    assert!(not_again.words("[role=alert]").starts_with("Nothing"), "{}", not_again.words("main"));
    let done = seller.send_and_follow(&next.manage("/payments/pay"), &[("again", &again)]).await;
    assert_eq!(done.words("[role=status]"), "Spot 5 is paid.");
}

#[tokio::test]
async fn a_line_that_is_only_to_be_remembered_never_pays() {
    let (app, seller, waffle) = sold().await;
    let pay = waffle.manage("/payments/pay");
    let found = seller.send(&waffle.manage("/payments"), &[("text", "cleo $25\n@ben $25")]).await;
    let (cleo, ben) = (found.attribute("[name=remember]", "value"), found.attribute("[name=payments]", "value"));
    let spot = cleo.split(':').nth(1).unwrap().to_owned();
    // In the meantime, her payment is taken back, and then the spot is another buyer's, who has paid.
    seller.send_and_follow(&waffle.manage("/spots/unpay"), &[("spot_ids", &spot)]).await;
    let not_remembered = "1 line was not remembered: its spots are no longer paid.";
    let done = seller.send_and_follow(&pay, &[("remember", &cleo)]).await;
    assert_eq!(done.words("[role=alert]"), format!("Nothing was marked paid. {not_remembered}"));
    assert!(buyers(&done).iter().any(|it| it.starts_with("@cleo 4 $25.00 since")), "{:?}", buyers(&done));
    seller.send_and_follow(&waffle.manage(&format!("/spots/{spot}/release")), &[]).await;
    app.visitor().claims(&waffle, "4", "dora").await;
    seller.pay(&waffle, 4).await;
    let done = seller.send_and_follow(&pay, &[("remember", &cleo), ("payments", &ben)]).await;
    assert_eq!(done.words("[role=status]"), format!("Spot 3 is paid. {not_remembered}"));
    app.holds("(SELECT count(*) FROM taken_lines) = 1").await;
}

#[tokio::test]
async fn a_seller_says_whose_payment_it_is_and_the_name_is_remembered() {
    let (_app, seller, waffle) = sold().await;
    let (path, text) = (waffle.manage("/payments"), "Kim Miller $50.00\nKim Miller $7.00");
    let asked = seller.send(&path, &[("text", text)]).await;
    assert!(asked.has("form#match[action$=payments] #who-1"));
    assert!(!asked.has(".found-bar"));
    let named = seller.send(&path, &[("text", text), ("who-1", "example.com/@Anna"), ("who-2", "no handle")]).await;
    let lines: Vec<_> = named.all(".found-line").into_iter().map(words).collect();
    assert!(
        lines[0].starts_with("@anna $50.00 Probably paid in full") && lines[1].starts_with("$7.00 No buyer"),
        "{lines:?}"
    );
    assert!(!named.has("[name=payments][checked]"), "a look at it is due");
    let typed = ["#who-1", "#who-2"].map(|field| named.value(field));
    assert_eq!(typed, ["example.com/@Anna", "no handle"], "what was typed stays");
    assert!(named.has("#who-2[aria-invalid]") && !named.has("#who-1[aria-invalid]"));
    // The lines keep their numbers, though browsers leave out the first end of a line.
    let blank = seller.send(&path, &[("text", "\n\nKim Miller $50.00"), ("who-3", "@Anna")]).await;
    assert_eq!(blank.one("#text").text().collect::<String>(), "\n\nKim Miller $50.00");
    assert_eq!(blank.value("#who-3"), "@Anna");
    // Also where the text is refused, or where the page has no such line any more.
    let long = "x".repeat(65_537);
    for text in [&long, "@anna $50.00"] {
        let kept = seller.send(&path, &[("text", text), ("who-7", "\"<b>")]).await;
        assert_eq!(kept.value("[name=who-7]"), "\"<b>", "{}", kept.status());
    }
    let value = named.attribute("[name=payments]", "value");
    let done = seller.send_and_follow(&waffle.manage("/payments/pay"), &[("payments", &value)]).await;
    assert_eq!(done.words("[role=status]"), "Marked paid: 1, 2.");

    assert!(seller.get("/admin/users").await.has("a[href='/admin/users/payers']"));
    let payers = seller.get("/admin/users/payers?search=kim").await;
    assert!(
        payers.words(".debtor").starts_with("Kim Miller pays for @anna Since 1 Jun 2026"),
        "{}",
        payers.words("main")
    );
    let forget = payers.attribute(".debtor form", "action");
    let forgotten = seller.send_and_follow(&forget, &[]).await;
    assert_eq!(forgotten.words("[role=status]"), "Forgotten.");
    assert_eq!(forgotten.words(".empty"), "No payers yet.");
    assert_eq!(seller.send(&forget, &[]).await.status(), 303, "it is done already");
    assert_eq!(seller.get("/admin/users/payers?search=%00").await.status(), 400);
}

#[tokio::test]
async fn the_list_of_payers_keeps_its_search_and_page_when_one_is_forgotten() {
    let (app, seller) = TestApp::with_browser().await;
    app.sql(
        "INSERT INTO payers
         SELECT gen_random_uuid(), 'kim & ''50%'' #' || n, 'Kim & ''50%'' #' || n, 'anna', now(),
                now() - n * interval '1 second'
         FROM generate_series(1, 26) n",
    )
    .await;
    let search = "M & '50%' #";
    let first = seller.get("/admin/users/payers?search=M%20%26%20%2750%25%27%20%23").await;
    assert_eq!((first.all(".debtor").len(), first.value("#search")), (25, search.to_owned()));
    let next = first.attribute(".pager a[rel=next]", "href");
    let second = seller.get(&format!("/admin/users/payers{next}")).await;
    assert_eq!((second.all(".debtor").len(), second.value("#search")), (1, search.to_owned()));
    let forget = async |page: &Page| {
        let path = page.attribute(".debtor form", "action");
        let hidden = page.all(".debtor:first-child form [type=hidden]:not([name=csrf_token])");
        let hidden: Vec<_> =
            hidden.iter().map(|it| (it.value().attr("name").unwrap(), it.value().attr("value").unwrap())).collect();
        seller.send_and_follow(&path, &hidden).await
    };
    // The second page is gone with its last row.
    let left = forget(&second).await;
    assert_eq!((left.all(".debtor").len(), left.value("#search")), (25, search.to_owned()));
    assert_eq!(left.words("[role=status]"), "Forgotten.");
    app.sql("DELETE FROM payers WHERE name NOT LIKE '%#7'").await;
    let page = seller.get("/admin/users/payers?search=%237").await;
    let none = forget(&page).await;
    assert_eq!((none.words(".empty"), none.value("#search")), ("No payers match.".to_owned(), "#7".to_owned()));
}

#[tokio::test]
async fn whatever_the_page_of_payments_offers_can_be_taken() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 4_100).await;
    let buyer = app.visitor();
    for hundred in 0..30 {
        buyer.claims(&waffle, &format!("{}-{}", hundred * 100 + 1, hundred * 100 + 100), "anna").await;
    }
    buyer.claims(&waffle, "3001", "anna").await;
    for hundred in 31..41 {
        buyer.claims(&waffle, &format!("{}-{}", hundred * 100, hundred * 100 + 99), "ben").await;
    }
    buyer.claims(&waffle, "4100", "ben").await;
    // One line for all her spots.
    let pay = waffle.manage("/payments/pay");
    let found = seller.send(&waffle.manage("/payments"), &[("text", "@anna $75,025.00")]).await;
    let anna = found.attribute("[name=payments][checked]", "value");
    let done = seller.send_and_follow(&pay, &[("payments", &anna)]).await;
    assert_eq!(done.words("[role=status]"), "Marked paid: 1-3001.");
    // More lines than the API takes in one request. Lines that are left after the time of a request are offered again.
    let spots = app.get(&format!("/api/waffles/{}/spots", waffle.slug)).await.json();
    let value = |n: usize| format!("ben:{}::payment {n} of @ben", spots[n]["id"]);
    let values: Vec<String> = (3_099..4_100).map(value).collect();
    let mut left: Vec<(&str, String)> = values.iter().map(|value| ("payments", value.clone())).collect();
    for _ in 0..20 {
        let fields: Vec<(&str, &str)> = left.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let page = seller.send(&pay, &fields).await;
        if page.status() == 303 {
            app.holds("(SELECT count(*) FROM spots WHERE status = 'paid') = 4002").await;
            return;
        }
        assert_eq!(page.status(), 503, "{}", page.words("main"));
        let rest = page.all("[name=payments]");
        left = rest.iter().map(|it| ("payments", it.value().attr("value").unwrap().to_owned())).collect();
    }
    panic!("it never ends");
}

#[tokio::test]
async fn payments_that_stop_midway_say_what_was_taken_and_a_repeat_takes_the_rest() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 100).await;
    app.visitor().claims(&waffle, "1-100", "anna").await;
    let spots = app.get(&format!("/api/waffles/{}/spots", waffle.slug)).await.json();
    let value = |n: usize| format!("anna:{}::payment {n} of @anna", spots[n]["id"]);
    let values: Vec<String> = (0..60).map(value).collect();
    let ticked: Vec<_> = values.iter().map(|value| ("payments", value.as_str())).collect();
    // Fifty are taken together. Before the next ones are, the winners are set.
    app.sql(&format!(
        "CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             IF (SELECT count(*) FROM spots WHERE waffle_id = '{id}' AND status = 'paid') >= 50 THEN
                 RAISE EXCEPTION 'stop' USING ERRCODE = '55P03';
             END IF;
             RETURN NEW;
         END $$;
         CREATE TRIGGER stop BEFORE INSERT ON taken_lines FOR EACH ROW EXECUTE FUNCTION stop()",
        id = waffle.id
    ))
    .await;
    let pay = waffle.manage("/payments/pay");
    let typed = [&ticked[..], &[("text", "what was pasted"), ("who-61", "@kim")]].concat();
    let stopped = seller.send(&pay, &typed).await;
    assert_eq!(stopped.status(), 503);
    let said = stopped.words("[role=alert]");
    let end = "The others are below. Press the button to continue. Nothing counts twice.";
    assert_eq!(said, format!("Stopped midway. 50 of 60 lines are done. {end}"));
    // What was typed is still there.
    assert_eq!((stopped.words("#text"), stopped.value("[name=who-61]")), ("what was pasted".into(), "@kim".into()));
    let lines: Vec<_> = stopped.all(".found-line").into_iter().map(words).collect();
    assert_eq!((lines.len(), lines[0].as_str()), (60, "@anna Marked paid: 1 payment 0 of @anna"));
    assert_eq!(stopped.words(".found-bar"), "Mark ticked payments paid 10 of 10 ticked: $250.00");
    app.holds("(SELECT count(*) FROM spots WHERE status = 'paid') = 50").await;
    for (lines, none) in [(2, "None of the 2 lines are done."), (1, "The line isn’t done.")] {
        let stopped = seller.send(&pay, &ticked[58..58 + lines]).await;
        assert_eq!(stopped.words("[role=alert]"), format!("Stopped. {none} {end}"));
    }

    app.sql("DROP TRIGGER stop ON taken_lines").await;
    let again = seller.send_and_follow(&pay, &ticked).await;
    let said = again.words("[role=status]");
    assert_eq!(said, "Marked paid: 51-60. 50 lines were already recorded.");
    app.holds("(SELECT count(*) FROM spots WHERE status = 'paid') = 60").await;
}

#[tokio::test]
async fn a_pasted_text_has_64_kib_and_its_form_3_mib() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 9).await;
    for (length, status) in [(65_536, 200), (65_537, 400)] {
        let text = "x".repeat(length);
        let page = seller.send(&waffle.manage("/payments"), &[("text", &text)]).await;
        assert_eq!(page.status(), status, "{length}");
        assert_eq!(page.has("#text[aria-invalid]"), status == 400);
    }
    let proof = seller.get("/admin").await.value("form.who [name=csrf_token]");
    let most = 3 * 1024 * 1024;
    for (rest, length, status) in [("", most, 200), ("", most + 1, 413), ("/pay", most, 303), ("/pay", most + 1, 413)] {
        let fields = format!("text=anna&csrf_token={proof}&padding=");
        let padded = format!("{fields}{}", "x".repeat(length - fields.len()));
        let path = waffle.manage(&format!("/payments{rest}"));
        let request = app.request(Method::POST, &path).header("cookie", &seller.cookie);
        let request = request.header("content-type", "application/x-www-form-urlencoded").body(padded);
        assert_eq!(answer(request).await.status, status, "{rest} {length}");
    }
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
    assert_eq!(more.words("[role=status]"), "More time to pay 1, 2.");
    for minutes in ["x", "0", "43201"] {
        let refused = seller.send(&path("/extend"), &[of("anna"), ("minutes", minutes), ("numbers", "2")]).await;
        assert_eq!(refused.status(), 400);
        assert_eq!(refused.words("[role=alert]"), "Nothing changed. Give buyers 1 to 43,200 minutes more.");
        assert_eq!((refused.value("#minutes[autofocus]"), ticks(&refused)), (minutes.to_owned(), vec!["2".to_owned()]));
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
    assert!(odd.words("[role=alert]").starts_with("Nothing changed. Write"));
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
