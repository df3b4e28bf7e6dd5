//! The JSON API: one file per group of actions, in the same tree as the URLs.

pub mod admin;
pub mod buyers;
pub mod claims;
pub mod count;
mod data_as_of;
mod endpoint;
pub mod endpoints;
pub mod health;
pub mod openapi;
pub mod photos;
pub mod receipts;
mod table;
pub mod version;
pub mod waffles;
