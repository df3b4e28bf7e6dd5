//! What clients read and hear. Each type is written by serde, with its part of the API's description derived beside it.

pub mod account;
pub mod buyer;
pub mod done;
pub mod error;
pub mod event;
pub mod message;
pub mod payment;
pub mod share;
pub mod spot;
pub mod waffle;
