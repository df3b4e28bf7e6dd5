//! The templates that share messages start from.

use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::refusal::Refusal;
use waffle_domain::share::{NewShareTemplate, ShareTemplate, ShareTemplateEdit};
use waffle_store::share_templates;

use crate::actions::Services;
use crate::failure::{Failure, of_read};

/// Lists all templates, oldest first.
pub async fn list(services: &Services) -> Result<Vec<ShareTemplate>, Failure> {
    share_templates::list(&services.pool).await.map_err(of_read)
}

/// Finds a template, if it exists.
pub async fn look_up(services: &Services, id: Uuid) -> Result<Option<ShareTemplate>, Failure> {
    share_templates::find(&services.pool, id).await.map_err(of_read)
}

/// Finds a template; 404 when there is none.
pub async fn find(services: &Services, id: Uuid) -> Result<ShareTemplate, Failure> {
    look_up(services, id).await?.ok_or(Refusal::NoShareTemplate.into())
}

/// Creates a template.
pub async fn create(services: &Services, author: &Author, new: &NewShareTemplate) -> Result<ShareTemplate, Failure> {
    Ok(share_templates::create(&services.pool, Uuid::now_v7(), new, author.at(services.now())).await?)
}

/// Changes a template.
pub async fn edit(
    services: &Services,
    author: &Author,
    id: Uuid,
    edit: ShareTemplateEdit,
) -> Result<ShareTemplate, Failure> {
    Ok(share_templates::update(&services.pool, id, edit, author.at(services.now())).await?)
}

/// Makes a template the default.
pub async fn make_default(services: &Services, author: &Author, id: Uuid) -> Result<ShareTemplate, Failure> {
    Ok(share_templates::make_default(&services.pool, id, author.at(services.now())).await?)
}

/// Deletes a template, and announces the change on the waffles that had chosen it.
pub async fn delete(services: &Services, author: &Author, id: Uuid) -> Result<(), Failure> {
    let chosen_by = share_templates::delete(&services.pool, id, author.at(services.now())).await?;
    services.waffles.announce(&chosen_by).await;
    Ok(())
}
