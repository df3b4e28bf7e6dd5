//! Failures on their way out: logged once, and shown as a page to people.

use std::fmt::Write as _;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _, HttpRequest, HttpResponse, ResponseError};
use log::Level;
use waffle_domain::refusal::Refusal;
use waffle_http::client_ip::ClientIp;
use waffle_http::error::{HttpError, status_of};
use waffle_http::headers::is_api;
use waffle_http::session::signed_in::{SECOND_FACTOR_MISSING, SECOND_FACTOR_PAGE};
use waffle_http::{request_id, secret_path};
use waffle_language::{Text, say};
use waffle_service::failure::Failure;

use crate::Pages;
use crate::context::{Frame, Link, Section};
use crate::templates::Values;

/// Describes an HTTP status for people. `message` replaces the general sentence if the handler knows more, and
/// `request_id` is the id to quote when asking the operator.
pub fn error_page(status: u16, message: Option<Text>, request_id: Option<&str>) -> Values {
    let (heading, sentence) = words(status);
    values! {
        frame: Frame::new(heading.clone(), Section::Elsewhere),
        status,
        heading,
        message: message.unwrap_or(sentence),
        actions: actions(status),
        request_id,
    }
}

fn words(status: u16) -> (Text, Text) {
    match status {
        400 => (say!("error-400-title"), say!("error-400")),
        401 => (say!("error-401-title"), say!("error-401")),
        403 => (say!("error-403-title"), say!("error-403")),
        404 => (say!("error-404-title"), say!("error-404")),
        405 => (say!("error-405-title"), say!("error-405")),
        409 => (say!("error-409-title"), say!("error-409")),
        413 => (say!("error-413-title"), say!("error-413")),
        429 => (say!("error-429-title"), say!("error-429")),
        503 => (say!("error-503-title"), say!("error-503")),
        _ => (say!("error-500-title"), say!("error-500")),
    }
}

fn actions(status: u16) -> Vec<Link> {
    let home = || Link::new("/", say!("error-home"));
    match status {
        401 => vec![Link::new("/admin/login", say!("error-sign-in")), home()],
        403 => vec![home(), Link::new("/admin/login", say!("error-sign-in"))],
        _ => vec![Link::new("/waffles", say!("home-all-waffles")), home()],
    }
}

/// Marks a request whose failure was logged.
struct Logged;

/// Middleware that logs a failure, and answers it with a page outside `/api`. A missing sign-in on an admin page
/// redirects to the sign-in page.
pub async fn answer<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let response = next.call(request).await?.map_into_boxed_body();
    let Some(error) = response.response().error() else {
        log_refused(response.request(), response.status());
        return Ok(response);
    };
    let Some(failure) = error.as_error::<HttpError>() else {
        let failure = of_framework(response.status(), error);
        let request = response.into_parts().0;
        log(&request, &failure);
        let answer = answer_to(&request, &failure).unwrap_or_else(|| failure.error_response());
        return Ok(ServiceResponse::new(request, answer));
    };
    log(response.request(), failure);
    let Some(answer) = answer_to(response.request(), failure) else { return Ok(response) };
    Ok(ServiceResponse::new(response.into_parts().0, answer))
}

/// The page or redirect that replaces a failure's JSON, if any.
fn answer_to(request: &HttpRequest, failure: &HttpError) -> Option<HttpResponse> {
    let path = request.path();
    if is_api(path) {
        return None;
    }
    if failure.status_code() == StatusCode::UNAUTHORIZED && path.starts_with("/admin") && path != "/admin/login" {
        return Some(to_sign_in(request));
    }
    if failure.code() == SECOND_FACTOR_MISSING && path.starts_with("/admin") {
        return Some(HttpResponse::SeeOther().insert_header((header::LOCATION, SECOND_FACTOR_PAGE)).finish());
    }
    let mut pages = Pages::of(request).ok()?;
    if secret_path::holds_secret(request.match_info().as_str()) {
        pages.forget_place();
    }
    let page = page(&pages, failure)?;
    let mut response = failure.bare_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    Some(response.set_body(BoxBody::new(page)))
}

