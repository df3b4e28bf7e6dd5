//! Who is signed in: tokens, cookies, forms' proofs and passwords.

pub mod cookie;
pub mod csrf;
pub mod jwt;
pub mod password_hash;
