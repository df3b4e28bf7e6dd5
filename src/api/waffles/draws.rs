//! `GET /api/waffles/:slug/draws`, `…/draws/:number` and `…/draws/:number/entries.txt`

use actix_web::http::header::ContentType;
use actix_web::{HttpRequest, HttpResponse, web};
use waffle_actors::snapshot::Rendered;
use waffle_wire::draw::{CheckableDraw, Draws};

use crate::actions::{Services, draws};
use crate::api::openapi::refusals::{NoDraw, NoPublicWaffle, Unchanged};
use crate::web::error::Failure;
use crate::web::extractors::InPath;
use crate::web::tagged;

/// Answers 200 with the draws and the ledger; 404 for an unknown or archived waffle.
#[utoipa::path(
    get, path = "/api/waffles/{slug}/draws", tag = "Waffles", operation_id = "listDraws",
    summary = "List a waffle's draws",
    description = "And all that happened to its winners, by hand too.",
    params(("slug" = String, Path, description = "The waffle's name in addresses.", example = "golden-hour")),
    responses((status = 200, description = "The draws and the ledger.", body = Draws), Unchanged, NoPublicWaffle),
)]
pub async fn index(
    request: HttpRequest,
    slug: web::Path<String>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    tagged::value(&request, &draws::all(&services, &slug).await?)
}

/// Answers 200 with the draw and its entries; 404 if there is none.
#[utoipa::path(
    get, path = "/api/waffles/{slug}/draws/{number}", tag = "Waffles", operation_id = "getDraw",
    summary = "Read a draw",
    description = "With all that it takes to check it: `waffle verify` does.",
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
) -> Result<HttpResponse, Failure> {
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
pub async fn entries(path: InPath<(String, i32)>, services: web::Data<Services>) -> Result<HttpResponse, Failure> {
    let (slug, number) = path.read()?;
    let draw = draws::checkable(&services, &slug, number).await?;
    let mut response = HttpResponse::Ok().content_type(ContentType::plaintext()).body(draw.entries().body.clone());
    response.extensions_mut().insert(draw.entries().codings.clone());
    Ok(response)
}
