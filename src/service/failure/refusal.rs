//! The responses to refused claims and changes.

use std::time::Duration;

use waffle_actors::refusal::Refusal;
use waffle_store::failure::StoreFailure;

use crate::failure::Failure;

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NotFound => no_waffle(),
            Refusal::NotActive => {
                Self::conflict("waffle_not_active", "The winners are drawn, so no more spots can be claimed.")
            }
            Refusal::NotOpen(opens_at) => Self::not_open_yet(opens_at),
            Refusal::Paused => Self::conflict(
                "claims_paused",
                "The seller has paused claims for a moment; nothing was claimed. Try again soon.",
            ),
            Refusal::Blocked => Self::forbidden("handle_blocked", "This handle can't claim here. Ask the seller why."),
            Refusal::TooMany { held, allowed } => Self::too_many_spots(held, allowed),
            Refusal::Taken(numbers) => Self::spots_taken(numbers.into_iter().filter_map(|n| u32::try_from(n).ok())),
            Refusal::OutOfRange { number, total } => {
                Self::invalid("spots", format!("There is no spot {number}: this waffle has spots 1 to {total}."))
            }
            Refusal::KeyReused => Self::conflict(
                "idempotency_key_reused",
                "This idempotency key was used for another request: use a new key for a new claim.",
            ),
            Refusal::Overloaded => Self::unavailable(
                "overloaded",
                "Too many people are claiming right now; nothing was done. Try again in a moment.",
            )
            .retry_after(Duration::from_secs(1)),
            Refusal::Unavailable(cause) => Self::database_unavailable().cause(cause),
            Refusal::OutcomeUnknown => Self::outcome_unknown(),
            Refusal::Broken(cause) => Self::internal(cause),
        }
    }
}

/// Makes the 404 for a waffle that does not exist, or no longer does.
pub fn no_waffle() -> Failure {
    Failure::not_found("There is no such waffle.")
}

/// Makes the response for a failed read, whose outcome is never unknown.
pub fn of_read(failure: StoreFailure) -> Failure {
    if failure.maybe_committed() { Failure::database_unavailable().cause(failure) } else { failure.into() }
}
