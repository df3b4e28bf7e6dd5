//! Payment methods, and the waffles that show them.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use sqlx::Connection;
use uuid::Uuid;
use waffle_domain::audit::AuditAction;
use waffle_domain::change::Change;
use waffle_domain::payment::PaymentMethodEdit;
use waffle_domain::refusal::Refusal;
use waffle_store::announcements::{Announced, announce, are_left};
use waffle_store::edit_waffle::{archive, delete, edit};
use waffle_store::failure::StoreFailure;
use waffle_store::payment_methods::{MethodChanged, find, in_use, list, update};
use waffle_store::waffles::describe;
use waffle_test_databases::inspection::{lock_waffle, until_waiting};

use crate::test_store::{TestStore, admin, at};

async fn rename(seller: &TestStore, id: Uuid, name: &str) -> Result<MethodChanged, StoreFailure> {
    let edit = PaymentMethodEdit::parse(Some(name), None, Change::Keep, None).unwrap();
    update(&seller.pool, id, &edit, AuditAction::UpdatePaymentMethod, admin().at(at(1))).await
}

async fn set_active(seller: &TestStore, id: Uuid, active: bool) -> MethodChanged {
    let (edit, action) = (PaymentMethodEdit::active(active), AuditAction::DeactivatePaymentMethod);
    update(&seller.pool, id, &edit, action, admin().at(at(1))).await.unwrap()
}

fn sorted(mut ids: Vec<Uuid>) -> Vec<Uuid> {
    ids.sort_unstable();
    ids
}

#[tokio::test]
async fn a_change_is_told_to_every_waffle_that_uses_the_method_and_to_no_other() {
    let seller = TestStore::new().await;
    let (method, other) = (seller.method("Wallet").await, seller.method("Other").await);
    let (first, second) =
        (seller.waffle_with("One", &[method]).await, seller.waffle_with("Two", &[other, method]).await);
    let bystander = seller.waffle_with("Three", &[other]).await;
    let changed = rename(&seller, method, "Purse").await.unwrap();
    assert_eq!(changed.method.display_name, "Purse");
    assert_eq!(sorted(changed.waffles), sorted(vec![first, second]));
    let mut told = seller.announce().await;
    told.sort_by_key(|told| told.waffle_id != first);
    assert_eq!(told, [first, second].map(|waffle_id| Announced { waffle_id, seq: 1 }));
    assert_eq!(seller.announce().await, [], "once is enough");
    for waffle in [first, second] {
        assert_eq!(seller.log(waffle).await, (1, vec![(1, "waffle_updated".to_owned())]));
        let listed = describe(&seller.pool, waffle).await.unwrap().unwrap();
        assert!(listed.waffle.payment_options.iter().any(|option| option.display_name == "Purse"));
    }
    assert_eq!(seller.log(bystander).await, (0, Vec::new()));
    assert_eq!(seller.audited(method).await, ["create_payment_method", "update_payment_method"]);
}

#[tokio::test]
async fn an_event_goes_on_in_the_log_of_its_waffle_and_holds_its_summary() {
    let seller = TestStore::new().await;
    let method = seller.method("Wallet").await;
    let waffle = seller.waffle_with("One", &[method]).await;
    archive(&seller.pool, waffle, true, admin().at(at(1))).await.unwrap();
    rename(&seller, method, "Purse").await.unwrap();
    seller.announce().await;
    archive(&seller.pool, waffle, false, admin().at(at(2))).await.unwrap();
    let kinds = ["waffle_archived", "waffle_updated", "waffle_updated"];
    let log: Vec<_> = (1..).zip(kinds.map(str::to_owned)).collect();
    assert_eq!(seller.log(waffle).await, (3, log), "an archived waffle shows it too, to its sellers");
    let title: String = sqlx::query_scalar("SELECT payload::json->'waffle'->>'title' FROM events WHERE seq = 2")
        .fetch_one(&seller.pool)
        .await
        .unwrap();
    assert_eq!(title, "One");
}

