//! `POST /api/admin/waffles/:id/spots/extend`

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::wire::event::{Event, EventBody};
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::spots::Selected;
use waffle_service::actions::{Services, spots};
use waffle_store::spots::SpotResult;

use crate::admin::spots::Skipped;
use crate::endpoint::{Answer, endpoints, ok};

/// More time to pay.
#[derive(Deserialize, ToSchema)]
pub struct Extension {
    /// Ids, not numbers.
    #[schema(required, nullable = false, min_items = 1, max_items = 3000, example = json!([17, 18]))]
    spot_ids: Option<Vec<i64>>,
    /// From the deadline on, or from now if that is later or there is none.
    #[schema(required, nullable = false, minimum = 1, maximum = 43200, example = 30)]
    minutes: Option<i64>,
}

/// The result for each spot.
#[derive(Serialize, ToSchema)]
struct Extended {
    extended: Vec<ExtendedSpot>,
    skipped: Vec<Skipped>,
}

/// A spot with its new deadline.
#[derive(Serialize, ToSchema)]
struct ExtendedSpot {
    #[schema(example = 17)]
    id: i64,
    #[schema(example = 3)]
    number: i32,
    pay_by: Option<DateTime<Utc>>,
}

endpoints! { "Payments and draws";
    /// Give buyers more time to pay
    ///
    /// For pending spots, with a deadline or without; the others are skipped.
    POST "/api/admin/waffles/{id}/spots/extend" => extend as extendSpots for ManageSpots,
        ok::<Extended>("What became of each."), ValidationFailed, NoWaffle, Overloaded;
}

async fn extend(me: SignedIn, id: InPath<Uuid>, body: Body<Extension>, services: web::Data<Services>) -> Answer {
    let Extension { spot_ids, minutes } = body.read().await?;
    let (spot_ids, minutes) = (spot_ids.unwrap_or_default(), minutes.unwrap_or_default());
    let mut answer = Extended { extended: Vec::new(), skipped: Vec::new() };
    for result in spots::extend(&services, me.author(), Selected::named(id.0, spot_ids)?, minutes).await? {
        match result {
            SpotResult::Changed(Event { body: EventBody::Spot(change), .. }) => {
                let spot = ExtendedSpot { id: change.spot_id, number: change.number, pay_by: change.pay_by };
                answer.extended.push(spot);
            }
            other => answer.skipped.extend(Skipped::of(&other, "spot_not_pending")),
        }
    }
    Ok(HttpResponse::Ok().json(answer))
}
