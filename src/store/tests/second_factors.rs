//! Second factors and recovery codes, with many requests at the same time.

use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::refusal::Refusal;
use waffle_store::pools::PgPool;
use waffle_store::second_factors::{
    Proposer, Taken, confirm, disable, find, propose, proposed, renew_recovery_codes, take_recovery_code, take_step,
};
use waffle_test_databases::TestDatabase;
use waffle_test_databases::inspection::add_super_admin;

use crate::test_store::at;

const ANNA: Uuid = Uuid::from_u128(1);
const SEALED: [u8; 48] = [7; 48];
/// Two of her sessions.
const HERE: Proposer = Proposer { session_id: Uuid::from_u128(11), admin_id: ANNA };
const THERE: Proposer = Proposer { session_id: Uuid::from_u128(12), admin_id: ANNA };

fn anna() -> Author {
    Author { account_id: ANNA, username: "anna".to_owned(), ip_address: None }
}

async fn pool() -> (TestDatabase, PgPool) {
    let (database, pool) = TestDatabase::with_pool(8).await.unwrap();
    add_super_admin(&database.connect_options(), ANNA, "anna").await.unwrap();
    for session in [HERE, THERE] {
        let begin = "INSERT INTO sessions (id, admin_id, created_at, last_seen_at, expires_at, ip_address, browser, os,
                device_type)
            VALUES ($1, $2, $3, $3, $4, '192.0.2.1', 'Firefox', 'Linux', 'desktop')";
        let begin = sqlx::query(begin).bind(session.session_id).bind(session.admin_id).bind(at(0)).bind(at(86_400));
        begin.execute(&pool).await.unwrap();
    }
    (database, pool)
}

/// Turns it on with a step and recovery codes.
async fn turn_on(pool: &PgPool, codes: &[[u8; 32]]) {
    propose(pool, HERE, &SEALED, at(900)).await.unwrap();
    confirm(pool, (HERE.session_id, &SEALED), 5, codes, anna().at(at(0))).await.unwrap();
}

async fn audited(pool: &PgPool) -> String {
    let sql = "SELECT coalesce(string_agg(action, ' ' ORDER BY seq), '') FROM audit_outbox";
    sqlx::query_scalar(sql).fetch_one(pool).await.unwrap()
}

#[tokio::test]
async fn a_proposal_is_of_its_session_is_replaced_and_expires() {
    let (_database, pool) = pool().await;
    let sealed = async |session: Proposer, seconds| proposed(&pool, session.session_id, at(seconds)).await.unwrap();
    assert!(sealed(HERE, 0).await.is_none());
    propose(&pool, HERE, &[6; 48], at(900)).await.unwrap();
    propose(&pool, HERE, &SEALED, at(901)).await.unwrap();
    propose(&pool, THERE, &[8; 48], at(900)).await.unwrap();
    assert_eq!(sealed(HERE, 900).await.as_deref(), Some(&SEALED[..]), "until it expires");
    assert_eq!(sealed(HERE, 901).await, None);
    assert_eq!(sealed(THERE, 0).await.as_deref(), Some(&[8; 48][..]));
    assert!(find(&pool, ANNA).await.unwrap().is_none(), "it is not on");
    let off = Err(Refusal::NoSecondFactor.into());
    assert_eq!(renew_recovery_codes(&pool, &[[1; 32]], anna().at(at(1))).await, off);
    assert_eq!(disable(&pool, anna().at(at(1))).await, off);
    let other = Proposer { admin_id: Uuid::from_u128(2), ..HERE };
    let refused = Err(Refusal::SecondFactorOn.into());
    assert_eq!(propose(&pool, other, &SEALED, at(900)).await, refused, "a session is of one account");
    let ended = Proposer { session_id: Uuid::from_u128(99), ..HERE };
    assert_eq!(propose(&pool, ended, &SEALED, at(900)).await, refused);
    sqlx::query("DELETE FROM sessions WHERE id = $1").bind(HERE.session_id).execute(&pool).await.unwrap();
    assert_eq!(sealed(HERE, 0).await, None, "it goes with its session");
}

