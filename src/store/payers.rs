//! Which handles payments are for, by the payers' names (`migrations/0007_payments.sql`).

use std::collections::HashMap;

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::By;
use waffle_domain::handle::Handle;
use waffle_domain::invalid::Invalid;
use waffle_domain::link::percent_encoded;
use waffle_domain::paging::Paging;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Permission;

use crate::accounts::still_may;
use crate::audit;
use crate::failure::StoreFailure;
use crate::table::{Table, part_of_handle};
use crate::transaction::committed;

row! {
    /// A payer's name, and the handle that the payments are for.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
    pub struct Payer {
        pub id: Uuid,
        #[schema(example = "Anna Perez")]
        pub name: String,
        #[schema(example = "anna")]
        pub social_handle: String,
        /// When a line was first taken for the handle.
        pub since: DateTime<Utc>,
        /// When a line was last taken for it.
        pub last_at: DateTime<Utc>,
    }
}

/// Finds the handles of names, by the names' keys, and whether a seller has used the name for a line before.
pub async fn known(pool: &PgPool, keys: &[&str]) -> Result<HashMap<String, Vec<(Handle, bool)>>, StoreFailure> {
    let rows: Vec<(String, String, bool)> =
        sqlx::query_as("SELECT key, social_handle, confirmed FROM payers WHERE key = ANY ($1) ORDER BY social_handle")
            .bind(keys)
            .fetch_all(pool)
            .await?;
    let mut known: HashMap<String, Vec<_>> = HashMap::new();
    for (key, handle, confirmed) in rows {
        if let Ok(handle) = Handle::parse(&handle) {
            known.entry(key).or_default().push((handle, confirmed));
        }
    }
    Ok(known)
}

/// The payers whose name or handle contains a text.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Payers {
    /// A part of the name or of the handle.
    #[param(format = "text", example = "ann")]
    search: String,
    /// From 1; a page past the end is empty.
    #[param(format = "page", example = "1")]
    page: String,
    /// Rows of a page: 25 unless asked otherwise; more than 100 are 100.
    #[param(format = "page", example = "25")]
    per_page: String,
}

impl Table for Payers {
    type Row = Payer;
    type Filter = String;

    const PERMISSION: Permission = Permission::ManagePayers;
    const PAGE: [&'static str; 2] = ["Payers", "A page of payers."];
    const ROWS: [&'static str; 2] = ["payers", "The most recent payer comes first."];
    const THINGS: &'static str = "payers";

    fn filter(&self, _: &Account) -> Result<String, Invalid> {
        part_of_handle(&self.search)
    }

    fn paging(&self) -> [&str; 2] {
        [&self.page, &self.per_page]
    }

    /// The one that paid last comes first.
    async fn read(pool: &PgPool, part: &String, paging: Paging) -> Result<(Vec<Payer>, i64), StoreFailure> {
        let total = "SELECT count(*) FROM payers WHERE strpos(key, $1) > 0 OR strpos(social_handle, $1) > 0 OR $1 = ''";
        let total = sqlx::query_scalar(total).bind(part).fetch_one(pool).await?;
        let payers = sqlx::query_as(
            "SELECT id, name, social_handle, since, last_at FROM payers
             WHERE strpos(key, $1) > 0 OR strpos(social_handle, $1) > 0 OR $1 = ''
             ORDER BY last_at DESC, id LIMIT $2 OFFSET $3",
        )
        .bind(part)
        .bind(i64::from(paging.per_page()))
        .bind(paging.offset());
        Ok((payers.fetch_all(pool).await?, total))
    }

    fn kept(&self, _: &String) -> String {
        format!("search={}&", percent_encoded(&self.search))
    }
}

/// Forgets a payer. Refuses an author who has lost the permission.
pub async fn forget(pool: &PgPool, id: Uuid, by: By<'_>) -> Result<(), StoreFailure> {
    // Also if there was none: standbys must have forgotten it before any answer says so.
    committed(pool, async |conn| {
        still_may(conn, by, Permission::ManagePayers).await?;
        let gone: Option<(String, String)> =
            sqlx::query_as("DELETE FROM payers WHERE id = $1 RETURNING name, social_handle")
                .bind(id)
                .fetch_optional(&mut *conn)
                .await?;
        let (name, handle) = gone.ok_or(Refusal::NoPayer)?;
        let detail = format!("{name} paid for @{handle}");
        audit::of_actor(conn, by, AuditAction::ForgetPayer, (EntityType::Settings, id), &detail).await
    })
    .await
}
