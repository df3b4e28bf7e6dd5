//! `GET /api/buyers/:handle/card`

use actix_web::{HttpRequest, web};
use waffle_domain::handle::Handle;
use waffle_domain::wire::buyer::BuyerCard;
use waffle_http::etag;
use waffle_http::rate_limit::{Allowed, BuyersNumbers};
use waffle_service::actions::{Services, buyers};

use crate::endpoint::{Answer, endpoints, ok};

/// How many waffles are listed, the newest ones.
const WAFFLES: i64 = 100;

endpoints! { "Buyers";
    /// Read a buyer's card
    ///
    /// A handle's wins, how lucky they are, and its newest hundred waffles. Few spots are listed one by one: up to
    /// 200 in one of them and 1,000 in all. Where they are not, `spots` is empty. The history has all waffles and
    /// spots. Of a handle with many waffles, this may be a second old.
    GET "/api/buyers/{handle}/card" => show as getBuyerCard,
        ok::<BuyerCard>("The card."), Unchanged, ValidationFailed, BuyersLimited;
}

async fn show(
    _: Allowed<BuyersNumbers>,
    request: HttpRequest,
    handle: web::Path<String>,
    services: web::Data<Services>,
) -> Answer {
    let buyer = buyers::find(&services, Handle::parse(&handle)?, 0..WAFFLES).await?;
    etag::value(&request, &BuyerCard::from(&*buyer))
}
