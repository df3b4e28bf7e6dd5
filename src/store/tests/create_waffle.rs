//! Creating waffles.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;

use futures_util::future::join_all;
use sqlx::Row;
use uuid::Uuid;
use waffle_domain::waffle::WaffleStatus;
use waffle_domain::waffle_fields::{NewWaffle, WaffleDraft};
use waffle_store::create_waffle::create;
use waffle_store::failure::StoreFailure;
use waffle_store::loading::load;
use waffle_store::waffles::{Listing, list};

use crate::test_store::{TestStore, admin, at, new_waffle};

async fn slug(store: &TestStore, title: &str) -> String {
    create(&store.pool, Uuid::new_v4(), &new_waffle(title, 2), admin().at(at(0))).await.unwrap().to_string()
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
async fn long_names_get_their_number_within_80_characters() {
    let store = TestStore::new().await;
    let title = "ab ".repeat(60);
    let slugs = [slug(&store, &title).await, slug(&store, &title).await, slug(&store, &format!("{title} x")).await];
    assert_eq!(slugs.iter().collect::<HashSet<_>>().len(), 3);
    assert!(slugs.iter().all(|slug| slug.len() <= 80), "{slugs:?}");
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
    let mut meanwhile = store.pool.begin().await.unwrap();
    let created = "INSERT INTO waffles (id, slug, title, social_media_links, total_spots, spot_price, item_count,
            available_count, created_at)
        VALUES ($1, 'box', 'Box', '{}', 2, 2500, 1, 2, now())";
    sqlx::query(created).bind(Uuid::new_v4()).execute(&mut *meanwhile).await.unwrap();
    let deleted = async {
        let waits = "SELECT EXISTS (SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock')";
        while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&store.pool).await.unwrap() {}
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
async fn a_new_waffle_has_its_fields_its_spots_and_an_audit_record() {
    let store = TestStore::new().await;
    let method = |n: u128| Uuid::from_u128(n);
    for n in 1..=2 {
        store
            .run("INSERT INTO payment_methods VALUES ($1, 'wallet_a', 'P', 'me', NULL, true, now(), now())", method(n))
            .await;
    }
    let draft = WaffleDraft {
        description: Some("Nice".into()),
        image_url: Some("https://example.org/a.png".into()),
        social_media_links: Some(vec!["https://example.org/b".into()]),
        payment_methods: Some(vec![method(2), method(1)]),
        ..WaffleDraft::new("Box", 10_000, 2_500)
    };
    let new = NewWaffle::parse(&draft).unwrap();
    let id = Uuid::new_v4();
    create(&store.pool, id, &new, admin().at(at(3))).await.unwrap();
    store.run("UPDATE payment_methods SET is_active = false WHERE id = $1", method(1)).await;
    let loaded = load(&store.pool, &[id]).await.unwrap().remove(0);
    let waffle = loaded.waffle;
    assert_eq!(
        (waffle.id, waffle.title.as_str(), waffle.created_at, waffle.status),
        (id, "Box", at(3), WaffleStatus::Active)
    );
    assert_eq!((waffle.description, waffle.image_url), (new.description.clone(), new.image_url.clone()));
    assert_eq!((waffle.total_spots, waffle.spot_price, waffle.item_count), (10_000, 2_500, 1));
    assert_eq!(waffle.payment_methods, [method(2), method(1)], "in the seller's order");
    let options: Vec<_> = waffle.payment_options.iter().map(|p| p.id).collect();
    assert_eq!(options, [method(2)], "buyers see the active ones");
    assert_eq!((loaded.board.total(), loaded.board.counts().available, loaded.newest.seq), (10_000, 10_000, 0));
    let row = sqlx::query("SELECT action, entity_type, entity_id, admin_username, detail, at FROM audit_outbox");
    let row = row.fetch_one(&store.pool).await.unwrap();
    let columns: Vec<String> = (0..5).map(|n| row.get(n)).collect();
    assert_eq!(columns, ["create_waffle", "waffle", &id.to_string(), "ada", "box: 10000 spots"]);
    store.assert_sound(id).await;
}

#[tokio::test]
async fn an_unknown_payment_method_creates_nothing() {
    let store = TestStore::new().await;
    let methods = Some(vec![Uuid::new_v4()]);
    let draft = WaffleDraft { payment_methods: methods, ..WaffleDraft::new("Box", 5, 2_500) };
    let new = NewWaffle::parse(&draft).unwrap();
    let failure = create(&store.pool, Uuid::new_v4(), &new, admin().at(at(0))).await.unwrap_err();
    assert!(matches!(&failure, StoreFailure::Constraint(name) if name == "waffle_payment_methods_known"), "{failure}");
    assert_eq!(store.count("SELECT count(*) FROM audit_outbox").await, 0);
    assert!(list(&store.pool, Listing::Current, None, 0).await.unwrap().is_empty());
    assert_eq!(slug(&store, "Box").await, "box", "the name is free");
}
