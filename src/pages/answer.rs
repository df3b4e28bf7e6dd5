//! Building a page's response.

use actix_web::http::header::{ContentType, LOCATION, RETRY_AFTER};
use actix_web::{HttpResponse, HttpResponseBuilder};
use waffle_actors::snapshot::Rendered;
use waffle_http::compress::Lasting;
use waffle_http::error::HttpError;
use waffle_http::personalized_page::PersonalizedPage;
use waffle_http::session::flash;
use waffle_http::session::signed_in::SignedIn;

use crate::context::flash::Flash;

/// What a handler answers: a response, or a failure, which people see as a page.
pub type Answer = Result<HttpResponse, HttpError>;

/// Answers 200 with a page that is the same for all signed-out visitors.
pub fn rendered(page: &Rendered) -> HttpResponse {
    let mut response = HttpResponse::Ok().content_type(ContentType::html()).body(page.body.clone());
    response.extensions_mut().insert(page.codings.clone());
    response
}

/// Answers 200 with a page that stays the same as long as the program runs.
pub fn lasting(page: &Rendered) -> HttpResponse {
    let mut response = rendered(page);
    response.extensions_mut().insert(Lasting);
    response
}

/// Answers 200 with a shared page in which one place differs per reader.
pub fn personalized(copy: PersonalizedPage) -> HttpResponse {
    let mut response = HttpResponse::Ok().content_type(ContentType::html()).body(copy.text());
    response.extensions_mut().insert(copy);
    response
}

/// Adds the number of seconds to wait before another try, if it is known.
pub fn with_retry(mut response: HttpResponse, seconds: Option<u64>) -> HttpResponse {
    if let Some(seconds) = seconds {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    response
}

/// Redirects with 303 to another page of this site, after a form. The page shows the message once.
pub fn said(me: &SignedIn, address: &str, flash: &Flash) -> HttpResponse {
    let message = serde_json::to_string(flash).ok();
    let cookie = message.and_then(|message| flash::leave(me, address, message));
    let mut response = see_other(address);
    if let Some(cookie) = cookie {
        response.cookie(cookie);
    }
    response.finish()
}

/// Redirects with 303 to another page of this site, after a form.
pub fn see_other(path: &str) -> HttpResponseBuilder {
    let mut response = HttpResponse::SeeOther();
    response.insert_header((LOCATION, path));
    response
}
