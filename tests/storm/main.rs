//! Many buyers at several servers, and everything that can go wrong in the meantime: judged only by what was
//! acknowledged.
//!
//! The servers are the program itself, each a process. A storm that takes all of the machine runs alone; the tests that
//! mostly wait run in parallel.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod alone;
mod api;
mod arena;
mod audited;
mod backups;
#[cfg(target_os = "linux")]
mod cells;
#[cfg(target_os = "linux")]
mod chaos;
#[cfg(target_os = "linux")]
mod cluster;
mod control;
mod crowd;
mod cut_replies;
mod database_away;
#[cfg(target_os = "linux")]
mod disks;
mod draws;
mod evidence;
mod frozen;
#[cfg(target_os = "linux")]
mod going_away;
mod history;
mod judge;
mod people;
mod pooler;
mod shutdown;
mod standby;
mod terms;
mod tools;
mod violation;
mod watcher;

use std::sync::LazyLock;

use tokio::sync::{RwLock, RwLockReadGuard};
use waffle_test_databases::TestDatabase;

static MACHINE: LazyLock<RwLock<()>> = LazyLock::new(RwLock::default);

/// Waits until no storm runs on the machine.
async fn beside_others() -> RwLockReadGuard<'static, ()> {
    MACHINE.read().await
}

/// The same, with a database.
async fn database_beside_others() -> (RwLockReadGuard<'static, ()>, TestDatabase) {
    (beside_others().await, TestDatabase::create().await.unwrap())
}