#[tokio::test]
async fn the_first_that_is_confirmed_counts_and_takes_the_others_away() {
    let (_database, pool) = pool().await;
    propose(&pool, HERE, &SEALED, at(900)).await.unwrap();
    propose(&pool, THERE, &[8; 48], at(900)).await.unwrap();
    let author = anna();
    let try_at = async |session: Proposer, sealed: &[u8], seconds| {
        let codes = [[1; 32], [2; 32]];
        confirm(&pool, (session.session_id, sealed), 5, &codes, author.at(at(seconds))).await
    };
    let not_proposed = Err(Refusal::NoSecretToConfirm.into());
    assert_eq!(try_at(HERE, &[6; 48], 1).await, not_proposed, "another secret");
    assert_eq!(try_at(THERE, &SEALED, 1).await, not_proposed, "another session's");
    assert_eq!(try_at(HERE, &SEALED, 900).await, not_proposed, "too late");
    assert_eq!(try_at(HERE, &SEALED, 899).await, Ok(()));
    assert_eq!(try_at(HERE, &SEALED, 899).await, not_proposed, "once");
    assert_eq!(try_at(THERE, &[8; 48], 899).await, not_proposed);
    let refused = propose(&pool, THERE, &[6; 48], at(900)).await;
    assert_eq!(refused, Err(Refusal::SecondFactorOn.into()), "it is on");
    let found = find(&pool, ANNA).await.unwrap().unwrap();
    assert_eq!((found.sealed_secret.as_slice(), found.confirmed_at), (&SEALED[..], at(899)));
    assert_eq!(found.recovery_codes, 2);
    disable(&pool, anna().at(at(900))).await.unwrap();
    assert!(find(&pool, ANNA).await.unwrap().is_none());
    assert_eq!(audited(&pool).await, "enable_second_factor disable_second_factor");
}

#[tokio::test]
async fn of_two_sessions_that_confirm_at_once_one_does() {
    let (_database, pool) = pool().await;
    let author = anna();
    for _ in 0..5 {
        for session in [HERE, THERE] {
            propose(&pool, session, &SEALED, at(900)).await.unwrap();
        }
        let tries =
            [HERE, THERE].map(|session| confirm(&pool, (session.session_id, &SEALED), 5, &[], author.at(at(1))));
        let ends = futures_util::future::join_all(tries).await;
        let done = ends.iter().filter(|end| **end == Ok(())).count();
        assert_eq!(done, 1, "{ends:?}");
        disable(&pool, author.at(at(2))).await.unwrap();
    }
}

#[tokio::test]
async fn a_step_is_taken_once_and_none_before_it() {
    let (_database, pool) = pool().await;
    turn_on(&pool, &[[1; 32]]).await;
    assert_eq!(take_step(&pool, ANNA, 5).await.unwrap(), Taken::Before, "the one that it was confirmed with");
    let tries = futures_util::future::join_all((0..8).map(|_| take_step(&pool, ANNA, 7))).await;
    assert_eq!(tries.into_iter().filter(|taken| *taken.as_ref().unwrap() == Taken::Now).count(), 1);
    assert_eq!(take_step(&pool, ANNA, 6).await.unwrap(), Taken::Before);
    assert_eq!(take_step(&pool, ANNA, 8).await.unwrap(), Taken::Now);
    assert_ne!(take_step(&pool, Uuid::from_u128(2), 9).await.unwrap(), Taken::Now);
}

#[tokio::test]
async fn a_recovery_code_is_taken_once_however_many_send_it() {
    let (_database, pool) = pool().await;
    turn_on(&pool, &[[1; 32], [2; 32]]).await;
    let author = anna();
    let take = async |code: u8| take_recovery_code(&pool, &[code; 32], author.at(at(3))).await.unwrap();
    let tries = futures_util::future::join_all((0..8).map(|_| take(1))).await;
    assert_eq!(tries.iter().filter(|taken| **taken == Taken::Now).count(), 1);
    assert_eq!(tries.iter().filter(|taken| **taken == Taken::Before).count(), 7);
    assert_eq!(find(&pool, ANNA).await.unwrap().unwrap().recovery_codes, 1);
    renew_recovery_codes(&pool, &[[3; 32]], author.at(at(2))).await.unwrap();
    assert_eq!([take(1).await, take(2).await], [Taken::Never; 2], "they were replaced");
    assert_eq!([take(3).await, take(3).await], [Taken::Now, Taken::Before]);
    assert_eq!(audited(&pool).await, "enable_second_factor use_recovery_code renew_recovery_codes use_recovery_code");
}
