//! Photos that sellers upload.

use waffle_domain::author::Author;
use waffle_domain::photo::Photo;
use waffle_domain::refusal::Refusal;
use waffle_store::photos;

use crate::actions::Services;
use crate::failure::{Failure, of_read};
use crate::photos::ReceivedFile;

/// Makes a photo of a file, with this many pixels on its longer side at most, and keeps it. Refuses an account that has
/// uploaded as many as it may in a day; those that are uploaded at the same time may be a few more. Also refuses one
/// that sends too many files within an hour: the same one again, or one that is no photo, costs as much as the first.
pub async fn upload(
    services: &Services,
    author: &Author,
    file: ReceivedFile,
    longest_side: u32,
) -> Result<Photo, Failure> {
    if let Some(wait) = photos::wait(&services.pool, author.account_id).await.map_err(of_read)? {
        return Err(Refusal::UploadsLimited { wait }.into());
    }
    services.photos.admit(author.account_id, services.now())?;
    let photo = services.photos.develop(file, longest_side).await?;
    photos::keep(&services.pool, &photo, author.at(services.now())).await?;
    Ok(photo)
}
