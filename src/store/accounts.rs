//! The accounts of admins.

pub mod at_terminal;
pub mod create;
pub mod password;
pub mod profile;
pub mod rehash;
pub mod sign_in;
pub mod standing;

use std::net::IpAddr;

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use ipnetwork::IpNetwork;
use sqlx::Row;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::types::Json;
use uuid::Uuid;
use waffle_domain::account::{Account, Profile};
use waffle_domain::email::Email;
use waffle_domain::lockout::LockedAccount;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::{Permission, Role};
use waffle_domain::social_link::SocialLink;
use waffle_domain::username::Username;

use crate::failure::StoreFailure;
use crate::row_reader::parsed;
use crate::sessions::Alive;
use crate::sign_ins::SignInFrom;
use waffle_domain::author::By;

/// An account to create.
#[derive(Debug)]
pub struct FirstAccount<'a> {
    pub id: Uuid,
    pub username: &'a Username,
    pub email: &'a Email,
    pub role: Role,
    pub password_hash: &'a str,
    pub created_at: DateTime<Utc>,
}

/// An account with the hash that its password is checked against.
pub struct Credentials {
    pub account: Account,
    pub password_hash: String,
}

/// Returns whether there is any account.
pub async fn any(pool: &PgPool) -> Result<bool, StoreFailure> {
    sqlx::query_scalar("SELECT EXISTS (SELECT FROM admins)").fetch_one(pool).await.map_err(StoreFailure::nothing_done)
}

/// Creates the account unless there already is an account of any name. `false` if there is one: of servers that start
/// at the same time, only one creates it.
pub async fn insert_first(pool: &PgPool, admin: &FirstAccount<'_>) -> Result<bool, StoreFailure> {
    let done = sqlx::query(
        "INSERT INTO admins (id, username, email, role, password_hash, created_at)
         SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (SELECT FROM admins)
         ON CONFLICT DO NOTHING",
    )
    .bind(admin.id)
    .bind(admin.username.as_str())
    .bind(admin.email.as_str())
    .bind(admin.role.as_str())
    .bind(admin.password_hash)
    .bind(admin.created_at)
    .execute(pool)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Finds an account, active or not, by its username.
pub async fn credentials(pool: &PgPool, username: &Username) -> Result<Option<Credentials>, StoreFailure> {
    let found = sqlx::query("SELECT * FROM admins WHERE username = $1").bind(username.as_str());
    let found = found.try_map(|row| checked_account(&row)).fetch_optional(pool).await;
    found.map_err(StoreFailure::nothing_done)
}

/// Returns when an operator has unlocked an account, if ever.
pub async fn unlocked_at(pool: &PgPool, account: &LockedAccount) -> Result<Option<DateTime<Utc>>, StoreFailure> {
    let (username, id) = match account {
        LockedAccount::Named(username) => (Some(username), None),
        LockedAccount::Id(id) => (None, Some(id)),
    };
    let found = sqlx::query_scalar("SELECT unlocked_at FROM admins WHERE username = $1 OR id = $2");
    let found: Result<Option<Option<_>>, _> = found.bind(username).bind(id).fetch_optional(pool).await;
    found.map(Option::flatten).map_err(StoreFailure::nothing_done)
}

/// Lists all accounts: active ones first, then by username.
pub async fn list(pool: &PgPool) -> Result<Vec<Account>, StoreFailure> {
    let all = sqlx::query("SELECT * FROM admins ORDER BY active DESC, username").try_map(|row| account(&row));
    all.fetch_all(pool).await.map_err(StoreFailure::nothing_done)
}

/// Finds an account, active or not.
pub async fn find(pool: &PgPool, id: Uuid) -> Result<Option<Account>, StoreFailure> {
    let found = sqlx::query("SELECT * FROM admins WHERE id = $1").bind(id).try_map(|row| account(&row));
    found.fetch_optional(pool).await.map_err(StoreFailure::nothing_done)
}

/// Locks the author's account until the end of the transaction. Refuses if it was deactivated or lost the permission
/// since the request began, for instance while a password was hashed.
pub(crate) async fn still_may(conn: &mut PgConnection, by: By<'_>, permission: Permission) -> Result<(), StoreFailure> {
    let role = sqlx::query_scalar("SELECT role FROM admins WHERE id = $1 AND active FOR SHARE");
    let role: Option<String> = role.bind(by.author.account_id).fetch_optional(conn).await?;
    let may = role.and_then(|role| Role::parse(&role)).is_some_and(|role| role.may(permission));
    if may { Ok(()) } else { Err(Refusal::RoleTooLow.into()) }
}

/// Finds an account, and locks it and the author's until the end of the transaction. The author's permission is checked
/// as in [`still_may`].
async fn lock(conn: &mut PgConnection, id: Uuid, by: By<'_>, permission: Permission) -> Result<Account, StoreFailure> {
    Ok(lock_among(conn, id, by, permission, false).await?.0)
}

/// Does the same, and also locks every super admin's account if that is wanted. All are locked in the order of their
/// ids: admins who change each other don't deadlock. Returns the account, and the others.
async fn lock_among(
    conn: &mut PgConnection,
    id: Uuid,
    by: By<'_>,
    permission: Permission,
    super_admins: bool,
) -> Result<(Account, Vec<Account>), StoreFailure> {
    let all = "SELECT * FROM admins WHERE id = $1 OR id = $2 OR ($3 AND role = 'super_admin') ORDER BY id FOR UPDATE";
    let all = sqlx::query(all).bind(id).bind(by.author.account_id).bind(super_admins).try_map(|row| account(&row));
    let mut all = all.fetch_all(conn).await?;
    let may = |it: &Account| it.id == by.author.account_id && it.active && it.role.may(permission);
    if !all.iter().any(may) {
        return Err(Refusal::RoleTooLow.into());
    }
    let place = all.iter().position(|account| account.id == id).ok_or(Refusal::NoAccount)?;
    Ok((all.remove(place), all))
}

/// A request that names a session.
#[derive(Debug, Clone, Copy)]
pub struct Presented {
    pub admin_id: Uuid,
    pub session_id: Uuid,
    /// Which sessions are still valid.
    pub alive: Alive,
    /// Where the request comes from.
    pub ip_address: IpAddr,
}

/// The account that a session belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedInAccount {
    pub account: Account,
    /// Whether its sign-ins take a code.
    pub has_second_factor: bool,
}

