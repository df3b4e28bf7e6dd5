//! The storms that take all of the machine. Tests start in the order of their names: these come first, so that hardly
//! any of the others, which mostly wait, have to end before a storm can begin.

#[cfg(target_os = "linux")]
mod failover;
mod killed;
mod overload;
mod stopped;
mod terms;
pub(crate) mod two_servers;
#[cfg(target_os = "linux")]
mod upgrade;

use tokio::sync::RwLockWriteGuard;

use crate::MACHINE;

/// Waits until no other test runs on the machine.
async fn alone() -> RwLockWriteGuard<'static, ()> {
    MACHINE.write().await
}
