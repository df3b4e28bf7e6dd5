//! `GET /waffle/:slug`

use actix_web::web;
use chrono::{DateTime, Utc};
use uuid::Uuid;
use waffle_actors::snapshot::{Circumstances, CutPage, Snapshot};
use waffle_domain::announcement::{MOST_WINNERS, winners};
use waffle_http::error::HttpError;
use waffle_http::personalized_page::PersonalizedPage;
use waffle_http::public_origin::PublicOrigin;
use waffle_language::{Text, say};
use waffle_service::actions::{Services, seller, waffles};
use waffle_service::failure::Failure;

use crate::answer::{self, Answer};
use crate::context::board::Board;
use crate::context::claim::{ClaimForm, ClaimNotice};
use crate::context::seller::SellerView;
use crate::context::terms::TermsView;
use crate::context::waffle::{WaffleView, host, pay_options};
use crate::context::{Frame, Link, Script, Section};
use crate::public_page::PublicPage;
use crate::templates::Values;

/// Shows the board and the claim form; 404 for an unknown or archived waffle.
pub async fn show(slug: web::Path<String>, origin: PublicOrigin, here: PublicPage) -> Answer {
    let snapshot = waffles::public(here.services(), &slug).await?;
    let circumstances = circumstances(here.services()).await;
    if here.visitor.is_none() {
        return plain(&here, &origin, &snapshot, &circumstances);
    }
    let form = ClaimForm { idempotency_key: fresh_key(), ..ClaimForm::default() };
    let now = here.services().now();
    here.pages.show("waffle", page(&here, &origin, (&snapshot, now, &circumstances), &form, None))
}

/// What pages about a board say besides what is on it.
pub(super) async fn circumstances(services: &Services) -> Circumstances {
    Circumstances { seller: seller::shown(services).await, live: services.waffles.sees_database() }
}

/// Answers with the page that all signed-out visitors see, each with a different key and the time. While the board does
/// not change, it is rendered and compressed for the first of them only, unless they used an unusual host name.
fn plain(here: &PublicPage, origin: &PublicOrigin, snapshot: &Snapshot, circumstances: &Circumstances) -> Answer {
    let (key, now) = (fresh_key(), here.services().now());
    let render = |snapshot: &Snapshot| -> Result<CutPage, HttpError> {
        let form = ClaimForm { idempotency_key: key.clone(), ..ClaimForm::default() };
        let page = page(here, origin, (snapshot, now, circumstances), &form, None);
        let html = here.pages.render("waffle", page)?;
        let own = own(&key, now.timestamp_millis());
        Ok(CutPage::around(&own, &html).ok_or_else(|| Failure::internal("a claim form without its key"))?)
    };
    let page = snapshot.page((now, circumstances), here.pages.language(), origin.as_str(), render)?;
    let own = own(&key, now.timestamp_millis());
    Ok(answer::personalized(PersonalizedPage { page, own }))
}

/// The parts of the page that differ per reader: the form's key and, after it, the time.
fn own(key: &str, now: i64) -> String {
    format!("{key}\" data-now=\"{now}")
}

/// Makes a waffle's page as of a moment, with a claim form and the result of the last claim.
pub(super) fn page(
    here: &PublicPage,
    origin: &PublicOrigin,
    (snapshot, now, circumstances): (&Snapshot, DateTime<Utc>, &Circumstances),
    claim: &ClaimForm,
    notice: Option<&ClaimNotice>,
) -> Values {
    let Services { currency, payment_types, .. } = here.services();
    let (sold, waffle) = (&snapshot.waffle, WaffleView::of(snapshot, currency));
    let share_url = origin.waffle_page(&waffle.slug);
    let (left, total) = (waffle.available, waffle.total_spots);
    let description = match sold.draw.how_won() {
        Some(how_won) => say!("waffle-description-won", winners = winners(sold, MOST_WINNERS), how = how_won.text()),
        None => say!("waffle-description", left, total, price = waffle.price.clone()),
    };
    let card = format!("{share_url}/card.png?format=square{}", here.pages.card_language());
    let title = Text::verbatim(&waffle.title);
    let script = if total > 100 { Script::LargeBoard } else { Script::Board };
    let frame = here.frame(title, Section::Waffles).with_description(description).with_script(script);
    let named = |link: &String| Link::new(link, Text::verbatim(host(link)));
    let social_links: Vec<Link> = sold.social_media_links.iter().map(named).collect();
    values! {
        frame: Frame { url: Some(share_url.clone()), preview_image: Some(card), ..frame },
        manage_url: here.visitor.is_some().then(|| format!("/admin/waffles/{}", waffle.id)),
        board: Board::from(snapshot),
        currency,
        waffle,
        description: sold.description,
        payment_options: pay_options(&sold.payment_options, |option| payment_types.link(option)),
        social_links,
        share_url,
        claim,
        terms: TermsView::new(&sold.terms, now),
        now: now.timestamp_millis(),
        live: circumstances.live,
        seller: SellerView::of(&circumstances.seller),
        notice,
    }
}

/// Makes a new idempotency key: one form, one claim.
pub(super) fn fresh_key() -> String {
    Uuid::new_v4().simple().to_string()
}
