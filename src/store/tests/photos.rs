//! Photos: kept while a waffle or the seller shows them, and for a day after that.

use std::time::Duration;

use chrono::TimeDelta;
use sqlx::{Connection, Executor};
use uuid::Uuid;
use waffle_domain::change::Change;
use waffle_domain::failure::Failure;
use waffle_domain::photo::{MOST_A_DAY, Photo, PhotoHash};
use waffle_domain::seller::{Seller, SellerDraft, SellerEdit};
use waffle_domain::settings::Settings;
use waffle_domain::slug::SlugPrefix;
use waffle_domain::waffle_fields::{NewWaffle, WaffleDraft, WaffleEdit};
use waffle_store::create_waffle::create;
use waffle_store::edit_waffle::{delete, edit};
use waffle_store::failure::StoreFailure;
use waffle_store::photos::{keep, read, wait};
use waffle_store::pools::PgPool;
use waffle_store::retention::{PURGES, database_time, purge};
use waffle_store::seller;
use waffle_store::waffles::describe;
use waffle_test_databases::inspection::until_waiting;

use crate::test_store::{TestStore, admin, at};

fn photo(number: u8) -> Photo {
    let jpeg = vec![number; 20_000];
    Photo { hash: PhotoHash::of(&jpeg), jpeg, width: 1_600, height: 800 }
}

async fn kept(pool: &PgPool, number: u8) -> Photo {
    let photo = photo(number);
    keep(pool, &photo, admin().at(at(0))).await.unwrap();
    photo
}

async fn is_there(pool: &PgPool, photo: &Photo) -> bool {
    read(pool, photo.hash).await.unwrap().is_some_and(|jpeg| jpeg == photo.jpeg)
}

const ORIGIN: &str = "https://waffles.example.com";

fn draft(photo: &Photo) -> WaffleDraft {
    let image_url = Some(format!("{ORIGIN}{}", photo.hash.path()));
    WaffleDraft { image_url, ..WaffleDraft::default() }
}

/// A waffle that shows a photo.
async fn showing(pool: &PgPool, photo: &Photo) -> Result<Uuid, StoreFailure> {
    let draft = WaffleDraft { image_url: draft(photo).image_url, ..WaffleDraft::new("Box", 10, 2_500) };
    let (id, new) = (Uuid::now_v7(), NewWaffle::parse(&draft).unwrap().at_origin(Some(ORIGIN)));
    create(pool, id, &SlugPrefix::default(), &new, admin().at(at(0))).await.map(|_| id)
}

async fn edited(pool: &PgPool, id: Uuid, draft: &WaffleDraft) -> Result<i64, StoreFailure> {
    edit(pool, id, WaffleEdit::parse(draft, 10).unwrap().at_origin(Some(ORIGIN)), admin().at(at(1))).await
}

/// Deletes the photos that are due after this many hours from now, and returns how many.
async fn purged_in(pool: &PgPool, hours: i64) -> u64 {
    let photos = PURGES.iter().find(|purge| purge.name == "photos").unwrap();
    let then = database_time(pool).await.unwrap() + TimeDelta::hours(hours);
    purge(pool, photos, photos.kept.cutoff(&Settings::default(), then), 100).await.unwrap()
}

/// Lets a time pass for all photos.
async fn age(store: &TestStore, by: &str) {
    let interval = format!("interval '{by}'");
    let sql =
        format!("UPDATE photos SET created_at = created_at - {interval}, unshown_since = unshown_since - {interval}");
    store.database.execute(&sql).await.unwrap();
}

#[tokio::test]
async fn a_photo_is_read_as_it_was_uploaded_and_counts_once() {
    let store = TestStore::new().await;
    let (one, other) = (kept(&store.pool, 1).await, kept(&store.pool, 2).await);
    kept(&store.pool, 1).await;
    assert!(is_there(&store.pool, &one).await && is_there(&store.pool, &other).await);
    assert!(!is_there(&store.pool, &photo(3)).await);
    assert_eq!(store.count("SELECT count(*) FROM photos").await, 2);
    let of_two = "SELECT count(*) FROM audit_outbox WHERE action = 'upload_photo'
        AND detail = '1600 × 800 pixels, 20000 bytes'";
    assert_eq!(store.count(of_two).await, 2);
}

