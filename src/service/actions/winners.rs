//! Drawing, changing and clearing winners.

use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::draw::reason::Reason;
use waffle_domain::invalid::Invalid;
use waffle_store::winners::{self as store, WinnerOperation, WinnersSet};

use crate::actions::Services;
use crate::failure::Failure;
use crate::failure::no_waffle;

/// Why winners were not drawn, changed or cleared.
pub enum WinnersRefused {
    /// They have already been drawn.
    NotActive,
    /// There is no draw to change or clear.
    NotCompleted,
    /// The numbers don't match the item count, repeat, or are not all paid.
    Invalid(Invalid),
    Failed(Failure),
}

impl From<WinnersRefused> for Failure {
    fn from(refused: WinnersRefused) -> Self {
        match refused {
            WinnersRefused::NotActive => {
                Self::conflict("waffle_not_active", "The winners are already drawn. Change them or clear the draw.")
            }
            WinnersRefused::NotCompleted => {
                Self::conflict("waffle_not_completed", "This waffle has no winners yet: draw them first.")
            }
            WinnersRefused::Invalid(invalid) => invalid.into(),
            WinnersRefused::Failed(failure) => failure,
        }
    }
}

/// Draws, changes or clears winners, and returns the waffle's newest sequence number. The reason is public.
pub async fn set(
    services: &Services,
    author: &Author,
    id: Uuid,
    (operation, reason): (&WinnerOperation, Option<&Reason>),
) -> Result<i64, WinnersRefused> {
    let done = store::set(&services.pool, id, (operation, reason), author, services.now()).await;
    match done.map_err(|failure| WinnersRefused::Failed(failure.into()))? {
        WinnersSet::Done(seq) => Ok(seq),
        WinnersSet::NotFound => Err(WinnersRefused::Failed(no_waffle())),
        WinnersSet::NotActive => Err(WinnersRefused::NotActive),
        WinnersSet::NotCompleted => Err(WinnersRefused::NotCompleted),
        WinnersSet::Invalid(invalid) => Err(WinnersRefused::Invalid(invalid)),
    }
}
