//! Whom an address belongs to: which addresses are asked about, which servers may be asked, and what their answers say.

pub mod address;
pub mod answer;
pub mod server;