#[tokio::test]
async fn a_photo_that_no_waffle_shows_for_a_day_is_deleted() {
    let store = TestStore::new().await;
    let photo = kept(&store.pool, 1).await;
    assert_eq!(purged_in(&store.pool, 23).await, 0);
    age(&store, "20 hours").await;
    kept(&store.pool, 1).await;
    assert_eq!(purged_in(&store.pool, 23).await, 0, "it was uploaded again");
    assert!(is_there(&store.pool, &photo).await);
    assert_eq!(purged_in(&store.pool, 25).await, 1);
    assert!(!is_there(&store.pool, &photo).await);
}

#[tokio::test]
async fn a_photo_that_a_waffle_shows_is_kept_and_a_day_longer() {
    let store = TestStore::new().await;
    let pool = &store.pool;
    let [gone, cleared, replaced, shared] = [1, 2, 3, 4].map(|number| kept(pool, number));
    let photos = [gone.await, cleared.await, replaced.await, shared.await];
    let mut waffles = Vec::new();
    for photo in &photos {
        waffles.push(showing(pool, photo).await.unwrap());
    }
    showing(pool, &photos[3]).await.unwrap();
    age(&store, "100 days").await;
    assert_eq!(purged_in(pool, 25).await, 0);

    delete(pool, waffles[0], admin().at(at(1))).await.unwrap();
    let none = WaffleDraft { image_url: Some(String::new()), ..WaffleDraft::default() };
    edited(pool, waffles[1], &none).await.unwrap();
    edited(pool, waffles[2], &draft(&photos[3])).await.unwrap();
    delete(pool, waffles[3], admin().at(at(1))).await.unwrap();
    assert_eq!(purged_in(pool, 23).await, 0, "each was shown a moment ago");
    assert_eq!(purged_in(pool, 25).await, 3);
    assert!(is_there(pool, &photos[3]).await, "others show it");
}

/// Makes a photo the seller's picture, or takes the picture away.
async fn pictured(pool: &PgPool, photo: Option<&Photo>) -> Result<Seller, StoreFailure> {
    let picture_url = Change::To(photo.map(|photo| photo.hash.path()));
    let edit = SellerEdit::parse(&SellerDraft { picture_url, ..SellerDraft::default() }).unwrap();
    seller::edit(pool, &edit, admin().at(at(1))).await
}

#[tokio::test]
async fn the_sellers_picture_is_kept_and_a_day_longer() {
    let store = TestStore::new().await;
    let pool = &store.pool;
    let (first, second) = (kept(pool, 1).await, kept(pool, 2).await);
    pictured(pool, Some(&first)).await.unwrap();
    age(&store, "100 days").await;
    kept(pool, 2).await;
    assert_eq!(purged_in(pool, 23).await, 0);
    pictured(pool, Some(&second)).await.unwrap();
    assert_eq!(purged_in(pool, 23).await, 0, "the first one was shown a moment ago");
    assert_eq!(purged_in(pool, 25).await, 1);
    assert!(!is_there(pool, &first).await && is_there(pool, &second).await);

    pictured(pool, None).await.unwrap();
    assert_eq!(purged_in(pool, 23).await, 0);
    assert_eq!(purged_in(pool, 25).await, 1);
}

#[tokio::test]
async fn a_picture_that_is_gone_is_refused() {
    let store = TestStore::new().await;
    let photo = kept(&store.pool, 1).await;
    let shown = pictured(&store.pool, Some(&photo)).await.unwrap();
    assert_eq!(shown, Seller { name: None, picture: Some(photo.hash) });
    let gone = self::photo(2);
    assert_eq!(field(pictured(&store.pool, Some(&gone)).await.unwrap_err()), "picture_url");
    assert_eq!(seller::read(&store.pool).await.unwrap(), shown);
}

/// The field that a failure is about.
fn field(failure: StoreFailure) -> String {
    let failure = Failure::from(failure);
    assert_eq!(failure.status(), 400, "{failure:?}");
    failure.fields()[0].field.clone()
}

