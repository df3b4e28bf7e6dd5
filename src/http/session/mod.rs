//! The sender of a request: cookies, forms and their proofs.

pub mod cookie;
pub mod flash;
pub mod form;
pub mod next;
pub mod signed_in;
pub mod visitor;
