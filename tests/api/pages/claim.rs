//! `POST /waffle/:slug/claim`

use std::time::Duration;

use waffle_test_databases::StopMode;
use waffle_tests::{Page, TestApp};

/// The values in the page's claim form.
fn typed(page: &Page) -> (String, String, String) {
    (page.value("#handle"), page.value("#numbers"), page.value("#count"))
}

fn key(page: &Page) -> String {
    page.value("#claim [name=idempotency_key]")
}

fn kept(handle: &str, numbers: &str, count: &str) -> (String, String, String) {
    (handle.to_owned(), numbers.to_owned(), count.to_owned())
}

/// The address of the receipt that a claim leads to.
fn receipt(redirect: &Page) -> &str {
    assert_eq!(redirect.status(), 303, "{}", redirect.words("main"));
    let token = redirect.location().strip_prefix("/claim/").unwrap_or_else(|| panic!("{}", redirect.location()));
    assert_eq!(token.len(), 70);
    redirect.location()
}

#[tokio::test]
async fn a_claim_leads_to_its_receipt() {
    let (app, _, waffle) = TestApp::browsing("Camera", 12).await;
    let buyer = app.visitor();
    let fields = [("social_handle", "@Anna"), ("numbers", "3, 7-9"), ("spot", "9"), ("spot", "11"), ("count", "1")];
    let redirect = buyer.claim(&waffle, &fields).await;
    assert_eq!(redirect.status(), 303);
    let receipt = buyer.get(receipt(&redirect)).await;
    assert_eq!(receipt.words("h1"), "Your spots, @anna");
    assert_eq!(receipt.words("[data-spots]"), "3, 7-9, 11 unpaid");
    assert_eq!(receipt.words("#due-title"), "To pay: $125.00");
    let board = buyer.get(&receipt.attribute("a[data-title]", "href")).await;
    assert_eq!(board.attribute("#board", "data-states"), "aapaaapppapa");
}

#[tokio::test]
async fn a_form_that_is_sent_twice_claims_once() {
    let (app, _, waffle) = TestApp::browsing("Camera", 12).await;
    let key = key(&app.visitor().get(&waffle.page()).await);
    let fields = [
        ("idempotency_key", key.as_str()),
        ("social_handle", "anna"),
        ("count", "4"),
        ("pick", "random"),
        ("numbers", ""),
    ];
    let (first, second) =
        (app.visitor().post(&waffle.claim(), &fields).await, app.visitor().post(&waffle.claim(), &fields).await);
    assert_eq!((first.status(), second.status()), (303, 303));
    assert_eq!(first.location(), second.location());
    let page = app.visitor().get(&waffle.page()).await;
    assert_eq!(page.attribute("#board", "data-states").matches('p').count(), 4);

    let other = [("idempotency_key", key.as_str()), ("social_handle", "ben"), ("numbers", "1")];
    let reused = app.visitor().post(&waffle.claim(), &other).await;
    assert_eq!(reused.status(), 409);
    assert!(reused.words("[data-notice]").contains("already used"));
    assert_ne!(self::key(&reused), key, "the form goes on with a key of its own");
}

#[tokio::test]
async fn a_key_that_can_be_guessed_leads_to_nobodys_receipt() {
    let (app, _, waffle) = TestApp::browsing("Camera", 12).await;
    for (number, length, leads) in [("1", 19, false), ("2", 20, true)] {
        let claim = serde_json::json!({"waffle_id": waffle.id, "spots": [number.parse::<i64>().unwrap()],
            "social_handle": "anna"});
        let key = "k".repeat(length);
        waffle_tests::answer(app.claiming(&claim).header("idempotency-key", &key)).await;
        let fields = [("idempotency_key", key.as_str()), ("social_handle", "anna"), ("numbers", number)];
        assert_eq!(app.visitor().post(&waffle.claim(), &fields).await.status() == 303, leads, "{length}");
    }
}

#[tokio::test]
async fn when_spots_are_taken_the_others_are_one_press_away() {
    let (app, _, waffle) = TestApp::browsing("Camera", 12).await;
    app.visitor().claims(&waffle, "7", "ben").await;
    let buyer = app.visitor();
    let refused = buyer.claim(&waffle, &[("social_handle", "anna"), ("numbers", "6-8, 12")]).await;
    assert_eq!(refused.status(), 409);
    let notice = refused.words("[data-notice]");
    assert!(notice.starts_with("7 was just taken"), "{notice}");
    assert!(notice.contains("Claim 6, 8, 12 for $75.00"), "{notice}");
    assert_eq!(typed(&refused), kept("anna", "6, 8, 12", "1"));
    assert_eq!(refused.attribute("#board", "data-holders"), "ben", "nothing was claimed");

    let rest = |name: &str| refused.value(&format!("[data-notice] [name={name}]"));
    let (key, handle, numbers) = (rest("idempotency_key"), rest("social_handle"), rest("numbers"));
    let fields = [("idempotency_key", &*key), ("social_handle", &*handle), ("numbers", &*numbers)];
    let redirect = buyer.post(&refused.attribute("[data-notice] form", "action"), &fields).await;
    assert_eq!(buyer.get(receipt(&redirect)).await.words("[data-spots]"), "6, 8, 12 unpaid");

    let gone = buyer.claim(&waffle, &[("social_handle", "carl"), ("numbers", "6-8")]).await;
    assert!(gone.words("[data-notice]").starts_with("6-8 were just taken"));
    assert!(!gone.has("[data-notice] form"));
}

