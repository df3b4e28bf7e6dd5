//! The cache as its callers see it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::Instant;
use uuid::Uuid;
use waffle_domain::photo::PhotoHash;
use waffle_language::{ENGLISH, Language};
use waffle_store::pools::{options, pool};

use super::super::{AsOf, Face, Format, Wanted};
use super::{CardError, Cards, RENDERERS};
use crate::photos::Photos;

fn face(available: u32) -> Wanted {
    face_at("example.com", available)
}

/// The card of a waffle whose spots are never released: the fewer are available, the newer it is.
fn face_at(host: &str, available: u32) -> Wanted {
    let (title, price, url) = ("Box".into(), "$1.00".into(), format!("https://{host}/waffle/box"));
    let face = Face {
        title,
        language: ENGLISH,
        price,
        available,
        total: 60,
        how_won: None,
        winners: String::new(),
        prizes: Vec::new(),
        url,
        photo: None,
    };
    Wanted { face, as_of: AsOf { waffle_id: Uuid::nil(), life: 1, seq: 60 - i64::from(available) } }
}

fn files(folder: &Path) -> Vec<String> {
    std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect()
}

fn cards() -> (tempfile::TempDir, Cards) {
    let folder = tempfile::tempdir().unwrap();
    let cards = cards_in(folder.path());
    (folder, cards)
}

fn cards_in(folder: &Path) -> Cards {
    let nowhere = pool(options("postgres://nobody@127.0.0.1:1/none").unwrap(), 1);
    Cards::new(folder, &Arc::new(Photos::new(&nowhere)))
}

#[tokio::test]
async fn a_card_that_many_ask_for_is_drawn_once_and_kept_in_one_file() {
    let (folder, cards) = cards();
    let all = join_all((0..50).map(|_| cards.get("box", face(10), Format::Square))).await;
    let first = all[0].as_ref().unwrap();
    assert!(all.iter().all(|card| card.as_ref().unwrap().etag == first.etag));
    assert_eq!(files(folder.path()).len(), 1);
    cards.get("box-2", face(10), Format::Square).await.unwrap();
    cards.forget("box").await;
    assert_eq!(files(folder.path()).len(), 1, "the other waffle keeps its card");
    assert_eq!(cards.get("box", face(10), Format::Square).await.unwrap().etag, first.etag);
}

#[tokio::test]
async fn a_change_shows_and_is_drawn_once_a_second_at_most() {
    let (folder, cards) = cards();
    let before = cards.get("box", face(10), Format::Square).await.unwrap();
    let start = Instant::now();
    let after = cards.get("box", face(9), Format::Square).await.unwrap();
    assert_ne!(before.etag, after.etag);
    let again = cards.get("box", face(8), Format::Square).await.unwrap();
    assert_ne!(again.etag, after.etag);
    assert!(start.elapsed() > Duration::from_millis(1_500), "two cards were drawn within a second");
    assert_eq!(files(folder.path()).len(), 1);
}

#[tokio::test]
async fn a_host_in_use_keeps_its_card_and_made_up_hosts_do_not_fill_the_disk() {
    let (folder, cards) = cards();
    let own = cards.get("box", face(10), Format::Square).await.unwrap();
    let most = 2 * Language::all().len();
    for n in 0..=most {
        let other = cards.get("box", face_at(&format!("h{n}.example"), 10), Format::Square).await.unwrap();
        assert_ne!(other.etag, own.etag, "each shows its own address");
        assert_eq!(cards.get("box", face(10), Format::Square).await.unwrap().etag, own.etag);
    }
    assert_eq!((cards.drawn(), files(folder.path()).len()), (most as u64 + 2, most));
}

