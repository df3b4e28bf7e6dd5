//! `GET /waffle/:slug/stage`

use actix_web::web;
use chrono::{DateTime, Utc};
use waffle_actors::snapshot::{CutPage, Snapshot};
use waffle_http::personalized_page::PersonalizedPage;
use waffle_service::actions::{Services, waffles};
use waffle_service::failure::Failure;

use crate::answer::{self, Answer};
use crate::context::stage::{StagePage, newest};
use crate::context::terms::{TermsView, milliseconds};
use crate::context::waffle::WaffleView;
use crate::context::{Frame, Script, Section};
use crate::public_page::PublicPage;
use crate::query::Query;

/// Shows the board for a stream or a big screen, with `?transparent=1` without a background; 404 for an unknown or
/// archived waffle. It is the same for everyone except for the time, and is rendered once while nothing changes.
pub async fn show(slug: web::Path<String>, query: Query, here: PublicPage) -> Answer {
    let snapshot = waffles::public(here.services(), &slug).await?;
    let (transparent, now) = (query.text("transparent") == "1", here.services().now());
    let own = format!("data-now=\"{}", now.timestamp_millis());
    let page = snapshot.stage(now, transparent, |snapshot| {
        let html = here.templates().render(&page(&here, snapshot, now, transparent)).map_err(Failure::internal)?;
        CutPage::around(&own, &html).ok_or_else(|| Failure::internal("a stage without its time"))
    })?;
    Ok(answer::personalized(PersonalizedPage { page, own }))
}

fn page(here: &PublicPage, snapshot: &Snapshot, now: DateTime<Utc>, transparent: bool) -> StagePage {
    let Services { currency, payment_types, .. } = here.services();
    let waffle = &snapshot.waffle;
    let view = WaffleView::new(waffle, snapshot.board.counts(), currency, payment_types);
    let round_at = waffle.draw.locked.as_ref().map(|locked| locked.round_at);
    StagePage {
        // No one searches for it, and a seller who is signed in is not named on a screen.
        frame: Frame { unlisted: true, ..Frame::new(&waffle.title, Section::Waffles) }.with_script(Script::Stage),
        terms: TermsView::new(&waffle.terms, now),
        round: round_at.map(Into::into),
        round_ms: round_at.map(milliseconds).unwrap_or_default(),
        newest: newest(snapshot.board.spots()),
        draws_before: waffle.draw.draws_before,
        board: snapshot.into(),
        currency: currency.into(),
        waffle: view,
        now: now.timestamp_millis(),
        transparent,
    }
}
