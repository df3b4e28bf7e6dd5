//! `/api/admin/me/second-factor`, and taking the second factor off another account.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::role::Permission;
use waffle_domain::wire::done::Done;
use waffle_domain::wire::second_factor::{RecoveryCodes, SecondFactor, SecondFactorSecret};
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, accounts, second_factor};

use crate::openapi::refusals::{
    Busy, CodesLocked, GuessingLocked, InvalidCode, NoAccount, NoSecondFactor, OwnSecondFactor, SecondFactorNeeded,
    SecondFactorOn, ValidationFailed, WrongPassword,
};

/// The admin's own password.
#[derive(Deserialize, ToSchema)]
#[schema(as = OwnPassword)]
pub struct OwnPassword {
    #[schema(required, nullable = false, min_length = 1, example = "a long sentence")]
    current_password: Option<String>,
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

/// Answers 200 with the state of the second factor.
#[utoipa::path(
    get, path = "/api/admin/me/second-factor", tag = "Account", operation_id = "getSecondFactor",
    summary = "Read whether signing in takes a code",
    responses((status = 200, description = "Its state.", body = SecondFactor)),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn show(me: SignedIn, services: web::Data<Services>) -> Result<HttpResponse, HttpError> {
    let standing = second_factor::standing(&services, &me.account).await?;
    Ok(HttpResponse::Ok().json(SecondFactor {
        on: standing.on_since.is_some(),
        on_since: standing.on_since,
        recovery_codes_left: standing.recovery_codes,
        needed: services.sessions.needs_second_factor(me.account.role),
    }))
}

/// Makes a secret and answers 200 with it; 400 or 403 for the password, 409 `second_factor_on`.
#[utoipa::path(
    post, path = "/api/admin/me/second-factor", tag = "Account", operation_id = "beginSecondFactor",
    summary = "Make a secret for an app that makes codes",
    description = "Signing in takes no code before the first one is confirmed. A repeat makes another secret.",
    request_body = OwnPassword,
    responses(
        (status = 200, description = "The secret (RFC 6238: SHA-1, six digits, 30 s).", body = SecondFactorSecret),
        ValidationFailed, WrongPassword, GuessingLocked, SecondFactorOn, Busy,
    ),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn begin(
    me: SignedIn,
    body: Body<OwnPassword>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ChangeOwnAccount)?;
    let password = body.read().await?.current_password.unwrap_or_default();
    let proposal = second_factor::propose(&services, &me, &password).await?;
    Ok(HttpResponse::Ok().json(SecondFactorSecret { secret: proposal.secret, otpauth_uri: proposal.address }))
}

/// Turns the second factor on and answers 200 with the recovery codes; 400 or 403 for the code, 409.
#[utoipa::path(
    post, path = "/api/admin/me/second-factor/confirm", tag = "Account", operation_id = "confirmSecondFactor",
    summary = "Confirm the secret with the first code",
    description = "From now on signing in takes a code.",
    request_body = FirstCode,
    responses(
        (status = 200, description = "Ten recovery codes.", body = RecoveryCodes),
        ValidationFailed, InvalidCode, CodesLocked, SecondFactorOn, NoSecondFactor, Busy,
    ),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn confirm(
    me: SignedIn,
    body: Body<FirstCode>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ChangeOwnAccount)?;
    let code = body.read().await?.code.unwrap_or_default();
    let recovery_codes = second_factor::confirm(&services, &me, &code).await?;
    Ok(HttpResponse::Ok().json(RecoveryCodes { recovery_codes }))
}

/// Replaces the recovery codes and answers 200 with the new ones; 400 or 403 for password and code, 409.
#[utoipa::path(
    post, path = "/api/admin/me/second-factor/recovery-codes", tag = "Account", operation_id = "renewRecoveryCodes",
    summary = "Get new recovery codes",
    description = "The earlier ones no longer work.",
    request_body = PasswordAndCode,
    responses(
        (status = 200, description = "Ten recovery codes.", body = RecoveryCodes),
        ValidationFailed, WrongPassword, InvalidCode, GuessingLocked, NoSecondFactor, Busy,
    ),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn renew(
    me: SignedIn,
    body: Body<PasswordAndCode>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ChangeOwnAccount)?;
    let body = body.read().await?;
    let (password, code) = (body.current_password.unwrap_or_default(), body.code.unwrap_or_default());
    let recovery_codes = second_factor::renew_recovery_codes(&services, &me, &password, &code).await?;
    Ok(HttpResponse::Ok().json(RecoveryCodes { recovery_codes }))
}

/// Turns the second factor off and answers 200; 400 or 403 for password and code, 409.
#[utoipa::path(
    delete, path = "/api/admin/me/second-factor", tag = "Account", operation_id = "turnOffSecondFactor",
    summary = "Turn the second factor off",
    request_body = PasswordAndCode,
    responses(
        (status = 200, description = "Signing in no longer takes a code.", body = Done),
        ValidationFailed, WrongPassword, InvalidCode, GuessingLocked, NoSecondFactor, SecondFactorNeeded, Busy,
    ),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn turn_off(
    me: SignedIn,
    body: Body<PasswordAndCode>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ChangeOwnAccount)?;
    let body = body.read().await?;
    let (password, code) = (body.current_password.unwrap_or_default(), body.code.unwrap_or_default());
    second_factor::turn_off(&services, &me, &password, &code).await?;
    Ok(HttpResponse::Ok().json(Done::new("Second factor turned off.")))
}

/// Takes the second factor off another account and answers 200; 404 for an unknown id, 400 or 403 for the password,
/// 409.
#[utoipa::path(
    delete, path = "/api/admin/admins/{id}/second-factor", tag = "Admins", operation_id = "removeSecondFactor",
    summary = "Remove second factor another account",
    description = "For an admin who lost the app and the recovery codes.",
    params(("id" = Uuid, Path, description = "The account's id.")),
    request_body = OwnPassword,
    responses(
        (status = 200, description = "Signing in no longer takes a code.", body = Done),
        ValidationFailed, WrongPassword, GuessingLocked, NoAccount, NoSecondFactor, OwnSecondFactor, Busy,
    ),
    security(("bearer" = ["super_admin"])),
)]
pub async fn remove(
    me: SignedIn,
    id: InPath<Uuid>,
    body: Body<OwnPassword>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageAdmins)?;
    let account = accounts::find(&services, id.read()?).await?;
    let password = body.read().await?.current_password.unwrap_or_default();
    second_factor::remove(&services, &me, &account, &password).await?;
    Ok(HttpResponse::Ok().json(Done::new(format!("{} signs in without a code.", account.username))))
}
