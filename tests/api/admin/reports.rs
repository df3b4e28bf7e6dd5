//! `GET /api/admin/reports/*`

mod crowd;
mod standby;

use std::time::Duration;

use serde_json::{Value, json};
use waffle_tests::{Answer, Seller, TestApp, each, faults};

const REPORTS: [&str; 4] = ["drought", "power-buyers", "monthly-activity", "spot-velocity"];

async fn read(seller: &Seller, report: &str) -> Answer {
    seller.get(&format!("/api/admin/reports/{report}")).await
}

/// A server that sold a lens, which Anna wins with one spot and loses with another, and Bob loses. Anna claims 30
/// minutes after noon, Bob an hour after, and the draw is an hour later. Then Eve pays for a spot of a strap.
async fn with_history() -> (TestApp, Seller) {
    let (app, seller, lens) = TestApp::selling("Lens", 10).await;
    let wait = |minutes| app.clock.advance(Duration::from_mins(minutes));
    wait(30);
    app.claims(&lens, &[1, 2], "anna").await;
    wait(30);
    app.sells(&lens, &[3], "bob").await;
    app.claims(&lens, &[4], "cleo").await;
    seller.pay_many(&lens, &[lens.spot(1), lens.spot(2)]).await.ok();
    wait(60);
    app.draws(&lens, &[1]).await;
    let strap = app.waffle_of(&json!({"title": "=Strap, \"new\"", "spot_price": 1_000}), &[]).await;
    app.sells(&strap, &[7], "-eve").await;
    (app, seller)
}

fn handles(answer: &Answer) -> Vec<Value> {
    each(&answer.json()["entries"], "social_handle")
}

#[tokio::test]
async fn droughts_are_those_who_lost_and_did_not_win_lately() {
    let (app, _) = with_history().await;
    app.clock.advance(Duration::from_hours(36));
    let seller = app.seller().await;
    let all = read(&seller, "drought").await;
    assert_eq!(
        all.json(),
        json!({
            "entries": [
                {
                    "social_handle": "bob", "total_entries": 1, "total_losses": 1,
                    "last_entry_date": "2026-06-01T13:00:00Z", "longest_drought": 99_999,
                },
                {
                    "social_handle": "anna", "total_entries": 2, "total_losses": 1,
                    "last_entry_date": "2026-06-01T12:30:00Z", "longest_drought": 1,
                },
            ],
            "from": null,
            "to": null,
        })
    );
    let recent = read(&seller, "drought?from=2026-06-01&to=2026-06-01").await;
    assert_eq!(handles(&recent), ["bob"], "anna won within the range");
    assert_eq!(
        (recent.json()["from"].as_str(), recent.json()["to"].as_str()),
        (Some("2026-06-01"), Some("2026-06-01"))
    );
    let later = read(&seller, "drought?from=2026-06-01T14:00:00.000001Z").await;
    assert_eq!(handles(&later), ["bob", "anna"], "anna's win lies before the range");
    assert_eq!(later.json()["entries"][0]["total_entries"], 0);
}

#[tokio::test]
async fn power_buyers_are_ranked_by_paid_spots() {
    let (_app, seller) = with_history().await;
    assert_eq!(
        read(&seller, "power-buyers").await.json(),
        json!({
            "entries": [
                {"social_handle": "anna", "paid_spots": 2, "total_spent": 5_000, "win_rate": 50.0},
                {"social_handle": "bob", "paid_spots": 1, "total_spent": 2_500, "win_rate": 0.0},
                {"social_handle": "-eve", "paid_spots": 1, "total_spent": 1_000, "win_rate": 0.0},
            ],
            "from": null,
            "to": null,
        })
    );
    assert_eq!(handles(&read(&seller, "power-buyers?limit=1").await), ["anna"]);
    assert_eq!(handles(&read(&seller, "power-buyers?from=2026-06-01T13:30:00Z").await), ["-eve"]);
    assert!(handles(&read(&seller, "power-buyers?to=2026-05-31").await).is_empty());
}

