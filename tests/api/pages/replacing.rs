//! Prizes, alternates, and winners who are replaced, on the pages of buyers and sellers.

use std::time::Duration;

use waffle_tests::{TestApp, Visitor, Waffle};

use crate::draws::with_beacon;

/// A waffle of two winners. Spots 1 to 4 are paid, each by another buyer. Returns the receipts' addresses, too.
async fn sold(app: &TestApp, seller: &Visitor) -> (Waffle, Vec<String>) {
    let waffle = seller.create("Camera", 6).await;
    let edited = [("title", "Camera"), ("item_count", "2"), ("spot_price", "25.00"), ("total_spots", "6")];
    seller.send_and_follow(&waffle.manage("/edit"), &edited).await;
    let mut receipts = Vec::new();
    for (number, handle) in [("1", "anna"), ("2", "ben"), ("3", "cleo"), ("4", "dario")] {
        let fields = [("social_handle", handle), ("numbers", number)];
        receipts.push(app.visitor().claim(&waffle, &fields).await.location().to_owned());
        seller.pay(&waffle, number.parse().unwrap()).await;
    }
    (waffle, receipts)
}

/// Locks a draw with the form, and waits for its winners.
async fn drawn(app: &TestApp, seller: &Visitor, waffle: &Waffle) -> Vec<u32> {
    let fields = [("alternates", "1"), ("prize", "The <camera>"), ("prize", "Film & bag"), ("delay_seconds", "60")];
    let locked = seller.send_and_follow(&waffle.manage("/draws"), &fields).await;
    assert!(locked.words("[data-locked]").contains("Draw 1: 4 entries"), "{}", locked.words("main"));
    let public = app.visitor().get(&format!("{}/draws/1", waffle.page())).await;
    assert_eq!(public.words("[data-prizes]"), "The <camera> ; Film & bag");
    assert!(public.words("main").contains("Alternates up to 1") && !public.has("[data-alternates]"));
    app.clock.advance(Duration::from_secs(65));
    let path = format!("/api/waffles/{}", waffle.slug);
    let answer = app.becomes(&path, |answer| answer.json()["status"] == "completed").await;
    let numbers = answer.json()["winning_spot_numbers"].clone();
    numbers.as_array().unwrap().iter().map(|number| u32::try_from(number.as_u64().unwrap()).unwrap()).collect()
}