#[tokio::test]
async fn random_spots_are_what_is_left_and_then_none() {
    let (app, _, waffle) = TestApp::browsing("Camera", 5).await;
    let pick = [("social_handle", "anna"), ("count", "9"), ("pick", "random"), ("numbers", "")];
    let redirect = app.visitor().claim(&waffle, &pick).await;
    let page = app.visitor().get(redirect.location()).await;
    assert!(page.words("[role=status]").starts_with("You got 5 of the 9 you asked for"), "{}", page.words("main"));
    assert_eq!(page.words("[data-spots]"), "1-5 unpaid");
    let none = app.visitor().claim(&waffle, &pick).await;
    assert_eq!(none.status(), 409);
    assert!(none.words("[data-notice]").starts_with("No spots left"));
    assert_eq!(typed(&none), kept("anna", "", "9"));
}

#[tokio::test]
async fn a_mistake_is_marked_and_what_was_typed_stays() {
    let (app, _, waffle) = TestApp::browsing("Camera", 12).await;
    for (fields, wrong) in [
        (vec![("social_handle", "an na"), ("numbers", "3"), ("count", "1")], "#handle"),
        (vec![("social_handle", ""), ("numbers", "3"), ("count", "1")], "#handle"),
        (vec![("social_handle", "anna"), ("numbers", "13"), ("count", "1")], "#numbers"),
        (vec![("social_handle", "anna"), ("numbers", "three"), ("count", "1")], "#numbers"),
        (vec![("social_handle", "anna"), ("numbers", ""), ("count", "1")], "#numbers"),
        (vec![("social_handle", "anna"), ("numbers", ""), ("count", "0"), ("pick", "random")], "#count"),
        (vec![("social_handle", "anna"), ("numbers", ""), ("count", "some"), ("pick", "random")], "#count"),
        (vec![("social_handle", "anna"), ("numbers", ""), ("count", "-3"), ("pick", "random")], "#count"),
        (vec![("social_handle", "anna"), ("numbers", ""), ("count", "1.5"), ("pick", "random")], "#count"),
    ] {
        let refused = app.visitor().claim(&waffle, &fields).await;
        assert_eq!(refused.status(), 400, "{fields:?}");
        let invalid = refused.all("#claim [aria-invalid], #numbers[aria-invalid]");
        assert_eq!(invalid.len(), 1, "{fields:?}");
        let error = refused.attribute(wrong, "aria-describedby");
        assert!(!refused.words(&format!("#{error}")).is_empty(), "{fields:?}");
        assert_eq!(typed(&refused), kept(fields[0].1, fields[1].1, fields[2].1));
    }
    assert!(!app.visitor().get(&waffle.page()).await.attribute("#board", "data-states").contains('p'));
}

#[tokio::test]
async fn what_is_wrong_with_a_handle_is_said_and_a_pasted_address_is_its_handle() {
    let (app, _, waffle) = TestApp::browsing("Camera", 12).await;
    let (too_long, longest) = ("a".repeat(65), "a".repeat(64));
    for (typed, words) in [
        ("", "Enter your social handle."),
        (&*too_long, "A handle can have at most 64 characters."),
        (&*format!("https://www.example.com/@{too_long}/?x=1"), "A handle can have at most 64 characters."),
        ("an na", "A handle can only have letters a to z, numbers, dots, underscores and hyphens."),
    ] {
        let refused = app.visitor().claim(&waffle, &[("social_handle", typed), ("numbers", "3")]).await;
        assert_eq!((refused.status(), &*refused.words("[data-handle-error]")), (400, words), "{typed}");
    }
    for (typed, number, handle) in [
        (&*format!("https://www.example.com/@{longest}/?x=1"), "3", &*longest),
        ("https://www.example.com/@Anna/?x=1", "4", "anna"),
    ] {
        app.visitor().claims(&waffle, number, typed).await;
        let page = app.visitor().get(&waffle.page()).await;
        let holders = page.attribute("#board", "data-holders");
        assert_eq!(holders.split(' ').next_back(), Some(handle), "the holder of {number} in {holders}");
    }
}

