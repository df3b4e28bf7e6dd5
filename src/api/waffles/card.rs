//! `GET /waffle/:slug/card.png`

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use waffle_http::error::HttpError;
use waffle_http::extractors::InQuery;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::rate_limit::{self, Allowed};
use waffle_http::tagged;
use waffle_service::actions::{Services, waffles};
use waffle_service::card::{AsOf, Card, Face, Format, Wanted};
use waffle_service::failure::Failure;

use crate::openapi::refusals::{BadHost, CardsBusy, CardsLimited, NoPublicWaffle, Unchanged, ValidationFailed};

/// How long clients and proxies may keep a card.
const CACHE_CONTROL: &str = "public, max-age=3600";

/// The card's format.
#[derive(Deserialize)]
pub struct Shape {
    format: Option<String>,
}

/// Answers 200 with the picture, or 304 when the client has it; 400 for an unknown format, 404 for an unknown or
/// archived waffle, 429.
#[utoipa::path(
    get, path = "/waffle/{slug}/card.png", tag = "Sharing", operation_id = "getShareCard",
    summary = "Download a waffle's share card",
    description = "A picture with title, price, spots remaining and the address to claim at. \
        Refusals are pages, not JSON.",
    params(
        ("slug" = String, Path, description = "The waffle's name in addresses.", example = "golden-hour"),
        ("format" = Option<String>, Query, nullable = false, pattern = "^(story|square)$",
            description = "`story` (1080 × 1920 pixels, unless asked otherwise) or `square` (1080 × 1080)."),
    ),
    responses(
        (status = 200, description = "The picture; may be kept for an hour.", content(("image/png"))),
        Unchanged, ValidationFailed, BadHost, NoPublicWaffle, CardsLimited, CardsBusy,
    ),
)]
pub async fn show(
    _: Allowed<rate_limit::Cards>,
    request: HttpRequest,
    shape: InQuery<Shape>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    let origin = PublicOrigin::of(&request)?;
    let shape = shape.read()?;
    let format = shape.format.as_deref().unwrap_or(Format::Story.name());
    let format = Format::parse(format).ok_or_else(|| Failure::invalid("format", "A card is a story or a square."))?;
    let snapshot = waffles::public(&services, request.match_info().query("slug")).await?;
    let (waffle, counts) = (&snapshot.waffle, snapshot.board.counts());
    let face = Face {
        title: waffle.title.clone(),
        price: services.currency.format(waffle.spot_price),
        available: counts.available.unsigned_abs(),
        total: waffle.total_spots.unsigned_abs(),
        how_won: waffle.draw.how_won().map(|how_won| how_won.to_string()),
        prizes: waffle.winning_prizes.clone().unwrap_or_default(),
        url: format!("{origin}/waffle/{}", waffle.slug),
    };
    let as_of = AsOf { waffle_id: waffle.id, life: snapshot.life, seq: snapshot.seq };
    let card = services.cards.get(&waffle.slug, Wanted { face, as_of }, format).await?;
    Ok(answer(&request, card))
}

fn answer(request: &HttpRequest, card: Card) -> HttpResponse {
    let known = tagged::is_known(request, &card.etag);
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((header::CACHE_CONTROL, HeaderValue::from_static(CACHE_CONTROL)));
    response.insert_header((header::ETAG, card.etag));
    if known { response.finish() } else { response.content_type("image/png").body(card.bytes) }
}
