//! `GET /waffle/:slug/draws` and `GET /waffle/:slug/draws/:number`

use actix_web::{HttpRequest, HttpResponse, web};
use waffle_beacon::relay_url::RelayUrl;
use waffle_domain::draw::beacon::Chain;

use crate::actions::{draws, waffles};
use crate::pages::answer;
use crate::pages::context::draws::{DrawView, DrawsPage, LedgerRow, PublicDrawPage};
use crate::pages::context::{Script, Section};
use crate::pages::public_page::PublicPage;
use crate::web::error::Failure;
use crate::web::extractors::InPath;
use crate::web::headers;
use crate::web::public_origin::PublicOrigin;

/// Lists the draws and what happened to the winners; 404 for an unknown or archived waffle.
pub async fn index(slug: web::Path<String>, here: PublicPage) -> Result<HttpResponse, Failure> {
    let snapshot = waffles::public(here.services(), &slug).await?;
    let listed = draws::all(here.services(), &slug).await?;
    let waffle = &snapshot.waffle;
    answer::page(
        here.templates().draws(&DrawsPage {
            frame: here
                .frame(format!("The draws of {}", waffle.title), Section::Waffles)
                .with_description("Each draw of this waffle, and whatever happened to its winners."),
            slug: waffle.slug.clone(),
            title: waffle.title.clone(),
            draws: listed.draws.iter().map(DrawView::from).collect(),
            demonstration: here.services().draw.demonstration,
            ledger: listed.ledger.iter().map(LedgerRow::from).collect(),
        }),
    )
}

/// Shows a draw, and lets the browser check it; 404 if there is none. The page may ask the relays.
pub async fn show(
    request: HttpRequest,
    path: InPath<(String, i32)>,
    origin: PublicOrigin,
    here: PublicPage,
) -> Result<HttpResponse, Failure> {
    let (slug, number) = path.read()?;
    let snapshot = waffles::public(here.services(), &slug).await?;
    let found = draws::one(here.services(), &slug, number).await?;
    let (waffle, draw) = (&snapshot.waffle, DrawView::from(&found));
    let demonstrated = here.services().draw.demonstrated(&draw.chain).map(settings);
    let mut frame = here
        .frame(format!("Draw {number} of {}", waffle.title), Section::Waffles)
        .with_description("Who took part, what decided, and how to check who won.");
    let mut relays = Vec::new();
    if draw.drawn.is_some() {
        frame = frame.with_script(Script::DrawCheck);
        let asked = &here.services().draw.relays;
        headers::let_connect(&request, asked.iter().map(RelayUrl::origin).collect());
        relays = asked.iter().map(RelayUrl::as_str).collect();
    }
    answer::page(here.templates().public_draw(&PublicDrawPage {
        frame,
        slug: waffle.slug.clone(),
        title: waffle.title.clone(),
        url: format!("{}/draws/{number}", origin.waffle_page(&waffle.slug)),
        relays: relays.join(" "),
        draw,
        demonstrated,
    }))
}

/// What tells `waffle verify` of a chain, as a shell takes it.
fn settings(chain: &Chain) -> String {
    let [key, timetable] = ["WAFFLE__DRAW__BEACON__PUBLIC_KEY", "WAFFLE__DRAW__BEACON__GENESIS"];
    format!(
        "WAFFLE__DRAW__BEACON__CHAIN={} {key}={} {timetable}={} WAFFLE__DRAW__BEACON__PERIOD_SECONDS={}",
        chain.hash(),
        chain.public_key().bytes(),
        chain.timetable().genesis(),
        chain.timetable().period_seconds()
    )
}
