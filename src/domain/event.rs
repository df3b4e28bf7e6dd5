//! What happened to a spot.

use std::str::FromStr;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::handle::Handle;
use crate::spot::SpotStatus;

/// Why a spot changed, where its statuses don't tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It was not paid in time.
    Expired,
    /// Its buyer gave it back.
    GivenBack,
    /// A seller claimed it for somebody.
    Assigned,
    /// A seller gave it another handle.
    Renamed,
    /// All that its buyer had became another handle's.
    Merged,
    /// The payment was taken back.
    Unpaid,
    /// A seller released all that came from one source.
    SourceReleased,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Expired,
        Self::GivenBack,
        Self::Assigned,
        Self::Renamed,
        Self::Merged,
        Self::Unpaid,
        Self::SourceReleased,
    ];

    /// Returns the reason's name in the API and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Expired => "expired",
            Self::GivenBack => "given_back",
            Self::Assigned => "assigned",
            Self::Renamed => "renamed",
            Self::Merged => "merged",
            Self::Unpaid => "unpaid",
            Self::SourceReleased => "source_released",
        }
    }
}

impl FromStr for Reason {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|reason| reason.as_str() == text)
            .ok_or_else(|| format!("no reason is called {text}"))
    }
}

/// A spot went from one status to another, or stayed in it with another handle or another deadline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpotChanged {
    /// The spot's id.
    pub spot_id: i64,
    pub number: i32,
    /// The status before.
    pub from: SpotStatus,
    /// The status since.
    pub to: SpotStatus,
    /// The handle that holds the spot, or on a release the handle that held it.
    pub handle: Handle,
    /// By when it is to be paid, while it is pending.
    pub pay_by: Option<DateTime<Utc>>,
}

impl SpotChanged {
    /// Returns the handle that holds the spot after the change.
    pub fn holder(&self) -> Option<&Handle> {
        (self.to != SpotStatus::Available).then_some(&self.handle)
    }
}
