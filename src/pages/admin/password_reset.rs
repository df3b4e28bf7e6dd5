//! `/admin/forgot-password` and `/admin/reset-password`: for those who can't sign in.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};

use crate::api::admin::forgot_password::MESSAGE;
use crate::pages::admin::own_account::mistyped;
use crate::pages::context::password_reset::{ForgotPasswordPage, ResetPasswordPage, ResetState};
use crate::pages::context::{Frame, Section};
use crate::pages::query::Query;
use crate::pages::templates::Templates;
use crate::pages::visitor_form::VisitorProof;
use crate::session::Sessions;
use crate::session::form::VisitorForm;
use crate::web::client_ip::ClientIp;
use crate::web::error::{Failure, FieldError};
use crate::web::rate_limit::{self, Allowed};

const EXPIRED_FORM: &str =
    "This form had expired or was changed on the way. Load its page again and repeat what you did.";

/// `GET /admin/forgot-password`: the form.
pub async fn ask(
    request: HttpRequest,
    sessions: web::Data<Sessions>,
    templates: web::Data<Templates>,
) -> Result<HttpResponse, Failure> {
    forgot_page(&request, &sessions, &templates, StatusCode::OK, None, None)
}

/// `POST /admin/forgot-password`: the same page for everybody, in the same time.
pub async fn forget(
    _: Allowed<rate_limit::Login>,
    request: HttpRequest,
    form: Result<VisitorForm, Failure>,
    sessions: web::Data<Sessions>,
    templates: web::Data<Templates>,
) -> Result<HttpResponse, Failure> {
    let VisitorForm(fields) = match form {
        Ok(form) => form,
        Err(failure) if failure.code() == "csrf_failed" => {
            return forgot_page(&request, &sessions, &templates, StatusCode::FORBIDDEN, Some(EXPIRED_FORM), None);
        }
        Err(failure) => return Err(failure),
    };
    let name = fields.text("username");
    if name.trim().is_empty() {
        let error = Some("Enter your username or your e-mail address.");
        return forgot_page(&request, &sessions, &templates, StatusCode::BAD_REQUEST, error, None);
    }
    sessions.forget_password(name).await?;
    forgot_page(&request, &sessions, &templates, StatusCode::OK, None, Some(MESSAGE))
}

/// `GET /admin/reset-password`: the form for a new password, where the link is still good.
pub async fn open(
    request: HttpRequest,
    query: Query,
    sessions: web::Data<Sessions>,
    templates: web::Data<Templates>,
) -> Result<HttpResponse, Failure> {
    let token = query.text("token");
    let state = if sessions.opens_reset(token).await? { ResetState::Open } else { ResetState::Invalid };
    let shown = Shown { token, ..Shown::of(state) };
    reset_page(&request, &sessions, &templates, StatusCode::OK, &shown).await
}

/// `POST /admin/reset-password`: sets the password; 400 with the form when it or its repetition is refused.
pub async fn reset(
    _: Allowed<rate_limit::Login>,
    request: HttpRequest,
    client: ClientIp,
    form: Result<VisitorForm, Failure>,
    sessions: web::Data<Sessions>,
    templates: web::Data<Templates>,
) -> Result<HttpResponse, Failure> {
    let VisitorForm(fields) = match form {
        Ok(form) => form,
        Err(failure) if failure.code() == "csrf_failed" => {
            let error = Some(EXPIRED_FORM);
            let shown = Shown { error, ..Shown::of(ResetState::Invalid) };
            return reset_page(&request, &sessions, &templates, StatusCode::FORBIDDEN, &shown).await;
        }
        Err(failure) => return Err(failure),
    };
    let token = fields.text("token");
    let done = match mistyped(&fields) {
        Some(fault) => Err(Failure::validation([fault])),
        None => sessions.reset_password(client, token, fields.text("new_password")).await,
    };
    match done {
        Ok(()) => reset_page(&request, &sessions, &templates, StatusCode::OK, &Shown::of(ResetState::Done)).await,
        Err(failure) if failure.code() == "invalid_token" => {
            let shown = Shown::of(ResetState::Invalid);
            reset_page(&request, &sessions, &templates, StatusCode::BAD_REQUEST, &shown).await
        }
        Err(failure) if !failure.fields().is_empty() => {
            let shown = Shown { token, faults: failure.fields(), ..Shown::of(ResetState::Open) };
            reset_page(&request, &sessions, &templates, StatusCode::BAD_REQUEST, &shown).await
        }
        Err(failure) => Err(failure),
    }
}

/// What the reset page shows besides its words.
struct Shown<'a> {
    state: ResetState,
    token: &'a str,
    error: Option<&'a str>,
    faults: &'a [FieldError],
}

impl Shown<'_> {
    fn of(state: ResetState) -> Self {
        Self { state, token: "", error: None, faults: &[] }
    }
}

fn forgot_page(
    request: &HttpRequest,
    sessions: &Sessions,
    templates: &Templates,
    status: StatusCode,
    error: Option<&str>,
    asked: Option<&'static str>,
) -> Result<HttpResponse, Failure> {
    let proof = VisitorProof::of(request, sessions);
    let page = ForgotPasswordPage {
        frame: Frame::new("Forgotten password", Section::Admin),
        csrf_token: proof.csrf_token.clone(),
        error: error.map(str::to_owned),
        asked,
    };
    proof.answer(status, templates.forgot_password(&page))
}

async fn reset_page(
    request: &HttpRequest,
    sessions: &Sessions,
    templates: &Templates,
    status: StatusCode,
    shown: &Shown<'_>,
) -> Result<HttpResponse, Failure> {
    let error = |name: &str| shown.faults.iter().find(|fault| fault.field == name).map(|fault| fault.message.clone());
    let proof = VisitorProof::of(request, sessions);
    let page = ResetPasswordPage {
        frame: Frame::new("New password", Section::Admin),
        csrf_token: proof.csrf_token.clone(),
        state: shown.state,
        error: shown.error.map(str::to_owned),
        token: shown.token.to_owned(),
        policy: sessions.password_policy().await?.to_string(),
        new_error: error("new_password"),
        repeat_error: error("repeat_password"),
    };
    proof.answer(status, templates.reset_password(&page))
}
