//! The background tasks that no request talks to: the audit log and the retention.

use std::sync::Arc;

use waffle_actors::{
    audit,
    retention::{Pace, Retention},
    source_keys::SourceKeys,
    supervised_task::Supervised,
};
use waffle_service::clock::Clock;
use waffle_store::pools::PgPool;

use super::Hook;

/// Starts both on the caller's arbiter. The hook stops them, together with the task that still fills the registry of
/// buyers; the audit log first writes what is waiting.
pub(super) fn start(
    pool: &PgPool,
    clock: &Clock,
    source_keys: &SourceKeys,
    registry: Option<Supervised>,
) -> (Retention, Hook) {
    let (_, writer) = audit::start(pool.clone(), audit::EVERY);
    let clock = clock.clone();
    let now = Arc::new(move || clock.now());
    let (retention, purging) = Retention::start(pool.clone(), now, Pace::default(), source_keys.clone());
    let end = async move {
        let registry = async {
            if let Some(task) = registry {
                task.stop().await;
            }
        };
        tokio::join!(writer.stop(), purging.stop(), registry);
    };
    (retention, Box::pin(end))
}
