//! Connections to the database, and what their errors mean.

pub use sqlx::Error;
pub use sqlx::PgPool as Pool;

/// Tells whether a statement failed because the database is away, overloaded or too slow, so that a later try may succeed.
pub fn is_unavailable(error: &Error) -> bool {
    match error {
        Error::Io(_) | Error::Tls(_) | Error::PoolTimedOut | Error::PoolClosed | Error::WorkerCrashed => true,
        // Connection trouble, resources, operator intervention, time-outs: https://www.postgresql.org/docs/current/errcodes-appendix.html
        Error::Database(error) => error.code().is_some_and(|code| {
            ["08", "53", "57"].iter().any(|class| code.starts_with(class)) || code == "55P03" || code == "25P03"
        }),
        _ => false,
    }
}