#[tokio::test]
async fn cards_outlive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let before = cards_in(folder.path()).get("box", face(10), Format::Story).await.unwrap();
    let drawn = std::fs::metadata(folder.path().join(&files(folder.path())[0])).unwrap().modified().unwrap();
    let after = cards_in(folder.path()).get("box", face(10), Format::Story).await.unwrap();
    assert_eq!(before.bytes, after.bytes);
    assert_eq!(std::fs::metadata(folder.path().join(&files(folder.path())[0])).unwrap().modified().unwrap(), drawn);
}

/// Waits until `many` cards are being drawn.
async fn until_drawing(cards: &Cards, many: usize) {
    while cards.renderers.available_permits() != RENDERERS - many {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_drawing_holds_its_renderer_until_it_is_done_even_if_no_one_waits() {
    let (_folder, cards) = cards();
    let slugs: Vec<String> = (0..RENDERERS).map(|n| format!("box-{n}")).collect();
    {
        let mut impatient = join_all(slugs.iter().map(|slug| cards.get(slug, face(10), Format::Story)));
        tokio::select! {
            _ = &mut impatient => panic!("they were too fast"),
            () = until_drawing(&cards, RENDERERS) => {}
        }
    }
    assert_eq!(cards.renderers.available_permits(), 0, "they are still being drawn");
    let begun = Instant::now();
    until_drawing(&cards, 0).await;
    assert!(begun.elapsed() > Duration::ZERO);
    for slug in &slugs {
        cards.get(slug, face(10), Format::Story).await.unwrap();
    }
    assert_eq!(cards.drawn(), 0, "what was drawn for the impatient is there");
}

#[tokio::test]
async fn a_request_after_a_change_does_not_get_a_card_begun_before_it() {
    let (_folder, cards) = cards();
    let change = async {
        until_drawing(&cards, 1).await;
        cards.get("box", face(9), Format::Square).await.unwrap()
    };
    let (before, after) = tokio::join!(cards.get("box", face(10), Format::Square), change);
    assert_ne!(after.etag, before.unwrap().etag);
    assert_eq!(after.etag, cards.get("box", face(9), Format::Square).await.unwrap().etag);
}

#[tokio::test]
async fn a_card_of_what_the_database_lost_gives_way() {
    let (_folder, cards) = cards();
    let before = cards.get("box", face(10), Format::Square).await.unwrap();
    assert_eq!(cards.get("box", face(11), Format::Square).await.unwrap().etag, before.etag, "somebody was slow");
    let mut loaded_anew = face(11);
    loaded_anew.as_of.life += 1;
    assert_ne!(cards.get("box", loaded_anew, Format::Square).await.unwrap().etag, before.etag);
}

#[tokio::test]
async fn all_waiting_requests_get_the_newest_card_that_any_asked_for() {
    let (_folder, cards) = cards();
    cards.get("box", face(60), Format::Square).await.unwrap();
    let all = join_all((0..20).map(|n| cards.get("box", face(50 - n), Format::Square))).await;
    let newest = cards.get("box", face(31), Format::Square).await.unwrap();
    assert!(all.iter().all(|card| card.as_ref().unwrap().etag == newest.etag));
    assert_eq!(cards.drawn(), 2, "the first, and one for all of them");
}

#[tokio::test]
async fn a_card_begun_before_it_was_forgotten_is_not_kept() {
    let (folder, cards) = cards();
    let forget = async {
        until_drawing(&cards, 1).await;
        cards.forget("box").await;
    };
    let (card, ()) = tokio::join!(cards.get("box", face(10), Format::Story), forget);
    card.unwrap();
    assert_eq!(files(folder.path()), Vec::<String>::new());
}

#[tokio::test]
async fn a_photo_that_can_not_be_read_is_no_reason_to_keep_a_card_without_it() {
    let (folder, cards) = cards();
    let mut wanted = face(10);
    wanted.face.photo = Some(PhotoHash::of(b"a photo"));
    let failed = cards.get("box", wanted, Format::Square).await.unwrap_err();
    assert!(matches!(failed, CardError::Photo(_)), "{failed:?}");
    assert_eq!(files(folder.path()), [""; 0]);
}
