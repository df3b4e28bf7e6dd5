//! What the buyers do and see.

use waffle_tests::browser::Browser;

use super::{PAGE, TITLE};

pub(super) async fn open_the_link(buyer: &Browser) {
    buyer.goto(PAGE).await;
    buyer.says("h1", TITLE).await;
    buyer.says("[data-live]", "Live").await;
    buyer.says("[data-price]", "$15.00").await;
    for (name, link) in [("Honey Pay", "https://wallet.example/golden"), ("Bank", "https://bank.example/golden")] {
        buyer.says(&format!(".pay-option:has(a[href='{link}'])"), name).await;
        assert_eq!(buyer.words(&format!(".pay-option a[href='{link}']")).await, "Pay");
    }
    buyer.value("window.sameVisit = true").await;
}

/// Anna claims 3 and 7, Ben two random spots; returns Ben's.
pub(super) async fn claim(anna: &Browser, ben: &Browser) -> [u32; 2] {
    anna.press("[data-n='3']").await;
    anna.press("[data-n='7']").await;
    anna.fill("#handle", "@Anna").await;
    anna.says("[data-claim-picked]", "Claim 2 for $30.00").await;
    anna.press("[data-claim-picked]").await;
    anna.says("[data-outcome]", "3 and 7 are yours! To pay: $30.00.").await;
    assert_eq!(anna.count("[data-outcome] .pay-option a").await, 2, "how to pay is told at once");
    board_shows(ben, &[(3, 'p'), (7, 'p')]).await;
    ben.says("[data-n='3']", "anna").await;

    ben.fill("#handle", "ben").await;
    ben.press("[data-more]").await;
    ben.says("[data-claim-random]", "Pick & claim 2 $30.00").await;
    ben.press("[data-claim-random]").await;
    ben.says("[data-outcome]", "are yours!").await;
    ben.becomes("document.querySelectorAll('#board [data-mine]').length === 2").await;
    let mine =
        ben.value("[...document.querySelectorAll('#board [data-mine]')].map((it) => Number(it.dataset.n))").await;
    let number = |at: usize| mine[at].as_u64().and_then(|it| u32::try_from(it).ok()).expect("a number");
    let bens = [number(0), number(1)];
    board_shows(anna, &[(bens[0], 'p'), (bens[1], 'p')]).await;
    anna.says("[data-left]", "8").await;
    bens
}

/// Waits until a buyer's board shows the spots in their states, without a reload.
pub(super) async fn board_shows(buyer: &Browser, spots: &[(u32, char)]) {
    for (number, state) in spots {
        buyer.becomes(format!("document.querySelector(\"[data-n='{number}']\").dataset.s === '{state}'")).await;
    }
    assert_eq!(buyer.value("window.sameVisit").await, true, "it was not loaded again");
}

pub(super) async fn celebrate(anna: &Browser, ben: &Browser, bens: [u32; 2]) {
    for buyer in [anna, ben] {
        buyer.says("[data-winners]", &format!("And the winners are #{} @ben #3 @anna", bens[0])).await;
        board_shows(buyer, &[(3, 'w'), (7, 'l'), (bens[0], 'w'), (bens[1], 'l')]).await;
        buyer.says("[data-tag]", "Drawn").await;
        assert_eq!(buyer.count("[data-claim], [data-tools]").await, 0);
        buyer.says("[data-pay-drawn]", "nothing is owed").await;
    }
    anna.becomes("window.rained").await;
    assert_eq!(ben.value("window.rained").await, false, "he asked for less motion");
}

pub(super) async fn look_themselves_up(anna: &Browser, ben: &Browser, bens: [u32; 2]) {
    anna.press("[data-winners] a[href='/buyer/anna']").await;
    ben.fill("#find-handle", "@Ben").await;
    ben.press("[data-find] button").await;
    for (buyer, handle, won, lost) in [(anna, "@anna", 3, 7), (ben, "@ben", bens[0], bens[1])] {
        buyer.says("h1", handle).await;
        let counts = "Win 1 Loss 1 Win rate 50.0% Spots claimed 2 Spots paid 2 Waffle 1";
        assert_eq!(buyer.words(".counts").await, counts);
        buyer.says(".luck", "0.0 Right on the odds.").await;
        assert_eq!(buyer.words(".trophies").await, "Rangefinder");
        buyer.says(".history-row", &format!("{TITLE} Won")).await;
        let held = buyer.words(".held").await;
        assert!(
            held.contains(&format!("winner spot {won}")) && held.contains(&format!("not drawn spot {lost}")),
            "{held}"
        );
        buyer.press(".buyer-head a[href$='/card']").await;
        assert_eq!(buyer.words(".buyer-card h1").await, handle);
        assert_eq!(buyer.words(".buyer-card .counts").await, "Win 1 Loss 1 Spots 2 Win rate 50.0%");
        assert_eq!(buyer.words(".buyer-card .trophies").await, "Rangefinder");
        assert_eq!(buyer.count("header, nav, footer").await, 0);
    }
}
