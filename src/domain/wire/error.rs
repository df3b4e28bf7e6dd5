//! Why a request was refused.

use crate::invalid::FieldError;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// Why a request was refused.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = Error)]
pub struct ErrorBody<'a> {
    /// A sentence for a person.
    pub error: &'a str,
    /// For programs.
    pub code: &'a str,
    /// What is wrong with each field; with `validation_failed`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub fields: &'a [FieldError],
    /// The numbers that others hold; with `spots_taken`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub taken: &'a [u32],
    /// When spots can be claimed; with `not_open_yet`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub opens_at: Option<DateTime<Utc>>,
    /// When the round of the draw appears; with `draw_locked`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub round_at: Option<DateTime<Utc>>,
    /// How many spots the handle holds; with `too_many_spots`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub held: Option<i32>,
    /// How many it may hold; with `too_many_spots`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub allowed: Option<i32>,
}
