//! `/claim/:token`

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use waffle_tests::{Page, TestApp, Visitor, Waffle, answer};

use crate::draws::with_beacon;

/// A buyer on the page of a receipt.
struct Holder {
    buyer: Visitor,
    path: String,
}

impl Holder {
    /// Claims spots by form.
    async fn of(app: &TestApp, waffle: &Waffle, numbers: &str, handle: &str) -> Self {
        let buyer = app.visitor();
        let redirect = buyer.claim(waffle, &[("social_handle", handle), ("numbers", numbers)]).await;
        assert_eq!(redirect.status(), 303, "{}", redirect.words("main"));
        let path = redirect.location().to_owned();
        Self { buyer, path }
    }

    async fn look(&self) -> Page {
        self.buyer.get(&self.path).await
    }

    /// Sends a form of the page, with its proof.
    async fn send(&self, rest: &str, fields: &[(&str, &str)]) -> Page {
        let proof = self.look().await.value("main [name=csrf_token]");
        let mut fields = fields.to_vec();
        fields.push(("csrf_token", &proof));
        self.buyer.post(&format!("{}{rest}", self.path), &fields).await
    }

    async fn send_and_follow(&self, rest: &str, fields: &[(&str, &str)]) -> Page {
        let redirect = self.send(rest, fields).await;
        assert_eq!(redirect.status(), 303, "{}", redirect.words("main"));
        self.buyer.get(redirect.location()).await
    }
}

#[tokio::test]
async fn a_receipt_says_what_to_pay_by_when_and_where_with_the_amount_filled_in() {
    let app = TestApp::with(&[
        ("WAFFLE__PAYMENTS__WALLET_A__LINK", "https://pay.example/{handle}?amount={amount}"),
        ("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com"),
    ])
    .await;
    let seller = app.signed_in().await;
    let method = [
        ("type", "wallet_a"),
        ("display_name", "Honey Pay"),
        ("handle_or_url", "@golden"),
        ("instructions", "Please leave the note empty"),
    ];
    seller.send_and_follow("/admin/payment-methods/new", &method).await;
    let waffle = seller.create("Camera", 12).await;
    let methods = seller.get(&waffle.manage("/edit")).await.value("[name=payment_methods]");
    let edit = [("title", "Camera"), ("spot_price", "25"), ("payment_methods", &*methods)];
    seller.send_and_follow(&waffle.manage("/edit"), &edit).await;
    app.sql("UPDATE waffles SET pay_within_minutes = 30").await;
    app.waffles.refresh(waffle.id.parse().unwrap());
    let anna = Holder::of(&app, &waffle, "3, 7", "Anna").await;
    let page = anna.look().await;
    assert_eq!(page.status(), 200);
    let header = |name| page.answer.header(name);
    assert_eq!((header("cache-control"), header("referrer-policy")), ("no-store", "no-referrer"));
    assert_eq!(header("x-robots-tag"), "noindex");
    assert_eq!(page.words("#due-title"), "To pay: $50.00");
    assert!(!page.words("[data-to-pay]").contains("handle"), "{}", page.words("[data-to-pay]"));
    assert_eq!(page.words(".pay-name"), "Honey Pay @golden Please leave the note empty");
    assert_eq!(page.attribute(".pay-option a", "href"), "https://pay.example/golden?amount=50.00");
    assert!(page.words("[data-deadline]").starts_with("Pay by"), "{}", page.words("[data-deadline]"));
    assert!(page.attribute("[data-pay-by]", "datetime").ends_with('Z'));
    assert_eq!(page.attribute("[data-now]", "data-now"), app.clock.now().timestamp_millis().to_string());
    let link = format!("https://waffles.example.com{}", anna.path);
    assert_eq!(page.attribute("[data-receipt] [data-copy^=http]", "data-copy"), link);
    assert!(!page.has("meta[property='og:url'], link[rel=canonical]"), "the address is nobody else's");
    seller.pay(&waffle, 3).await;
    assert_eq!(anna.look().await.words("[data-spots]"), "3 paid 7 unpaid");
    seller.pay(&waffle, 7).await;
    let page = anna.look().await;
    assert!(page.has("[data-due][hidden]") && page.has("[data-give-back][hidden]"));
    assert!(!page.has("[data-all-paid][hidden]"));
}

