//! What a failed call of the database answers.

use waffle_store::failure::Failure as StoreFailure;

use crate::web::error::Failure;

impl From<StoreFailure> for Failure {
    fn from(failure: StoreFailure) -> Self {
        match failure {
            StoreFailure::Unreachable(_) | StoreFailure::Aborted(_) | StoreFailure::Locked(_) => {
                Self::database_unavailable().cause(failure)
            }
            StoreFailure::Lost(_) => Self::outcome_unknown().cause(failure),
            StoreFailure::Constraint(_) | StoreFailure::Broken(_) => Self::internal(failure),
        }
    }
}
