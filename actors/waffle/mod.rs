//! The actor of one waffle: serializes its claims, follows its log, and informs its watchers.

mod actor;
mod changes;
mod follow_log;
mod holdings;
pub mod live_board;
pub mod messages;
mod published;
mod read_own_writes;
pub mod replay;
mod watchers_join;

pub use actor::WaffleActor;
pub(crate) use actor::nothing;
pub use published::Published;
