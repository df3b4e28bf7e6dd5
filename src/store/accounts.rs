//! The accounts of admins.

pub mod create;
pub mod password;
pub mod profile;
pub mod rehash;
pub mod sign_in;
pub mod standing;

use std::error::Error;
use std::net::IpAddr;

use chrono::{DateTime, Utc};
use ipnetwork::IpNetwork;
use sqlx::postgres::{PgConnection, PgPool, PgRow};
use sqlx::types::Json;
use sqlx::{FromRow, Row};
use uuid::Uuid;
use waffle_domain::account::{Account, Profile};
use waffle_domain::email::Email;
use waffle_domain::role::{Permission, Role};
use waffle_domain::social_link::SocialLink;
use waffle_domain::timezone::TimeZone;
use waffle_domain::username::Username;

use crate::failure::StoreFailure;
use crate::sessions::Alive;
use crate::sign_ins::SignInFrom;
use waffle_domain::author::Author;

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
    sqlx::query_scalar("SELECT EXISTS (SELECT FROM admins)").fetch_one(pool).await.map_err(|error| nothing_done(&error))
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
    let row = sqlx::query("SELECT * FROM admins WHERE username = $1")
        .bind(username.as_str())
        .fetch_optional(pool)
        .await
        .map_err(|error| nothing_done(&error))?;
    row.map(|row| Ok(Credentials { account: account(&row)?, password_hash: row.try_get("password_hash")? })).transpose()
}

/// Lists all accounts: active ones first, then by username.
pub async fn list(pool: &PgPool) -> Result<Vec<Account>, StoreFailure> {
    let rows = sqlx::query_as("SELECT * FROM admins ORDER BY active DESC, username").fetch_all(pool).await;
    let rows: Vec<AccountRow> = rows.map_err(|error| nothing_done(&error))?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// Finds an account, active or not.
pub async fn find(pool: &PgPool, id: Uuid) -> Result<Option<Account>, StoreFailure> {
    let row = sqlx::query_as("SELECT * FROM admins WHERE id = $1").bind(id).fetch_optional(pool).await;
    let row: Option<AccountRow> = row.map_err(|error| nothing_done(&error))?;
    Ok(row.map(|row| row.0))
}

/// Locks the author's account until the end of the transaction. Fails with [`StoreFailure::NotAllowed`] if it was
/// deactivated or lost the permission since the request began, for instance while a password was hashed.
pub(crate) async fn still_may(
    conn: &mut PgConnection,
    author: &Author,
    permission: Permission,
) -> Result<(), StoreFailure> {
    let role = sqlx::query_scalar("SELECT role FROM admins WHERE id = $1 AND active FOR SHARE");
    let role: Option<String> = role.bind(author.account_id).fetch_optional(conn).await?;
    let may = role.and_then(|role| Role::parse(&role)).is_some_and(|role| role.may(permission));
    if may { Ok(()) } else { Err(StoreFailure::NotAllowed) }
}

/// Finds an account, and locks it and the author's until the end of the transaction, in the order of their ids: two
/// admins who change each other don't deadlock. The author's permission is checked as in [`still_may`].
async fn lock(
    conn: &mut PgConnection,
    id: Uuid,
    author: &Author,
    permission: Permission,
) -> Result<Option<Account>, StoreFailure> {
    let rows = sqlx::query_as("SELECT * FROM admins WHERE id = $1 OR id = $2 ORDER BY id FOR UPDATE");
    let rows: Vec<AccountRow> = rows.bind(id).bind(author.account_id).fetch_all(conn).await?;
    let may = |account: &Account| account.id == author.account_id && account.active && account.role.may(permission);
    if !rows.iter().any(|row| may(&row.0)) {
        return Err(StoreFailure::NotAllowed);
    }
    Ok(rows.into_iter().map(|row| row.0).find(|account| account.id == id))
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

/// Finds the account of a session. `None` if the session has ended or the account is deactivated. Notes when and where
/// the session was seen, at most once a minute, in the same statement: checking a request costs one round trip.
pub async fn signed_in(pool: &PgPool, presented: &Presented) -> Result<Option<SignedInAccount>, StoreFailure> {
    let row = sqlx::query(
        "WITH seen AS (
             UPDATE sessions SET last_seen_at = $3, ip_address = $5
             WHERE id = $2 AND admin_id = $1 AND last_seen_at <= $3 - interval '1 minute'
                 AND expires_at > $3 AND ($4::timestamptz IS NULL OR last_seen_at > $4)
         )
         SELECT a.*, EXISTS (SELECT FROM second_factors f WHERE f.admin_id = a.id) AS has_second_factor
         FROM admins a WHERE a.id = $1 AND a.active AND EXISTS (
             SELECT FROM sessions s WHERE s.id = $2 AND s.admin_id = $1 AND s.expires_at > $3
                 AND ($4::timestamptz IS NULL OR s.last_seen_at > $4)
         )",
    )
    .bind(presented.admin_id)
    .bind(presented.session_id)
    .bind(presented.alive.now)
    .bind(presented.alive.seen_since)
    .bind(IpNetwork::from(presented.ip_address))
    .fetch_optional(pool)
    .await
    .map_err(|error| nothing_done(&error))?;
    let read = |row: PgRow| -> sqlx::Result<SignedInAccount> {
        Ok(SignedInAccount { account: account(&row)?, has_second_factor: row.try_get("has_second_factor")? })
    };
    row.map(read).transpose().map_err(|error| nothing_done(&error))
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
    let row: Option<AccountRow> = sqlx::query_as(
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
    .fetch_optional(pool)
    .await
    .map_err(|error| nothing_done(&error))?;
    Ok(row.map(|row| row.0))
}

/// For statements that change nothing, or can be repeated without harm.
fn nothing_done(error: &sqlx::Error) -> StoreFailure {
    StoreFailure::of_statement(error).before_commit()
}

struct AccountRow(Account);

impl FromRow<'_, PgRow> for AccountRow {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        account(row).map(Self)
    }
}

fn account(row: &PgRow) -> sqlx::Result<Account> {
    let role: &str = row.try_get("role")?;
    let Json(social_links): Json<Vec<SocialLink>> = row.try_get("social_links")?;
    Ok(Account {
        id: row.try_get("id")?,
        username: Username::parse(row.try_get("username")?).map_err(|error| unreadable("username", error))?,
        email: Email::parse(row.try_get("email")?).map_err(|error| unreadable("email", error))?,
        role: Role::parse(role).ok_or_else(|| unreadable("role", "no such role"))?,
        active: row.try_get("active")?,
        timezone: TimeZone::parse(row.try_get("timezone")?).map_err(|error| unreadable("timezone", error))?,
        profile: Profile {
            first_name: row.try_get("first_name")?,
            last_name: row.try_get("last_name")?,
            display_name: row.try_get("display_name")?,
            social_links,
        },
        last_login_at: row.try_get("last_login_at")?,
        created_at: row.try_get("created_at")?,
    })
}

pub(crate) fn unreadable(column: &str, source: impl Into<Box<dyn Error + Send + Sync>>) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: column.to_owned(), source: source.into() }
}

#[cfg(test)]
mod tests;
