//! `/admin/login` and `/admin/logout`

use actix_web::http::StatusCode;
use actix_web::http::header::RETRY_AFTER;
use actix_web::{HttpRequest, HttpResponse, web};
use waffle_http::client::FromClient;
use waffle_http::error::{HttpError, status_of};
use waffle_http::headers::FORGET_PAGES;
use waffle_http::rate_limit::{self, Allowed};
use waffle_http::session::cookie;
use waffle_http::session::cookie::Cookies;
use waffle_http::session::csrf_form::{SignOutForm, VisitorForm};
use waffle_http::session::return_address;
use waffle_http::session::signed_in::MaybeSignedIn;
use waffle_service::actions::Services;
use waffle_service::actions::sign_in::{self, NewSession, Outcome, Tried};
use waffle_service::failure::Failure;

use crate::Pages;
use crate::answer::{Answer, see_other};
use crate::context::sign_in::{SignInCodePage, SignInPage};
use crate::context::{Frame, Section};
use crate::visitor_form::VisitorProof;

/// What the form shows.
#[derive(Clone, Copy, Default)]
struct Shown<'a> {
    username: &'a str,
    next: &'a str,
    error: Option<&'a str>,
}

/// What the form of the second step shows.
#[derive(Clone, Copy)]
struct ShownCode<'a> {
    /// The proof that the password was right.
    step: &'a str,
    next: &'a str,
    error: Option<&'a str>,
}

/// `GET /admin/login`: shows the form, or redirects a signed-in seller to `next`.
pub async fn show(request: HttpRequest, MaybeSignedIn(me): MaybeSignedIn, pages: web::Data<Pages>) -> Answer {
    let query = web::Query::<Vec<(String, String)>>::from_query(request.query_string());
    let query = query.map(web::Query::into_inner).unwrap_or_default();
    let wanted = return_address::safe(query.iter().find(|(name, _)| name == "next").map_or("", |(_, path)| path));
    if me.is_some() {
        return Ok(see_other(wanted).finish());
    }
    page(&request, &pages, StatusCode::OK, Shown { next: wanted, ..Shown::default() })
}

/// `POST /admin/login`: redirects to `next`, or shows the form with the error and the status that the API would answer.
pub async fn submit(
    _: Allowed<rate_limit::Login>,
    request: HttpRequest,
    form: Result<VisitorForm, HttpError>,
    pages: web::Data<Pages>,
) -> Answer {
    let fields = match form {
        Ok(VisitorForm(fields)) => fields,
        Err(failure) => return not_ours(&request, &pages, failure.0),
    };
    let (username, password) = (fields.text("username"), fields.text("password"));
    let shown = Shown { username, next: return_address::safe(fields.text("next")), error: None };
    if username.trim().is_empty() || password.is_empty() {
        let error = Some("Enter your username and password.");
        return page(&request, &pages, StatusCode::BAD_REQUEST, Shown { error, ..shown });
    }
    let client = FromClient::of(&request)?;
    match sign_in::sign_in(&pages.services, client, Tried { username, password, code: "" }).await {
        Ok(Outcome::Begun(session)) => Ok(begun(&pages, session, shown.next)),
        Ok(Outcome::NeedsCode(credentials)) => {
            let visitor = cookie::value(&request, cookie::VISITOR_COOKIE).unwrap_or_default();
            let services = &pages.services;
            let step = services.sessions.steps.proof(&credentials, &visitor, services.now());
            code_page(&request, &pages, StatusCode::OK, ShownCode { step: &step, next: shown.next, error: None })
        }
        Err(failure) => refused(&request, &pages, failure, shown),
    }
}

/// `POST /admin/login/code`: the second step, with a code of the second factor. Redirects to `next`, or shows the form
/// with the error; the first step again when that was too long ago.
pub async fn submit_code(
    _: Allowed<rate_limit::Login>,
    request: HttpRequest,
    form: Result<VisitorForm, HttpError>,
    pages: web::Data<Pages>,
) -> Answer {
    let fields = match form {
        Ok(VisitorForm(fields)) => fields,
        Err(failure) => return not_ours(&request, &pages, failure.0),
    };
    let (step, code, next) = (fields.text("step"), fields.text("code"), return_address::safe(fields.text("next")));
    let shown = ShownCode { step, next, error: None };
    if code.trim().is_empty() {
        let error = Some("Enter the code from your app.");
        return code_page(&request, &pages, StatusCode::BAD_REQUEST, ShownCode { error, ..shown });
    }
    let visitor = cookie::value(&request, cookie::VISITOR_COOKIE).unwrap_or_default();
    match sign_in::second_step(&pages.services, FromClient::of(&request)?, &visitor, step, code).await {
        Ok(session) => Ok(begun(&pages, session, next)),
        Err(failure) if failure.code() == "invalid_code" => {
            let error = Some(failure.sentence());
            code_page(&request, &pages, status_of(&failure), ShownCode { error: error.as_deref(), ..shown })
        }
        Err(failure) => refused(&request, &pages, failure, Shown { next, ..Shown::default() }),
    }
}

/// `POST /admin/logout`: ends the session everywhere and redirects to the sign-in form.
pub async fn sign_out(SignOutForm(session): SignOutForm, services: web::Data<Services>) -> Answer {
    sign_in::sign_out(&services, &session).await?;
    let gone = Cookies::of(&services.sessions).no_token();
    Ok(see_other("/admin/login").cookie(gone).insert_header(FORGET_PAGES).finish())
}

/// Shows the first step to a client whose form was not made for its browser.
fn not_ours(request: &HttpRequest, pages: &Pages, failure: Failure) -> Answer {
    if failure.code() != "csrf_failed" {
        return Err(failure.into());
    }
    let error = Some("This form has expired. Please sign in again.");
    page(request, pages, StatusCode::FORBIDDEN, Shown { error, ..Shown::default() })
}

/// Shows the first step with the client's mistake; other failures are passed on.
fn refused(request: &HttpRequest, pages: &Pages, failure: Failure, shown: Shown<'_>) -> Answer {
    if !status_of(&failure).is_client_error() {
        return Err(failure.into());
    }
    let error = Some(failure.sentence());
    let mut response = page(request, pages, status_of(&failure), Shown { error: error.as_deref(), ..shown })?;
    if let Some(seconds) = failure.retry_after_seconds() {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    Ok(response)
}

fn begun(pages: &Pages, session: NewSession, next: &str) -> HttpResponse {
    let cookie = Cookies::of(&pages.services.sessions).token(session.token.text, session.max_age);
    see_other(next).cookie(cookie).finish()
}

fn code_page(request: &HttpRequest, pages: &Pages, status: StatusCode, shown: ShownCode<'_>) -> Answer {
    let proof = VisitorProof::of(request, &pages.services);
    let page = SignInCodePage {
        frame: Frame::new("Seller sign-in", Section::Admin),
        csrf_token: proof.csrf_token.clone(),
        step: shown.step.to_owned(),
        next: shown.next.to_owned(),
        error: shown.error.map(str::to_owned),
    };
    proof.answer(status, pages.templates.render(&page))
}

fn page(request: &HttpRequest, pages: &Pages, status: StatusCode, shown: Shown<'_>) -> Answer {
    let proof = VisitorProof::of(request, &pages.services);
    let page = SignInPage {
        frame: Frame::new("Seller sign-in", Section::Admin),
        csrf_token: proof.csrf_token.clone(),
        username: shown.username.to_owned(),
        next: return_address::safe(shown.next).to_owned(),
        error: shown.error.map(str::to_owned),
    };
    proof.answer(status, pages.templates.render(&page))
}
