//! `/admin/settings/second-factor`: setting up codes from an app, and turning them off.

use actix_web::http::StatusCode;
use actix_web::web;
use waffle_domain::role::Permission;
use waffle_domain::wire::second_factor::{RecoveryCodes, SecondFactorSecret};
use waffle_http::error::{HttpError, status_of};
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::second_factor;
use waffle_service::failure::{Failure, FieldError};

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Form;
use crate::context::second_factor::{QrCode, SecondFactorPage, SetUp, State};
use crate::context::{Frame, Section, SettingsTab};
use crate::refused_form::RefusedForm;

const SECURITY: &str = "/admin/settings/security";

/// Shows the state of the second factor, and the actions that it allows.
pub async fn show(me: SignedIn, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ChangeOwnAccount)?;
    let state = standing(&pages, &me).await?;
    page(&pages, &me, StatusCode::OK, state, &[])
}

/// Makes a secret and shows it for the app; 400 or 403 with the form.
pub async fn begin(form: SignedInForm, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ChangeOwnAccount)?;
    match second_factor::propose(&pages.services, &form.me, form.fields.text("current_password")).await {
        Ok(proposal) => page(&pages, &form.me, StatusCode::OK, set_up(&proposal)?, &[]),
        Err(failure) => refused(&pages, &form.me, failure).await,
    }
}

/// Turns the second factor on and shows the recovery codes, this once; 400 or 403 with the form, but without the
/// secret.
pub async fn confirm(form: SignedInForm, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ChangeOwnAccount)?;
    match second_factor::confirm(&pages.services, &form.me, form.fields.text("code")).await {
        Ok(codes) => shown(&pages, &form.me, codes, true),
        Err(failure) if second_factor::is_proposed(&pages.services, &form.me).await? => {
            let refused = RefusedForm::of(failure)?;
            page(&pages, &form.me, refused.status, State::Confirm, &refused.faults)
        }
        Err(failure) => refused(&pages, &form.me, failure).await,
    }
}

/// Makes new recovery codes and shows them, this once; 400 or 403 with the form.
pub async fn renew(form: SignedInForm, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ChangeOwnAccount)?;
    let (password, code) = (form.fields.text("current_password"), form.fields.text("code"));
    match second_factor::renew_recovery_codes(&pages.services, &form.me, password, code).await {
        Ok(codes) => shown(&pages, &form.me, codes, false),
        Err(failure) => refused(&pages, &form.me, failure).await,
    }
}

/// Turns the second factor off and redirects; 400 or 403 with the form.
pub async fn turn_off(form: SignedInForm, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ChangeOwnAccount)?;
    let (password, code) = (form.fields.text("current_password"), form.fields.text("code"));
    match second_factor::turn_off(&pages.services, &form.me, password, code).await {
        Ok(()) => Ok(answer::said(&form.me, SECURITY, &Flash::done("Second factor turned off."))),
        Err(failure) => refused(&pages, &form.me, failure).await,
    }
}

/// Shows the state of the second factor, with the form's errors.
async fn refused(pages: &Pages, me: &SignedIn, failure: Failure) -> Answer {
    let state = standing(pages, me).await?;
    if status_of(&failure) == StatusCode::CONFLICT {
        let fault = FieldError::new("standing", failure.sentence());
        return page(pages, me, status_of(&failure), state, &[fault]);
    }
    let refused = RefusedForm::of(failure)?;
    page(pages, me, refused.status, state, &refused.faults)
}

async fn standing(pages: &Pages, me: &SignedIn) -> Result<State, HttpError> {
    let standing = second_factor::standing(&pages.services, &me.account).await?;
    let needed = pages.services.sessions.needs_second_factor(me.account.role);
    Ok(match standing.on_since {
        Some(since) => State::On { since: since.into(), codes_left: standing.recovery_codes, needed },
        None => State::Off { needed },
    })
}

fn shown(pages: &Pages, me: &SignedIn, codes: RecoveryCodes, first: bool) -> Answer {
    page(pages, me, StatusCode::OK, State::Codes { codes: codes.recovery_codes, first }, &[])
}

fn set_up(proposal: &SecondFactorSecret) -> Result<State, HttpError> {
    let qr = QrCode::of(&proposal.otpauth_uri).ok_or_else(|| Failure::internal("the address makes no QR code"))?;
    Ok(State::SetUp(SetUp::new(&proposal.secret, &proposal.otpauth_uri, qr)))
}

fn page(pages: &Pages, me: &SignedIn, status: StatusCode, state: State, faults: &[FieldError]) -> Answer {
    let page = SecondFactorPage {
        frame: Frame::of(me, "Second factor", Section::Settings),
        tabs: SettingsTab::of(me.account.role, SECURITY),
        username: me.username().to_string(),
        state,
        form: Form::default().with(faults),
    };
    answer::page_with(status, pages.templates.render(&page))
}
