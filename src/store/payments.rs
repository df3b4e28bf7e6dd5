//! Payments that sellers paste as text: calls of `take_payments` (`functions/take_payments.sql`), and the lines that
//! were taken before.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::Row;
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::handle::Handle;
use waffle_domain::payments_text::PayerName;

use crate::failure::StoreFailure;
use crate::functions::{array_of, bind_author};
use crate::pools::{PgPool, acquire};
use crate::spots::{self, SpotResult};

/// A keyed hash of a line.
pub type LineHash = [u8; 32];

/// Lines of payments that mark spots of a waffle as paid, each judged on its own, all in one transaction.
#[derive(Debug, Clone)]
pub struct PaymentsOrder {
    /// The id of the request, stored with its events.
    pub id: Uuid,
    pub waffle_id: Uuid,
    pub lines: Vec<LineOrder>,
    pub author: Author,
}

/// One of the lines.
#[derive(Debug, Clone)]
pub struct LineOrder {
    pub hash: LineHash,
    /// The handle whose spots it pays for.
    pub handle: Handle,
    pub spot_ids: Vec<i64>,
    pub line_use: LineUse,
    /// The payer to be remembered for the handle.
    pub payer: Option<PayerName>,
}

/// What a line is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LineUse {
    /// It pays, unless it was taken before.
    #[default]
    Once,
    /// It pays even though it was taken before.
    Again,
    /// It pays for nothing: its spots were marked paid by hand. It is remembered if all of them are still paid by the
    /// buyer.
    Remember,
}

/// What became of a line.
#[derive(Debug, Clone, PartialEq)]
pub enum LineResult {
    /// It was taken before, on this waffle or another: nothing was done.
    TakenBefore,
    /// It is remembered, and paid for nothing.
    Remembered,
    /// It was only to be remembered, but not all of its spots are still paid by the buyer: nothing was done.
    NotRemembered,
    /// The outcome for each distinct spot.
    Judged(Vec<SpotResult>),
}

impl LineUse {
    fn as_str(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Again => "again",
            Self::Remember => "remember",
        }
    }
}

/// Takes lines, and returns one result for each; `None` if there is no such waffle.
pub async fn take(
    pool: &PgPool,
    order: &PaymentsOrder,
    at: DateTime<Utc>,
) -> Result<Option<Vec<LineResult>>, StoreFailure> {
    let mut connection = acquire(pool).await?;
    let lines = || order.lines.iter();
    let payers = || lines().map(|line| line.payer.as_ref());
    let call = sqlx::query(
        "SELECT * FROM take_payments(
            change => $1, in_waffle => $2, hashes => $3, handles => $4, spots => $5, uses => $6, payer_keys => $7,
            payer_names => $8, now_at => $9, author => ROW($10, $11, $12)
         )",
    )
    .bind(order.id)
    .bind(order.waffle_id)
    .bind(lines().map(|line| &line.hash[..]).collect::<Vec<_>>())
    .bind(lines().map(|line| line.handle.as_str()).collect::<Vec<_>>())
    .bind(lines().map(|line| array_of(&line.spot_ids)).collect::<Vec<_>>())
    .bind(lines().map(|line| line.line_use.as_str()).collect::<Vec<_>>())
    .bind(payers().map(|payer| payer.map(PayerName::key)).collect::<Vec<_>>())
    .bind(payers().map(|payer| payer.map(PayerName::as_str)).collect::<Vec<_>>())
    .bind(at);
    let rows = bind_author(call, Some(&order.author)).fetch_all(&mut *connection).await?;
    let mut results: Vec<LineResult> = lines().map(|_| LineResult::Judged(Vec::new())).collect();
    for row in &rows {
        let outcome: &str = row.try_get("outcome")?;
        if outcome == "no_waffle" {
            return Ok(None);
        }
        let line: i32 = row.try_get("line")?;
        let place = usize::try_from(line).unwrap_or_default().wrapping_sub(1);
        match results.get_mut(place) {
            Some(result) if outcome == "taken_before" => *result = LineResult::TakenBefore,
            Some(result) if outcome == "remembered" => *result = LineResult::Remembered,
            Some(result) if outcome == "not_remembered" => *result = LineResult::NotRemembered,
            Some(LineResult::Judged(judged)) => judged.push(spots::result(row, order.id, at)?),
            _ => return Err(StoreFailure::Broken(format!("take_payments told of a line {line}"))),
        }
    }
    Ok(Some(results))
}

/// Returns which lines were taken, and when.
pub async fn taken(pool: &PgPool, hashes: &[LineHash]) -> Result<HashMap<LineHash, DateTime<Utc>>, StoreFailure> {
    let hashes: Vec<&[u8]> = hashes.iter().map(|hash| &hash[..]).collect();
    let rows: Vec<(Vec<u8>, DateTime<Utc>)> =
        sqlx::query_as("SELECT hash, taken_at FROM taken_lines WHERE hash = ANY ($1)")
            .bind(hashes)
            .fetch_all(pool)
            .await?;
    Ok(rows.into_iter().filter_map(|(hash, at)| Some((hash.try_into().ok()?, at))).collect())
}