fn page(pages: &Pages, failure: &HttpError) -> Option<String> {
    // For these codes the page has better words than the API's message.
    let general = matches!(failure.code(), "internal" | "method_not_allowed" | "unauthorized");
    let (message, id) = ((!general).then(|| failure.sentence()), request_id::current());
    let id = id.as_ref().and_then(|id| id.to_str().ok());
    pages
        .render("error", error_page(failure.status_code().as_u16(), message, id))
        .inspect_err(|error| log::error!(error:%; "the error page can't be drawn"))
        .ok()
}

fn to_sign_in(request: &HttpRequest) -> HttpResponse {
    let next = if request.method() == Method::GET {
        request.uri().path_and_query().map_or("/admin", |target| target.as_str())
    } else {
        "/admin"
    };
    HttpResponse::SeeOther().insert_header((header::LOCATION, format!("/admin/login?next={}", encoded(next)))).finish()
}

/// Encodes a text as a query value.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// Turns an error of actix-web into a failure of ours.
fn of_framework(status: StatusCode, error: &Error) -> HttpError {
    let failure = match status {
        StatusCode::NOT_FOUND => Failure::from(Refusal::NoRoute),
        status if status.is_client_error() => Refusal::BadRequest { status: status.as_u16() }.into(),
        _ => Failure::internal("the framework failed"),
    };
    failure.cause(error.to_string()).into()
}

/// Logs a failure. A handler that answers with a page itself calls this, since the middleware doesn't see the failure.
pub(crate) fn log(request: &HttpRequest, failure: &Failure) {
    request.extensions_mut().insert(Logged);
    let level = level(failure);
    let what = if level == Level::Info { "refused" } else { "failed" };
    log::log!(
        level,
        method:% = request.method(),
        path:% = secret_path::shown(request),
        status = failure.status(),
        failure:%,
        address:% = address(request);
        "request {what}"
    );
}

/// Logs a page that refuses something, unless its handler did.
fn log_refused(request: &HttpRequest, status: StatusCode) {
    let refused = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS);
    if refused && !request.extensions().contains::<Logged>() {
        log::info!(
            method:% = request.method(),
            path:% = secret_path::shown(request),
            status = status.as_u16(),
            address:% = address(request);
            "request refused"
        );
    }
}

/// A client that guesses passwords or exceeds its role is worth a line; one with an ended session, or in a hurry, is
/// not.
fn level(failure: &Failure) -> Level {
    match (status_of(failure), failure.code()) {
        (StatusCode::SERVICE_UNAVAILABLE, _) => Level::Warn,
        (status, _) if status.is_server_error() => Level::Error,
        (StatusCode::UNAUTHORIZED, "unauthorized") => Level::Debug,
        (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, _) | (StatusCode::TOO_MANY_REQUESTS, "locked_out") => {
            Level::Info
        }
        _ => Level::Debug,
    }
}

fn address(request: &HttpRequest) -> String {
    ClientIp::of(request).map_or_else(|_| "unknown".to_owned(), |ClientIp(address)| address.to_string())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn location(request: &HttpRequest) -> String {
        let failure = HttpError(Refusal::NotSignedIn.into());
        let response = answer_to(request, &failure).unwrap();
        assert_eq!(response.status(), StatusCode::SEE_OTHER);
        response.headers().get(header::LOCATION).unwrap().to_str().unwrap().to_owned()
    }

    #[test]
    fn an_admin_page_without_sign_in_leads_there_and_back() {
        let request = TestRequest::with_uri("/admin/audit?page=2&action=mark_paid").to_http_request();
        assert_eq!(location(&request), "/admin/login?next=/admin/audit%3Fpage%3D2%26action%3Dmark_paid");
        let request = TestRequest::post().uri("/admin/waffles/1/archive").to_http_request();
        assert_eq!(location(&request), "/admin/login?next=/admin", "a form is not repeated");
    }

    #[test]
    fn the_api_keeps_its_json() {
        let request = TestRequest::with_uri("/api/admin/me").to_http_request();
        assert!(answer_to(&request, &HttpError(Refusal::NotSignedIn.into())).is_none());
    }
}
