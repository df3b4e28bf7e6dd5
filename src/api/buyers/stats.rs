//! `GET /api/buyers/:handle/stats`

use actix_web::{HttpRequest, web};
use waffle_domain::handle::Handle;
use waffle_domain::wire::buyer::BuyerView;
use waffle_http::etag;
use waffle_http::rate_limit::{Allowed, BuyersNumbers};
use waffle_service::actions::{Services, buyers};

use crate::endpoint::{Answer, endpoints, ok};

endpoints! { "Buyers";
    /// Read a buyer's numbers
    ///
    /// Of a handle with many waffles, they may be a second old.
    GET "/api/buyers/{handle}/stats" => show as getBuyerStats,
        ok::<BuyerView>("The numbers."), Unchanged, ValidationFailed, BuyersLimited;
}

async fn show(
    _: Allowed<BuyersNumbers>,
    request: HttpRequest,
    handle: web::Path<String>,
    services: web::Data<Services>,
) -> Answer {
    let buyer = buyers::find(&services, Handle::parse(&handle)?, 0..0).await?;
    etag::value(&request, &BuyerView::from(&*buyer))
}
