//! Requests for a new password.

use chrono::TimeDelta;
use sqlx::Connection;
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Role;
use waffle_store::accounts::credentials;
use waffle_store::password_resets::{NewReset, PasswordReset, Whose, find, read_open, redeem, request};
use waffle_test_databases::inspection::until_waiting;

use crate::accounts::{Office, author};
use crate::test_store::at;

const NEW_HASH: &str = "$2b$04$ABCDEFGHIJKLMNOPQRSTUUabcdefghijklmnopqrstuvwxyzABCDE";

fn new(id: u128, seconds: i64) -> NewReset {
    let (requested_at, expires_at) = (at(seconds), at(seconds) + TimeDelta::hours(1));
    NewReset { id: Uuid::from_u128(id), nonce: [u8::try_from(id).unwrap(); 32], requested_at, expires_at }
}

impl Office {
    async fn forgot(&self, account: &Account, id: u128, seconds: i64) {
        request(&self.pool, Whose::Username(&account.username), &new(id, seconds)).await.unwrap();
    }

    async fn open_reset(&self, id: u128, seconds: i64) -> Option<PasswordReset> {
        find(&self.pool, Uuid::from_u128(id), at(seconds)).await.unwrap()
    }

    async fn hash(&self, account: &Account) -> String {
        credentials(&self.pool, &account.username).await.unwrap().unwrap().password_hash
    }
}

#[tokio::test]
async fn a_request_waits_for_a_deactivation_that_is_under_way() {
    let office = Office::open().await;
    let anna = office.account("anna", Role::Admin).await;
    let mut connection = office.pool.acquire().await.unwrap();
    let mut deactivation = connection.begin().await.unwrap();
    sqlx::query("SELECT FROM admins FOR UPDATE").execute(&mut *deactivation).await.unwrap();
    sqlx::query("UPDATE admins SET active = false").execute(&mut *deactivation).await.unwrap();
    let (pool, username) = (office.pool.clone(), anna.username.clone());
    let asking = tokio::spawn(async move { request(&pool, Whose::Username(&username), &new(1, 0)).await.unwrap() });
    until_waiting(&office.database.connect_options(), 1).await.unwrap();
    deactivation.commit().await.unwrap();
    asking.await.unwrap();
    sqlx::query("UPDATE admins SET active = true").execute(&office.pool).await.unwrap();
    assert!(office.open_reset(1, 0).await.is_none());
}

#[tokio::test]
async fn each_reading_is_recorded_for_each_that_was_read() {
    let office = Office::open().await;
    let boss = office.account("boss", Role::SuperAdmin).await;
    assert!(read_open(&office.pool, author(&boss).at(at(0))).await.unwrap().is_empty());
    let (anna, ben) = (office.account("anna", Role::Admin).await, office.account("ben", Role::Admin).await);
    office.forgot(&anna, 1, 0).await;
    office.forgot(&ben, 2, 5).await;
    for _ in 0..2 {
        let open = read_open(&office.pool, author(&boss).at(at(6))).await.unwrap();
        assert_eq!(open.iter().map(|reset| reset.admin_id).collect::<Vec<_>>(), [ben.id, anna.id], "the newest first");
    }
    assert!(read_open(&office.pool, author(&boss).at(at(3_605))).await.unwrap().is_empty(), "both hours are over");
    for account in [&anna, &ben] {
        let told = office.told(account).await;
        assert_eq!(told, ["founder create_admin", "boss read_password_reset", "boss read_password_reset"]);
    }
    assert_eq!(office.told(&boss).await, ["founder create_admin"]);
}

#[tokio::test]
async fn of_many_who_use_a_request_at_the_same_time_one_does() {
    let office = Office::open().await;
    let anna = office.account("anna", Role::Admin).await;
    office.forgot(&anna, 1, 0).await;
    let boss = office.account("boss", Role::SuperAdmin).await;
    let another = redeem(&office.pool, Uuid::from_u128(1), NEW_HASH, author(&boss).at(at(1))).await;
    assert_eq!(another, Err(Refusal::InvalidToken.into()), "it is not that account's");
    let tries = (0..6).map(|_| {
        let (pool, owner) = (office.pool.clone(), author(&anna));
        tokio::spawn(async move { redeem(&pool, Uuid::from_u128(1), NEW_HASH, owner.at(at(1))).await })
    });
    let mut used = 0;
    for one in tries.collect::<Vec<_>>() {
        used += usize::from(one.await.unwrap().is_ok());
    }
    assert_eq!(used, 1);
    assert_eq!(office.hash(&anna).await, NEW_HASH);
    assert_eq!(office.told(&anna).await, ["founder create_admin", "anna change_password"]);
    assert!(office.open_reset(1, 1).await.is_none());
}
