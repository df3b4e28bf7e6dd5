//! `GET /waffle/:slug/stage`

use actix_web::{HttpResponse, web};
use waffle_actors::snapshot::Snapshot;

use crate::actions::{Services, waffles};
use crate::pages::answer;
use crate::pages::context::stage::{StagePage, newest};
use crate::pages::context::terms::{TermsView, milliseconds};
use crate::pages::context::waffle::WaffleView;
use crate::pages::context::{Frame, Script, Section};
use crate::pages::public_page::PublicPage;
use crate::pages::query::Query;
use crate::web::error::Failure;
use crate::web::public_origin::PublicOrigin;

/// Shows the board for a stream or a big screen, with `?transparent=1` on no background of its own; 404 for an unknown
/// or archived waffle.
pub async fn show(
    slug: web::Path<String>,
    query: Query,
    origin: PublicOrigin,
    here: PublicPage,
) -> Result<HttpResponse, Failure> {
    let snapshot = waffles::public(here.services(), &slug).await?;
    let transparent = query.text("transparent") == "1";
    answer::page(here.templates().stage(&page(&here, &origin, &snapshot, transparent)))
}

fn page(here: &PublicPage, origin: &PublicOrigin, snapshot: &Snapshot, transparent: bool) -> StagePage {
    let Services { currency, payment_types, .. } = here.services();
    let (waffle, now) = (&snapshot.waffle, here.services().now());
    let view = WaffleView::new(waffle, snapshot.board.counts(), currency, payment_types, origin);
    let round_at = waffle.draw.locked.as_ref().map(|locked| locked.round_at);
    StagePage {
        // Nobody searches for it, and a seller who is signed in is not named on a screen.
        frame: Frame { unlisted: true, ..Frame::new(&waffle.title, Section::Waffles).with_script(Script::Stage) },
        terms: TermsView::new(&waffle.terms, now),
        round: round_at.map(Into::into),
        round_ms: round_at.map(milliseconds).unwrap_or_default(),
        newest: newest(snapshot.board.spots()),
        board: snapshot.into(),
        currency: currency.into(),
        waffle: view,
        now: now.timestamp_millis(),
        transparent,
    }
}
