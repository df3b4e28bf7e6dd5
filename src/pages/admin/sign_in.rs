//! `/admin/login` and `/admin/logout`

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use waffle_http::client::FromClient;
use waffle_http::error::{HttpError, status_of};
use waffle_http::headers::FORGET_PAGES;
use waffle_http::rate_limit::{self, Allowed};
use waffle_http::session::cookie;
use waffle_http::session::cookie::Cookies;
use waffle_http::session::csrf_form::{SignOutForm, VisitorForm};
use waffle_http::session::return_path;
use waffle_http::session::signed_in::MaybeSignedIn;
use waffle_service::actions::Services;
use waffle_service::actions::sign_in::{self, NewSession, Outcome, Tried};
use waffle_service::failure::Failure;

use crate::Pages;
use crate::answer::{Answer, see_other, with_retry};
use crate::visitor_form::{VisitorPage, fields_of, visitor_page};

const TITLE: &str = "Seller sign-in";

/// The form.
#[derive(Clone, Copy, Default, Serialize)]
struct SignInForm<'a> {
    /// As typed.
    username: &'a str,
    /// Where to go afterwards: a path of this site.
    next: &'a str,
    /// Why the last try failed.
    error: Option<&'a str>,
}

template!(VisitorPage<SignInForm<'_>>: "admin/sign_in");

/// The form of the second step, for accounts with a second factor.
#[derive(Clone, Copy, Serialize)]
struct CodeForm<'a> {
    /// The proof that the password was right, bound to the visitor's cookie: a secret.
    step: &'a str,
    /// Where to go afterwards: a path of this site.
    next: &'a str,
    /// Why the last try failed.
    error: Option<&'a str>,
}

template!(VisitorPage<CodeForm<'_>>: "admin/sign_in_code");

/// `GET /admin/login`: shows the form, or redirects a signed-in seller to `next`.
pub async fn show(request: HttpRequest, MaybeSignedIn(me): MaybeSignedIn, pages: web::Data<Pages>) -> Answer {
    let query = web::Query::<Vec<(String, String)>>::from_query(request.query_string());
    let query = query.map(web::Query::into_inner).unwrap_or_default();
    let wanted = return_path::safe(query.iter().find(|(name, _)| name == "next").map_or("", |(_, path)| path));
    if me.is_some() {
        return Ok(see_other(wanted).finish());
    }
    page(&request, &pages, StatusCode::OK, SignInForm { next: wanted, ..SignInForm::default() })
}

/// `POST /admin/login`: redirects to `next`, or shows the form with the error and the status that the API would answer.
pub async fn submit(
    _: Allowed<rate_limit::Login>,
    request: HttpRequest,
    form: Result<VisitorForm, HttpError>,
    pages: web::Data<Pages>,
) -> Answer {
    let Some(fields) = fields_of(form)? else { return expired(&request, &pages) };
    let (username, password) = (fields.text("username"), fields.text("password"));
    let shown = SignInForm { username, next: return_path::safe(fields.text("next")), error: None };
    if username.trim().is_empty() || password.is_empty() {
        let error = Some("Enter your username and password.");
        return page(&request, &pages, StatusCode::BAD_REQUEST, SignInForm { error, ..shown });
    }
    let client = FromClient::of(&request)?;
    match sign_in::sign_in(&pages.services, client, Tried { username, password, code: "" }).await {
        Ok(Outcome::Begun(session)) => Ok(begun(&pages, session, shown.next)),
        Ok(Outcome::NeedsCode(credentials)) => {
            let visitor = cookie::value(&request, cookie::VISITOR_COOKIE).unwrap_or_default();
            let services = &pages.services;
            let step = services.sessions.steps.proof(&credentials, &visitor, services.now());
            code_page(&request, &pages, StatusCode::OK, CodeForm { step: &step, next: shown.next, error: None })
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
    let Some(fields) = fields_of(form)? else { return expired(&request, &pages) };
    let (step, code, next) = (fields.text("step"), fields.text("code"), return_path::safe(fields.text("next")));
    let shown = CodeForm { step, next, error: None };
    if code.trim().is_empty() {
        let error = Some("Enter the code from your app.");
        return code_page(&request, &pages, StatusCode::BAD_REQUEST, CodeForm { error, ..shown });
    }
    let visitor = cookie::value(&request, cookie::VISITOR_COOKIE).unwrap_or_default();
    match sign_in::second_step(&pages.services, FromClient::of(&request)?, &visitor, step, code).await {
        Ok(session) => Ok(begun(&pages, session, next)),
        Err(failure) if failure.code() == "invalid_code" => {
            let error = Some(failure.sentence());
            code_page(&request, &pages, status_of(&failure), CodeForm { error: error.as_deref(), ..shown })
        }
        Err(failure) => refused(&request, &pages, failure, SignInForm { next, ..SignInForm::default() }),
    }
}

/// `POST /admin/logout`: ends the session everywhere and redirects to the sign-in form.
pub async fn sign_out(SignOutForm(session): SignOutForm, services: web::Data<Services>) -> Answer {
    sign_in::sign_out(&services, &session).await?;
    let gone = Cookies::of(&services.sessions).no_token();
    Ok(see_other("/admin/login").cookie(gone).insert_header(FORGET_PAGES).finish())
}

/// Shows the first step to a client whose form was not made for its browser.
fn expired(request: &HttpRequest, pages: &Pages) -> Answer {
    let error = Some("This form has expired. Please sign in again.");
    page(request, pages, StatusCode::FORBIDDEN, SignInForm { error, ..SignInForm::default() })
}

/// Shows the first step with the client's mistake; other failures are passed on.
fn refused(request: &HttpRequest, pages: &Pages, failure: Failure, shown: SignInForm<'_>) -> Answer {
    if !status_of(&failure).is_client_error() {
        return Err(failure.into());
    }
    let error = Some(failure.sentence());
    let response = page(request, pages, status_of(&failure), SignInForm { error: error.as_deref(), ..shown })?;
    Ok(with_retry(response, failure.retry_after_seconds()))
}

fn begun(pages: &Pages, session: NewSession, next: &str) -> HttpResponse {
    let cookie = Cookies::of(&pages.services.sessions).token(session.token.text, session.max_age);
    see_other(next).cookie(cookie).finish()
}

fn code_page(request: &HttpRequest, pages: &Pages, status: StatusCode, form: CodeForm<'_>) -> Answer {
    visitor_page(request, pages, status, (TITLE, form))
}

fn page(request: &HttpRequest, pages: &Pages, status: StatusCode, form: SignInForm<'_>) -> Answer {
    visitor_page(request, pages, status, (TITLE, SignInForm { next: return_path::safe(form.next), ..form }))
}
