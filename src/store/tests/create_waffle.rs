//! Creating waffles.

use std::collections::HashSet;

use futures_util::future::join_all;
use sqlx::Connection;
use uuid::Uuid;
use waffle_domain::slug::SlugPrefix;
use waffle_domain::waffle_fields::{NewWaffle, WaffleDraft};
use waffle_store::create_waffle::create;
use waffle_store::failure::StoreFailure;
use waffle_store::waffles::{Listing, list};
use waffle_test_databases::inspection::until_waiting;

use crate::test_store::{TestStore, admin, at, new_waffle};

async fn slug(store: &TestStore, title: &str) -> String {
    slug_behind(store, "", title).await
}

async fn slug_behind(store: &TestStore, prefix: &str, title: &str) -> String {
    let prefix = SlugPrefix::parse(prefix).unwrap();
    create(&store.pool, Uuid::new_v4(), &prefix, &new_waffle(title, 2), admin().at(at(0))).await.unwrap().to_string()
}

#[tokio::test]
async fn a_name_that_is_taken_gets_the_next_free_number() {
    let store = TestStore::new().await;
    assert_eq!(slug(&store, "Gift Box").await, "gift-box");
    assert_eq!(slug(&store, "Gift Boxes").await, "gift-boxes");
    assert_eq!(slug(&store, "gift  BOX!").await, "gift-box-2");
    assert_eq!(slug(&store, "Gift Box 3").await, "gift-box-3");
    assert_eq!(slug(&store, "Gift Box").await, "gift-box-4");
    assert_eq!(slug(&store, "???").await, "waffle");
    assert_eq!(slug(&store, "!!!").await, "waffle-2");
    let id: Uuid =
        sqlx::query_scalar("SELECT id FROM waffles WHERE slug = 'gift-box-2'").fetch_one(&store.pool).await.unwrap();
    store.archive(id).await;
    assert_eq!(slug(&store, "Gift Box 2").await, "gift-box-2-2", "archived ones count");
    store.run("DELETE FROM waffles WHERE id = $1", id).await;
    assert_eq!(slug(&store, "Gift Box").await, "gift-box-2", "free again after a delete");
}

#[tokio::test]
async fn a_name_behind_a_prefix_is_another_one() {
    let store = TestStore::new().await;
    assert_eq!(slug(&store, "Gift Box").await, "gift-box");
    assert_eq!(slug_behind(&store, "a", "Gift Box").await, "a-gift-box");
    assert_eq!(slug_behind(&store, "a", "Gift Box").await, "a-gift-box-2");
    assert_eq!(slug(&store, "A Gift Box").await, "a-gift-box-3");
}

#[tokio::test]
async fn eight_creates_of_one_title_at_once_get_eight_names() {
    let store = TestStore::new().await;
    let slugs: HashSet<String> = join_all((0..8).map(|_| slug(&store, "Box"))).await.into_iter().collect();
    let expected = (1..=8).map(|n| if n == 1 { "box".to_owned() } else { format!("box-{n}") });
    assert_eq!(slugs, expected.collect());
}

#[tokio::test]
async fn a_name_that_is_spent_after_names_were_read_is_not_given_out() {
    let store = TestStore::new().await;
    // A waffle is created, drawn and deleted: none of that is visible before all of it is done.
    let mut connection = store.pool.acquire().await.unwrap();
    let mut meanwhile = connection.begin().await.unwrap();
    let created = "INSERT INTO waffles (id, slug, title, social_media_links, total_spots, spot_price, item_count,
            available_count, created_at)
        VALUES ($1, 'box', 'Box', '{}', 2, 2500, 1, 2, now())";
    sqlx::query(created).bind(Uuid::new_v4()).execute(&mut *meanwhile).await.unwrap();
    let deleted = async {
        until_waiting(&store.database.connect_options(), 1).await.unwrap();
        for sql in ["DELETE FROM waffles", "INSERT INTO spent_slugs (slug) VALUES ('box')"] {
            sqlx::query(sql).execute(&mut *meanwhile).await.unwrap();
        }
        meanwhile.commit().await.unwrap();
    };
    let (given, ()) = tokio::join!(slug(&store, "Box"), deleted);
    assert_eq!(given, "box-2");
    assert_eq!(store.count("SELECT count(*) FROM waffles").await, 1, "what was taken back is gone");
}

#[tokio::test]
async fn an_unknown_payment_method_creates_nothing() {
    let store = TestStore::new().await;
    let methods = Some(vec![Uuid::new_v4()]);
    let draft = WaffleDraft { payment_methods: methods, ..WaffleDraft::new("Box", 5, 2_500) };
    let new = NewWaffle::parse(&draft).unwrap();
    let failure =
        create(&store.pool, Uuid::new_v4(), &SlugPrefix::default(), &new, admin().at(at(0))).await.unwrap_err();
    assert!(matches!(&failure, StoreFailure::Constraint(name) if name == "waffle_payment_methods_known"), "{failure}");
    assert_eq!(store.count("SELECT count(*) FROM audit_outbox").await, 0);
    assert!(list(&store.pool, Listing::Current, None, 0).await.unwrap().is_empty());
    assert_eq!(slug(&store, "Box").await, "box", "the name is free");
}