#[tokio::test]
async fn what_changes_nothing_leaves_no_trace() {
    let seller = TestStore::new().await;
    let method = seller.method("Wallet").await;
    let waffle = seller.waffle_with("One", &[method]).await;
    assert!(rename(&seller, method, " Wallet ").await.unwrap().waffles.is_empty());
    assert!(!set_active(&seller, method, false).await.method.is_active);
    assert!(set_active(&seller, method, false).await.waffles.is_empty());
    assert_eq!(seller.announce().await.len(), 1);
    assert_eq!(seller.log(waffle).await.0, 1);
    assert_eq!(seller.audited(method).await, ["create_payment_method", "deactivate_payment_method"]);
    assert!(rename(&seller, method, "Purse").await.unwrap().waffles.is_empty(), "nobody sees it now");
    assert_eq!(set_active(&seller, method, true).await.waffles.len(), 1);
    assert_eq!(rename(&seller, Uuid::nil(), "Purse").await, Err(Refusal::NoPaymentMethod.into()));
}

#[tokio::test]
async fn active_methods_come_first_and_their_uses_are_counted() {
    let seller = TestStore::new().await;
    let (gone, kept) = (seller.method("Gone").await, seller.method("Kept").await);
    let (_, archived) = (seller.waffle_with("One", &[gone, kept]).await, seller.waffle_with("Two", &[kept]).await);
    archive(&seller.pool, archived, true, admin().at(at(1))).await.unwrap();
    set_active(&seller, gone, false).await;
    let names: Vec<_> = list(&seller.pool).await.unwrap().into_iter().map(|method| method.display_name).collect();
    assert_eq!(names, ["Kept", "Gone"]);
    let mut uses = in_use(&seller.pool).await.unwrap();
    uses.sort_by_key(|(id, _)| *id != gone);
    assert_eq!(uses, [(gone, 1), (kept, 1)], "an archived waffle sells nothing");
    assert_eq!(find(&seller.pool, gone).await.unwrap().map(|method| method.is_active), Some(false));
    assert_eq!(find(&seller.pool, Uuid::nil()).await.unwrap(), None);
}

#[tokio::test]
async fn changes_of_a_method_and_waffles_that_choose_it_do_not_wait_in_a_circle() {
    let seller = TestStore::new().await;
    let method = seller.method("Wallet 0").await;
    let old = seller.waffle_with("Old", &[method]).await;
    let changes = async {
        for n in 1..=20 {
            rename(&seller, method, &format!("Wallet {n}")).await.unwrap();
            seller.announce().await;
        }
    };
    let creations = join_all((0..20).map(|n| {
        let seller = &seller;
        async move { seller.waffle_with(&format!("Waffle {n}"), &[method]).await }
    }));
    let edits = async {
        for n in 0..20 {
            let methods = if n % 2 == 0 { Vec::new() } else { vec![method] };
            let draft =
                waffle_domain::waffle_fields::WaffleDraft { payment_methods: Some(methods), ..Default::default() };
            let choice = waffle_domain::waffle_fields::WaffleEdit::parse(&draft, 10).unwrap();
            edit(&seller.pool, old, choice, admin().at(at(1))).await.unwrap();
        }
    };
    let ((), ids, ()) = tokio::join!(changes, creations, edits);
    let gaps: Vec<(Uuid, i64)> = sqlx::query_as(
        "SELECT w.id, w.last_seq - count(e.seq) FROM waffles w LEFT JOIN events e ON e.waffle_id = w.id GROUP BY w.id",
    )
    .fetch_all(&seller.pool)
    .await
    .unwrap();
    assert_eq!(gaps.len(), ids.len() + 1);
    assert!(gaps.iter().all(|(_, gap)| *gap == 0), "sequence numbers have no gaps");
    assert_eq!(seller.audited(method).await.len(), 21);
}

#[tokio::test]
async fn a_waffle_that_chooses_the_method_meanwhile_is_told() {
    let seller = TestStore::new().await;
    let method = seller.method("Wallet").await;
    let waffle = seller.waffle_with("Box", &[]).await;
    let mut connection = seller.pool.acquire().await.unwrap();
    let mut choice = connection.begin().await.unwrap();
    sqlx::query("INSERT INTO waffle_payment_methods (waffle_id, payment_method_id, place) VALUES ($1, $2, 1)")
        .bind(waffle)
        .bind(method)
        .execute(&mut *choice)
        .await
        .unwrap();
    let chosen = async {
        until_waiting(&seller.database.connect_options(), 1).await.unwrap();
        choice.commit().await.unwrap();
    };
    let (changed, ()) = tokio::join!(rename(&seller, method, "Purse"), chosen);
    assert_eq!(changed.unwrap().waffles, [waffle]);
    assert_eq!(seller.announce().await, [Announced { waffle_id: waffle, seq: 1 }]);
}

