//! The actor of one waffle: serializes its claims, follows its log, and informs its watchers.

mod actor;
mod changes;
mod follow;
pub mod live_board;
pub mod messages;
mod owed;
mod published;
pub mod replay;
mod subscribers;

pub use actor::WaffleActor;
pub(crate) use actor::nothing;
pub use published::Published;