#[tokio::test]
async fn prizes_and_alternates_are_shown_to_everybody_and_a_winner_is_replaced_without_a_script() {
    let (_beacon, app) = with_beacon().await;
    let seller = Visitor::of_role(&app, "mia", "waffle_manager").await;
    let (waffle, receipts) = sold(&app, &seller).await;
    let form = seller.get(&waffle.manage("/draws")).await;
    assert_eq!(form.all("form[data-lock] [name=prize]").len(), 2, "one for each winner");
    let won = drawn(&app, &seller, &waffle).await;
    let path = format!("/api/waffles/{}/draws/1", waffle.slug);
    let draw = app.get(&path).await.json();
    let next = draw["alternate_spot_numbers"][0].as_u64().unwrap();

    let public = app.visitor().get(&format!("{}/draws/1", waffle.page())).await;
    assert!(!public.has("[data-since]"));
    assert!(public.words("[data-alternates]").starts_with(&format!("#{next} @")), "{}", public.words("main"));
    for page in [waffle.page(), format!("{}/stage", waffle.page()), receipts[0].clone()] {
        let list = app.visitor().get(&page).await.words("[data-winners-list]");
        assert!(list.contains("The <camera>") && list.ends_with("Film & bag"), "{page}: {list}");
    }
    let text = app.get(&format!("{}/board.txt", waffle.page())).await.text();
    assert!(text.contains(" ★ The <camera>\n") && text.contains(" ★ Film & bag\n"), "{text}");
    let export = app.get(&format!("/api/waffles/{}/export", waffle.slug)).await.text();
    assert!(export.starts_with("spot_number,status,claimed_by_handle"), "{export}");
    let rows = |end: &str| export.lines().filter(|line| line.ends_with(end)).count();
    assert_eq!([rows(",prize"), rows(",The <camera>"), rows(",Film & bag")], [1, 1, 1], "{export}");
    let receipt = async |number: u64| app.visitor().get(&receipts[usize::try_from(number).unwrap() - 1]).await;
    assert_eq!(receipt(won[0].into()).await.words("[data-prizes]"), format!("#{} The <camera>", won[0]));
    assert_eq!(receipt(next).await.words("[data-alternates]"), format!("#{next} is alternate 1"));
    assert!(receipt(won[1].into()).await.has("[data-alternate][hidden]"));

    assert!(seller.get(&waffle.manage("")).await.has("a[href$='/draws#replace']"));
    let page = seller.get(&waffle.manage("/draws")).await;
    assert!(page.words("[data-next]").contains(&format!("#{next} @")));
    let replace = page.attribute(&format!("[data-replace='{}']", won[1]), "action");
    let (spot, reason) = (won[1].to_string(), format!("replace_reason_{}", won[1]));
    let why = |words: &'static str| [("spot_number", spot.as_str().to_owned()), (reason.as_str(), words.to_owned())];
    let refused = why("");
    let refused = seller.send(&replace, &refused.each_ref().map(|(name, value)| (*name, value.as_str()))).await;
    assert_eq!(refused.status(), 400);
    assert!(refused.has(&format!("#{reason}[aria-invalid]")) && !refused.has("#reason[aria-invalid]"));
    let sent = why("No answer for two days.");
    let sent = sent.each_ref().map(|(name, value)| (*name, value.as_str()));
    let replaced = seller.send_and_follow(&replace, &sent).await;
    assert!(replaced.words("main").contains("Draw 1 has no alternates left"), "{}", replaced.words("main"));
    assert_eq!(seller.send(&replace, &sent).await.status(), 400, "not a winner any more");

    let activity = seller.get(&waffle.manage("")).await.words(".activity summary");
    assert!(activity.contains(&format!("{next} wins instead of {}", won[1])), "{activity}");
    let ledger = app.visitor().get(&format!("{}/draws", waffle.page())).await.words("[data-ledger]");
    assert!(
        ledger.contains("Draw 1: a winner stepped back") && ledger.ends_with("No answer for two days."),
        "{ledger}"
    );
    let public = app.visitor().get(&format!("{}/draws/1", waffle.page())).await;
    assert!(public.words("[data-since]").starts_with("An alternate has taken a winner’s place since."));
    assert_eq!(receipt(next).await.words("[data-prizes]"), format!("#{next} Film & bag"));
    assert!(receipt(next).await.has("[data-alternate][hidden]"));
    let json = app.get(&receipts[usize::try_from(next).unwrap() - 1].replace("/claim/", "/api/receipts/")).await.json();
    assert_eq!((&json["spots"][0]["prize"], &json["spots"][0]["alternate"]), (&"Film & bag".into(), &().into()));
    assert_eq!(json["result"], "won");
    let out = receipt(won[1].into()).await;
    assert!(out.has("[data-result-lost]:not([hidden])") && out.words("[data-prizes]").is_empty());
    // What a buyer's own page and the reports count is what the spots say.
    let name = ["anna", "ben", "cleo", "dario"][usize::try_from(next).unwrap() - 1];
    let stats = app.get(&format!("/api/buyers/{name}/stats")).await.json();
    assert_eq!((&stats["total_wins"], &stats["total_losses"]), (&1.into(), &0.into()));
    let history = app.get(&format!("/api/buyers/{name}/history")).await.json();
    assert_eq!(history[0]["result"], "won", "{history}");
    seller.send_and_follow(&waffle.manage("/clear-winner"), &[("reason", "All of it was a mistake.")]).await;
    let public = app.visitor().get(&format!("{}/draws/1", waffle.page())).await;
    assert!(public.words("[data-since]").starts_with("These winners no longer count"));
}

#[tokio::test]
async fn prizes_and_alternates_that_are_refused_come_back_as_typed() {
    let (app, seller) = TestApp::with_browser().await;
    let (waffle, _) = sold(&app, &seller).await;
    let lock = waffle.manage("/draws");
    for alternates in ["two", "11", "-1"] {
        let refused = seller.send(&lock, &[("alternates", alternates)]).await;
        assert_eq!((refused.status(), refused.value("#alternates")), (400, alternates.to_owned()));
        assert!(refused.has("#alternates[aria-invalid]"));
    }
    let refused = seller.send(&lock, &[("prize", "The camera"), ("prize", " ")]).await;
    assert_eq!(refused.status(), 400);
    assert_eq!(refused.words("#prizes-note"), "Prize 2 has no name.");
    assert_eq!(refused.all("[name=prize]")[0].value().attr("value"), Some("The camera"));
    let blank = seller.send_and_follow(&lock, &[("prize", ""), ("prize", " "), ("alternates", "")]).await;
    assert!(blank.has("[data-locked]"), "neither is needed");
    let public = app.visitor().get(&format!("{}/draws/1", waffle.page())).await;
    assert!(!public.has("[data-prizes]") && !public.words("main").contains("Alternates up to"));
}
