//! `/api/admin/seller`: what buyers see of the seller.

use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;
use waffle_domain::photo::PhotoHash;
use waffle_domain::seller::{Seller, SellerDraft, SellerEdit};
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, seller};

use crate::endpoint::{Answer, endpoints, ok};

/// What buyers see of the seller on boards, receipts and the stage: nothing without a name.
#[derive(Serialize, ToSchema)]
#[schema(as = Seller)]
struct View {
    #[schema(required, example = "The Golden Waffle House")]
    name: Option<String>,
    /// The path of the picture at every host of the service. It is shown next to the name.
    #[schema(required, example = "/photos/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.jpg")]
    picture_url: Option<String>,
}

endpoints! { "Settings";
    /// Read what buyers see of the seller
    GET "/api/admin/seller" => show as getSeller for ManageSettings,
        ok::<View>("The seller.");

    /// Change what buyers see of the seller
    ///
    /// An absent field stays as it is. All named fields change, or none. The picture is an uploaded photo; 320 pixels
    /// are plenty. Pages of other servers follow within two seconds.
    PATCH "/api/admin/seller" => edit as editSeller for ManageSettings,
        ok::<View>("The seller."), ValidationFailed;
}

async fn show(services: web::Data<Services>) -> Answer {
    Ok(answer(seller::read(&services).await?))
}

async fn edit(me: SignedIn, body: Body<SellerDraft>, services: web::Data<Services>) -> Answer {
    let edit = SellerEdit::parse(&body.read().await?)?;
    Ok(answer(seller::edit(&services, &me.author(), &edit).await?))
}

fn answer(seller: Seller) -> HttpResponse {
    HttpResponse::Ok().json(View { name: seller.name, picture_url: seller.picture.map(PhotoHash::path) })
}
