//! `GET /api/waffles/:slug/draws`, `…/draws/:number` and `…/draws/:number/entries.txt`

use actix_web::http::header::{ContentType, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use waffle_actors::snapshot::Rendered;
use waffle_domain::paging::Part;
use waffle_domain::wire::draw::{CheckableDraw, Draws};
use waffle_http::error::HttpError;
use waffle_http::extractors::{InPath, InQuery};
use waffle_http::tagged;
use waffle_service::actions::{Services, draws};
use waffle_service::failure::Failure;

use crate::openapi::refusals::{NoDraw, NoPublicWaffle, Unchanged, ValidationFailed};

const X_TOTAL_DRAWS: HeaderName = HeaderName::from_static("x-total-draws");
const X_TOTAL_LEDGER: HeaderName = HeaderName::from_static("x-total-ledger");

/// Which part of both lists.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DrawsQuery {
    /// The most draws, and the most entries of the ledger: 100 unless given.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<i64>,
    /// How many of the newest of each to skip.
    #[param(minimum = 0, nullable = false)]
    offset: Option<i64>,
}

/// Answers 200 with the newest draws and the newest of the ledger, or with earlier ones; 404 for an unknown or archived
/// waffle, 400 for a `limit` outside 1 to 100, or a negative `offset`.
#[utoipa::path(
    get, path = "/api/waffles/{slug}/draws", tag = "Waffles", operation_id = "listDraws",
    summary = "List a waffle's draws",
    description = "With the history of its winners, including manual changes. The newest 100 of each, the oldest of \
        them first; `offset` leads to the earlier ones, as far as `X-Total-Ledger` says.",
    params(
        ("slug" = String, Path, description = "The waffle's name in addresses.", example = "golden-hour"),
        DrawsQuery,
    ),
    responses(
        (status = 200, description = "The draws and the ledger.", body = Draws, headers(
            ("X-Total-Draws" = i32, description = "How many draws there are in all."),
            ("X-Total-Ledger" = i32, description = "How many entries the ledger has in all."),
        )),
        Unchanged, ValidationFailed, NoPublicWaffle,
    ),
)]
pub async fn index(
    request: HttpRequest,
    slug: web::Path<String>,
    asked: InQuery<DrawsQuery>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    let DrawsQuery { limit, offset } = asked.read()?;
    let part = draws::part(&services, &slug, Part::parse(limit, offset)?).await?;
    let mut response = tagged::value(&request, &part.shown)?;
    for (name, total) in [(X_TOTAL_DRAWS, part.total_draws), (X_TOTAL_LEDGER, part.total_ledger)] {
        response.headers_mut().insert(name, HeaderValue::from(total));
    }
    Ok(response)
}

/// Answers 200 with the draw and its entries; 404 if there is none.
#[utoipa::path(
    get, path = "/api/waffles/{slug}/draws/{number}", tag = "Waffles", operation_id = "getDraw",
    summary = "Read a draw",
    description = "With everything needed to check it, as `waffle verify` does.",
    params(
        ("slug" = String, Path, description = "The waffle's name in addresses.", example = "golden-hour"),
        ("number" = i32, Path, description = "The draw's number.", example = 1),
    ),
    responses((status = 200, description = "The draw.", body = CheckableDraw), Unchanged, NoDraw),
)]
pub async fn show(
    request: HttpRequest,
    path: InPath<(String, i32)>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    let (slug, number) = path.read()?;
    let draw = draws::checkable(&services, &slug, number).await?;
    let json = draw.json(|draw| serde_json::to_vec(draw).map(Rendered::new).map_err(Failure::internal))?;
    Ok(tagged::json(&request, json))
}

/// Answers 200 with the exact bytes that were hashed; 404 if there is no such draw.
#[utoipa::path(
    get, path = "/api/waffles/{slug}/draws/{number}/entries.txt", tag = "Waffles", operation_id = "getDrawEntries",
    summary = "Read the entries of a draw",
    description = "The exact bytes that were hashed: a line for each entry, its number and its handle.",
    params(
        ("slug" = String, Path, description = "The waffle's name in addresses.", example = "golden-hour"),
        ("number" = i32, Path, description = "The draw's number.", example = 1),
    ),
    responses((status = 200, description = "The entries.", body = String, content_type = "text/plain"), NoDraw),
)]
pub async fn entries(path: InPath<(String, i32)>, services: web::Data<Services>) -> Result<HttpResponse, HttpError> {
    let (slug, number) = path.read()?;
    let draw = draws::checkable(&services, &slug, number).await?;
    let mut response = HttpResponse::Ok().content_type(ContentType::plaintext()).body(draw.entries().body.clone());
    response.extensions_mut().insert(draw.entries().codings.clone());
    Ok(response)
}
