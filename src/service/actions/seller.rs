//! The seller as buyers see them.

use waffle_domain::author::Author;
use waffle_domain::seller::{Seller, SellerEdit};
use waffle_store::seller;

use crate::actions::Services;
use crate::failure::{Failure, of_read};

/// Reads what buyers see of the seller, from the database.
pub async fn read(services: &Services) -> Result<Seller, Failure> {
    seller::read(&services.pool).await.map_err(of_read)
}

/// Edits the seller. 400 for a picture that is no longer kept.
pub async fn edit(services: &Services, author: &Author, edit: &SellerEdit) -> Result<Seller, Failure> {
    Ok(seller::edit(&services.pool, edit, author.at(services.now())).await?)
}
