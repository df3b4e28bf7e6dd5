//! `/api/buyers`: what a handle holds and how lucky it is.

pub mod card;
pub mod history;
pub mod stats;

use waffle_domain::buyer::Buyer;
use waffle_domain::handle::Handle;
use waffle_store::buyers::read;
use waffle_store::connect::PgPool;

use crate::web::error::Failure;
use crate::web::refusal::of_read;

/// Finds a buyer by a handle as people write it; an unknown one is a buyer with nothing. 400 for what is no handle.
pub async fn buyer(pool: &PgPool, handle: &str) -> Result<Buyer, Failure> {
    read(pool, &Handle::parse(handle)?).await.map_err(of_read)
}