#[tokio::test]
async fn velocity_tells_hours_and_compares_by_status() {
    let (app, seller) = with_history().await;
    app.clock.advance(Duration::from_mins(1));
    app.waffle("Bag", 10).await;
    assert_eq!(
        read(&seller, "spot-velocity").await.json(),
        json!({
            "entries": [
                {
                    "slug": "bag", "title": "Bag", "status": "active",
                    "hours_to_first_claim": null, "hours_to_last_claim": null,
                },
                {
                    "slug": "strap-new", "title": "=Strap, \"new\"", "status": "active",
                    "hours_to_first_claim": 0.0, "hours_to_last_claim": 0.0,
                },
                {
                    "slug": "lens", "title": "Lens", "status": "completed",
                    "hours_to_first_claim": 0.5, "hours_to_last_claim": 1.0,
                },
            ],
            "groups": [
                {
                    "status": "active", "waffle_count": 2,
                    "avg_hours_to_first_claim": 0.0, "avg_hours_to_completion": null,
                },
                {
                    "status": "completed", "waffle_count": 1,
                    "avg_hours_to_first_claim": 0.5, "avg_hours_to_completion": 2.0,
                },
            ],
            "from": null,
            "to": null,
        })
    );
}

#[tokio::test]
async fn each_report_comes_as_csv_with_nothing_that_a_spreadsheet_runs() {
    let (_app, seller) = with_history().await;
    for (report, lines) in [
        (
            "drought",
            "social_handle,total_entries,total_losses,last_entry_date,longest_drought\r\n\
             bob,1,1,2026-06-01T13:00:00Z,99999\r\nanna,2,1,2026-06-01T12:30:00Z,0\r\n",
        ),
        (
            "power-buyers",
            "social_handle,paid_spots,total_spent,win_rate\r\n\
             anna,2,5000,50.0\r\nbob,1,2500,0.0\r\n'-eve,1,1000,0.0\r\n",
        ),
        ("monthly-activity", "month,waffles_created,spots_claimed,revenue\r\n2026-06,2,5,8500\r\n"),
        (
            "spot-velocity",
            "slug,title,status,hours_to_first_claim,hours_to_last_claim\r\n\
             strap-new,\"'=Strap, \"\"new\"\"\",active,0,0\r\nlens,Lens,completed,0.5,1\r\n",
        ),
    ] {
        let csv = read(&seller, &format!("{report}?format=csv")).await;
        assert_eq!(csv.text(), lines, "{report}");
        assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
        assert_eq!(csv.header("content-disposition"), format!("attachment; filename=\"{report}.csv\""));
    }
    let may = "format=csv&from=2026-05-01&to=2026-05-31";
    for (report, rest) in [
        ("drought", "bob,0,1,2026-06-01T13:00:00Z,99999\r\nanna,0,1,2026-06-01T12:30:00Z,0\r\n"),
        ("power-buyers", ""),
        ("monthly-activity", "2026-05,0,0,0\r\n"),
        ("spot-velocity", ""),
    ] {
        let csv = read(&seller, &format!("{report}?{may}")).await.text();
        assert_eq!(csv.split_once("\r\n").unwrap().1, rest, "{report}");
    }
}

#[tokio::test]
async fn what_can_not_be_a_filter_is_refused() {
    let (_app, seller) = TestApp::with_seller().await;
    for report in REPORTS {
        for (query, field) in [
            ("from=yesterday", "from"),
            ("to=2026-02-30", "to"),
            ("from=2026-06-02&to=2026-06-01", "to"),
            ("format=xml", "format"),
            ("format=CSV", "format"),
        ] {
            assert_eq!(faults(&read(&seller, &format!("{report}?{query}")).await)[0], field, "{report}?{query}");
        }
        assert_eq!(read(&seller, &format!("{report}?from=&to=&limit=&format=&x=y")).await.status, 200, "{report}");
    }
    for limit in ["0", "101", "-1", "many", "1.5"] {
        assert_eq!(faults(&read(&seller, &format!("power-buyers?limit={limit}")).await)[0], "limit", "{limit}");
    }
}
