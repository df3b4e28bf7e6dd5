//! Lines of payments: each counts once across all waffles, and payers are remembered.

use futures_util::future::join_all;
use sqlx::Connection;
use uuid::Uuid;
use waffle_domain::payments_text::PayerName;
use waffle_domain::refusal::Refusal;
use waffle_store::merge_users::merge;
use waffle_store::payers::{Payer, Payers, forget, known};
use waffle_store::payments::LineUse::{Again, Once, Remember};
use waffle_store::payments::{LineOrder, LineResult, PaymentsOrder, take, taken};
use waffle_store::spots::SpotOperation::{Pay, Unpay};
use waffle_store::spots::SpotResult;
use waffle_store::table::Table;
use waffle_test_databases::inspection::{lock_waffle, until_waiting};

use crate::test_store::{TestStore, admin, at, claim, handle, page};

const LOCK: &str = "UPDATE waffles SET draw_round_at = now() + interval '1 minute', draw_round = 1, draw_number = 1,
    draw_entries = 1 WHERE id = $1";

/// A line for a buyer's spots, whose hash is made of a number.
fn line(hash: u8, buyer: &str, spot_ids: &[i64]) -> LineOrder {
    LineOrder { hash: [hash; 32], handle: handle(buyer), spot_ids: spot_ids.to_vec(), line_use: Once, payer: None }
}

/// What became of each line: the numbers of the spots that are paid by it, or why none is.
fn words(results: &[LineResult]) -> Vec<String> {
    let word = |result: &SpotResult| match result {
        SpotResult::Changed(event) => format!("{}", event.seq),
        SpotResult::WrongStatus { status, .. } => status.to_string(),
        SpotResult::NotFound(_) => "not found".into(),
        SpotResult::Locked { .. } => "locked".into(),
        SpotResult::NotActive(_) => "not active".into(),
        other => format!("{other:?}"),
    };
    let line = |line: &LineResult| match line {
        LineResult::TakenBefore => "taken before".to_owned(),
        LineResult::Remembered => "remembered".to_owned(),
        LineResult::NotRemembered => "not remembered".to_owned(),
        LineResult::Judged(spots) => spots.iter().map(word).collect::<Vec<_>>().join(", "),
    };
    results.iter().map(line).collect()
}

impl TestStore {
    async fn take(&self, waffle_id: Uuid, lines: Vec<LineOrder>) -> Vec<String> {
        let order = PaymentsOrder { id: Uuid::now_v7(), waffle_id, lines, author: admin() };
        words(&take(&self.pool, &order, at(60)).await.unwrap().unwrap())
    }

    /// Two waffles of ten spots, whose first ones anna holds, and the ids of these.
    async fn two_boards(&mut self) -> [(Uuid, Vec<i64>); 2] {
        let mut boards = Vec::new();
        for _ in 0..2 {
            let id = self.waffle(10).await;
            self.claim(claim(id, "anna", &[1, 2, 3]), 1).await;
            self.claim(claim(id, "ben", &[4]), 2).await;
            boards.push((id, self.ids(id).await));
        }
        boards.try_into().unwrap()
    }

    async fn remembered(&self) -> i64 {
        self.count("SELECT count(*) FROM taken_lines").await
    }

    async fn ids(&self, id: Uuid) -> Vec<i64> {
        let ids = "SELECT id FROM spots WHERE waffle_id = $1 ORDER BY number";
        sqlx::query_scalar(ids).bind(id).fetch_all(&self.pool).await.unwrap()
    }

    async fn payers(&self) -> Vec<Payer> {
        Payers::read(&self.pool, &String::new(), page(1, 25)).await.unwrap().0
    }
}

#[tokio::test]
async fn a_line_counts_once_on_all_waffles_unless_it_is_said_again() {
    let mut store = TestStore::new().await;
    let [(first, ids), (second, others)] = store.two_boards().await;
    let lines = || vec![line(1, "anna", &ids[..2]), line(2, "ben", &ids[3..4])];
    assert_eq!(store.take(first, lines()).await, ["5, 6", "7"]);
    assert_eq!(store.take(first, lines()).await, ["taken before", "taken before"]);
    assert_eq!(store.take(second, vec![line(1, "anna", &others[..1])]).await, ["taken before"]);
    let again = LineOrder { line_use: Again, ..line(1, "anna", &others[..1]) };
    assert_eq!(store.take(second, vec![again]).await, ["5"]);
    // Twice in one order.
    let twice = vec![line(3, "anna", &others[1..2]), line(3, "anna", &others[2..3])];
    assert_eq!(store.take(second, twice).await, ["6", "taken before"]);
    let known = taken(&store.pool, &[[1; 32], [3; 32], [9; 32]]).await.unwrap();
    assert_eq!((known.len(), known.get(&[3; 32])), (2, Some(&at(60))));
    for id in [first, second] {
        store.assert_sound(id).await;
    }
    assert_eq!(store.count("SELECT count(*) FROM audit_outbox WHERE action = 'mark_paid'").await, 5);
}

