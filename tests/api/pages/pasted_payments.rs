//! The page on which payments are pasted, and who paid under which name.

use reqwest::Method;
use scraper::ElementRef;
use waffle_tests::{Page, TestApp, answer, words};

use super::money_desk::{buyers, sell, sold};

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
    assert_eq!(found.words(".found-bar"), "Mark selected payments paid 1 of 3 selected: $25.00");
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
    assert!(first.starts_with("@anna $25.00 Already marked paid 1 Jun 2026"), "{first}");
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
    assert!(line.starts_with("@cleo $25.00 Already marked paid 1 Jun 2026"), "{line}");
    assert!(line.contains("count it again"), "{line}");
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
    let end = "The others are below. Press the button to continue. No payment counts twice.";
    assert_eq!(said, format!("Stopped midway. 50 of 60 lines are done. {end}"));
    // What was typed is still there.
    assert_eq!((stopped.words("#text"), stopped.value("[name=who-61]")), ("what was pasted".into(), "@kim".into()));
    let lines: Vec<_> = stopped.all(".found-line").into_iter().map(words).collect();
    assert_eq!((lines.len(), lines[0].as_str()), (60, "@anna Marked paid: 1 payment 0 of @anna"));
    assert_eq!(stopped.words(".found-bar"), "Mark selected payments paid 10 of 10 selected: $250.00");
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