#[tokio::test]
async fn no_waffle_shows_a_photo_that_is_gone() {
    let store = TestStore::new().await;
    let (photo, gone) = (kept(&store.pool, 1).await, photo(2));
    assert_eq!(field(showing(&store.pool, &gone).await.unwrap_err()), "image_url");
    assert_eq!(store.count("SELECT count(*) FROM waffles").await, 0);
    let id = showing(&store.pool, &photo).await.unwrap();
    let both = WaffleDraft { title: Some("Other".to_owned()), ..draft(&gone) };
    assert_eq!(field(edited(&store.pool, id, &both).await.unwrap_err()), "image_url");
    assert_eq!(store.count("SELECT count(*) FROM waffles WHERE title = 'Box' AND photo IS NOT NULL").await, 1);
    assert_eq!(purged_in(&store.pool, 1_000).await, 0);
}

#[tokio::test]
async fn other_hosts_may_have_such_addresses_too() {
    let store = TestStore::new().await;
    let (ours, theirs) = (kept(&store.pool, 1).await, photo(2));
    let at = |host: &str, photo: &Photo| {
        let image_url = Some(format!("https://{host}{}", photo.hash.path()));
        WaffleDraft { image_url, ..WaffleDraft::default() }
    };
    let id = showing(&store.pool, &ours).await.unwrap();
    let shown = async || describe(&store.pool, id).await.unwrap().unwrap().waffle;
    assert_eq!(shown().await.photo, Some(ours.hash));
    edited(&store.pool, id, &at("other.example", &theirs)).await.unwrap();
    let link = shown().await;
    assert_eq!((link.image_url, link.photo), (at("other.example", &theirs).image_url, None));
    // The service may have several hosts.
    edited(&store.pool, id, &at("shop.example.com", &ours)).await.unwrap();
    assert_eq!(shown().await.photo, Some(ours.hash));
    assert_eq!(purged_in(&store.pool, 1_000).await, 0);
}

#[tokio::test]
async fn a_waffle_waits_for_a_purge_and_a_purge_leaves_what_a_waffle_is_about_to_show() {
    let store = TestStore::new().await;
    let photo = kept(&store.pool, 1).await;
    let mut other = store.pool.acquire().await.unwrap();

    let mut transaction = other.begin().await.unwrap();
    transaction.execute("DELETE FROM photos").await.unwrap();
    let begins = async {
        until_waiting(&store.database.connect_options(), 1).await.unwrap();
        transaction.commit().await.unwrap();
    };
    let (refused, ()) = tokio::join!(showing(&store.pool, &photo), begins);
    assert_eq!(field(refused.unwrap_err()), "image_url");

    kept(&store.pool, 1).await;
    let mut transaction = other.begin().await.unwrap();
    let insert = "INSERT INTO waffles (id, slug, title, image_url, social_media_links, total_spots, available_count,
            spot_price, item_count, created_at, photo)
        SELECT gen_random_uuid(), 'box', 'Box', 'https://a.example/photos/' || encode(hash, 'hex') || '.jpg', '{}',
            2, 2, 1, 1, now(), hash
        FROM photos";
    transaction.execute(insert).await.unwrap();
    assert_eq!(purged_in(&store.pool, 1_000).await, 0);
    transaction.commit().await.unwrap();
    assert_eq!(purged_in(&store.pool, 1_000).await, 0);
    assert!(is_there(&store.pool, &photo).await);
}

#[tokio::test]
async fn an_account_uploads_a_hundred_photos_in_a_day_and_then_waits() {
    let store = TestStore::new().await;
    let account = admin().account_id;
    let fill = format!(
        "INSERT INTO photos (hash, jpeg, width, height, account_id, created_at)
         SELECT sha256(n::text::bytea), '', 1, 1, '{account}', now() - interval '23 hours'
         FROM generate_series(2, {MOST_A_DAY}) n"
    );
    store.database.execute(&fill).await.unwrap();
    assert_eq!(wait(&store.pool, account).await.unwrap(), None, "one is left");
    kept(&store.pool, 1).await;
    let waits = wait(&store.pool, account).await.unwrap().unwrap();
    assert!(waits > Duration::from_mins(59) && waits <= Duration::from_hours(1), "{waits:?}");
    assert_eq!(wait(&store.pool, Uuid::nil()).await.unwrap(), None, "others may");
    age(&store, "1 hour").await;
    assert_eq!(wait(&store.pool, account).await.unwrap(), None);
}
