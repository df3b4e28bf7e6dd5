//! The login history: who signed in when, from where and with which browser.
//! [`note_sign_in`](crate::accounts::note_sign_in) writes it.

use std::net::IpAddr;

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::invalid::Invalid;
use waffle_domain::paging::Paging;
use waffle_domain::role::Permission;
use waffle_domain::sign_ins::Scope;
use waffle_domain::user_agent::{Device, UserAgent};
use waffle_domain::whois::answer::AddressOwner;
use waffle_language::say;

use crate::failure::StoreFailure;
use crate::row_reader::address;
use crate::table::Table;

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
    /// A sign-in.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
    #[schema(as = LoginRecord)]
    pub struct SignIn {
        pub id: Uuid,
        pub admin_id: Uuid,
        /// The name at that time.
        #[schema(example = "anna")]
        pub username: String as "admin_username",
        #[schema(value_type = String, example = "203.0.113.7")]
        pub ip_address: IpAddr = address,
        /// As the browser sent it.
        pub user_agent: String,
        #[schema(example = "Firefox")]
        pub browser: String,
        #[schema(example = "Linux")]
        pub os: String,
        #[schema(value_type = Device)]
        pub device_type: String,
        /// The owner of the address, as soon as WHOIS has answered.
        #[schema(required)]
        pub ip_org: Option<String>,
        #[schema(required)]
        pub ip_country: Option<String>,
        #[schema(required)]
        pub ip_city: Option<String>,
        /// The number of the network.
        #[schema(required)]
        pub ip_asn: Option<String>,
        /// The server that answered.
        #[schema(required)]
        pub whois_server: Option<String>,
        pub created_at: DateTime<Utc>,
    }
}

/// The sign-ins in a scope.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct SignIns {
    /// From 1; a page past the end is empty.
    #[param(format = "page", example = "1")]
    page: String,
    /// Records of a page: 25 unless asked otherwise; more than 100 are 100.
    #[param(format = "page", example = "25")]
    per_page: String,
    /// Only those of one account, for super admins.
    #[param(format = "id", example = "0197a1c4-8f1e-7c52-9d3b-5e8f0a6b2c41")]
    pub admin_id: String,
}

impl Table for SignIns {
    type Row = SignIn;
    type Filter = Scope;

    const PERMISSION: Permission = Permission::ReadLoginHistory;
    const PAGE: [&'static str; 2] = ["LoginHistory", "A page of sign-ins."];
    const ROWS: [&'static str; 2] = ["records", ""];
    const THINGS: &'static str = "sign-ins";

    fn filter(&self, reader: &Account) -> Result<Scope, Invalid> {
        let unknown = || Invalid::field("admin_id", say!("fault-account-id"));
        let asked = Some(&self.admin_id).filter(|id| !id.is_empty());
        let asked = asked.map(|id| id.parse()).transpose().map_err(|_| unknown())?;
        Scope::of(reader.id, reader.role, asked).map_err(|_| unknown())
    }

    fn paging(&self) -> [&str; 2] {
        [&self.page, &self.per_page]
    }

    /// Newest first.
    async fn read(pool: &PgPool, scope: &Scope, paging: Paging) -> Result<(Vec<SignIn>, i64), StoreFailure> {
        let (of, id) = match *scope {
            Scope::Account(id) => (OF_ACCOUNT, Some(id)),
            Scope::WithManagers(id) => (OF_ACCOUNT_AND_MANAGERS, Some(id)),
            Scope::Everyone => (OF_EVERYONE, None),
        };
        let count = format!("SELECT count(*) FROM login_history WHERE {of}");
        let total: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(count)).bind(id).fetch_one(pool).await?;
        let page =
            format!("SELECT * FROM login_history WHERE {of} ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3");
        let page = sqlx::query_as(sqlx::AssertSqlSafe(page)).bind(id);
        let page = page.bind(i64::from(paging.per_page())).bind(paging.offset());
        Ok((page.fetch_all(pool).await?, total))
    }

    fn kept(&self, _: &Scope) -> String {
        self.admin_id.parse().map_or_else(|_| String::new(), |id: Uuid| format!("admin_id={id}&"))
    }
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
