//! Who owns an IP address: which addresses to ask about, which servers may be asked, and what their answers mean.

pub mod addresses_to_ask;
pub mod answer;
pub mod server;
