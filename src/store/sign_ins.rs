//! The login history: who signed in when, from where and with which browser.
//! [`note_sign_in`](crate::accounts::note_sign_in) writes it.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use sqlx::postgres::{PgPool, PgRow};
use uuid::Uuid;
use waffle_domain::paging::Paging;
use waffle_domain::sign_ins::Scope;
use waffle_domain::user_agent::UserAgent;
use waffle_domain::whois::answer::AddressOwner;

use crate::failure::StoreFailure;
use crate::row::address;

const OF_ACCOUNT: &str = "admin_id = $1";
const OF_ACCOUNT_AND_MANAGERS: &str =
    "admin_id = $1 OR admin_id IN (SELECT id FROM admins WHERE role = 'waffle_manager')";
const OF_EVERYONE: &str = "$1::uuid IS NULL";

/// Where a sign-in comes from, with the id of its record and the session that it begins.
#[derive(Debug, Clone)]
pub struct SignInFrom {
    pub id: Uuid,
    pub session_id: Uuid,
    pub expires_at: DateTime<Utc>,
    pub ip_address: IpAddr,
    pub user_agent: UserAgent,
}

row! {
    /// A sign-in that was recorded.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct SignIn {
        pub id: Uuid,
        pub admin_id: Uuid,
        /// The username at the time.
        pub username: String as "admin_username",
        pub ip_address: IpAddr = address,
        pub user_agent: String,
        pub browser: String,
        pub os: String,
        /// `desktop`, `mobile` or `tablet`.
        pub device_type: String,
        /// Who owns the address, as far as it is known yet.
        pub holder: AddressOwner = holder,
        /// The WHOIS server that answered.
        pub whois_server: Option<String>,
        pub created_at: DateTime<Utc>,
    }
}

/// Reads a page of the sign-ins in a scope, newest first, and how many there are in all. A page past the end is empty.
pub async fn list(pool: &PgPool, scope: Scope, paging: Paging) -> Result<(Vec<SignIn>, i64), StoreFailure> {
    let (of, id) = match scope {
        Scope::Account(id) => (OF_ACCOUNT, Some(id)),
        Scope::WithManagers(id) => (OF_ACCOUNT_AND_MANAGERS, Some(id)),
        Scope::Everyone => (OF_EVERYONE, None),
    };
    let count = format!("SELECT count(*) FROM login_history WHERE {of}");
    let total: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(count)).bind(id).fetch_one(pool).await?;
    let page = format!("SELECT * FROM login_history WHERE {of} ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3");
    let page = sqlx::query_as(sqlx::AssertSqlSafe(page)).bind(id);
    let page = page.bind(i64::from(paging.per_page())).bind(paging.offset());
    Ok((page.fetch_all(pool).await?, total))
}

/// Lists all accounts as ids and usernames, sorted by username.
pub async fn accounts(pool: &PgPool) -> Result<Vec<(Uuid, String)>, StoreFailure> {
    Ok(sqlx::query_as("SELECT id, username FROM admins ORDER BY username").fetch_all(pool).await?)
}

/// Stores who owns the address of some sign-ins, and which server said so. A repeat changes nothing.
pub async fn enrich(
    pool: &PgPool,
    records: &[Uuid],
    holder: &AddressOwner,
    whois_server: &str,
) -> Result<(), StoreFailure> {
    sqlx::query(
        "UPDATE login_history SET ip_org = $2, ip_country = $3, ip_city = $4, ip_asn = $5, whois_server = $6
         WHERE id = ANY ($1)",
    )
    .bind(records)
    .bind(&holder.org)
    .bind(&holder.country)
    .bind(&holder.city)
    .bind(&holder.asn)
    .bind(whois_server)
    .execute(pool)
    .await?;
    Ok(())
}

reader! {
    fn owner(row) -> AddressOwner { org as "ip_org", country as "ip_country", city as "ip_city", asn as "ip_asn" }
}

fn holder(row: &PgRow, _: &str) -> Result<AddressOwner, sqlx::Error> {
    owner(row)
}
