//! What a seller posts to share a waffle: a message and a card.

use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::share::{ShareTemplate, ShareValues, parse_message};
use waffle_domain::waffle::Waffle;
use waffle_language::{Language, amount};
use waffle_store::share_message::{record_regeneration, save};

use crate::actions::Services;
use crate::failure::Failure;

/// Saves a waffle's share message and returns the waffle's newest sequence number. The caller drops the old cards with
/// [`forget_cards`] once the change shows.
pub async fn save_message(
    services: &Services,
    author: &Author,
    id: Uuid,
    template_id: Uuid,
    message: &str,
) -> Result<i64, Failure> {
    let message = parse_message("message", message)?;
    Ok(save(&services.pool, id, template_id, &message, author.at(services.now())).await?)
}

/// Drops a waffle's rendered cards; the next download draws them again.
pub async fn forget_cards(services: &Services, slug: &str) {
    services.cards.forget(slug).await;
}

/// Draws a waffle's cards again, and records who asked for it.
pub async fn regenerate_cards(services: &Services, author: &Author, waffle: &Waffle) -> Result<(), Failure> {
    record_regeneration(&services.pool, waffle.id, author.at(services.now())).await?;
    forget_cards(services, &waffle.slug).await;
    Ok(())
}

/// The values of a message's placeholders, as a language writes them; `url` is the page for claiming.
pub fn values(services: &Services, waffle: &Waffle, url: String, language: Language) -> ShareValues {
    ShareValues {
        title: waffle.title.clone(),
        price: amount(language, &services.currency.amount(waffle.spot_price)),
        spots: waffle.total_spots.to_string(),
        url,
    }
}

/// Finds the default template.
pub fn default_template(templates: &[ShareTemplate]) -> Option<&ShareTemplate> {
    templates.iter().find(|template| template.default)
}
