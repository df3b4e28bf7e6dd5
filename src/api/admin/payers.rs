//! `/api/admin/payers`: which payer's payments are for which handle.

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::wire::done::Done;
use waffle_http::extractors::InPath;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, payers};
use waffle_store::payers::Payers;

use crate::endpoint::{Answer, endpoints, ok};
use crate::table::{index, page_of};

endpoints! { "Buyers registry";
    /// List which payer pays for which handle
    ///
    /// A name is remembered when a line of payments is taken for a handle that is not in it. Later lines with the
    /// name are matched to that handle.
    GET "/api/admin/payers" => index::<Payers> as listPayers for ManagePayers,
        page_of::<Payers>("A page of payers, those who paid last first."), ValidationFailed;

    /// Forget a payer
    DELETE "/api/admin/payers/{id}" => forget as forgetPayer for ManagePayers,
        ok::<Done>("The name is no longer matched."), NoPayer;
}

async fn forget(me: SignedIn, InPath(id): InPath<Uuid>, services: web::Data<Services>) -> Answer {
    payers::forget(&services, &me.author(), id).await?;
    Ok(HttpResponse::Ok().json(Done::new("The payer is forgotten.")))
}
