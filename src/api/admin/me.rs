//! `/api/admin/me`: the admin's own account.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use waffle_domain::profile::ProfileDraft;
use waffle_domain::wire::account::AccountView;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, accounts};

use crate::admin::accounts::profile::Edit;
use crate::endpoint::{Answer, endpoints, ok};

endpoints! { "Account";
    /// Read the own account
    GET "/api/admin/me" => show as getOwnAccount for ChangeOwnAccount,
        ok::<AccountView>("The account.");

    /// Edit the own account
    ///
    /// An absent field stays as it is. All named fields change, or none. If there is a `current_password`, a new
    /// e-mail address is accepted only if it is right.
    PATCH "/api/admin/me" => edit as editOwnAccount for ChangeOwnAccount,
        ok::<AccountView>("The account."), ValidationFailed, WrongPassword, GuessingLocked, EmailTaken, Busy;

    /// Choose the time zone of your dates
    ///
    /// The API itself returns all times in UTC.
    PATCH "/api/admin/me/timezone" => set_timezone as setOwnTimeZone for ChangeOwnAccount,
        ok::<AccountView>("The account."), ValidationFailed;
}

async fn show(me: SignedIn) -> HttpResponse {
    HttpResponse::Ok().json(AccountView::from(&me.account))
}

async fn edit(me: SignedIn, body: Body<Edit>, services: web::Data<Services>) -> Answer {
    let (draft, password) = body.read().await?.into_parts();
    let account = accounts::change_profile(&services, &me, me.id(), &draft, password.as_deref()).await?;
    Ok(HttpResponse::Ok().json(AccountView::from(&account)))
}

/// The new time zone.
#[derive(Deserialize, ToSchema)]
pub struct NewTimeZone {
    /// By its IANA name.
    #[schema(required, nullable = false, example = "Europe/Berlin")]
    timezone: Option<String>,
}

async fn set_timezone(me: SignedIn, body: Body<NewTimeZone>, services: web::Data<Services>) -> Answer {
    let timezone = Some(body.read().await?.timezone.unwrap_or_default());
    let draft = ProfileDraft { timezone, ..ProfileDraft::default() };
    let account = accounts::change_profile(&services, &me, me.id(), &draft, None).await?;
    Ok(HttpResponse::Ok().json(AccountView::from(&account)))
}
