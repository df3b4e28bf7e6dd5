//! `/api/admin/me/second-factor`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use waffle_domain::wire::done::Done;
use waffle_domain::wire::second_factor::{RecoveryCodes, SecondFactor, SecondFactorSecret};
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, second_factor};

use crate::endpoint::{Answer, endpoints, ok};

/// The admin's own password.
#[derive(Deserialize, ToSchema)]
#[schema(as = OwnPassword)]
pub struct OwnPassword {
    #[schema(required, nullable = false, min_length = 1, example = "a long sentence")]
    pub(super) current_password: Option<String>,
}

/// The first code of the app.
#[derive(Deserialize, ToSchema)]
#[schema(as = FirstCode)]
pub struct FirstCode {
    #[schema(required, nullable = false, min_length = 1, example = "123456")]
    code: Option<String>,
}

/// The admin's own password, and a code of the app or a recovery code.
#[derive(Deserialize, ToSchema)]
#[schema(as = OwnPasswordAndCode)]
pub struct PasswordAndCode {
    #[schema(required, nullable = false, min_length = 1, example = "a long sentence")]
    current_password: Option<String>,
    #[schema(required, nullable = false, min_length = 1, example = "123456")]
    code: Option<String>,
}

endpoints! { "Account";
    /// Read whether signing in takes a code
    GET "/api/admin/me/second-factor" => show as getSecondFactor for ChangeOwnAccount,
        ok::<SecondFactor>("Its state.");

    /// Make a secret for an app that makes codes
    ///
    /// Signing in takes no code before the first one is confirmed. A repeat makes another secret.
    POST "/api/admin/me/second-factor" => begin as beginSecondFactor for ChangeOwnAccount,
        ok::<SecondFactorSecret>("The secret (RFC 6238: SHA-1, six digits, 30 s)."),
        ValidationFailed, WrongPassword, GuessingLocked, SecondFactorOn, Busy;

    /// Confirm the secret with the first code
    ///
    /// From now on signing in takes a code.
    POST "/api/admin/me/second-factor/confirm" => confirm as confirmSecondFactor for ChangeOwnAccount,
        ok::<RecoveryCodes>("Ten recovery codes."),
        ValidationFailed, InvalidCode, CodesLocked, SecondFactorOn, NoSecondFactor, Busy;

    /// Get new recovery codes
    ///
    /// The earlier ones no longer work.
    POST "/api/admin/me/second-factor/recovery-codes" => renew as renewRecoveryCodes for ChangeOwnAccount,
        ok::<RecoveryCodes>("Ten recovery codes."),
        ValidationFailed, WrongPassword, InvalidCode, GuessingLocked, NoSecondFactor, Busy;

    /// Turn the second factor off
    DELETE "/api/admin/me/second-factor" => turn_off as turnOffSecondFactor for ChangeOwnAccount,
        ok::<Done>("Signing in no longer takes a code."),
        ValidationFailed, WrongPassword, InvalidCode, GuessingLocked, NoSecondFactor, SecondFactorNeeded, Busy;
}

async fn show(me: SignedIn, services: web::Data<Services>) -> Answer {
    let standing = second_factor::standing(&services, &me.account).await?;
    Ok(HttpResponse::Ok().json(SecondFactor {
        on: standing.on_since.is_some(),
        on_since: standing.on_since,
        recovery_codes_left: standing.recovery_codes,
        needed: services.sessions.needs_second_factor(me.account.role),
    }))
}

async fn begin(me: SignedIn, body: Body<OwnPassword>, services: web::Data<Services>) -> Answer {
    let password = body.read().await?.current_password.unwrap_or_default();
    Ok(HttpResponse::Ok().json(second_factor::propose(&services, &me, &password).await?))
}

async fn confirm(me: SignedIn, body: Body<FirstCode>, services: web::Data<Services>) -> Answer {
    let code = body.read().await?.code.unwrap_or_default();
    Ok(HttpResponse::Ok().json(second_factor::confirm(&services, &me, &code).await?))
}

async fn renew(me: SignedIn, body: Body<PasswordAndCode>, services: web::Data<Services>) -> Answer {
    let body = body.read().await?;
    let (password, code) = (body.current_password.unwrap_or_default(), body.code.unwrap_or_default());
    Ok(HttpResponse::Ok().json(second_factor::renew_recovery_codes(&services, &me, &password, &code).await?))
}

async fn turn_off(me: SignedIn, body: Body<PasswordAndCode>, services: web::Data<Services>) -> Answer {
    let body = body.read().await?;
    let (password, code) = (body.current_password.unwrap_or_default(), body.code.unwrap_or_default());
    second_factor::turn_off(&services, &me, &password, &code).await?;
    Ok(HttpResponse::Ok().json(Done::new("Second factor turned off.")))
}
