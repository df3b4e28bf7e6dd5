//! The baseline to measure the server against: a plain handler with one transaction per claim. It writes the same rows
//! with the same guarantees, and is as fast as such a handler can be without giving those up: its statements are
//! prepared, and do several things at once where they can.

use std::env;

use actix_web::{App, HttpResponse, HttpServer, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::{Connection, Executor, PgConnection, PgPool, Row, postgres::PgPoolOptions};
use uuid::Uuid;
use waffle::clock::Clock;
use waffle_domain::{handle::Handle, spot_numbers::SpotNumbers};
use waffle_private_postgres::Cluster;

/// The argument that makes this program serve the baseline.
pub(crate) const ARGUMENT: &str = "--serve-baseline";

#[derive(Deserialize)]
struct NumberedClaim {
    waffle_id: String,
    spots: Vec<i64>,
    social_handle: String,
}

#[derive(Serialize)]
struct Spot<'a> {
    id: i64,
    number: i32,
    status: &'a str,
    claimed_by_handle: &'a str,
}

#[derive(Debug)]
enum Refusal {
    Taken,
    NotActive,
    Database(sqlx::Error),
}

impl From<sqlx::Error> for Refusal {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

/// Serves until it is killed.
pub(crate) fn serve() {
    let mut arguments = env::args().skip(2);
    let (url, connections) = (arguments.next().unwrap(), arguments.next().unwrap().parse().unwrap());
    actix_web::rt::System::new().block_on(async {
        let options = PgPoolOptions::new().min_connections(connections).max_connections(connections);
        let (pool, clock) = (web::Data::new(options.connect(&url).await.unwrap()), web::Data::new(Clock::system()));
        let server = HttpServer::new(move || {
            App::new()
                .app_data(pool.clone())
                .app_data(clock.clone())
                .service(web::resource("/api/claims").route(web::post().to(claim)))
        });
        let server = server.bind("127.0.0.1:0").unwrap();
        eprintln!("address=http://{}", server.addrs()[0]);
        server.run().await.unwrap();
    });
}

async fn claim(body: web::Json<NumberedClaim>, pool: web::Data<PgPool>, clock: web::Data<Clock>) -> HttpResponse {
    let parsed = (
        Uuid::parse_str(&body.waffle_id),
        SpotNumbers::parse("spots", &body.spots),
        Handle::parse(&body.social_handle),
    );
    let (Ok(waffle_id), Ok(numbers), Ok(handle)) = parsed else { return HttpResponse::BadRequest().finish() };
    match sell(&pool, waffle_id, &numbers, &handle, clock.now()).await {
        Ok(spots) => {
            let holder = handle.as_str();
            let spot = |(id, number)| Spot { id, number, status: "pending", claimed_by_handle: holder };
            HttpResponse::Ok().json(spots.into_iter().map(spot).collect::<Vec<_>>())
        }
        Err(Refusal::Taken | Refusal::NotActive) => HttpResponse::Conflict().finish(),
        Err(Refusal::Database(error)) => {
            eprintln!("{error}");
            HttpResponse::ServiceUnavailable().finish()
        }
    }
}

async fn sell(
    pool: &PgPool,
    waffle_id: Uuid,
    numbers: &SpotNumbers,
    handle: &Handle,
    now: DateTime<Utc>,
) -> Result<Vec<(i64, i32)>, Refusal> {
    let numbers = numbers.as_slice();
    let count = i32::try_from(numbers.len()).unwrap();
    let mut transaction = pool.begin().await?;
    // Locks the waffle, checks it, counts, and takes the sequence numbers.
    let last_seq: Option<i64> = sqlx::query_scalar(
        "UPDATE waffles SET last_seq = last_seq + $2, available_count = available_count - $2,
             pending_count = pending_count + $2
         WHERE id = $1 AND status = 'active' AND NOT archived RETURNING last_seq",
    )
    .bind(waffle_id)
    .bind(count)
    .fetch_optional(&mut *transaction)
    .await?;
    let first_seq = last_seq.ok_or(Refusal::NotActive)? - i64::from(count) + 1;
    let rows = sqlx::query(
        "UPDATE spots SET status = 'pending', claimed_by_handle = $3, claimed_at = $4
         WHERE waffle_id = $1 AND number = ANY ($2) AND status = 'available' RETURNING id, number",
    )
    .bind(waffle_id)
    .bind(numbers)
    .bind(handle.as_str())
    .bind(now)
    .fetch_all(&mut *transaction)
    .await?;
    if rows.len() != numbers.len() {
        // Dropping the transaction rolls it back.
        return Err(Refusal::Taken);
    }
    let mut spots: Vec<(i64, i32)> = rows.iter().map(|row| (row.get("id"), row.get("number"))).collect();
    spots.sort_unstable_by_key(|(_, number)| *number);
    sqlx::query(
        "INSERT INTO events
             (waffle_id, seq, at, kind, change_id, spot_id, spot_number, from_status, to_status, social_handle)
         SELECT $1, s.seq, $2, 'spot_update', $3, s.id, s.number, 'available', 'pending', $4
         FROM unnest($5::bigint[], $6::bigint[], $7::integer[]) AS s (seq, id, number)",
    )
    .bind(waffle_id)
    .bind(now)
    .bind(Uuid::now_v7())
    .bind(handle.as_str())
    .bind((first_seq..).take(spots.len()).collect::<Vec<_>>())
    .bind(spots.iter().map(|(id, _)| *id).collect::<Vec<_>>())
    .bind(spots.iter().map(|(_, number)| *number).collect::<Vec<_>>())
    .execute(&mut *transaction)
    .await?;
    sqlx::query(
        "INSERT INTO buyers (handle, created_at, updated_at) VALUES ($1, $2, $2)
         ON CONFLICT (handle) DO UPDATE SET updated_at = greatest(buyers.updated_at, excluded.updated_at)",
    )
    .bind(handle.as_str())
    .bind(now)
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(spots)
}

/// Gives the baseline a copy of the seeded database.
pub(crate) async fn copy_database(cluster: &Cluster) {
    let mut connection = PgConnection::connect(&cluster.url("postgres")).await.unwrap();
    connection.execute("CREATE DATABASE baseline TEMPLATE waffle").await.unwrap();
    for name in ["waffle", "baseline"] {
        let mut connection = PgConnection::connect(&cluster.url(name)).await.unwrap();
        connection.execute("VACUUM ANALYZE").await.unwrap();
    }
}

/// Flushes what the previous run left unwritten, so that the next one does not pay for it.
pub(crate) async fn checkpoint(cluster: &Cluster) {
    let mut connection = PgConnection::connect(&cluster.url("postgres")).await.unwrap();
    connection.execute("CHECKPOINT").await.unwrap();
}
