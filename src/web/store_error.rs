//! What a failed statement answers.

use waffle_store::pool::{self, is_unavailable};

use crate::web::error::Failure;

impl From<pool::Error> for Failure {
    fn from(error: pool::Error) -> Self {
        if is_unavailable(&error) { Self::database_unavailable().cause(error) } else { Self::internal(error) }
    }
}
