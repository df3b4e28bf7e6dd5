//! `GET /api/waffles/:slug/draws`, `…/draws/:number` and `…/draws/:number/entries.txt`

use actix_web::http::header::{ContentType, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use waffle_actors::snapshot::{Rendered, kept};
use waffle_domain::paging::Part;
use waffle_domain::wire::draw::{CheckableDraw, Draws};
use waffle_http::etag;
use waffle_http::extractors::{InPath, InQuery};
use waffle_service::actions::{Services, draws};
use waffle_service::failure::Failure;

use crate::endpoint::values::{i32, text};
use crate::endpoint::{Answer, endpoints, file, ok};

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

endpoints! { "Waffles";
    /// List a waffle's draws
    ///
    /// With the history of its winners, including manual changes. The newest 100 of each, the oldest of them first;
    /// `offset` leads to the earlier ones, as far as `X-Total-Ledger` says.
    GET "/api/waffles/{slug}/draws" => index as listDraws,
        ok::<Draws>("The draws and the ledger.")
            .header("X-Total-Draws", i32, "How many draws there are in all.")
            .header("X-Total-Ledger", i32, "How many entries the ledger has in all."),
        Unchanged, ValidationFailed, NoPublicWaffle;

    /// Read a draw
    ///
    /// With everything needed to check it, as `waffle verify` does.
    GET "/api/waffles/{slug}/draws/{number}" => show as getDraw,
        ok::<CheckableDraw>("The draw."), Unchanged, NoDraw;

    /// Read the entries of a draw
    ///
    /// The exact bytes that were hashed: a line for each entry, its number and its handle.
    GET "/api/waffles/{slug}/draws/{number}/entries.txt" => entries as getDrawEntries,
        file("text/plain", "The entries.", Some(text)), NoDraw;
}

async fn index(
    request: HttpRequest,
    slug: web::Path<String>,
    InQuery(DrawsQuery { limit, offset }): InQuery<DrawsQuery>,
    services: web::Data<Services>,
) -> Answer {
    let part = draws::part(&services, &slug, Part::parse(limit, offset)?).await?;
    let mut response = etag::value(&request, &part.shown)?;
    for (name, total) in [(X_TOTAL_DRAWS, part.total_draws), (X_TOTAL_LEDGER, part.total_ledger)] {
        response.headers_mut().insert(name, HeaderValue::from(total));
    }
    Ok(response)
}

async fn show(
    request: HttpRequest,
    InPath((slug, number)): InPath<(String, i32)>,
    services: web::Data<Services>,
) -> Answer {
    let draw = draws::checkable(&services, &slug, number).await?;
    let json = kept(&draw.json, || serde_json::to_vec(&draw.draw).map(Rendered::new).map_err(Failure::internal))?;
    Ok(etag::json(&request, json))
}

async fn entries(InPath((slug, number)): InPath<(String, i32)>, services: web::Data<Services>) -> Answer {
    let draw = draws::checkable(&services, &slug, number).await?;
    let mut response = HttpResponse::Ok().content_type(ContentType::plaintext()).body(draw.entries().body.clone());
    response.extensions_mut().insert(draw.entries().codings.clone());
    Ok(response)
}
