//! `/admin/login` and `/admin/logout`

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use waffle_http::client::client;
use waffle_http::error::{HttpError, status_of};
use waffle_http::headers::FORGET_PAGES;
use waffle_http::rate_limit::{self, Allowed};
use waffle_http::session::cookie;
use waffle_http::session::cookie::Cookies;
use waffle_http::session::csrf_form::{SignOutForm, VisitorForm};
use waffle_http::session::return_path::{self, HOME};
use waffle_http::session::signed_in::MaybeSignedIn;
use waffle_language::{Text, say};
use waffle_service::actions::Services;
use waffle_service::actions::sign_in::{self, NewSession, Outcome, Tried};
use waffle_service::failure::Failure;

use crate::Pages;
use crate::answer::{Answer, see_other, with_retry};
use crate::templates::Values;
use crate::visitor_form::{fields_of, visitor_page};

/// `GET /admin/login`: shows the form, or redirects a signed-in seller to `next`.
pub async fn show(request: HttpRequest, MaybeSignedIn(me): MaybeSignedIn, pages: Pages) -> Answer {
    let query = web::Query::<Vec<(String, String)>>::from_query(request.query_string());
    let query = query.map(web::Query::into_inner).unwrap_or_default();
    let wanted = return_path::safe(query.iter().find(|(name, _)| name == "next").map_or("", |(_, path)| path));
    if me.is_some() {
        return Ok(see_other(wanted).finish());
    }
    page(&request, &pages, StatusCode::OK, ["", wanted], None)
}

/// `POST /admin/login`: redirects to `next`, or shows the form with the error and the status that the API would answer.
pub async fn submit(
    _: Allowed<rate_limit::Login>,
    request: HttpRequest,
    form: Result<VisitorForm, HttpError>,
    pages: Pages,
) -> Answer {
    let Some(fields) = fields_of(form)? else { return expired(&request, &pages) };
    let (username, password) = (fields.text("username"), fields.text("password"));
    let next = return_path::safe(fields.text("next"));
    if username.trim().is_empty() || password.is_empty() {
        let error = say!("sign-in-incomplete");
        return page(&request, &pages, StatusCode::BAD_REQUEST, [username, next], Some(&error));
    }
    match sign_in::sign_in(&pages.services, client(&request)?, Tried { username, password, code: "" }).await {
        Ok(Outcome::Begun(session)) => Ok(begun(&pages, session, next)),
        Ok(Outcome::NeedsCode(credentials)) => {
            let visitor = cookie::value(&request, cookie::VISITOR_COOKIE).unwrap_or_default();
            let services = &pages.services;
            let step = services.sessions.steps.proof(&credentials, &visitor, services.now());
            code_page(&request, &pages, StatusCode::OK, &values! { step, next, error: None::<Text> })
        }
        Err(failure) => refused(&request, &pages, failure, [username, next]),
    }
}

/// `POST /admin/login/code`: the second step, with a code of the second factor. Redirects to `next`, or shows the form
/// with the error; the first step again when that was too long ago.
pub async fn submit_code(
    _: Allowed<rate_limit::Login>,
    request: HttpRequest,
    form: Result<VisitorForm, HttpError>,
    pages: Pages,
) -> Answer {
    let Some(fields) = fields_of(form)? else { return expired(&request, &pages) };
    let (step, code, next) = (fields.text("step"), fields.text("code"), return_path::safe(fields.text("next")));
    if code.trim().is_empty() {
        let error = say!("fault-code-missing");
        return code_page(&request, &pages, StatusCode::BAD_REQUEST, &values! { step, next, error });
    }
    let visitor = cookie::value(&request, cookie::VISITOR_COOKIE).unwrap_or_default();
    match sign_in::second_step(&pages.services, client(&request)?, &visitor, step, code).await {
        Ok(session) => Ok(begun(&pages, session, next)),
        Err(failure) if failure.code() == "invalid_code" => {
            code_page(&request, &pages, status_of(&failure), &values! { step, next, error: failure.sentence() })
        }
        Err(failure) => refused(&request, &pages, failure, ["", next]),
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
    page(request, pages, StatusCode::FORBIDDEN, ["", HOME], Some(&say!("sign-in-expired")))
}

/// Shows the first step with the client's mistake; other failures are passed on.
fn refused(request: &HttpRequest, pages: &Pages, failure: Failure, typed: [&str; 2]) -> Answer {
    if !status_of(&failure).is_client_error() {
        return Err(failure.into());
    }
    let response = page(request, pages, status_of(&failure), typed, Some(&failure.sentence()))?;
    Ok(with_retry(response, failure.retry_after_seconds()))
}

fn begun(pages: &Pages, session: NewSession, next: &str) -> HttpResponse {
    let cookie = Cookies::of(&pages.services.sessions).token(session.token.text, session.max_age);
    see_other(next).cookie(cookie).finish()
}

/// The second step. Its `step` proves that the password was right and is bound to the visitor's cookie: a secret.
fn code_page(request: &HttpRequest, pages: &Pages, status: StatusCode, values: &Values) -> Answer {
    visitor_page(request, pages, status, ("admin/sign_in_code", say!("sign-in-title")), values)
}

/// The first step. `next` is where to go afterwards: a path of this site.
fn page(
    request: &HttpRequest,
    pages: &Pages,
    status: StatusCode,
    [username, next]: [&str; 2],
    error: Option<&Text>,
) -> Answer {
    let shown = values! { username, next, error };
    visitor_page(request, pages, status, ("admin/sign_in", say!("sign-in-title")), &shown)
}
