//! The seller as buyers see them.

use std::sync::Arc;

use waffle_domain::author::Author;
use waffle_domain::seller::{Seller, SellerEdit};
use waffle_store::seller;

use crate::actions::Services;
use crate::failure::{Failure, of_read};

/// Reads what buyers see of the seller, from the database.
pub async fn read(services: &Services) -> Result<Seller, Failure> {
    seller::read(&services.pool).await.map_err(of_read)
}

/// Returns the seller for a page, from memory.
pub async fn shown(services: &Services) -> Arc<Seller> {
    services.seller.get().await
}

/// Edits the seller, which pages of this server show immediately. 400 for a picture that is no longer kept.
pub async fn edit(services: &Services, author: &Author, edit: &SellerEdit) -> Result<Seller, Failure> {
    let edited = seller::edit(&services.pool, edit, author.at(services.now())).await;
    // Even after a failure: the change may have been committed all the same.
    services.seller.forget();
    Ok(edited?)
}
