//! What is tried, one file for each reader.

pub(crate) mod claim_form;
pub(crate) mod claim_json;
pub(crate) mod draw_entries;
pub(crate) mod forwarded_for;
pub(crate) mod frames;
pub(crate) mod handle;
pub(crate) mod idempotency_key;
pub(crate) mod link;
pub(crate) mod payments_text;
pub(crate) mod placeholders;
pub(crate) mod slug;
pub(crate) mod spot_numbers;
pub(crate) mod trusted_proxies;
pub(crate) mod user_agent;
pub(crate) mod whois_answer;
pub(crate) mod whois_server;

use std::borrow::Cow;

/// The input as text, for what reads text alone.
fn text(input: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(input)
}