#[tokio::test]
async fn a_waffle_that_somebody_holds_holds_up_neither_the_change_nor_the_others() {
    let seller = TestStore::new().await;
    let method = seller.method("Wallet").await;
    let (one, held, two) = (
        seller.waffle_with("One", &[method]).await,
        seller.waffle_with("Held", &[method]).await,
        seller.waffle_with("Two", &[method]).await,
    );
    let lock = lock_waffle(&seller.database.connect_options(), held).await.unwrap();
    let begun = Instant::now();
    rename(&seller, method, "Purse").await.unwrap();
    rename(&seller, method, "Sack").await.unwrap();
    let told = seller.announce().await;
    assert!(begun.elapsed() < Duration::from_millis(2_500), "{:?}", begun.elapsed());
    assert_eq!(sorted(told.iter().map(|told| told.waffle_id).collect()), sorted(vec![one, two]));
    assert_eq!(seller.owing().await, [held]);
    lock.release().await.unwrap();
    assert_eq!(seller.announce().await, [Announced { waffle_id: held, seq: 1 }], "two changes, one announcement");
    for waffle in [one, held, two] {
        assert_eq!(seller.log(waffle).await, (1, vec![(1, "waffle_updated".to_owned())]));
    }
}

#[tokio::test]
async fn many_waffles_tell_in_several_transactions_whatever_some_of_them_went_through() {
    let seller = TestStore::new().await;
    let method = seller.method("Wallet").await;
    let mut waffles = Vec::new();
    for n in 0..250 {
        waffles.push(seller.waffle_with(&format!("Waffle {n}"), &[method]).await);
    }
    waffles.sort_unstable();
    for name in ["Purse", "Sack", "Box"] {
        rename(&seller, method, name).await.unwrap();
    }
    let bystander = seller.waffle_with("Other", &[]).await;
    let some = [waffles[9], bystander, waffles[3]];
    let first = announce(&seller.pool, Some(&some), at(2)).await.unwrap();
    assert_eq!(sorted(first.iter().map(|told| told.waffle_id).collect()), [waffles[3], waffles[9]]);
    assert_eq!(announce(&seller.pool, Some(&some), at(2)).await.unwrap(), []);
    let (held, deleted) = (waffles[120], waffles[30]);
    delete(&seller.pool, deleted, admin().at(at(1))).await.unwrap();
    let lock = lock_waffle(&seller.database.connect_options(), held).await.unwrap();
    let told: Vec<Uuid> = seller.announce().await.into_iter().map(|told| told.waffle_id).collect();
    let before = [held, deleted, waffles[3], waffles[9]];
    let others: Vec<Uuid> = waffles.iter().copied().filter(|id| !before.contains(id)).collect();
    assert_eq!(sorted(told), others, "each once");
    assert_eq!(seller.owing().await, [held], "what the deleted one owed is forgotten");
    lock.release().await.unwrap();
    assert_eq!(seller.announce().await, [Announced { waffle_id: held, seq: 1 }]);
    for waffle in [waffles[0], waffles[249], held] {
        assert_eq!(seller.log(waffle).await, (1, vec![(1, "waffle_updated".to_owned())]));
    }
}

#[tokio::test]
async fn servers_that_announce_at_once_tell_once() {
    let seller = TestStore::new().await;
    let method = seller.method("Wallet").await;
    let mut waffles = Vec::new();
    for n in 0..10 {
        waffles.push(seller.waffle_with(&format!("Waffle {n}"), &[method]).await);
    }
    rename(&seller, method, "Purse").await.unwrap();
    join_all((0..4).map(|_| seller.announce())).await;
    for waffle in waffles {
        assert_eq!(seller.log(waffle).await.0, 1);
    }
}

#[tokio::test]
async fn a_waffle_that_is_deleted_owes_nothing() {
    let seller = TestStore::new().await;
    let method = seller.method("Wallet").await;
    let waffle = seller.waffle_with("One", &[method]).await;
    rename(&seller, method, "Purse").await.unwrap();
    delete(&seller.pool, waffle, admin().at(at(1))).await.unwrap();
    assert!(are_left(&seller.pool).await.unwrap());
    assert_eq!(announce(&seller.pool, Some(&[waffle]), at(2)).await.unwrap(), []);
    assert!(!are_left(&seller.pool).await.unwrap());
}