#[tokio::test]
async fn a_line_that_pays_for_nothing_is_not_remembered() {
    let mut store = TestStore::new().await;
    let [(first, ids), (second, others)] = store.two_boards().await;
    let free = vec![line(1, "anna", &[ids[3], ids[8], others[0], 999_999]), line(2, "ben", &ids[3..4])];
    assert_eq!(store.take(first, free).await, ["not found, available, not found, not found", "5"]);
    assert_eq!(store.remembered().await, 1);
    assert_eq!(store.take(first, vec![line(1, "anna", &ids[..1])]).await, ["6"], "its money counts later");
    // A spot that was paid by hand in the meantime was paid by this.
    store.change(second, Pay, &[1], 50).await;
    assert_eq!(store.take(second, vec![line(3, "anna", &others[..1])]).await, ["paid"]);
    store.change(second, Unpay, &[1], 55).await;
    assert_eq!(store.take(second, vec![line(3, "anna", &others[..1])]).await, ["taken before"]);
    store.run(LOCK, second).await;
    assert_eq!(store.take(second, vec![line(4, "anna", &others[..1])]).await, ["locked"]);
    assert_eq!(store.remembered().await, 3);
    let nowhere = PaymentsOrder { id: Uuid::now_v7(), waffle_id: Uuid::nil(), lines: Vec::new(), author: admin() };
    assert!(take(&store.pool, &nowhere, at(1)).await.unwrap().is_none());
}

#[tokio::test]
async fn a_line_that_is_to_be_remembered_changes_nothing_else() {
    let mut store = TestStore::new().await;
    let [(first, ids), (_, others)] = store.two_boards().await;
    store.change(first, Pay, &[1, 2], 50).await;
    let remember = |hash: u8, buyer: &str, ids: &[i64]| LineOrder {
        line_use: Remember,
        payer: PayerName::parse("Kim Miller"),
        ..line(hash, buyer, ids)
    };
    // One is pending, free, another's, another waffle's, or no one's, or has just been paid by another line.
    for (place, spot) in [ids[2], ids[8], ids[3], others[0], 999_999].into_iter().enumerate() {
        let hash = u8::try_from(place).unwrap();
        assert_eq!(store.take(first, vec![remember(hash, "anna", &[ids[0], spot])]).await, ["not remembered"]);
    }
    assert_eq!(store.take(first, vec![remember(9, "ben", &ids[..1])]).await, ["not remembered"]);
    let both = vec![line(10, "anna", &ids[2..3]), remember(11, "anna", &ids[..3])];
    assert_eq!(store.take(first, both).await, ["7", "not remembered"]);
    assert_eq!(store.remembered().await, 1);

    assert_eq!(store.take(first, vec![remember(1, "anna", &ids[..3])]).await, ["remembered"]);
    assert_eq!(store.take(first, vec![remember(1, "anna", &ids[..3])]).await, ["taken before"]);
    assert_eq!(store.take(first, vec![line(1, "anna", &ids[..1])]).await, ["taken before"]);
    assert_eq!((store.remembered().await, store.payers().await.len()), (2, 0));
    // It needs no active waffle, since it changes none.
    store.run(LOCK, first).await;
    assert_eq!(store.take(first, vec![remember(2, "anna", &ids[..2])]).await, ["remembered"]);
    store.assert_sound(first).await;
}

#[tokio::test]
async fn a_spot_pays_for_one_line_of_a_call() {
    let mut store = TestStore::new().await;
    let [(first, ids), (second, others)] = store.two_boards().await;
    let both = vec![line(1, "anna", &ids[..1]), line(2, "anna", &ids[..1])];
    assert_eq!(store.take(first, both).await, ["5", "paid"]);
    assert_eq!(store.remembered().await, 1);
    assert_eq!(
        store.take(second, vec![line(2, "anna", &others[..1])]).await,
        ["5"],
        "its money is there to be counted"
    );
}

