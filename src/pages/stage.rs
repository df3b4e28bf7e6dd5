//! `GET /waffle/:slug/stage`

use std::cmp::Reverse;

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::Serialize;
use waffle_actors::snapshot::{Circumstances, CutPage, Snapshot};
use waffle_domain::spot::Spot;
use waffle_http::personalized_page::PersonalizedPage;
use waffle_language::{Text, say};
use waffle_service::actions::{seller, waffles};
use waffle_service::config::PublicUrl;
use waffle_service::failure::Failure;

use crate::answer::{self, Answer};
use crate::context::board::Board;
use crate::context::seller::SellerView;
use crate::context::terms::{TermsView, milliseconds};
use crate::context::waffle::WaffleView;
use crate::context::{Frame, Moment, Script, Section};
use crate::public_page::PublicPage;
use crate::qr_code::QrCode;
use crate::query::Query;
use crate::templates::Values;

/// How many claims the page lists. `stage_claims.js` keeps as many.
const NEWEST: usize = 6;

/// A claim of this many spots or more is shown as a count.
const COUNTED: usize = 6;

/// Spots that a buyer claimed one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NewClaim {
    pub handle: String,
    /// The numbers, separated by spaces.
    pub numbers: String,
    /// The text for them: `3, 7`, or `12 spots`.
    pub words: Text,
}

/// The newest claims among the spots of a board.
pub fn newest<'a>(spots: impl Iterator<Item = &'a Spot>) -> Vec<NewClaim> {
    let mut claimed: Vec<_> =
        spots.filter_map(|spot| Some((spot.claimed_at()?, spot.number, spot.handle()?.as_str()))).collect();
    // Claims of several buyers at one moment stay apart.
    claimed.sort_unstable_by_key(|(at, number, handle)| (Reverse(*at), *handle, *number));
    let runs = claimed.chunk_by(|(_, _, one), (_, _, other)| one == other).take(NEWEST);
    runs.filter_map(|run| {
        let (_, _, handle) = run.first()?;
        let numbers: Vec<_> = run.iter().map(|(_, number, _)| number.to_string()).collect();
        let words = match numbers.len() {
            count @ COUNTED.. => say!("stage-claimed-spots", count),
            _ => Text::verbatim(numbers.join(", ")),
        };
        Some(NewClaim { handle: (*handle).to_owned(), numbers: numbers.join(" "), words })
    })
    .collect()
}

/// Shows the board for a stream or a big screen, with `?transparent=1` without a background; 404 for an unknown or
/// archived waffle. It is the same for everyone except for the time, and is rendered once while nothing changes: it
/// names the board's address only where that does not depend on the request.
pub async fn show(
    slug: web::Path<String>,
    query: Query,
    public_url: Option<web::Data<PublicUrl>>,
    here: PublicPage,
) -> Answer {
    let snapshot = waffles::public(here.services(), &slug).await?;
    let (transparent, now) = (query.text("transparent") == "1", here.services().now());
    let own = format!("data-now=\"{}", now.timestamp_millis());
    let circumstances = Circumstances { seller: seller::shown(here.services()).await, ..Circumstances::default() };
    let page = snapshot.stage((now, &circumstances), here.pages.language(), transparent, |snapshot| {
        let public_url = public_url.as_ref().map(web::Data::get_ref);
        let page = page(&here, (snapshot, &circumstances), public_url, (now, transparent));
        let html = here.pages.render("stage", page)?;
        CutPage::around(&own, &html).ok_or_else(|| Failure::internal("a stage without its time"))
    })?;
    Ok(answer::personalized(PersonalizedPage { page, own }))
}

fn page(
    here: &PublicPage,
    (snapshot, circumstances): (&Snapshot, &Circumstances),
    public_url: Option<&PublicUrl>,
    (now, transparent): (DateTime<Utc>, bool),
) -> Values {
    let currency = &here.services().currency;
    let waffle = &snapshot.waffle;
    let round_at = waffle.draw.locked.as_ref().map(|locked| locked.round_at);
    values! {
        // No one searches for it, and a seller who is signed in is not named on a screen.
        frame: Frame { unlisted: true, ..Frame::new(Text::verbatim(&waffle.title), Section::Waffles) }
            .with_script(Script::Stage),
        terms: TermsView::new(&waffle.terms, now),
        round: round_at.map(Moment::from),
        join: public_url.map(|url| join(url, &waffle.slug)),
        round_ms: round_at.map(milliseconds).unwrap_or_default(),
        newest: newest(snapshot.board.spots()),
        draws_before: waffle.draw.draws_before,
        board: Board::from(snapshot),
        currency,
        seller: SellerView::of(&circumstances.seller),
        waffle: WaffleView::of(snapshot, currency),
        now: now.timestamp_millis(),
        transparent,
    }
}

/// The board's address, without its scheme, and a QR code of it.
fn join(public_url: &PublicUrl, slug: &str) -> Values {
    let url = format!("{public_url}/waffle/{slug}");
    let address = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
    values! { address, qr: QrCode::of(&url) }
}
