//! A change of something that many waffles show.

use std::fmt::Write as _;

use uuid::Uuid;
use waffle_store::announcements::are_left;
use waffle_store::waffles::sequences;

use crate::hints::{choose, method, offered, rename};
use crate::server::{Server, assert_sound, database, until};

const MANY: u32 = 3_000;

fn nth(n: u32) -> Uuid {
    Uuid::from_u128(n.into())
}

#[actix::test]
async fn a_watched_waffle_announces_a_change_before_thousands_of_others_and_each_does_so_once() {
    let (database, options) = database().await;
    let server = Server::start(&options);
    let wallet = method(&server).await;
    // Random, and so after the others: their ids are small.
    let watched = server.waffle(10).await;
    let chosen = choose(&server, watched, wallet).await;
    let mut statements = String::new();
    for n in 1..=MANY {
        let id = nth(n);
        write!(
            statements,
            "INSERT INTO waffles
                 (id, slug, title, social_media_links, total_spots, spot_price, item_count, available_count, created_at)
             VALUES ('{id}', 'many-{n}', 'Many', '{{}}', 2, 100, 1, 2, now());
             INSERT INTO waffle_payment_methods VALUES ('{id}', '{wallet}', 1);"
        )
        .unwrap();
    }
    database.execute(&statements).await.unwrap();
    let ids: Vec<Uuid> = (1..=MANY).map(nth).collect();
    let announced =
        async || sequences(&server.pool, &ids).await.unwrap().into_iter().filter(|(_, seq)| *seq > 0).count();
    let mut watcher = server.watch(watched, None).await;
    let seen = async {
        watcher.up_to(chosen + 1).await;
        announced().await
    };
    let ((), before) = tokio::join!(rename(&server, wallet, "Purse"), seen);
    assert!(before < ids.len() / 2, "{before} came before the watched one");
    assert_eq!(offered(&server, watched).await, "Purse");
    until("the keeper goes on with it", async || !are_left(&server.pool).await.unwrap()).await;
    let newest = sequences(&server.pool, &ids).await.unwrap();
    assert!(newest.iter().all(|(_, seq)| *seq == 1), "each announces it once");
    assert_sound(&options, watched).await;
    server.stop().await;
}
