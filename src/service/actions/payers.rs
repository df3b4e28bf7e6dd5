//! Which buyers payments are for, by the payers' names.

use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_store::payers;

use crate::actions::Services;
use crate::failure::Failure;

/// Forgets a payer; 404 if there is none.
pub async fn forget(services: &Services, author: &Author, id: Uuid) -> Result<(), Failure> {
    Ok(payers::forget(&services.pool, id, author.at(services.now())).await?)
}
