//! What clients receive. Each type is serialized by serde, and derives its part of the API description.

pub mod account;
pub mod buyer;
pub mod done;
pub mod error;
pub mod event;
pub mod message;
pub mod payment;
pub mod share;
mod sorted;
pub mod spot;
pub mod waffle;
