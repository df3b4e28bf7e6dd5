//! What the seller does and sees.

use serde_json::json;
use waffle_tests::PASSWORD;
use waffle_tests::browser::Browser;
use waffle_tests::browser::session::key;

use super::TITLE;
use super::buyers::board_shows;
use crate::sharing::CHOSEN;

pub(super) async fn prepare_two_ways_to_pay(seller: &Browser) {
    seller.press(".parts a[href='/admin/payment-methods']").await;
    seller.says(".empty", "No payment methods yet").await;
    for (kind, name, handle) in
        [("wallet_a", "Honey Pay", "@golden"), ("wallet_b", "Bank", "https://bank.example/golden")]
    {
        seller.press("main a[href$='/payment-methods/new']").await;
        seller.press(&format!(".wallet-choice:has([value={kind}])")).await;
        seller.fill("#display_name", name).await;
        seller.fill("#handle_or_url", handle).await;
        seller.press("main form .primary").await;
        seller.says("main [role=status]", name).await;
    }
    seller.says(".entries", "https://wallet.example/golden").await;
}

/// Returns the address of the waffle's manage page.
pub(super) async fn create_and_edit_a_waffle(seller: &Browser) -> String {
    seller.press(".parts a[href='/admin']").await;
    seller.says(".empty", "Heat up the iron").await;
    seller.press("main .page-head a[href='/admin/waffles/new']").await;
    seller.fill("#title", "Golden “Rangefinder” camera").await;
    seller.fill("#total_spots", "12").await;
    seller.fill("#spot_price", "12.50").await;
    seller.fill("#item_count", "2").await;
    seller.says("[data-full-sum]", "A full board is worth $150.00.").await;
    assert_eq!(seller.count("[name=payment_methods]:checked").await, 2, "most sellers take all that they have");
    seller.press("main form .primary").await;
    seller.says("main [role=status]", "Post its link!").await;
    let manage = seller.path().await;

    seller.press("a[href$='/edit']").await;
    seller.fill("#title", TITLE).await;
    seller.fill("#description", "Serviced last week.").await;
    seller.fill("#spot_price", "15").await;
    seller.press("main form .primary").await;
    seller.says("h1", TITLE).await;
    seller.says("main .facts", "$15.00 a spot 12 spots 2 winners").await;
    manage
}

/// Returns the link in the copied message.
pub(super) async fn write_what_to_post(seller: &Browser) -> String {
    seller.press("a[href$='/share']").await;
    assert_eq!(seller.value(CHOSEN).await, "New drop", "the default is chosen");
    seller.says("[data-preview]", "12 spots at $15.00 each").await;
    seller.fill("#message", "{title}, {price}! {url}").await;
    seller.says("[data-preview]", &format!("{TITLE}, $15.00! http")).await;
    seller.press("[value=save]").await;
    seller.says("main [role=status]", "Your message is saved").await;
    seller.press("[data-copy-message]").await;
    seller.says("[data-copy-message]", "Copied").await;
    seller.press("#message").await;
    seller.key(format!("{}a", key::CONTROL)).await;
    seller.key(format!("{}v", key::CONTROL)).await;
    seller.becomes(format!("document.querySelector('#message').value.startsWith('{TITLE}, $15.00! http')")).await;
    let copied = seller.value("document.querySelector('#message').value").await;
    let card =
        "fetch(document.querySelector('a[href*=\"card.png\"]').href).then((it) => it.headers.get('content-type'))";
    assert_eq!(seller.value(card).await, "image/png");
    copied.as_str().and_then(|message| message.rsplit(' ').next()).unwrap_or_default().to_owned()
}

pub(super) async fn mark_paid(seller: &Browser) {
    seller.says("[data-count=p]", "4").await;
    seller.says("[data-live]", "Live").await;
    seller.press("[data-number='3'] [data-act=pay]").await;
    seller.says("[data-flash]", "Spot 3 is paid.").await;
    seller.press("[data-all]").await;
    seller.says("[data-bulk-pay]", "Mark 3 spots paid ($45.00)").await;
    seller.press("[data-bulk-pay]").await;
    seller.says("[data-flash]", "Marked paid:").await;
    seller.says("[data-sum=d]", "$60.00").await;
}

pub(super) async fn draw(seller: &Browser, bens: [u32; 2]) {
    seller.press("a[href$='view=draw']").await;
    for number in [3, 7, bens[0]] {
        seller.press(&format!(".candidate:has([value='{number}'])")).await;
    }
    seller.says("[data-picked]", "3 picked, but 2 win: remove 1.").await;
    seller.press(".candidate:has([value='7'])").await;
    seller.says("[data-picked]", "2 of 2 picked.").await;
    seller.fill("#winning_spot_numbers", &format!("{}, 3", bens[0])).await;
    seller.says("[data-picked]", "2 of 2 picked.").await;
    seller.press("[data-picker] .primary").await;
    seller.says("h1", "Are these the winners?").await;
    assert_eq!(seller.words(".notice .winners").await, format!("#{} @ben #3 @anna", bens[0]));
    seller.says(".plain-list", "2 other paid spots are not drawn.").await;
    seller.says(".plain-list", "8 spots are still free. No more spots can be claimed then.").await;
    seller.press("main form .primary").await;
    seller.says(".notice.win", &format!("Winners #{} @ben #3 @anna", bens[0])).await;
    seller.says("[data-tag]", "Drawn").await;
}

