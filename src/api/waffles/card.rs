//! `GET /waffle/:slug/card.png`

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use waffle_domain::announcement::{MOST_WINNERS, winners};
use waffle_http::etag;
use waffle_http::extractors::InQuery;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::rate_limit::{self, Allowed};
use waffle_http::reader;
use waffle_language::{Language, amount, say};
use waffle_service::actions::{Services, waffles};
use waffle_service::card::{AsOf, Card, Face, Format, Wanted};
use waffle_service::failure::Failure;

use crate::endpoint::{Answer, endpoints, file};

/// How long clients and proxies may keep a card.
const CACHE_CONTROL: &str = "public, max-age=3600";

/// The card's format.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Shape {
    /// `story` (1080 × 1920 pixels, unless asked otherwise) or `square` (1080 × 1080).
    #[param(nullable = false, pattern = "^(story|square)$")]
    format: Option<String>,
    /// The language of its words, such as `de`; the server's usual one where it is not given, or there is no such.
    #[param(nullable = false)]
    lang: Option<String>,
}

endpoints! { "Sharing";
    /// Download a waffle's share card
    ///
    /// A picture with title, price, spots remaining and the address to claim at, and with the photo that was uploaded
    /// for the waffle. Refusals are pages, not JSON.
    GET "/waffle/{slug}/card.png" => show as getShareCard,
        file("image/png", "The picture; may be kept for an hour.", None),
        Unchanged, ValidationFailed, BadHost, NoPublicWaffle, CardsLimited, CardsBusy,
        PhotosBusy;
}

async fn show(
    _: Allowed<rate_limit::Cards>,
    request: HttpRequest,
    InQuery(shape): InQuery<Shape>,
    services: web::Data<Services>,
) -> Answer {
    let origin = PublicOrigin::of(&request)?;
    let format = shape.format.as_deref().unwrap_or(Format::Story.name());
    let format = Format::parse(format).ok_or_else(|| Failure::invalid("format", say!("fault-card-format")))?;
    // Not the reader's: anyone may keep the answer for anyone.
    let language = shape.lang.as_deref().and_then(Language::parse).unwrap_or_else(|| reader::usual(&request));
    let snapshot = waffles::public(&services, request.match_info().query("slug")).await?;
    let (waffle, counts) = (&snapshot.waffle, snapshot.board.counts());
    let face = Face {
        title: waffle.title.clone(),
        language,
        price: amount(language, &services.currency.amount(waffle.spot_price)),
        available: counts.available.unsigned_abs(),
        total: waffle.total_spots.unsigned_abs(),
        how_won: waffle.draw.how_won(),
        winners: winners(waffle, MOST_WINNERS).replace(" @", "\u{a0}@"),
        prizes: waffle.winning_prizes.clone().unwrap_or_default(),
        url: format!("{origin}/waffle/{}", waffle.slug),
        photo: waffle.photo,
    };
    let as_of = AsOf { waffle_id: waffle.id, life: snapshot.life, seq: snapshot.seq };
    let card = services.cards.get(&waffle.slug, Wanted { face, as_of }, format).await?;
    Ok(answer(&request, card))
}

fn answer(request: &HttpRequest, card: Card) -> HttpResponse {
    let known = etag::is_known(request, &card.etag);
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((header::CACHE_CONTROL, HeaderValue::from_static(CACHE_CONTROL)));
    response.insert_header((header::ETAG, card.etag));
    if known { response.finish() } else { response.content_type("image/png").body(card.bytes) }
}
