//! Every SQL statement of Waffle. Functions take a pool or a connection, and the time.

#[macro_use]
mod row;

pub mod accounts;
pub mod announcements;
pub mod audit;
pub mod blocked_handles;
pub mod buyer_cents;
pub mod buyers;
pub mod claims;
pub mod create_waffle;
pub mod database_figures;
pub mod demo_past;
mod draw_ledger;
pub mod draws;
pub mod edit_waffle;
pub mod events;
pub mod expired;
pub mod failure;
pub mod functions;
pub mod health;
pub mod hints;
pub mod loading;
pub mod merge_users;
pub mod migrate;
pub mod password_resets;
pub mod payers;
pub mod payment_methods;
pub mod payments;
pub mod pools;
pub mod receipts;
pub mod reports;
pub mod retention;
pub mod second_factors;
pub mod sessions;
pub mod settings;
pub mod share_message;
pub mod share_templates;
pub mod sign_ins;
pub mod sources;
pub mod spots;
pub mod table;
mod transaction;
mod waffle_change;
pub mod waffles;
mod watched_session;
pub mod winners;