#[tokio::test]
async fn payers_of_two_waffles_wait_in_one_order() {
    let mut store = TestStore::new().await;
    let boards = store.two_boards().await;
    let by = |name: &str, line: LineOrder| LineOrder { payer: PayerName::parse(name), ..line };
    let lines = |board: usize| {
        let ids = &boards[board].1;
        let hash = u8::try_from(board).unwrap() * 2;
        let mut lines =
            vec![by("Anna Perez", line(hash, "anna", &ids[..1])), by("Zoe Miller", line(hash + 1, "ben", &ids[3..4]))];
        if board == 1 {
            lines.reverse();
        }
        lines
    };
    // Each of the two waits for the first name, and neither has entered the other one.
    let mut connection = store.pool.acquire().await.unwrap();
    let mut holding = connection.begin().await.unwrap();
    let hold = "INSERT INTO payers VALUES (gen_random_uuid(), 'anna perez', 'x', 'anna', now(), now())";
    sqlx::query(hold).execute(&mut *holding).await.unwrap();
    let database = store.database.connect_options();
    let (one, other, ()) = tokio::join!(store.take(boards[0].0, lines(0)), store.take(boards[1].0, lines(1)), async {
        until_waiting(&database, 2).await.unwrap();
        sqlx::query("SET LOCAL lock_timeout = '2s'").execute(&mut *holding).await.unwrap();
        let free = "INSERT INTO payers VALUES (gen_random_uuid(), 'zoe miller', 'x', 'ben', now(), now())";
        sqlx::query(free).execute(&mut *holding).await.unwrap();
        holding.commit().await.unwrap();
    });
    assert_eq!([one, other], [["5", "6"], ["5", "6"]]);
}

#[tokio::test]
async fn of_two_who_take_the_same_lines_at_once_one_has_each() {
    let mut store = TestStore::new().await;
    let boards = store.two_boards().await;
    let lines = |board: usize, order: &[u8]| {
        let (id, ids) = &boards[board];
        let line = |hash: &u8| line(*hash, "anna", &ids[usize::from(*hash)..=usize::from(*hash)]);
        store.take(*id, order.iter().map(line).collect())
    };
    // On one waffle, both wait for its row.
    let database = store.database.connect_options();
    let lock = lock_waffle(&database, boards[0].0).await.unwrap();
    let unlock = async {
        until_waiting(&database, 2).await.unwrap();
        lock.release().await.unwrap();
    };
    let (one, other, ()) = tokio::join!(lines(0, &[0, 1]), lines(0, &[1, 0]), unlock);
    let paid = |results: &[Vec<String>]| results.iter().flatten().filter(|word| *word != "taken before").count();
    assert_eq!(paid(&[one.clone(), other.clone()]), 2, "each line once: {one:?} {other:?}");
    // On two waffles, the first call gets the line.
    let results = join_all(vec![lines(0, &[2, 1]), lines(1, &[1, 2]), lines(1, &[2]), lines(0, &[2])]).await;
    assert_eq!(paid(&results), 1, "{results:?}");
    assert_eq!(store.count("SELECT count(*) FROM spots WHERE status = 'paid'").await, 3);
    for (id, _) in &boards {
        store.assert_sound(*id).await;
    }
}

#[tokio::test]
async fn payers_are_remembered_for_a_handle_and_forgotten() {
    let mut store = TestStore::new().await;
    let [(first, ids), (second, others)] = store.two_boards().await;
    let by = |name: &str, line: LineOrder| LineOrder { payer: PayerName::parse(name), ..line };
    let nothing = by("Zoe Miller", line(9, "zoe", &ids[..1]));
    assert_eq!(store.take(first, vec![by("Anna Perez", line(1, "anna", &ids[..1])), nothing]).await[1], "not found");
    let find = async || known(&store.pool, &["anna perez", "zoe miller"]).await.unwrap();
    let anna = |sure| [("anna perez".to_owned(), vec![(handle("anna"), sure)])].into();
    assert_eq!(find().await, anna(false));
    store.take(second, vec![by("ANNA PEREZ", line(2, "anna", &others[..1]))]).await;
    assert_eq!(find().await, anna(true));
    store.take(first, vec![by("Anna Perez", line(3, "ben", &ids[3..4]))]).await;
    assert_eq!(find().await["anna perez"].len(), 2);
    let audited = "SELECT string_agg(detail, ', ' ORDER BY seq) FROM audit_outbox WHERE action = 'remember_payer'";
    let audited: String = sqlx::query_scalar(audited).fetch_one(&store.pool).await.unwrap();
    assert_eq!(audited, "Anna Perez pays for @anna, Anna Perez pays for @ben");

    merge(&store.pool, [&handle("ben"), &handle("anna")], &[first, second], true, admin().at(at(70))).await.unwrap();
    let payers = store.payers().await;
    let rows: Vec<_> = payers.iter().map(|it| (it.name.as_str(), it.social_handle.as_str())).collect();
    assert_eq!(rows, [("Anna Perez", "anna")], "whose spots are, the payers are");
    forget(&store.pool, payers[0].id, admin().at(at(80))).await.unwrap();
    let again = forget(&store.pool, payers[0].id, admin().at(at(80))).await;
    assert_eq!(again, Err(Refusal::NoPayer.into()));
    assert!(store.payers().await.is_empty());
}
