//! What happened to spots, as sellers see it after a draw of many.

use waffle_domain::spot::SpotStatus::{self, Loser, Paid, Winner};
use waffle_store::activity::{ActivityPart, list};
use waffle_store::spots::SpotOperation::Pay;
use waffle_store::winners::WinnerOperation::{self, Change, Clear, Set};
use waffle_store::winners::set;

use crate::test_store::{TestStore, admin, at, claim};

#[tokio::test]
async fn without_losers_a_draw_has_its_winners_and_is_followed_by_what_came_before() {
    let (mut store, id) = TestStore::selling(120).await;
    let all: Vec<i32> = (1..=120).collect();
    store.claim(claim(id, "anna", &all), 0).await;
    store.change(id, Pay, &all[1..], 1).await;
    store.change(id, Pay, &all[..1], 2).await;
    let draw = async |operation: WinnerOperation, seconds| {
        set(&store.pool, id, (&operation, None), admin().at(at(seconds))).await.unwrap();
    };
    let newest = async |with_losers| -> Vec<(i32, SpotStatus)> {
        let entries = list(&store.pool, id, &ActivityPart::newest(3), with_losers).await.unwrap();
        entries.iter().map(|entry| (entry.spot_number, entry.to_status)).collect()
    };
    draw(Set(vec![3]), 3).await;
    assert_eq!(newest(true).await, [(120, Loser), (119, Loser), (118, Loser)]);
    assert_eq!(newest(false).await[..2], [(3, Winner), (1, Paid)]);
    draw(Change(vec![5]), 4).await;
    assert_eq!(newest(false).await, [(5, Winner), (3, Loser), (3, Winner)], "they were drawn at some time");
    draw(Clear, 5).await;
    assert_eq!(newest(true).await, [(120, Paid), (119, Paid), (118, Paid)]);
    assert_eq!(newest(false).await, [(5, Paid), (5, Winner), (3, Loser)]);
}
