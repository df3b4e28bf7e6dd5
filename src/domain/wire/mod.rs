//! What clients receive. Each type is serialized by serde, and derives its part of the API description.

pub mod account;
pub mod buyer;
pub mod done;
pub mod draw;
pub mod event;
pub mod frame;
pub mod message;
pub mod money_desk;
pub mod payment;
pub mod receipt;
pub mod second_factor;
pub mod sessions;
pub mod share;
mod sorted;
pub mod sources;
pub mod spot;
pub mod waffle;
