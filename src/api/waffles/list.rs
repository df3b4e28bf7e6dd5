//! `GET /api/waffles`

use actix_web::{HttpRequest, web};
use serde::Deserialize;
use waffle_actors::snapshot::{Rendered, kept};
use waffle_domain::paging;
use waffle_domain::wire::waffle::WaffleSummary;
use waffle_http::etag;
use waffle_http::extractors::InQuery;
use waffle_service::actions::{Services, waffles};
use waffle_service::failure::Failure;
use waffle_store::waffles::ListedWaffle;

use crate::endpoint::{Answer, endpoints, list};

/// Which part of the list; without a `limit`, all of it.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Part {
    /// The most waffles to return.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<i64>,
    /// How many of the first to skip. Has no effect without a `limit`.
    #[param(minimum = 0, nullable = false)]
    offset: Option<i64>,
}

endpoints! { "Waffles";
    /// List waffles
    ///
    /// Those that are not archived: active ones first, then the newest first. Without `limit`, all of them; if there
    /// are many, the answer may take a second.
    GET "/api/waffles" => show as listWaffles,
        list::<WaffleSummary>("The waffles."), Unchanged, ValidationFailed;
}

async fn show(request: HttpRequest, InQuery(part): InQuery<Part>, services: web::Data<Services>) -> Answer {
    let wanted = paging::Part::parse(part.limit, part.offset)?;
    if part.limit.is_none() {
        let whole = waffles::whole_public_list(&services).await?;
        return Ok(etag::json(&request, &whole));
    }
    let list = waffles::public_list(&services, wanted).await?;
    let json = kept(&list.json, || {
        let summaries: Vec<_> = list.waffles.iter().map(ListedWaffle::summary).collect();
        serde_json::to_vec(&summaries).map(Rendered::new).map_err(Failure::internal)
    })?;
    Ok(etag::json(&request, json))
}