/// The look-up of a session's account, which changes nothing.
macro_rules! account_of_session {
    () => {
        "SELECT a.*, EXISTS (SELECT FROM second_factors f WHERE f.admin_id = a.id) AS has_second_factor
         FROM admins a WHERE a.id = $1 AND a.active AND EXISTS (
             SELECT FROM sessions s WHERE s.id = $2 AND s.admin_id = $1 AND s.expires_at > $3
                 AND ($4::timestamptz IS NULL OR s.last_seen_at > $4)
         )"
    };
}

/// The same, to be planned by the doctor.
pub(crate) const ACCOUNT_OF_SESSION: &str = account_of_session!();

/// Finds the account of a session. `None` if the session has ended or the account is deactivated. Notes when and where
/// the session was seen, at most once a minute, in the same statement: checking a request costs one round trip.
pub async fn signed_in(pool: &PgPool, presented: &Presented) -> Result<Option<SignedInAccount>, StoreFailure> {
    let found = sqlx::query(concat!(
        "WITH seen AS (
             UPDATE sessions SET last_seen_at = $3, ip_address = $5
             WHERE id = $2 AND admin_id = $1 AND last_seen_at <= $3 - interval '1 minute'
                 AND expires_at > $3 AND ($4::timestamptz IS NULL OR last_seen_at > $4)
         ) ",
        account_of_session!()
    ))
    .bind(presented.admin_id)
    .bind(presented.session_id)
    .bind(presented.alive.now)
    .bind(presented.alive.seen_since)
    .bind(IpNetwork::from(presented.ip_address))
    .try_map(|row| signed_in_account(&row));
    found.fetch_optional(pool).await.map_err(StoreFailure::nothing_done)
}

/// Begins a session, and records the sign-in in the account and in the login history, in one statement. Returns the
/// account as it is then. `None` if it was deactivated in the meantime, or if its password is no longer the one that
/// was checked: the change of the password ended all sessions, and must not miss this one.
pub async fn note_sign_in(
    pool: &PgPool,
    (id, password_hash): (Uuid, &str),
    from: &SignInFrom,
    at: DateTime<Utc>,
) -> Result<Option<Account>, StoreFailure> {
    let client = from.user_agent.client();
    let account = sqlx::query(
        "WITH who AS (
             UPDATE admins SET last_login_at = $2 WHERE id = $1 AND active AND password_hash = $11 RETURNING *
         ),
         noted AS (
             INSERT INTO login_history
                 (id, admin_id, admin_username, ip_address, user_agent, browser, os, device_type, created_at)
             SELECT $3, id, username, $4, $5, $6, $7, $8, $2 FROM who
         ),
         begun AS (
             INSERT INTO sessions
                 (id, admin_id, created_at, last_seen_at, expires_at, ip_address, browser, os, device_type)
             SELECT $9, id, $2, $2, $10, $4, $6, $7, $8 FROM who
         )
         SELECT * FROM who",
    )
    .bind(id)
    .bind(at)
    .bind(from.id)
    .bind(IpNetwork::from(from.ip_address))
    .bind(from.user_agent.as_str())
    .bind(client.browser)
    .bind(client.os)
    .bind(client.device.as_str())
    .bind(from.session_id)
    .bind(from.expires_at)
    .bind(password_hash)
    .try_map(|row| account(&row));
    account.fetch_optional(pool).await.map_err(StoreFailure::nothing_done)
}

reader! {
    fn account(row) -> Account {
        id, active, last_login_at, created_at, timezone = parsed, username = parsed, email = parsed, role = parsed;
        profile: profile(row)?,
    }
}

reader! {
    fn profile(row) -> Profile { first_name, last_name, display_name, social_links = social_links }
}

reader! {
    fn checked_account(row) -> Credentials { password_hash; account: account(row)? }
}

reader! {
    fn signed_in_account(row) -> SignedInAccount { has_second_factor; account: account(row)? }
}

fn social_links(row: &PgRow, column: &str) -> sqlx::Result<Vec<SocialLink>> {
    row.try_get(column).map(|Json(links)| links)
}

#[cfg(test)]
mod tests;
