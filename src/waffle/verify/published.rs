//! A draw as it is published.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use uuid::Uuid;
use waffle_domain::draw::beacon::Signature;
use waffle_domain::draw::digest::Digest;
use waffle_domain::draw::round::Round;

/// What `GET /api/waffles/:slug/draws/:number` answers: the draw with its entries.
#[derive(Debug, Deserialize)]
pub(super) struct Published {
    pub(super) waffle_id: Uuid,
    pub(super) slug: String,
    pub(super) number: i32,
    pub(super) state: State,
    pub(super) locked_at: DateTime<Utc>,
    pub(super) round: Round,
    pub(super) round_at: DateTime<Utc>,
    pub(super) chain: Digest,
    pub(super) entries: String,
    pub(super) entries_count: usize,
    pub(super) entries_sha256: Digest,
    #[serde(default)]
    pub(super) excluded: Vec<i32>,
    pub(super) item_count: usize,
    pub(super) one_win_per_handle: bool,
    pub(super) algorithm: String,
    pub(super) signature: Option<Signature>,
    pub(super) randomness: Option<Digest>,
    pub(super) winning_spot_numbers: Option<Vec<i32>>,
    pub(super) winning_social_handles: Option<Vec<String>>,
    /// A draw that was saved before there were alternates has none of these.
    #[serde(default)]
    pub(super) alternates: usize,
    #[serde(default)]
    pub(super) alternate_spot_numbers: Vec<i32>,
    #[serde(default)]
    pub(super) alternate_social_handles: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    Locked,
    Drawn,
    Void,
}
