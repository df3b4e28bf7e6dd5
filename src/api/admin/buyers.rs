//! `GET /api/admin/users`: every handle that ever claimed a spot.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use waffle_domain::paging::Paging;
use waffle_domain::wire::known_buyers::KnownBuyers;
use waffle_http::extractors::InQuery;
use waffle_service::actions::{Services, buyers};

use crate::endpoint::{Answer, endpoints, ok};

/// The search and the page; absent and empty parameters have their defaults.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Parameters {
    /// A part of the handle.
    #[param(example = "ann")]
    search: String,
    /// The same, by another name.
    q: String,
    /// From 1; a page past the end is empty.
    #[param(example = "1")]
    page: String,
    /// Rows of a page: 25 unless asked otherwise; more than 100 are 100.
    #[param(example = "25")]
    per_page: String,
}

endpoints! { "Buyers registry";
    /// List every handle that ever claimed
    GET "/api/admin/users" => show as listUsers for ReadUsers,
        ok::<KnownBuyers>("A page of handles, the newest first."), ValidationFailed;
}

async fn show(parameters: InQuery<Parameters>, services: web::Data<Services>) -> Answer {
    let parameters = parameters.read()?;
    let typed = if parameters.search.is_empty() { &parameters.q } else { &parameters.search };
    let part = buyers::part_of_handle(typed)?;
    let paging = Paging::parse(&parameters.page, &parameters.per_page, buyers::PAGE_SIZE)?;
    let (users, total) = buyers::search(&services, &part, paging).await?;
    Ok(HttpResponse::Ok().json(KnownBuyers { users, page: paging.page(), per_page: paging.per_page(), total }))
}
