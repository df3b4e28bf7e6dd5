//! `DELETE /api/admin/admins/:id/second-factor`

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::wire::done::Done;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, accounts, second_factor};

use crate::admin::second_factor::OwnPassword;
use crate::endpoint::{Answer, endpoints, ok};

endpoints! { "Admins";
    /// Remove second factor another account
    ///
    /// For an admin who lost the app and the recovery codes.
    DELETE "/api/admin/admins/{id}/second-factor" => remove as removeSecondFactor for ManageAdmins,
        ok::<Done>("Signing in no longer takes a code."),
        ValidationFailed, WrongPassword, GuessingLocked, NoAccount, NoSecondFactor, OwnSecondFactor, Busy;
}

async fn remove(me: SignedIn, id: InPath<Uuid>, body: Body<OwnPassword>, services: web::Data<Services>) -> Answer {
    let account = accounts::find(&services, id.0).await?;
    let password = body.read().await?.current_password.unwrap_or_default();
    second_factor::remove(&services, &me, &account, &password).await?;
    Ok(HttpResponse::Ok().json(Done::new(format!("{} signs in without a code.", account.username))))
}
