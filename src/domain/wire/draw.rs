//! Draws that everyone can verify.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// A draw: what was locked, and its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Draw {
    /// 1, 2, … in each waffle.
    #[schema(minimum = 1, example = 1)]
    pub number: i32,
    /// `locked`, `drawn` or `void`.
    #[schema(example = "drawn")]
    pub state: String,
    /// The seller's reason, if given.
    #[schema(required)]
    pub reason: Option<String>,
    pub locked_at: DateTime<Utc>,
    /// The round of the beacon that decides.
    #[schema(example = 31_556_952)]
    pub round: i64,
    /// When it appears.
    pub round_at: DateTime<Utc>,
    /// The beacon's chain.
    #[schema(example = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971")]
    pub chain: String,
    /// Whether that is a private chain, which proves nothing to others, and not drand's quicknet.
    pub private_chain: bool,
    #[schema(example = 41)]
    pub entries_count: i32,
    /// Of the entries' text.
    #[schema(example = "a4b29a52403c84af96b79026335dcc350bed9ee1ebc1e8ecb360d261d415e757")]
    pub entries_sha256: String,
    /// The numbers of paid spots that were left out.
    pub excluded: Vec<i32>,
    /// The number of winners.
    #[schema(example = 1)]
    pub item_count: i32,
    /// Whether a handle can win only once.
    pub one_win_per_handle: bool,
    #[schema(example = "waffle-draw-v1")]
    pub algorithm: String,
    /// The round's, once it is drawn.
    #[schema(required)]
    pub signature: Option<String>,
    /// The SHA-256 of the signature.
    #[schema(required)]
    pub randomness: Option<String>,
    /// In the order in which they were drawn.
    pub winning_spot_numbers: Vec<i32>,
    /// Parallel to the numbers.
    pub winning_social_handles: Vec<String>,
    #[schema(required)]
    pub drawn_at: Option<DateTime<Utc>>,
    #[schema(required)]
    pub voided_at: Option<DateTime<Utc>>,
    /// How many alternates are drawn after the winners, if there are enough entries.
    #[schema(minimum = 0, maximum = 10, example = 2)]
    pub alternates: i32,
    /// The spots that replace winners who withdraw, in the order in which they were drawn.
    pub alternate_spot_numbers: Vec<i32>,
    /// Parallel to the numbers.
    pub alternate_social_handles: Vec<String>,
    /// The prize of each winner, in order; `null` if not named.
    #[schema(required, example = json!(["Golden Hour, signed"]))]
    pub prizes: Option<Vec<String>>,
    /// `checked` if a relay's newest round came before this one when the draw was locked; `unchecked` if no relay
    /// reported a recent one, so that only the service's own clock decided.
    #[schema(example = "checked")]
    pub clock: String,
}

/// A draw with all that is needed to verify it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CheckableDraw {
    #[serde(flatten)]
    pub draw: Draw,
    pub waffle_id: Uuid,
    /// The waffle's name in addresses.
    #[schema(example = "golden-hour")]
    pub slug: String,
    /// The exact text that was hashed.
    #[schema(example = "1 anna\n2 ben\n")]
    pub entries: String,
}

/// A change to a waffle's winners.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LedgerEntry {
    /// `locked`, `voided`, `drawn`, `replaced` (a winner by an alternate: `reason` also names alternates who were
    /// passed over), `set_by_hand`, `changed_by_hand`, `cleared`, or `renamed` (a winner's handle was merged into
    /// another: `reason` names both).
    #[schema(example = "drawn")]
    pub kind: String,
    pub at: DateTime<Utc>,
    /// The number of the draw, if it is about one.
    #[schema(required, example = 1)]
    pub number: Option<i32>,
    pub winning_spot_numbers: Vec<i32>,
    /// Parallel to the numbers.
    pub winning_social_handles: Vec<String>,
    #[schema(required)]
    pub reason: Option<String>,
}

/// Draws of a waffle, and the changes to its winners: at most 100 of each, counted from the newest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Draws {
    /// By number.
    pub draws: Vec<Draw>,
    /// The oldest first; existing entries never change.
    pub ledger: Vec<LedgerEntry>,
}
