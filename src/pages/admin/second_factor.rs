//! `/admin/settings/second-factor`: setting up codes from an app, and turning them off.

use actix_web::http::StatusCode;
use serde_json::{Value, json};
use waffle_domain::second_factor::in_fours;
use waffle_domain::wire::second_factor::{RecoveryCodes, SecondFactorSecret};
use waffle_http::error::{HttpError, status_of};
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::say;
use waffle_service::actions::second_factor;
use waffle_service::failure::{Failure, FieldError};

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Form;
use crate::context::{Frame, Section, settings_tabs};
use crate::qr_code::QrCode;
use crate::refused_form::RefusedForm;

const SECURITY: &str = "/admin/settings/security";

/// Shows the state of the second factor, and the actions that it allows.
pub async fn show(me: SignedIn, pages: Pages) -> Answer {
    let state = standing(&pages, &me).await?;
    page(&pages, &me, StatusCode::OK, &state, &[])
}

/// Makes a secret and shows it for the app; 400 or 403 with the form.
pub async fn begin(form: SignedInForm, pages: Pages) -> Answer {
    match second_factor::propose(&pages.services, &form.me, form.fields.text("current_password")).await {
        Ok(proposal) => page(&pages, &form.me, StatusCode::OK, &set_up(&proposal)?, &[]),
        Err(failure) => refused(&pages, &form.me, failure).await,
    }
}

/// Turns the second factor on and shows the recovery codes, this once; 400 or 403 with the form, but without the
/// secret.
pub async fn confirm(form: SignedInForm, pages: Pages) -> Answer {
    match second_factor::confirm(&pages.services, &form.me, form.fields.text("code")).await {
        Ok(codes) => shown(&pages, &form.me, &codes, true),
        Err(failure) if second_factor::is_proposed(&pages.services, &form.me).await? => {
            let refused = RefusedForm::of(failure)?;
            page(&pages, &form.me, refused.status, &"confirm".into(), &refused.faults)
        }
        Err(failure) => refused(&pages, &form.me, failure).await,
    }
}

/// Makes new recovery codes and shows them, this once; 400 or 403 with the form.
pub async fn renew(form: SignedInForm, pages: Pages) -> Answer {
    let (password, code) = (form.fields.text("current_password"), form.fields.text("code"));
    match second_factor::renew_recovery_codes(&pages.services, &form.me, password, code).await {
        Ok(codes) => shown(&pages, &form.me, &codes, false),
        Err(failure) => refused(&pages, &form.me, failure).await,
    }
}

/// Turns the second factor off and redirects; 400 or 403 with the form.
pub async fn turn_off(form: SignedInForm, pages: Pages) -> Answer {
    let (password, code) = (form.fields.text("current_password"), form.fields.text("code"));
    match second_factor::turn_off(&pages.services, &form.me, password, code).await {
        Ok(()) => Ok(answer::said(&form.me, SECURITY, &Flash::done(say!("factor-turned-off")))),
        Err(failure) => refused(&pages, &form.me, failure).await,
    }
}

/// Shows the state of the second factor, with the form's errors.
async fn refused(pages: &Pages, me: &SignedIn, failure: Failure) -> Answer {
    let state = standing(pages, me).await?;
    if status_of(&failure) == StatusCode::CONFLICT {
        let fault = FieldError::new("standing", failure.sentence());
        return page(pages, me, status_of(&failure), &state, &[fault]);
    }
    let refused = RefusedForm::of(failure)?;
    page(pages, me, refused.status, &state, &refused.faults)
}

/// The state that the page shows: `on`, or `off`.
async fn standing(pages: &Pages, me: &SignedIn) -> Result<Value, HttpError> {
    let standing = second_factor::standing(&pages.services, &me.account).await?;
    let needed = pages.services.sessions.needs_second_factor(me.account.role);
    Ok(match standing.on_since {
        Some(since) => json!({"on": {"since": since, "codes_left": standing.recovery_codes, "needed": needed}}),
        None => json!({"off": {"needed": needed}}),
    })
}

/// Shows recovery codes, once. `first` says that the second factor was turned on just now.
fn shown(pages: &Pages, me: &SignedIn, codes: &RecoveryCodes, first: bool) -> Answer {
    let state = json!({"codes": {"codes": codes.recovery_codes, "first": first}});
    page(pages, me, StatusCode::OK, &state, &[])
}

/// A secret for an app, as a QR code, as an address for an app on the same device, and in groups of four to be typed.
fn set_up(SecondFactorSecret { secret, otpauth_uri }: &SecondFactorSecret) -> Result<Value, HttpError> {
    let qr = QrCode::of(otpauth_uri).ok_or_else(|| Failure::internal("the address makes no QR code"))?;
    let secret = in_fours(secret).replace('-', " ");
    Ok(json!({"set_up": {"secret": secret, "address": otpauth_uri, "qr": qr}}))
}

/// Passwords and codes are never sent back. The error of `standing` is about the request as a whole.
fn page(pages: &Pages, me: &SignedIn, status: StatusCode, state: &Value, faults: &[FieldError]) -> Answer {
    pages.show_as(
        status,
        "admin/second_factor",
        values! {
            frame: Frame::of(me, say!("factor-title"), Section::Settings),
            tabs: settings_tabs(me.account.role, SECURITY),
            username: me.username().as_str(),
            state,
            form: Form::default().with(faults),
        },
    )
}
