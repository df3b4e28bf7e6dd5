//! Requests for a new password.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use chrono::TimeDelta;
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::email::Email;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Role;
use waffle_domain::username::Username;
use waffle_store::accounts::{credentials, password};
use waffle_store::password_resets::{NewReset, PasswordReset, Whose, find, read_open, redeem, request};

use crate::accounts::{HASH, Office, author};
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
async fn a_request_is_found_by_name_or_address_until_its_hour_is_over() {
    let office = Office::open().await;
    let anna = office.account("anna", Role::Admin).await;
    office.forgot(&anna, 1, 0).await;
    let reset = office.open_reset(1, 3_599).await.unwrap();
    assert_eq!((reset.admin_id, &reset.username, reset.nonce), (anna.id, &anna.username, vec![1; 32]));
    assert!(office.open_reset(1, 3_600).await.is_none());
    assert!(office.open_reset(2, 0).await.is_none());
    let address = Email::parse("ANNA@example.ORG").unwrap();
    request(&office.pool, Whose::Email(&address), &new(2, 5)).await.unwrap();
    assert!(office.open_reset(1, 6).await.is_none(), "the newer one replaces it");
    assert_eq!(office.open_reset(2, 6).await.unwrap().requested_at, at(5));
}

#[tokio::test]
async fn nobody_and_deactivated_accounts_get_none() {
    let office = Office::open().await;
    let (boss, anna) = (office.account("boss", Role::SuperAdmin).await, office.account("anna", Role::Admin).await);
    let nobody = Username::parse("nobody").unwrap();
    request(&office.pool, Whose::Username(&nobody), &new(1, 0)).await.unwrap();
    office.forgot(&anna, 2, 0).await;
    office.deactivate(&anna, &boss).await.unwrap();
    office.forgot(&anna, 3, 0).await;
    let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM password_resets").fetch_one(&office.pool).await.unwrap();
    assert_eq!(kept, 0, "not even for when it is active again");
}

#[tokio::test]
async fn a_request_waits_for_a_deactivation_that_is_under_way() {
    let office = Office::open().await;
    let anna = office.account("anna", Role::Admin).await;
    let mut deactivation = office.pool.begin().await.unwrap();
    sqlx::query("SELECT FROM admins FOR UPDATE").execute(&mut *deactivation).await.unwrap();
    sqlx::query("UPDATE admins SET active = false").execute(&mut *deactivation).await.unwrap();
    let (pool, username) = (office.pool.clone(), anna.username.clone());
    let asking = tokio::spawn(async move { request(&pool, Whose::Username(&username), &new(1, 0)).await.unwrap() });
    let waits =
        "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')";
    while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&office.pool).await.unwrap() {
        assert!(!asking.is_finished());
    }
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

#[tokio::test]
async fn what_is_not_open_any_more_changes_nothing() {
    let office = Office::open().await;
    let (boss, anna) = (office.account("boss", Role::SuperAdmin).await, office.account("anna", Role::Admin).await);
    let try_late =
        async |seconds| redeem(&office.pool, Uuid::from_u128(1), NEW_HASH, author(&anna).at(at(seconds))).await;
    let not_open = Err(Refusal::InvalidToken.into());
    office.forgot(&anna, 1, 0).await;
    assert_eq!(try_late(3_600).await, not_open, "expired");
    let other = redeem(&office.pool, Uuid::from_u128(1), NEW_HASH, author(&boss).at(at(1))).await;
    assert_eq!(other, not_open, "somebody else's");
    password::change_own(&office.pool, (HASH, HASH), None, author(&anna).at(at(1))).await.unwrap();
    assert_eq!(try_late(1).await, not_open, "withdrawn with a change of the password");
    office.forgot(&anna, 1, 0).await;
    password::reset(&office.pool, anna.id, HASH, author(&boss).at(at(1))).await.unwrap();
    assert_eq!(try_late(1).await, not_open, "withdrawn with another password from a super admin");
    office.forgot(&anna, 1, 0).await;
    office.deactivate(&anna, &boss).await.unwrap();
    assert_eq!(try_late(1).await, not_open, "withdrawn with the deactivation");
    assert_eq!(office.hash(&anna).await, HASH);
}
