//! The cents by which the amounts of a waffle's buyers differ, if its seller wants that. They are chosen when they are
//! first needed, however a handle got its spots, and never change: an amount that a receipt has shown stays right.

use std::collections::HashMap;

use crate::pools::PgPool;
use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;
use waffle_domain::distinct_amounts::choose;
use waffle_domain::handle::Handle;

use crate::failure::StoreFailure;
use crate::row_reader::parsed;
use crate::transaction::committed;

/// Reads the cents of a handle; 0 if it holds nothing and has none.
pub async fn of(pool: &PgPool, waffle_id: Uuid, handle: &Handle, price: i64) -> Result<i64, StoreFailure> {
    let find = || {
        let found = sqlx::query_scalar("SELECT cents FROM buyer_cents WHERE waffle_id = $1 AND handle = $2");
        found.bind(waffle_id).bind(handle.as_str()).fetch_optional(pool)
    };
    if let Some(cents) = find().await? {
        return Ok(cents);
    }
    choose_missing(pool, waffle_id, Some(handle), price).await?;
    Ok(find().await?.unwrap_or_default())
}

/// Reads the cents of all buyers who hold spots; these handles are among them.
pub async fn of_all(
    pool: &PgPool,
    waffle_id: Uuid,
    holders: &[&Handle],
    price: i64,
) -> Result<HashMap<Handle, i64>, StoreFailure> {
    let found = read(pool, waffle_id).await?;
    if holders.iter().all(|holder| found.contains_key(*holder)) {
        return Ok(found);
    }
    choose_missing(pool, waffle_id, None, price).await?;
    read(pool, waffle_id).await
}

async fn read(pool: &PgPool, waffle_id: Uuid) -> Result<HashMap<Handle, i64>, StoreFailure> {
    let cents = sqlx::query("SELECT handle, cents FROM buyer_cents WHERE waffle_id = $1").bind(waffle_id);
    let cents = cents.try_map(|row: PgRow| Ok((parsed(&row, "handle")?, row.try_get("cents")?)));
    Ok(cents.fetch_all(pool).await?.into_iter().collect())
}

/// Chooses the cents of all buyers who hold spots and have none, in the order of their first claims. One server at a
/// time does this. A request for a single buyer that had to wait doesn't look at the board again: of many buyers who
/// read their receipts at the same time, the first one chooses for all.
async fn choose_missing(
    pool: &PgPool,
    waffle_id: Uuid,
    asked: Option<&Handle>,
    price: i64,
) -> Result<(), StoreFailure> {
    committed(pool, async |transaction| {
        sqlx::query("SELECT pg_advisory_xact_lock('buyer_cents'::regclass::oid::integer, hashtext($1::text))")
            .bind(waffle_id)
            .execute(&mut *transaction)
            .await?;
        if let Some(asked) = asked {
            let there = sqlx::query("SELECT FROM buyer_cents WHERE waffle_id = $1 AND handle = $2");
            let there = there.bind(waffle_id).bind(asked.as_str()).fetch_optional(&mut *transaction).await?;
            if there.is_some() {
                return Ok(());
            }
        }
        let missing: Vec<String> = sqlx::query_scalar(
            "SELECT p.claimed_by_handle
             FROM spots p
             WHERE p.waffle_id = $1 AND p.claimed_by_handle IS NOT NULL AND NOT EXISTS (
                SELECT FROM buyer_cents c WHERE c.waffle_id = $1 AND c.handle = p.claimed_by_handle
             )
             GROUP BY p.claimed_by_handle ORDER BY min(p.claim_seq), p.claimed_by_handle",
        )
        .bind(waffle_id)
        .fetch_all(&mut *transaction)
        .await?;
        if missing.is_empty() {
            // Another request has just chosen them.
            return Ok(());
        }
        let known: Vec<(i64, bool)> = sqlx::query_as(
            "SELECT c.cents, c.handle IN (
                SELECT p.claimed_by_handle FROM spots p WHERE p.waffle_id = $1 AND p.claimed_by_handle IS NOT NULL
             )
             FROM buyer_cents c WHERE c.waffle_id = $1",
        )
        .bind(waffle_id)
        .fetch_all(&mut *transaction)
        .await?;
        let cents = choose(&known, missing.len(), price);
        sqlx::query(
            "INSERT INTO buyer_cents (waffle_id, handle, cents)
             SELECT w.id, n.handle, n.cents
             FROM waffles w CROSS JOIN unnest($2::text[], $3::bigint[]) AS n (handle, cents) WHERE w.id = $1
             ON CONFLICT DO NOTHING",
        )
        .bind(waffle_id)
        .bind(missing)
        .bind(cents)
        .execute(&mut *transaction)
        .await?;
        Ok(())
    })
    .await
}
