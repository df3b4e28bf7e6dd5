//! A whole evening: one seller at a desk, two buyers with phones, from the first click to the last.

mod buyers;
mod seller;

use waffle_tests::TestApp;
use waffle_tests::browser::chromedriver::Chromedriver;

use crate::drawing::WATCH_THE_RAIN;
use crate::selling::sign_in;

const TITLE: &str = "Golden “Rangefinder” & its strap";
const PAGE: &str = "/waffle/golden-rangefinder-camera";

#[tokio::test]
async fn a_seller_and_two_buyers_spend_an_evening() {
    let wallet = ("WAFFLE__PAYMENTS__WALLET_A__LINK", "https://wallet.example/{handle}");
    let (app, chromedriver) = (TestApp::with(&[wallet]).await, Chromedriver::start());
    let (seller, anna, ben) =
        tokio::join!(chromedriver.open(&app), chromedriver.open_phone(&app), chromedriver.open_without_motion(&app));
    ben.resize(390, 844).await;
    let both = [&anna, &ben];
    for buyer in both {
        buyer.first_run(WATCH_THE_RAIN).await;
    }

    sign_in(&seller, "/admin").await;
    seller::prepare_two_ways_to_pay(&seller).await;
    let manage = seller::create_and_edit_a_waffle(&seller).await;
    let link = seller::write_what_to_post(&seller).await;
    assert!(link.ends_with(PAGE), "{link}");
    for buyer in both {
        buyers::open_the_link(buyer).await;
    }
    let bens = buyers::claim(&anna, &ben).await;
    seller.goto(&format!("{manage}?view=spots")).await;
    seller::mark_paid(&seller).await;
    for buyer in both {
        buyers::board_shows(buyer, &[(3, 'd'), (7, 'd'), (bens[0], 'd'), (bens[1], 'd')]).await;
    }
    anna.says("[data-legend-mine]", "yours: 3, 7").await;
    assert!(!anna.words("[data-legend-mine]").await.contains("to pay"));

    seller::draw(&seller, bens).await;
    buyers::celebrate(&anna, &ben, bens).await;
    buyers::look_themselves_up(&anna, &ben, bens).await;
    for buyer in both {
        buyers::open_the_link(buyer).await;
    }
    seller::change_and_clear_the_draw(&seller, both, bens).await;
    seller::read_reports(&seller).await;
    seller.goto(&manage).await;
    seller::archive_and_delete(&seller, both).await;
    for browser in [&seller, &anna, &ben] {
        let mut complaints = browser.complaints().await;
        // Refused requests, and sockets cut off by going to another page, are part of the evening.
        complaints.retain(|it| !it.contains("Failed to load resource"));
        complaints.retain(|it| !it.contains("closed before the connection is established"));
        // So is a socket that comes back just after the waffle was archived or deleted.
        complaints.retain(|it| !it.contains("Unexpected response code: 404"));
        assert_eq!(complaints, [""; 0]);
    }
}
