//! Changes of settings: all or none, with one audit entry for each that differs.

use waffle_domain::change::Change;
use waffle_domain::seller::{Seller, SellerDraft, SellerEdit};
use waffle_domain::settings::Settings;
use waffle_domain::settings::change::SettingsChange;
use waffle_store::pools::PgPool;
use waffle_store::seller;
use waffle_store::settings::{change, read};
use waffle_test_databases::TestDatabase;

use crate::test_store::{add_account, admin, at};

async fn database() -> (TestDatabase, PgPool) {
    let (database, pool) = TestDatabase::with_pool(8).await.unwrap();
    add_account(&database, &admin()).await;
    (database, pool)
}

fn wish(entries: &[(&str, &str)]) -> SettingsChange {
    SettingsChange::parse(entries.iter().map(|(key, value)| (*key, Some(*value)))).unwrap()
}

/// The audit entries: action, entity and detail.
async fn told(pool: &PgPool) -> Vec<String> {
    let told =
        "SELECT action || ' ' || entity_type || '/' || entity_id || ' ' || detail FROM audit_outbox ORDER BY seq";
    sqlx::query_scalar(told).fetch_all(pool).await.unwrap()
}

async fn rows(pool: &PgPool) -> Vec<(String, String)> {
    sqlx::query_as("SELECT key, value FROM settings ORDER BY key").fetch_all(pool).await.unwrap()
}

#[tokio::test]
async fn a_setting_that_is_as_by_default_has_no_row() {
    let (_database, pool) = database().await;
    change(&pool, &wish(&[("lockout_max_attempts", "3")]), admin().at(at(0))).await.unwrap();
    assert_eq!(rows(&pool).await, [("lockout_max_attempts".to_owned(), "3".to_owned())]);
    let back = change(&pool, &wish(&[("lockout_max_attempts", "5")]), admin().at(at(1))).await.unwrap();
    assert_eq!((rows(&pool).await, back), (Vec::new(), Settings::default()));
    assert_eq!(told(&pool).await.len(), 2);
}

#[tokio::test]
async fn changes_at_once_each_tell_what_was_before() {
    let (_database, pool) = database().await;
    let hours: Vec<String> = (100..120).map(|hours| hours.to_string()).collect();
    let changes = hours.iter().map(|hours| {
        let pool = pool.clone();
        let wish = wish(&[("jwt_expiration_hours", hours)]);
        tokio::spawn(async move { change(&pool, &wish, admin().at(at(0))).await.unwrap() })
    });
    for change in changes.collect::<Vec<_>>() {
        change.await.unwrap();
    }
    let mut before = "24".to_owned();
    for record in told(&pool).await {
        let (from, to) = record.rsplit_once(" → ").unwrap();
        assert!(from.ends_with(&format!(": {before}")), "{record} after {before}");
        before = to.to_owned();
    }
    assert_eq!(read(&pool).await.unwrap().jwt_expiration_hours.to_string(), before);
}

#[tokio::test]
async fn a_change_that_can_not_be_recorded_is_not_made() {
    let (database, pool) = database().await;
    database
        .execute("ALTER TABLE audit_outbox ADD CONSTRAINT no_more CHECK (action <> 'update_setting')")
        .await
        .unwrap();
    let entries = [("whois_server", "whois.example.net"), ("jwt_expiration_hours", "12")];
    assert!(change(&pool, &wish(&entries), admin().at(at(0))).await.is_err());
    assert_eq!((read(&pool).await.unwrap(), told(&pool).await), (Settings::default(), Vec::new()));
}

#[tokio::test]
async fn the_sellers_name_is_no_setting_and_has_a_row_while_there_is_one() {
    let (_database, pool) = database().await;
    let rename = async |name: Option<&str>| {
        let draft = SellerDraft { name: Change::To(name.map(str::to_owned)), ..SellerDraft::default() };
        seller::edit(&pool, &SellerEdit::parse(&draft).unwrap(), admin().at(at(0))).await.unwrap()
    };
    let named = Seller { name: Some("Mia’s".to_owned()), picture: None };
    for _ in 0..2 {
        assert_eq!(rename(Some(" Mia’s ")).await, named);
        assert_eq!(seller::read(&pool).await.unwrap(), named);
    }
    change(&pool, &wish(&[("lockout_max_attempts", "3")]), admin().at(at(0))).await.unwrap();
    change(&pool, &wish(&[("lockout_max_attempts", "5")]), admin().at(at(0))).await.unwrap();
    assert_eq!(read(&pool).await.unwrap(), Settings::default());
    assert_eq!(rows(&pool).await, [("seller_name".to_owned(), "Mia’s".to_owned())]);
    assert_eq!(rename(None).await, Seller::default());
    assert!(rows(&pool).await.is_empty());
    let told = told(&pool).await;
    let of_seller: Vec<_> = told.iter().filter(|record| record.contains("seller")).collect();
    assert_eq!(
        of_seller,
        [
            "update_setting settings/seller_name seller_name: none → Mia’s",
            "update_setting settings/seller_name seller_name: Mia’s → none",
        ]
    );
}
