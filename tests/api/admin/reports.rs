//! `GET /api/admin/reports/*`

mod crowd;

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::{Answer, TestApp, answer, bearer, refusal, refused, token};

const REPORTS: [&str; 4] = ["drought", "power-buyers", "monthly-activity", "spot-velocity"];

/// A signed-in seller with a shop.
struct Seller<'a> {
    app: &'a TestApp,
    token: String,
}

impl<'a> Seller<'a> {
    async fn of(app: &'a TestApp) -> Self {
        Self { app, token: token(app).await }
    }

    async fn get(&self, path: &str) -> Answer {
        answer(bearer(self.app, Method::GET, &format!("/api/admin/reports/{path}"), &self.token)).await
    }

    async fn post(&self, path: &str, body: &Value) -> Value {
        let answer = answer(bearer(self.app, Method::POST, path, &self.token).json(body)).await;
        assert!(answer.status.is_success(), "{path}: {}", answer.text());
        answer.json()
    }

    fn wait(&self, minutes: u64) {
        self.app.clock.advance(Duration::from_secs(minutes * 60));
    }

    async fn create(&self, title: &str, spot_price: i64) -> Value {
        let waffle = json!({"title": title, "total_spots": 10, "spot_price": spot_price});
        self.post("/api/admin/waffles", &waffle).await["id"].clone()
    }

    /// Claims spots and returns their ids.
    async fn claim(&self, waffle: &Value, spots: &[u32], handle: &str) -> Vec<i64> {
        let claim = json!({"waffle_id": waffle, "spots": spots, "social_handle": handle});
        let claimed = self.post("/api/claims", &claim).await;
        claimed.as_array().unwrap().iter().map(|spot| spot["id"].as_i64().unwrap()).collect()
    }

    async fn pay(&self, spots: &[i64]) {
        for spot in spots {
            self.post(&format!("/api/admin/spots/{spot}/pay"), &json!({})).await;
        }
    }

    /// Sells a lens, which Anna wins with one spot and loses with another, and Bob loses. Anna claims 30 minutes after
    /// noon, Bob an hour after, and the draw is an hour later. Then Eve pays for a spot of a strap.
    async fn with_history(self) -> Self {
        let lens = self.create("Lens", 2_500).await;
        self.wait(30);
        let annas = self.claim(&lens, &[1, 2], "anna").await;
        self.wait(30);
        let bobs = self.claim(&lens, &[3], "bob").await;
        self.claim(&lens, &[4], "cleo").await;
        self.pay(&annas).await;
        self.pay(&bobs).await;
        self.wait(60);
        let lens = lens.as_str().unwrap().to_owned();
        self.post(&format!("/api/admin/waffles/{lens}/winner"), &json!({"winning_spot_numbers": [1]})).await;
        let strap = self.create("=Strap, \"new\"", 1_000).await;
        let eves = self.claim(&strap, &[7], "-eve").await;
        self.pay(&eves).await;
        self
    }
}

fn handles(answer: &Answer) -> Vec<String> {
    let entries = answer.json()["entries"].as_array().unwrap().clone();
    entries.iter().map(|entry| entry["social_handle"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn droughts_are_those_who_lost_and_did_not_win_lately() {
    let app = TestApp::start().await;
    let seller = Seller::of(&app).await.with_history().await;
    seller.wait(36 * 60);
    let seller = Seller::of(&app).await;
    let all = seller.get("drought").await;
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
    let recent = seller.get("drought?from=2026-06-01&to=2026-06-01").await;
    assert_eq!(handles(&recent), ["bob"], "anna won within the range");
    assert_eq!(
        (recent.json()["from"].as_str(), recent.json()["to"].as_str()),
        (Some("2026-06-01"), Some("2026-06-01"))
    );
    let later = seller.get("drought?from=2026-06-01T14:00:00.000001Z").await;
    assert_eq!(handles(&later), ["bob", "anna"], "anna's win lies before the range");
    assert_eq!(later.json()["entries"][0]["total_entries"], 0);
}

#[tokio::test]
async fn power_buyers_are_ranked_by_paid_spots() {
    let app = TestApp::start().await;
    let seller = Seller::of(&app).await.with_history().await;
    assert_eq!(
        seller.get("power-buyers").await.json(),
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
    assert_eq!(handles(&seller.get("power-buyers?limit=1").await), ["anna"]);
    assert_eq!(handles(&seller.get("power-buyers?from=2026-06-01T13:30:00Z").await), ["-eve"]);
    assert!(handles(&seller.get("power-buyers?to=2026-05-31").await).is_empty());
}

#[tokio::test]
async fn velocity_tells_hours_and_compares_by_status() {
    let app = TestApp::start().await;
    let seller = Seller::of(&app).await.with_history().await;
    seller.wait(1);
    seller.create("Bag", 100).await;
    assert_eq!(
        seller.get("spot-velocity").await.json(),
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
    let app = TestApp::start().await;
    let seller = Seller::of(&app).await.with_history().await;
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
        let csv = seller.get(&format!("{report}?format=csv")).await;
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
        let csv = seller.get(&format!("{report}?{may}")).await.text();
        assert_eq!(csv.split_once("\r\n").unwrap().1, rest, "{report}");
    }
}

#[tokio::test]
async fn what_can_not_be_a_filter_is_refused() {
    let app = TestApp::start().await;
    let seller = Seller::of(&app).await;
    for report in REPORTS {
        for (query, field) in [
            ("from=yesterday", "from"),
            ("to=2026-02-30", "to"),
            ("from=2026-06-02&to=2026-06-01", "to"),
            ("format=xml", "format"),
            ("format=CSV", "format"),
        ] {
            let answer = seller.get(&format!("{report}?{query}")).await;
            assert_eq!(refusal(&answer), refused(400, "validation_failed"), "{report}?{query}");
            assert_eq!(answer.json()["fields"][0]["field"], field, "{report}?{query}");
        }
        assert_eq!(seller.get(&format!("{report}?from=&to=&limit=&format=&x=y")).await.status, 200, "{report}");
    }
    for limit in ["0", "101", "-1", "many", "1.5"] {
        let answer = seller.get(&format!("power-buyers?limit={limit}")).await;
        assert_eq!(refusal(&answer), refused(400, "validation_failed"), "{limit}");
        assert_eq!(answer.json()["fields"][0]["field"], "limit");
    }
}
