//! What a seller posts to share a waffle: a message and a card.

use chrono::{DateTime, Utc};
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::announcement::{MOST_LISTED, free_spots, unpaid_spots, winners};
use waffle_domain::author::Author;
use waffle_domain::share::{ShareTemplate, ShareValues, parse_message};
use waffle_domain::spot::{Spot, SpotStatus};
use waffle_domain::timezone::TimeZone;
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

/// The values of a message's placeholders, as a language writes them; `url` is the page for claiming. Moments are those
/// of the seller's time zone.
pub fn values(
    services: &Services,
    Snapshot { waffle, board, .. }: &Snapshot,
    url: String,
    (language, zone): (Language, TimeZone),
) -> ShareValues {
    let moment = |at: DateTime<Utc>| zone.named_moment(at).write(language);
    let unpaid = board.spots().filter(|spot| spot.status() == SpotStatus::Pending);
    let draws = format!("{url}/draws");
    ShareValues {
        title: waffle.title.clone(),
        price: amount(language, &services.currency.amount(waffle.spot_price)),
        spots: waffle.total_spots.to_string(),
        left: board.counts().available.to_string(),
        free: free_spots(board),
        unpaid: unpaid_spots(board),
        opens: waffle.terms.opens_at.map_or_else(String::new, moment),
        deadline: unpaid.filter_map(Spot::pay_by).max().map_or_else(String::new, moment),
        draw: waffle.draw.number().map_or_else(|| draws.clone(), |number| format!("{draws}/{number}")),
        winners: winners(waffle, MOST_LISTED),
        url,
    }
}

/// Finds the default template.
pub fn default_template(templates: &[ShareTemplate]) -> Option<&ShareTemplate> {
    templates.iter().find(|template| template.default)
}
