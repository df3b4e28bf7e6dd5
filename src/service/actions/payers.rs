//! Which buyers payments are for, by the payers' names.

use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::paging::Paging;
use waffle_domain::wire::payers::Payer;
use waffle_store::payers;

use crate::actions::Services;
use crate::failure::Failure;
use crate::failure::of_read;

/// Finds a page of the payers whose name or handle contains `part`, and counts all matches.
pub async fn search(services: &Services, part: &str, paging: Paging) -> Result<(Vec<Payer>, i64), Failure> {
    payers::search(&services.pool, part, paging).await.map_err(of_read)
}

/// Forgets a payer; 404 if there is none.
pub async fn forget(services: &Services, author: &Author, id: Uuid) -> Result<(), Failure> {
    let forgotten = payers::forget(&services.pool, id, author, services.now()).await?;
    forgotten.then_some(()).ok_or_else(|| Failure::not_found("There is no such payer."))
}
