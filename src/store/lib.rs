//! Every SQL statement of Waffle. Functions take a pool or a connection, and the time.

pub mod accounts;
pub mod announcements;
pub mod audit;
pub mod buyers;
pub mod claims;
pub mod connect;
pub mod create_waffle;
pub mod edit_waffle;
pub mod ended_tokens;
pub mod events;
pub mod failure;
pub mod health;
pub mod hints;
pub mod migrate;
pub mod password_resets;
pub mod payment_methods;
pub mod reports;
pub mod retention;
pub mod settings;
pub mod share_message;
pub mod share_templates;
pub mod sign_ins;
pub mod spots;
pub mod system;
mod waffle_change;
pub mod waffles;
pub mod winners;
