//! Second factors and recovery codes, with many hands at once.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgPool;
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::email::Email;
use waffle_domain::role::Role;
use waffle_domain::username::Username;
use waffle_private_postgres::TestDatabase;
use waffle_store::accounts::{FirstAccount, insert_first};
use waffle_store::second_factors::{
    confirm, disable, find, propose, renew_recovery_codes, take_recovery_code, take_step,
};

const ANNA: Uuid = Uuid::from_u128(1);
const SEALED: [u8; 48] = [7; 48];

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
}

fn anna() -> Author {
    Author { account_id: ANNA, username: "anna".to_owned(), ip_address: None }
}

async fn pool() -> (TestDatabase, PgPool) {
    let database = TestDatabase::create().await.unwrap();
    let pool = database.pool(8).await.unwrap();
    let account = FirstAccount {
        id: ANNA,
        username: &Username::parse("anna").unwrap(),
        email: &Email::parse("anna@example.org").unwrap(),
        role: Role::SuperAdmin,
        password_hash: "$2b$04$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcde",
        created_at: at(0),
    };
    assert!(insert_first(&pool, &account).await.unwrap());
    (database, pool)
}

async fn audited(pool: &PgPool) -> String {
    let sql = "SELECT coalesce(string_agg(action, ' ' ORDER BY seq), '') FROM audit_outbox";
    sqlx::query_scalar(sql).fetch_one(pool).await.unwrap()
}

#[tokio::test]
async fn a_proposal_is_replaced_until_it_is_confirmed_and_then_stays() {
    let (_database, pool) = pool().await;
    assert!(find(&pool, ANNA).await.unwrap().is_none());
    assert!(propose(&pool, ANNA, &[6; 48], at(0)).await.unwrap());
    assert!(propose(&pool, ANNA, &SEALED, at(1)).await.unwrap());
    assert!(!renew_recovery_codes(&pool, &[[1; 32]], &anna(), at(1)).await.unwrap(), "it is not on");
    assert!(!disable(&pool, &anna(), at(1)).await.unwrap());
    assert!(!confirm(&pool, &[6; 48], 5, &[[1; 32]], &anna(), at(1)).await.unwrap(), "another secret");
    assert!(confirm(&pool, &SEALED, 5, &[[1; 32], [2; 32]], &anna(), at(2)).await.unwrap());
    assert!(!confirm(&pool, &SEALED, 6, &[[3; 32]], &anna(), at(3)).await.unwrap(), "once");
    assert!(!propose(&pool, ANNA, &[6; 48], at(3)).await.unwrap());
    let found = find(&pool, ANNA).await.unwrap().unwrap();
    assert_eq!((found.sealed_secret.as_slice(), found.confirmed_at), (&SEALED[..], Some(at(2))));
    assert_eq!(found.recovery_codes, 2);
    assert!(disable(&pool, &anna(), at(4)).await.unwrap());
    assert!(find(&pool, ANNA).await.unwrap().is_none());
    assert_eq!(audited(&pool).await, "enable_second_factor disable_second_factor");
}

#[tokio::test]
async fn a_step_is_taken_once_and_none_before_it() {
    let (_database, pool) = pool().await;
    propose(&pool, ANNA, &SEALED, at(0)).await.unwrap();
    confirm(&pool, &SEALED, 5, &[[1; 32]], &anna(), at(0)).await.unwrap();
    assert!(!take_step(&pool, ANNA, 5).await.unwrap(), "the one that it was confirmed with");
    let tries = futures_util::future::join_all((0..8).map(|_| take_step(&pool, ANNA, 7))).await;
    assert_eq!(tries.into_iter().filter(|taken| *taken.as_ref().unwrap()).count(), 1);
    assert!(!take_step(&pool, ANNA, 6).await.unwrap());
    assert!(take_step(&pool, ANNA, 8).await.unwrap());
    assert!(!take_step(&pool, Uuid::from_u128(2), 9).await.unwrap());
}

#[tokio::test]
async fn a_recovery_code_is_taken_once_however_many_send_it() {
    let (_database, pool) = pool().await;
    propose(&pool, ANNA, &SEALED, at(0)).await.unwrap();
    confirm(&pool, &SEALED, 5, &[[1; 32], [2; 32]], &anna(), at(0)).await.unwrap();
    let author = anna();
    let tries = (0..8).map(|_| take_recovery_code(&pool, &[1; 32], &author, at(1)));
    let tries = futures_util::future::join_all(tries).await;
    assert_eq!(tries.into_iter().filter(|taken| *taken.as_ref().unwrap()).count(), 1);
    assert!(renew_recovery_codes(&pool, &[[3; 32]], &author, at(2)).await.unwrap());
    assert!(!take_recovery_code(&pool, &[2; 32], &author, at(3)).await.unwrap(), "it was replaced");
    assert!(take_recovery_code(&pool, &[3; 32], &author, at(3)).await.unwrap());
    assert_eq!(audited(&pool).await, "enable_second_factor use_recovery_code renew_recovery_codes use_recovery_code");
}
