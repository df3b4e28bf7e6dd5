//! The settings that a `super_admin` can change while the service runs.

mod api_schema;
mod catalogue;
pub mod change;
pub mod key;

pub use catalogue::{SettingKey, Settings};