#[tokio::test]
async fn over_the_limit_the_form_waits_with_what_was_typed() {
    let limits = [("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "6"), ("WAFFLE__RATE_LIMIT__CLAIMS_BURST", "1")];
    let app = TestApp::with(&limits).await;
    let waffle = app.signed_in().await.create("Camera", 12).await;
    app.visitor().claims(&waffle, "1", "anna").await;
    let fields = [("social_handle", "anna"), ("numbers", "2"), ("count", "3")];
    let limited = app.visitor().claim(&waffle, &fields).await;
    assert_eq!(limited.status(), 429);
    assert_eq!(limited.answer.header("retry-after"), "10");
    assert!(limited.words("[data-notice]").contains("Try again in 10 seconds"));
    assert_eq!(typed(&limited), kept("anna", "2", "3"));
    let unknown = app.visitor().post("/waffle/none/claim", &[("social_handle", "anna"), ("numbers", "1")]).await;
    assert_eq!(unknown.status(), 429, "an unknown waffle counts too");
    app.clock.advance(Duration::from_secs(10));
    app.visitor().claims(&waffle, "2", "anna").await;
}

#[tokio::test]
async fn over_the_limit_the_answer_is_short_and_as_long_for_every_board() {
    let limits = [("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "6"), ("WAFFLE__RATE_LIMIT__CLAIMS_BURST", "1")];
    let app = TestApp::with(&limits).await;
    let seller = app.signed_in().await;
    let (small, large) = (seller.create("Small", 2).await, seller.create("Large", 10_000).await);
    app.visitor().claims(&small, "1", "anna").await;
    let fields = [("idempotency_key", "k1"), ("social_handle", "anna"), ("spot", "2"), ("count", "3")];
    let mut answers = Vec::new();
    for slug in [&small.slug, &large.slug, "unheard-of"] {
        let refused = app.visitor().post(&format!("/waffle/{slug}/claim"), &fields).await;
        assert_eq!(refused.status(), 429, "{slug}");
        assert_eq!(refused.attribute("main a", "href"), format!("/waffle/{slug}"), "it leads back to the board");
        let (action, key) = (refused.attribute("main form", "action"), refused.value("[name=idempotency_key]"));
        assert_eq!((action, key), (format!("/waffle/{slug}/claim"), "k1".to_owned()));
        answers.push(refused.answer.text().replace(slug, "SLUG"));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0] && answer.len() < 6_000), "{answers:#?}");
    let words = app.visitor().post("/waffle/no such name/claim", &fields).await.words("main");
    assert!(words.contains("Easy on the syrup"), "no waffle can have that name: {words}");
}

#[tokio::test]
async fn what_is_no_such_form_or_waffle_is_refused_with_a_page() {
    let (app, _, waffle) = TestApp::browsing("Camera", 12).await;
    let unknown = app.visitor().post("/waffle/none/claim", &[("social_handle", "anna"), ("numbers", "1")]).await;
    assert_eq!(unknown.status(), 404);
    let json = app.request(reqwest::Method::POST, &waffle.claim()).json(&[1]);
    assert_eq!(waffle_tests::answer(json).await.status, 415);
    assert_eq!(app.visitor().get(&waffle.claim()).await.status(), 405);
}

#[tokio::test]
async fn without_the_database_the_board_stays_and_the_form_keeps_its_key() {
    let (cluster, mut app) = TestApp::on_cluster(&[]).await;
    let seller = app.signed_in().await;
    let waffle = seller.create("Camera", 12).await;
    let open = app.visitor().get(&waffle.page()).await;
    cluster.stop_server(StopMode::Immediate).await.unwrap();

    let page = seller.get(&waffle.page()).await;
    assert_eq!(page.status(), 200, "also for those whose cookie nobody can check now");
    assert!(!page.has("form.who"));
    let key = key(&open);
    let fields = [("idempotency_key", key.as_str()), ("social_handle", "anna"), ("numbers", "3")];
    let refused = app.visitor().post(&waffle.claim(), &fields).await;
    assert_eq!(refused.status(), 503, "{}", refused.words("main"));
    assert!(!refused.answer.header("retry-after").is_empty());
    assert_eq!(self::key(&refused), key);
    assert_eq!(typed(&refused), kept("anna", "3", "1"));

    cluster.start_server().await.unwrap();
    let sent_again = async {
        loop {
            let redirect = app.visitor().post(&waffle.claim(), &fields).await;
            if redirect.status() != 503 {
                return redirect;
            }
        }
    };
    let redirect = tokio::time::timeout(Duration::from_secs(10), sent_again).await.unwrap();
    receipt(&redirect);
    app.stop();
    cluster.stop().await.unwrap();
}
