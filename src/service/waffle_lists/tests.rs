use std::time::Instant;

use futures_util::future::join_all;
use waffle_test_databases::TestDatabase;

use super::*;

/// Makes lists of this many waffles, each of which takes a kilobyte in them.
async fn lists_of(count: u32) -> (TestDatabase, Lists) {
    let database = TestDatabase::create().await.unwrap();
    add(&database, count).await;
    let lists = Lists::new(&Pools::new(database.connect_options(), 2, 8), &Clock::system());
    (database, lists)
}

async fn add(database: &TestDatabase, count: u32) {
    let insert = "INSERT INTO waffles (id, slug, title, description, social_media_links, total_spots, spot_price,
            item_count, available_count, created_at)
         SELECT id, 'w-' || id, 'Box', repeat('x', 500), '{}', 2, 1, 1, 2, now()
         FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, COUNT)) ids";
    database.execute(&insert.replace("COUNT", &count.to_string())).await.unwrap();
}

#[tokio::test]
async fn the_home_page_and_the_first_page_are_kept_whatever_else_is_asked_for() {
    let (_database, lists) = lists_of(1).await;
    let another = |offset| Part { limit: 1, offset };
    let list = async |part| -> Arc<WaffleList> { lists.get(part).await.unwrap() };
    let first_seen = [list(HOME).await, list(FIRST_PAGE).await];
    let first_asked = list(another(0)).await;
    for offset in 1..32 {
        list(another(offset)).await;
    }
    assert!(Arc::ptr_eq(&first_asked, &list(another(0)).await), "32 others are kept");
    for offset in 1..=32 {
        list(another(offset)).await;
    }
    assert!(!Arc::ptr_eq(&first_asked, &list(another(0)).await), "33 are not");
    for (kept, part) in first_seen.iter().zip([HOME, FIRST_PAGE]) {
        assert!(Arc::ptr_eq(kept, &list(part).await), "{part:?}");
    }
}

#[tokio::test]
async fn the_list_of_all_waffles_is_current_and_made_once_a_second_if_they_are_many() {
    let (database, lists) = lists_of(0).await;
    let whole = async || lists.whole().await.unwrap();
    let rows = |json: &[u8]| serde_json::from_slice::<Vec<serde_json::Value>>(json).unwrap().len();
    for count in 1..=3 {
        add(&database, 1).await;
        assert_eq!(rows(&whole().await.body), count, "it contains earlier changes");
    }
    assert!(Arc::ptr_eq(&whole().await, &whole().await), "while nothing changes, it is kept");
    add(&database, 500).await;
    assert_eq!(rows(&whole().await.body), 503, "the short one was made for each");
    let begun = Instant::now();
    let (mut made, mut last) = (1_u32, whole().await);
    while begun.elapsed() < Duration::from_millis(2_500) {
        add(&database, 1).await;
        let next = whole().await;
        made += u32::from(!Arc::ptr_eq(&last, &next));
        assert_eq!(rows(&next.body), 502 + made as usize, "it contains earlier changes, however long it is");
        last = next;
    }
    assert!((3..=4).contains(&made), "made {made} times in two and a half seconds");
}

#[tokio::test]
async fn requests_for_many_deep_parts_do_not_hold_up_the_whole_list() {
    let (_database, lists) = lists_of(5_000).await;
    let deep = async { join_all((301..=3_300).map(|offset| lists.get(Part { limit: 100, offset }))).await };
    let whole = async {
        // Polled after all of those, so they have asked.
        let begun = Instant::now();
        let whole = lists.whole().await;
        (whole.is_ok(), begun.elapsed())
    };
    let (deep, (whole, took)) = tokio::join!(deep, whole);
    assert!(whole, "refused after {took:?}");
    assert!(deep.iter().any(Result::is_err), "they were more than one connection reads in time");
    assert!(deep.iter().any(Result::is_ok));
}
