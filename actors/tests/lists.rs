//! The public lists.

use std::sync::Arc;

use waffle_actors::lists::{Part, WaffleList};

use crate::server::{Server, database};

#[actix::test]
async fn the_home_page_and_the_first_page_are_remembered_whatever_else_is_asked_for() {
    let (_database, options) = database().await;
    let server = Server::start(&options);
    server.waffle(10).await;
    let another = |offset| Part { limit: Some(1), offset };
    let list = async |part| -> Arc<WaffleList> { server.waffles.list(part).await.unwrap() };
    let first_seen = [list(Part::HOME).await, list(Part::FIRST_PAGE).await];
    let first_asked = list(another(0)).await;
    for offset in 1..32 {
        list(another(offset)).await;
    }
    assert!(Arc::ptr_eq(&first_asked, &list(another(0)).await), "32 others are remembered");
    for offset in 1..=32 {
        list(another(offset)).await;
    }
    assert!(!Arc::ptr_eq(&first_asked, &list(another(0)).await), "33 are not");
    for (kept, part) in first_seen.iter().zip([Part::HOME, Part::FIRST_PAGE]) {
        assert!(Arc::ptr_eq(kept, &list(part).await), "{part:?}");
    }
    server.stop().await;
}
