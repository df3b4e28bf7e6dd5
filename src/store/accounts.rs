//! The accounts of admins.

pub mod create;
pub mod password;
pub mod profile;
pub mod rehash;
pub mod sign_in;
pub mod standing;

use std::error::Error;

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

/// An account with what its password is checked against.
pub struct Credentials {
    pub account: Account,
    pub password_hash: String,
}

/// Tells whether there is any account.
pub async fn any(pool: &PgPool) -> Result<bool, StoreFailure> {
    sqlx::query_scalar("SELECT EXISTS (SELECT FROM admins)").fetch_one(pool).await.map_err(|error| nothing_done(&error))
}

/// Creates the account unless there is already one, of whatever name. `false` if so: of servers that start at the same
/// time, only one creates it.
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

/// Finds the account behind a token. `None` if there is none, if the token was revoked, or if the account is
/// deactivated or was since the token was issued.
pub async fn signed_in(
    pool: &PgPool,
    id: Uuid,
    jti: Uuid,
    issued_at: DateTime<Utc>,
) -> Result<Option<Account>, StoreFailure> {
    let row: Option<AccountRow> = sqlx::query_as(
        "SELECT * FROM admins WHERE id = $1 AND active AND (sessions_since IS NULL OR sessions_since <= $3)
         AND NOT EXISTS (SELECT FROM ended_tokens WHERE jti = $2)",
    )
    .bind(id)
    .bind(jti)
    .bind(issued_at)
    .fetch_optional(pool)
    .await
    .map_err(|error| nothing_done(&error))?;
    Ok(row.map(|row| row.0))
}

/// Records a sign-in in the account and in the login history, in one statement. Returns the account as it is then, or
/// `None` if it was deactivated in the meantime.
pub async fn note_sign_in(
    pool: &PgPool,
    id: Uuid,
    from: &SignInFrom,
    at: DateTime<Utc>,
) -> Result<Option<Account>, StoreFailure> {
    let client = from.user_agent.client();
    let row: Option<AccountRow> = sqlx::query_as(
        "WITH who AS (UPDATE admins SET last_login_at = $2 WHERE id = $1 AND active RETURNING *),
         noted AS (
             INSERT INTO login_history
                 (id, admin_id, admin_username, ip_address, user_agent, browser, os, device_type, created_at)
             SELECT $3, id, username, $4, $5, $6, $7, $8, $2 FROM who
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
    .fetch_optional(pool)
    .await
    .map_err(|error| nothing_done(&error))?;
    Ok(row.map(|row| row.0))
}

/// For statements that change nothing, or whose repeat does no harm.
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

fn unreadable(column: &str, source: impl Into<Box<dyn Error + Send + Sync>>) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: column.to_owned(), source: source.into() }
}

#[cfg(test)]
mod tests;
