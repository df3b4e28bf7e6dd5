//! The pages under `/admin`.

pub mod sign_in;
