//! `/api/admin/waffles/:id/buyers`: what each buyer of a waffle owes, and payments.

pub mod match_payments;
pub mod take_payments;

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::handle::Handle;
use waffle_domain::money_desk::{DeskFilter, DeskSearch};
use waffle_domain::wire::money_desk::{BuyerAccount, MoneyDesk};
use waffle_domain::wire::spot::Spot;
use waffle_http::csv::{Table, is_wanted};
use waffle_http::error::HttpError;
use waffle_http::extractors::{InPath, InQuery};
use waffle_http::json::OptionalBody;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::spots::Selected;
use waffle_service::actions::{Services, money_desk, waffles};
use waffle_store::table::part_of_handle;

use crate::admin::spots::{BulkPaid, Skipped, split};
use crate::endpoint::values::text;
use crate::endpoint::{Answer, endpoints, file, ok};

/// Which buyers, and in which format.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Parameters {
    /// A part of the handle.
    #[param(format = "text", example = "ann")]
    search: String,
    /// `shared_source`: only buyers who owe, say that they have paid, and share a source with other handles that hold
    /// spots.
    #[param(pattern = "^(shared_source)?$", example = "shared_source")]
    filter: String,
    /// `csv` for a CSV file with a row for each buyer.
    #[param(pattern = "^(csv)?$", example = "csv")]
    format: String,
}

/// Some of a buyer's spots.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct SpotsOfBuyer {
    /// Ids, not numbers; without them, all that are pending.
    #[schema(min_items = 1, max_items = 3000, example = json!([17, 18]))]
    spot_ids: Option<Vec<i64>>,
}

/// The result for each spot.
#[derive(Serialize, ToSchema)]
struct ReleasedOfBuyer {
    released: Vec<Spot>,
    skipped: Vec<Skipped>,
}

endpoints! { "Payments and draws";
    /// Read what each buyer owes
    ///
    /// Buyers who owe come first, the oldest claim first; then the others by handle. Money is in cents. The sums are
    /// those of all buyers, whichever are listed.
    GET "/api/admin/waffles/{id}/buyers" => show as listWaffleBuyers for ManageSpots,
        ok::<MoneyDesk>("The buyers.").and(file("text/csv", "The buyers.", Some(text))), ValidationFailed, NoWaffle;

    /// Mark a buyer's spots paid
    ///
    /// All that are pending, or some of them, together. Spots that are not the buyer's, or not pending, are skipped.
    /// Only while the waffle is active.
    POST "/api/admin/waffles/{id}/buyers/{handle}/pay" => pay as payBuyer for ManageSpots,
        ok::<BulkPaid>("What became of each."), ValidationFailed, NoWaffle, WaffleNotActive, DrawLocked, Overloaded;

    /// Make a buyer's unpaid spots available again
    ///
    /// All that are pending, or some of them, together. Spots that are not the buyer's, or not pending, are skipped.
    POST "/api/admin/waffles/{id}/buyers/{handle}/release" => release as releaseBuyer for ManageSpots,
        ok::<ReleasedOfBuyer>("What became of each."), ValidationFailed, NoWaffle, Overloaded;
}

async fn show(id: InPath<Uuid>, parameters: InQuery<Parameters>, services: web::Data<Services>) -> Answer {
    let snapshot = waffles::by_id(&services, id.0).await?;
    let search = DeskSearch::of_handles(part_of_handle(&parameters.0.search)?);
    let csv = is_wanted(&parameters.0.format)?;
    let filter = DeskFilter::parse(&parameters.0.filter)?;
    let desk = money_desk::show(&services, &snapshot, &search, filter).await?;
    if !csv {
        return Ok(HttpResponse::Ok().json(desk));
    }
    let mut table = Table::of(&BuyerAccount::COLUMNS)?;
    table.rows(&BuyerAccount::COLUMNS, &desk.entries)?;
    table.answer(&format!("{}-buyers.csv", snapshot.waffle.slug))
}

/// The chosen spots of the buyer in the path: those of the body, or all.
async fn selected(
    services: &Services,
    (id, handle): (Uuid, String),
    body: OptionalBody<SpotsOfBuyer>,
) -> Result<Selected, HttpError> {
    let handle = Handle::parse_field("handle", &handle)?;
    let ids = body.read().await?.unwrap_or_default().spot_ids;
    Ok(money_desk::select(services, id, handle, ids).await?)
}

async fn pay(
    me: SignedIn,
    InPath(path): InPath<(Uuid, String)>,
    body: OptionalBody<SpotsOfBuyer>,
    services: web::Data<Services>,
) -> Answer {
    let selected = selected(&services, path, body).await?;
    let results = money_desk::pay(&services, me.author(), selected).await?;
    Ok(HttpResponse::Ok().json(BulkPaid::of(results)))
}

async fn release(
    me: SignedIn,
    InPath(path): InPath<(Uuid, String)>,
    body: OptionalBody<SpotsOfBuyer>,
    services: web::Data<Services>,
) -> Answer {
    let selected = selected(&services, path, body).await?;
    let results = money_desk::release(&services, me.author(), selected).await?;
    let (released, skipped) = split(results, "spot_not_pending");
    Ok(HttpResponse::Ok().json(ReleasedOfBuyer { released, skipped }))
}
