//! `GET /api/admin/waffles/:id/expired`

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_http::extractors::InPath;
use waffle_service::actions::{Services, expired, waffles};
use waffle_store::expired::Expired;

use crate::endpoint::{Answer, endpoints, ok};

endpoints! { "Payments and draws";
    /// List spots that were not paid in time
    ///
    /// During the last 7 days. Spots that are still free can be assigned again.
    GET "/api/admin/waffles/{id}/expired" => show as listExpired for ManageSpots,
        ok::<Expired>("The spots by handle, the newest first."), NoWaffle;
}

async fn show(InPath(id): InPath<Uuid>, services: web::Data<Services>) -> Answer {
    waffles::by_id(&services, id).await?;
    Ok(HttpResponse::Ok().json(expired::list(&services, id).await?))
}
