//! `GET /waffle/:slug/draws` and `GET /waffle/:slug/draws/:number`, and what explains them.

use std::collections::HashMap;

use actix_web::http::header::ContentType;
use actix_web::{HttpRequest, HttpResponse, web};
use waffle_beacon::relay_url::RelayUrl;
use waffle_domain::draw::beacon::Chain;
use waffle_domain::draw::how_won::WinnersOrigin;
use waffle_domain::draw::quicknet;
use waffle_domain::paging::Part;
use waffle_domain::waffle::Waffle;
use waffle_domain::wire::draw::{Draw, LedgerEntry};
use waffle_http::extractors::InPath;
use waffle_http::headers;
use waffle_http::public_origin::PublicOrigin;
use waffle_language::{Text, say};
use waffle_service::actions::{draws, waffles};
use waffle_service::config;

use crate::answer::Answer;
use crate::context::draws::{chat_line, entry_words};
use crate::context::list::Neighbours;
use crate::context::{Script, Section};
use crate::public_page::PublicPage;
use crate::query::Query;
use crate::templates::Values;

/// The private chain of a draw, for checking it without this server; `None` if this server doesn't have it.
fn own_chain(config: &config::Draw, chain: &str) -> Option<Values> {
    let chain = config.private_chain(chain)?;
    let (key, timetable) = (chain.public_key().bytes(), chain.timetable());
    let (genesis, period_seconds) = (timetable.genesis(), timetable.period_seconds());
    let relays: Vec<&str> = config.relays.iter().map(RelayUrl::as_str).collect();
    Some(values! {
        settings: settings(chain),
        // The arguments of the checking program.
        arguments: format!("{key} {genesis} {period_seconds}"),
        genesis,
        period_seconds,
        relays: relays.join(" "),
    })
}

fn settings(chain: &Chain) -> String {
    let timetable = chain.timetable();
    [
        ("CHAIN", chain.hash().to_string()),
        ("PUBLIC_KEY", chain.public_key().bytes().to_string()),
        ("GENESIS", timetable.genesis().to_string()),
        ("PERIOD_SECONDS", timetable.period_seconds().to_string()),
    ]
    .map(|(name, value)| format!("WAFFLE__DRAW__BEACON__{name}={value}"))
    .join(" ")
}

/// The document about draws, and a program that checks one.
const DOCUMENT: &str = include_str!("../../docs/DRAW.md");
const PROGRAM: &str = include_str!("../../docs/check_draw.py");

/// Lists the draws and what happened to the winners, a hundred on a page, the first of which has the newest; 404 for an
/// unknown or archived waffle.
pub async fn index(slug: web::Path<String>, query: Query, here: PublicPage) -> Answer {
    let snapshot = waffles::public(here.services(), &slug).await?;
    let page = query.page();
    let listed = draws::part(here.services(), &slug, Part::of_page(page)).await?;
    let (waffle, older) = (&snapshot.waffle, Part::of_page(page + 1).offset);
    let private = here.services().draw.is_private() || listed.shown.draws.iter().any(|draw| draw.private_chain);
    let title = say!("draw-list-title", title = &waffle.title);
    let row = |entry: &LedgerEntry| values! { ..entry, words: entry_words(&entry.kind, entry.number) };
    here.pages.show(
        "draws",
        values! {
            frame: here.frame(title, Section::Waffles).with_description(say!("draw-list-description")),
            slug: waffle.slug,
            title: waffle.title,
            draws: listed.shown.draws,
            private,
            ledger: listed.shown.ledger.iter().map(row).collect::<Vec<_>>(),
            total: listed.total_ledger,
            neighbours: Neighbours {
                previous: (page > 1).then(|| page - 1),
                next: (i64::from(listed.total_ledger) > older).then(|| page + 1),
            },
        },
    )
}

/// Shows a draw, and lets the browser check it; 404 if there is none. The page of a drawn one may ask relays: for
/// quicknet those in the script, for this site's private chain its own.
pub async fn show(
    request: HttpRequest,
    InPath((slug, number)): InPath<(String, i32)>,
    origin: PublicOrigin,
    here: PublicPage,
) -> Answer {
    let snapshot = waffles::public(here.services(), &slug).await?;
    let found = draws::one(here.services(), &slug, number).await?;
    let waffle = &snapshot.waffle;
    let mut frame = here
        .frame(say!("draw-page-title", number = number.to_string(), title = &waffle.title), Section::Waffles)
        .with_description(say!("draw-page-description"));
    let config = &here.services().draw;
    if found.voided_at.is_none() {
        frame = frame.with_script(Script::DrawCheck);
    }
    if found.drawn_at.is_some() {
        headers::let_connect(&request, relays_of(config, &found));
    }
    let url = origin.draw_page(&waffle.slug, number);
    here.pages.show(
        "public_draw",
        values! {
            frame,
            slug: waffle.slug,
            title: waffle.title,
            waffle_id: waffle.id,
            since: found.drawn_at.and_then(|_| since(waffle, &found)),
            chat: chat_line(waffle, &found, &url),
            url,
            own_chain: own_chain(config, &found.chain),
            quicknet_key: quicknet::PUBLIC_KEY,
            draw: found,
        },
    )
}

/// What happened to the winners of a draw since; `None` if they are as drawn.
fn since(waffle: &Waffle, draw: &Draw) -> Option<Text> {
    match waffle.draw.won {
        // This server's own copy of the waffle follows a moment later.
        _ if waffle.draw.locked.is_some_and(|locked| locked.number == draw.number) => None,
        Some(WinnersOrigin::Draw(lot)) if lot.number == draw.number => {
            is_renamed(waffle, draw).then(|| say!("draw-page-since-renamed"))
        }
        Some(WinnersOrigin::DrawReplaced(lot)) if lot.number == draw.number => {
            Some(if is_renamed(waffle, draw) { say!("draw-page-since-both") } else { say!("draw-page-since-replaced") })
        }
        _ => Some(say!("draw-page-since-cleared")),
    }
}

/// Returns whether a winning spot's handle differs from the one in the draw.
fn is_renamed(waffle: &Waffle, draw: &Draw) -> bool {
    let winners = draw.winning_spot_numbers.iter().zip(&draw.winning_social_handles);
    let alternates = draw.alternate_spot_numbers.iter().zip(&draw.alternate_social_handles);
    let drawn: HashMap<_, _> = winners.chain(alternates).collect();
    let mut now = waffle.winning_spot_numbers.iter().zip(&waffle.winning_social_handles);
    now.any(|(number, handle)| drawn.get(number).is_some_and(|before| *before != handle))
}

/// Answers with the document about draws as plain text.
pub async fn document() -> HttpResponse {
    HttpResponse::Ok().content_type(ContentType::plaintext()).body(DOCUMENT)
}

/// Answers with the program that checks a draw.
pub async fn program() -> HttpResponse {
    HttpResponse::Ok().content_type(ContentType::plaintext()).body(PROGRAM)
}

/// The origins that the page of a drawn draw may ask.
fn relays_of(config: &config::Draw, draw: &Draw) -> Vec<String> {
    if !draw.private_chain {
        return quicknet::RELAYS.map(str::to_owned).to_vec();
    }
    let own = config.private_chain(&draw.chain).map(|_| config.relays.iter().map(RelayUrl::origin).collect());
    own.unwrap_or_default()
}
