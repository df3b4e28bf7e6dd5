//! The sender of a request: cookies, forms and their proofs.

pub mod cookie;
pub mod csrf_form;
pub mod flash;
pub mod return_path;
pub mod signed_in;
