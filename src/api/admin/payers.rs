//! `/api/admin/payers`: which payer's payments are for which handle.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use uuid::Uuid;
use waffle_domain::paging::Paging;
use waffle_domain::wire::done::Done;
use waffle_domain::wire::payers::Payers;
use waffle_http::extractors::{InPath, InQuery};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::buyers::{PAGE_SIZE, part_of_handle};
use waffle_service::actions::{Services, payers};

use crate::endpoint::{Answer, endpoints, ok};

/// The search and the page; absent and empty parameters have their defaults.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Parameters {
    /// A part of the name or of the handle.
    #[param(example = "ann")]
    search: String,
    /// From 1; a page past the end is empty.
    #[param(example = "1")]
    page: String,
    /// Rows of a page: 25 unless asked otherwise; more than 100 are 100.
    #[param(example = "25")]
    per_page: String,
}

endpoints! { "Buyers registry";
    /// List which payer pays for which handle
    ///
    /// A name is remembered when a line of payments is taken for a handle that is not in it. Later lines with the
    /// name are matched to that handle.
    GET "/api/admin/payers" => index as listPayers for ManagePayers,
        ok::<Payers>("A page of payers, those who paid last first."), ValidationFailed;

    /// Forget a payer
    DELETE "/api/admin/payers/{id}" => forget as forgetPayer for ManagePayers,
        ok::<Done>("The name is no longer matched."), NoPayer;
}

async fn index(parameters: InQuery<Parameters>, services: web::Data<Services>) -> Answer {
    let parameters = parameters.read()?;
    let part = part_of_handle(&parameters.search)?;
    let paging = Paging::parse(&parameters.page, &parameters.per_page, PAGE_SIZE)?;
    let (payers, total) = payers::search(&services, &part, paging).await?;
    Ok(HttpResponse::Ok().json(Payers { payers, page: paging.page(), per_page: paging.per_page(), total }))
}

async fn forget(me: SignedIn, id: InPath<Uuid>, services: web::Data<Services>) -> Answer {
    payers::forget(&services, &me.author(), id.read()?).await?;
    Ok(HttpResponse::Ok().json(Done::new("The payer is forgotten.")))
}