#[tokio::test]
async fn i_have_paid_and_i_have_not() {
    let (app, _, waffle) = TestApp::browsing("Camera", 12).await;
    let anna = Holder::of(&app, &waffle, "3", "anna").await;
    assert!(anna.look().await.has("[data-said][hidden]"));
    let said = anna.send_and_follow("/paid", &[("note", "from <b>Anna</b>")]).await;
    assert!(said.words("[role=status]").starts_with("We’ve told the seller"), "{}", said.words("main"));
    assert_eq!(said.words(".said-note"), "from <b>Anna</b>");
    assert!(said.has("[data-say][hidden]") && !said.has("[data-said][hidden]"));
    let back = anna.send_and_follow("/paid", &[("take_back", "yes")]).await;
    assert!(back.has("[data-said][hidden]") && !back.has("[data-say][hidden]"));
    let long = "x".repeat(201);
    let refused = anna.send("/paid", &[("note", &long)]).await;
    assert_eq!((refused.status(), refused.value("#note")), (400, long));
    assert!(refused.words("#note-note").contains("200 characters"));
    assert!(anna.look().await.has("[data-said][hidden]"));
}

#[tokio::test]
async fn spots_are_given_back_after_a_question_that_names_them_and_the_amount() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 12).await;
    let anna = Holder::of(&app, &waffle, "3, 7, 8", "anna").await;
    seller.pay(&waffle, 8).await;
    let question = anna.send("/give-back", &[("spot", "3"), ("spot", "7")]).await;
    assert_eq!((question.status(), question.words("h1")), (200, "Give spots 3 and 7 back?".into()));
    assert!(question.words("main").contains("$50.00"), "{}", question.words("main"));
    assert_eq!(anna.look().await.words("[data-spots]"), "8 paid 3, 7 unpaid", "not yet");
    let sure = [("numbers", &*question.value("main [name=numbers]")), ("confirmed", "yes")];
    let done = anna.send_and_follow("/give-back", &sure).await;
    assert!(done.words("[role=status]").starts_with("Thanks. Anyone can claim"), "{}", done.words("main"));
    assert_eq!(done.words("[data-spots]"), "8 paid", "what was given back is not listed");
    let again = anna.send("/give-back", &sure).await;
    assert_eq!(again.status(), 409);
    assert!(again.words("[role=alert]").contains("Spot 3 is not yours"), "{}", again.words("main"));
    let paid = anna.send("/give-back", &[("spot", "8")]).await;
    assert!(paid.words("[role=alert]").contains("Spot 8 is paid"), "{}", paid.words("main"));
    for wrong in ["", "13", "some"] {
        let refused = anna.send("/give-back", &[("numbers", wrong)]).await;
        assert_eq!(refused.status(), 400, "{wrong}");
        assert!(refused.has(".field-error"), "{wrong}");
    }
}

#[tokio::test]
async fn a_claim_of_which_nothing_is_left_says_so() {
    let (app, _, waffle) = TestApp::browsing("Camera", 12).await;
    let anna = Holder::of(&app, &waffle, "3, 7", "anna").await;
    app.releases(&waffle, 7).await;
    assert_eq!(anna.look().await.words("[data-spots]"), "3 unpaid", "nor is what the seller released");
    let done = anna.send_and_follow("/give-back", &[("spot", "3"), ("confirmed", "yes")]).await;
    assert_eq!(done.words("[data-spots]"), "You no longer hold any spots from this claim.");
    assert!(
        done.has("[data-due][hidden]") && done.has("[data-give-back][hidden]") && done.has("[data-all-paid][hidden]")
    );
}

#[tokio::test]
async fn the_page_tells_who_won_also_when_the_waffle_is_taken_down() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 12).await;
    let (anna, ben) = (Holder::of(&app, &waffle, "1", "anna").await, Holder::of(&app, &waffle, "2", "ben").await);
    for number in [1, 2] {
        seller.pay(&waffle, number).await;
    }
    let draw = [("winning_spot_numbers", "1"), ("confirmed", "yes")];
    seller.send_and_follow(&waffle.manage("/winner"), &draw).await;
    let (won, lost) = (anna.look().await, ben.look().await);
    assert!(!won.has("[data-result-won][hidden]") && won.has("[data-result-lost][hidden]"));
    assert!(lost.has("[data-result-won][hidden]") && !lost.has("[data-result-lost][hidden]"));
    assert_eq!(lost.words("[data-winners-list]"), "#1 @anna");
    seller.send_and_follow(&waffle.manage("/archive"), &[]).await;
    let page = anna.look().await;
    assert!(page.has("[data-archived]") && !page.has("a[data-title]"));
    assert!(page.words("main").contains("Your receipt stays"));
}

