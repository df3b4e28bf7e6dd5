//! The responses to failures of the database.

use waffle_store::accounts::create::{EMAIL_TAKEN, USERNAME_TAKEN};
use waffle_store::failure::StoreFailure;

use crate::failure::Failure;

impl From<StoreFailure> for Failure {
    fn from(failure: StoreFailure) -> Self {
        match failure {
            StoreFailure::Unreachable(_) | StoreFailure::Aborted(_) | StoreFailure::Locked(_) => {
                Self::database_unavailable().cause(failure)
            }
            StoreFailure::Lost(_) => Self::outcome_unknown().cause(failure),
            StoreFailure::Constraint(name) if name == USERNAME_TAKEN => {
                Self::conflict("username_taken", "Another account has this username.")
            }
            StoreFailure::Constraint(name) if name == EMAIL_TAKEN => {
                Self::conflict("email_taken", "Another account has this e-mail address.")
            }
            StoreFailure::NotAllowed => Self::role_too_low(),
            StoreFailure::DrawLocked(round_at) => Self::draw_locked(round_at),
            StoreFailure::Constraint(_) | StoreFailure::Broken(_) => Self::internal(failure),
        }
    }
}
