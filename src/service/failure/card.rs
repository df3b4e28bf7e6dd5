//! The responses for cards that were not drawn.

use crate::card::CardError;
use crate::failure::Failure;

impl From<CardError> for Failure {
    fn from(error: CardError) -> Self {
        match error {
            CardError::Busy => {
                Self::unavailable("busy", "Too many cards are being drawn. Try again in a moment.").cause(error)
            }
            error => Self::internal(error),
        }
    }
}