#[tokio::test]
async fn only_the_page_itself_sends_its_forms_and_no_other_token_opens_anything() {
    let (app, _, waffle) = TestApp::browsing("Camera", 12).await;
    let (anna, ben) = (Holder::of(&app, &waffle, "1", "anna").await, Holder::of(&app, &waffle, "2", "ben").await);
    let bens = ben.look().await.value("main [name=csrf_token]");
    for proof in ["", "nonsense", &bens] {
        for (rest, field) in [("/paid", ("note", "")), ("/give-back", ("numbers", "1"))] {
            let refused = anna.buyer.post(&format!("{}{rest}", anna.path), &[field, ("csrf_token", proof)]).await;
            assert_eq!(refused.status(), 403, "{rest} {proof:?}");
        }
    }
    let proof = anna.look().await.value("main [name=csrf_token]");
    let foreign = app.request(Method::POST, &format!("{}/paid", anna.path)).header("sec-fetch-site", "cross-site");
    let foreign = waffle_tests::form(foreign, [("note", ""), ("csrf_token", &*proof)]);
    assert_eq!(answer(foreign).await.status, 403);
    // A page that keeps its address to itself sends forms like this.
    let own = app.request(Method::POST, &format!("{}/paid", anna.path)).header("origin", "null");
    let own = own.header("sec-fetch-site", "same-origin");
    let own = waffle_tests::form(own, [("note", ""), ("csrf_token", &*proof)]);
    assert_eq!(answer(own).await.status, 303);
    for path in ["/claim/x".to_owned(), format!("/claim/{}", "A".repeat(59)), "/claim/anna".to_owned()] {
        let unknown = app.visitor().get(&path).await;
        assert_eq!(unknown.status(), 404, "{path}");
        assert_eq!(unknown.answer.header("referrer-policy"), "no-referrer");
        assert_eq!(unknown.answer.header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn a_receipt_of_ten_thousand_spots_is_a_short_page() {
    let (app, _, waffle) = TestApp::browsing("The big one", 10_000).await;
    let anna = Holder::of(&app, &waffle, "1-9999", "anna").await;
    let page = anna.look().await;
    assert_eq!(page.words("[data-spots]"), "1-9999 unpaid");
    assert!(page.answer.text().len() < 20_000, "{}", page.answer.text().len());
    let question = anna.send("/give-back", &[("numbers", "1-9998")]).await;
    assert!(question.words("main").contains("9,998 spots at $25.00 each"), "{}", question.words("main"));
}

#[tokio::test]
async fn the_limit_of_claims_counts_receipts_too() {
    let limits = [("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "6"), ("WAFFLE__RATE_LIMIT__CLAIMS_BURST", "2")];
    let app = TestApp::with(&limits).await;
    let waffle = app.signed_in().await.create("Camera", 12).await;
    let anna = Holder::of(&app, &waffle, "1", "anna").await;
    anna.send_and_follow("/paid", &[("note", "")]).await;
    let limited = anna.send("/paid", &[("take_back", "yes")]).await;
    assert_eq!((limited.status(), limited.answer.header("retry-after")), (429, "10"));
    assert!(!anna.look().await.has("[data-said][hidden]"));
}

/// The paragraphs of the page about spots that are not in the draw.
fn out(page: &Page) -> Vec<String> {
    let parts = ["[data-out-waiting]", "[data-out-unpaid]", "[data-out-paid]"].into_iter();
    let shown = parts.filter(|part| !page.has(&format!("{part}[hidden]")));
    shown.map(|part| page.words(&format!("{part} h2"))).collect()
}

#[tokio::test]
async fn a_claim_that_is_not_in_the_draw_is_not_asked_for_money() {
    let (_beacon, app) = with_beacon().await;
    let seller = app.signed_in().await;
    let waffle = seller.create("Camera", 12).await;
    app.sql("UPDATE waffles SET pay_within_minutes = 600").await;
    let anna = Holder::of(&app, &waffle, "1, 2", "anna").await;
    seller.pay(&waffle, 1).await;
    assert!(app.visitor().get(&waffle.page()).await.has("[data-claim] [data-if-locked][hidden]"));
    let draws = format!("/api/admin/waffles/{}/draws", waffle.id);
    let by_api = app.seller().await;
    assert_eq!(by_api.post(&draws, &json!({})).await.status, 201);

    let board = app.visitor().get(&waffle.page()).await;
    assert!(board.words("[data-claim] [data-if-locked]").starts_with("Draw locked: spots you claim now aren’t in it."));
    assert!(!board.has("[data-if-locked][hidden]"));
    let ben = Holder::of(&app, &waffle, "3", "ben").await;
    for (holder, numbers) in [(&anna, "2"), (&ben, "3")] {
        let page = holder.look().await;
        assert_eq!(out(&page), [format!("Not in the draw: {numbers}")]);
        assert!(page.words("[data-out-waiting]").contains("Don’t pay now"), "{}", page.words("main"));
        assert!(page.has("[data-to-pay][hidden]") && !page.has("[data-due][hidden], [data-give-back][hidden]"));
        assert!(page.has("[data-deadline][hidden]"), "no deadline runs for it");
    }
    assert_eq!(anna.look().await.words("[data-spots]"), "1 paid 2 not paid, so not in the draw");

    app.clock.advance(Duration::from_secs(62));
    app.becomes(&format!("/api/waffles/{}", waffle.slug), |it| it.json()["status"] == "completed").await;
    for (holder, numbers) in [(&anna, "2"), (&ben, "3")] {
        let page = holder.look().await;
        assert_eq!(out(&page), [format!("Not in the draw: {numbers}")]);
        assert!(page.words("[data-out-unpaid]").contains("You owe nothing"), "{}", page.words("main"));
        assert!(page.has("[data-due][hidden]") && page.has("[data-give-back][hidden]"));
    }
    assert!(!anna.look().await.has("[data-result-won][hidden]"));
    let page = ben.look().await;
    assert!(page.has("[data-result-won][hidden]") && page.has("[data-result-lost][hidden]"), "it was in no draw");

    seller.pay(&waffle, 3).await;
    let page = ben.look().await;
    assert_eq!(out(&page), ["Paid, but not in the draw: 3"]);
    assert!(
        page.has("[data-all-paid][hidden]") && page.words("[data-out-paid]").contains("Ask the seller for a refund.")
    );
    let desk = seller.get(&waffle.manage("")).await;
    assert!(desk.words("[data-desk-totals]").starts_with("Nothing is owed."), "{}", desk.words("[data-desk]"));
    assert!(!desk.has("[data-pay], [data-owes], [data-sum=p]"));
    let facts = |handle: &str| desk.words(&format!("[data-buyer={handle}] .debtor-facts"));
    assert_eq!([facts("anna"), facts("ben")], ["$25.00 paid, 2 not in the draw", "$25.00 paid, 3 not in the draw"]);
    let buyer = seller.get(&waffle.manage("/buyer?handle=anna")).await;
    assert_eq!(buyer.words(".lead"), "Owes nothing. Has paid $25.00. Not in the draw: 2.");

    assert_eq!(by_api.post(&format!("{}/clear-winner", draws.replace("/draws", "")), &json!({})).await.status, 200);
    let page = anna.look().await;
    assert_eq!((out(&page), page.words("#due-title")), (vec![], "To pay: $25.00".into()));
    assert!(!page.has("[data-to-pay][hidden], [data-deadline][hidden]"), "it owes again");
}

#[tokio::test]
async fn the_desk_asks_for_nothing_that_a_locked_draw_lacks() {
    let (_beacon, app) = with_beacon().await;
    let seller = app.signed_in().await;
    let waffle = seller.create("Camera", 12).await;
    app.sql("UPDATE waffles SET pay_within_minutes = 600").await;
    Holder::of(&app, &waffle, "1, 2", "anna").await;
    seller.pay(&waffle, 1).await;
    assert!(seller.get(&waffle.manage("")).await.has("[data-buyer=anna] [data-pay]"));
    let draws = format!("/api/admin/waffles/{}/draws", waffle.id);
    assert_eq!(app.seller().await.post(&draws, &json!({})).await.status, 201);
    let desk = seller.get(&waffle.manage("")).await;
    let facts = desk.words("[data-buyer=anna] .debtor-facts");
    assert!(facts.starts_with("$25.00 since") && facts.ends_with(", not in the locked draw"), "{facts}");
    assert!(!desk.has("[data-pay]"), "it would be refused");
}