pub(super) async fn change_and_clear_the_draw(seller: &Browser, buyers: [&Browser; 2], bens: [u32; 2]) {
    seller.press("a[href$='/change-winner']").await;
    seller.fill("#winning_spot_numbers", &format!("7, {}", bens[0])).await;
    seller.press("main form .primary").await;
    seller.says("main", &format!("Instead of: #{} @ben #3 @anna", bens[0])).await;
    seller.press("main form .primary").await;
    seller.says(".notice.win", &format!("#7 @anna #{} @ben", bens[0])).await;
    for buyer in buyers {
        buyer.says("[data-winners]", &format!("#7 @anna #{} @ben", bens[0])).await;
        board_shows(buyer, &[(3, 'l'), (7, 'w'), (bens[0], 'w'), (bens[1], 'l')]).await;
    }

    seller.press("a[href$='/clear-winner']").await;
    seller.says("main .plain-list", "4 spots are paid again").await;
    seller.press("main form .danger").await;
    seller.says("[data-tag]", "Open").await;
    for buyer in buyers {
        buyer.says("[data-board-title]", "Pick your spots").await;
        board_shows(buyer, &[(3, 'd'), (7, 'd'), (bens[0], 'd'), (bens[1], 'd')]).await;
        assert_eq!((buyer.count("[data-winners]").await, buyer.count("[data-claim]").await), (0, 1));
    }

    // In the new draw, Anna wins both.
    seller.press("a[href$='view=draw']").await;
    seller.fill("#winning_spot_numbers", "3, 7").await;
    seller.press("[data-picker] .primary").await;
    seller.says("h1", "Are these the winners?").await;
    seller.press("main form .primary").await;
    seller.says(".notice.win", "#3 @anna #7 @anna").await;
}

pub(super) async fn read_reports(seller: &Browser) {
    seller.press(".parts a[href='/admin/reports']").await;
    assert_eq!(seller.words(".figures").await, "Waffles created 1 Spots claimed 4 Revenue $60.00");
    assert_eq!(seller.words(".report-table tbody tr").await, "June 2026 1 4 $60.00");
    let reports = [
        ("monthly-activity", 2, "Revenue", "June 2026 1 4 $60.00", "2026-06,1,4,6000"),
        ("power-buyers", 1, "Paid spots", "@anna 2 $30.00 100.0% @ben 2 $30.00 0.0%", "anna,2,3000,100.0"),
        ("drought", 1, "Buyers by time since their last win", "@ben never won 2 2", "ben,2,2,"),
        ("spot-velocity", 1, "From creation to the last claim", "Drawn 0 s 0 s", "completed"),
    ];
    for (report, charts, chart, rows, line) in reports {
        seller.press(&format!(".tabs a[href$='={report}']")).await;
        seller.becomes(format!("document.querySelector('[name=report]').value === '{report}'")).await;
        seller.says(".report-table tbody", rows).await;
        assert_eq!(seller.count(".chart svg").await, charts, "{report}");
        seller.says(".charts", chart).await;
        let csv = seller.value("fetch(document.querySelector('[download]').href).then((it) => it.text())").await;
        assert!(csv.as_str().unwrap_or_default().contains(line), "{report}: {csv}");
    }
}

pub(super) async fn archive_and_delete(seller: &Browser, [anna, ben]: [&Browser; 2]) {
    let board = anna.value("fetch(document.querySelector('[href$=\"/export\"]').href).then((it) => it.text())").await;
    assert!(board.as_str().unwrap_or_default().contains("3,winner,anna"), "{board}");
    seller.press(".tabs a[href$='/edit']").await;
    seller.press("form[action$='/archive'] button").await;
    seller.says("[data-tag]", "Archived").await;
    for buyer in [anna, ben] {
        buyer.says("[data-closed]", "This waffle is closed").await;
        buyer.reload().await;
        buyer.says(".error-status", "404").await;
    }
    seller.goto("/admin?archived=true").await;
    seller.press("form[action$='/unarchive'] button").await;
    seller.says("main [role=status]", "The waffle is listed again.").await;
    seller.goto("/admin").await;
    seller.press(".admin-card a").await;
    seller.says("h1", TITLE).await;
    anna.reload().await;
    anna.says("[data-winners]", "#3 @anna #7 @anna").await;

    seller.press(".tabs a[href$='/edit']").await;
    seller.press("a[href$='/delete']").await;
    seller.says("main", "4 paid spots worth $60.00").await;
    for (word, password, field, words) in [
        ("delete", PASSWORD, "#confirmation-note", "Type DELETE to confirm"),
        ("DELETE", "not-my-password", "#password-note", "password"),
    ] {
        seller.fill("#confirmation", word).await;
        seller.fill("#password", password).await;
        seller.press("main form .danger").await;
        seller.becomes(format!("document.querySelector('{field}').className === 'field-error'")).await;
        seller.says(field, words).await;
    }
    seller.fill("#confirmation", "DELETE").await;
    seller.fill("#password", PASSWORD).await;
    seller.press("main form .danger").await;
    seller.says(".empty", "Heat up the iron").await;
    anna.reload().await;
    anna.says(".error-status", "404").await;
    ben.goto("/buyer/ben").await;
    ben.says(".empty", "@ben doesn’t hold any spots").await;
    assert_eq!(seller.value("fetch('/api/waffles').then((it) => it.json())").await, json!([]));
}
