//! `/api/admin/me/sessions`: where the admin is signed in.

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::wire::done::Done;
use waffle_domain::wire::sessions::SessionsEnded;
use waffle_http::extractors::InPath;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, sessions};
use waffle_store::sessions::Session;

use crate::endpoint::{Answer, endpoints, list, ok};

endpoints! { "Account";
    /// List where you are signed in
    GET "/api/admin/me/sessions" => index as listSessions for ChangeOwnAccount,
        list::<Session>("The one seen last first; at most 100.");

    /// Sign out everywhere else
    ///
    /// Ends all of your sessions but the one of this request.
    DELETE "/api/admin/me/sessions" => end_others as endOtherSessions for ChangeOwnAccount,
        ok::<SessionsEnded>("How many there were.");

    /// End one of your sessions
    DELETE "/api/admin/me/sessions/{id}" => end as endSession for ChangeOwnAccount,
        ok::<Done>("The session has ended."), NoSession;
}

async fn index(me: SignedIn, services: web::Data<Services>) -> Answer {
    Ok(HttpResponse::Ok().json(sessions::list(&services, &me).await?))
}

async fn end_others(me: SignedIn, services: web::Data<Services>) -> Answer {
    let ended = sessions::end_others(&services, &me).await?;
    Ok(HttpResponse::Ok().json(SessionsEnded { ended }))
}

async fn end(me: SignedIn, InPath(id): InPath<Uuid>, services: web::Data<Services>) -> Answer {
    sessions::end(&services, &me, id).await?;
    Ok(HttpResponse::Ok().json(Done::new("That session has ended.")))
}
