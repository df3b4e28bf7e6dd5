//! Why a request failed, as the actors and the database report it too.

pub use waffle_domain::failure::Failure;
pub use waffle_domain::invalid::FieldError;
pub use waffle_store::failure::of_read;

use waffle_domain::refusal::Refusal;

use crate::card::CardError;

impl From<CardError> for Failure {
    fn from(error: CardError) -> Self {
        match error {
            CardError::Busy => Self::from(Refusal::CardsBusy).cause(error),
            CardError::Photo(failure) => failure,
            error => Self::internal(error),
        }
    }
}
