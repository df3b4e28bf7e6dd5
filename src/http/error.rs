//! The responses to failed requests.

use std::fmt;
use std::ops::Deref;

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use waffle_domain::refusal::Refusal;
use waffle_service::failure::Failure;

/// Turns a failure of the service into a response: its status, its headers, and JSON. Outside `/api`, a middleware
/// turns that into a page.
pub struct HttpError(pub Failure);

/// Any refusal of the service.
impl<E: Into<Failure>> From<E> for HttpError {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl HttpError {
    /// Makes a response with this failure's status and headers, but no body.
    pub fn bare_response(&self) -> HttpResponse {
        let mut response = HttpResponse::new(self.status_code());
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.0.retry_after_seconds() {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        if let Refusal::MethodNotAllowed { allowed } = &self.refusal
            && let Ok(allowed) = HeaderValue::from_str(allowed)
        {
            headers.insert(header::ALLOW, allowed);
        }
        if self.status_code() == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl Deref for HttpError {
    type Target = Failure;

    fn deref(&self) -> &Failure {
        &self.0
    }
}

impl ResponseError for HttpError {
    fn status_code(&self) -> StatusCode {
        status_of(&self.0)
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = self.bare_response();
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response.set_body(BoxBody::new(self.json()))
    }
}

/// Returns the status of a failure's response.
pub fn status_of(failure: &Failure) -> StatusCode {
    StatusCode::from_u16(failure.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// For the log.
impl fmt::Display for HttpError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl fmt::Debug for HttpError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, formatter)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_wait_is_rounded_up_to_at_least_a_second() {
        let seconds = |millis| {
            let response =
                HttpError(Failure::from(Refusal::RateLimited { wait: Duration::from_millis(millis) })).error_response();
            response.headers().get(header::RETRY_AFTER).unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!([seconds(0), seconds(1), seconds(1_000), seconds(1_001)], ["1", "1", "1", "2"]);
    }

    #[test]
    fn a_refused_method_says_which_are_allowed() {
        let response = HttpError::from(Refusal::MethodNotAllowed { allowed: "GET, HEAD".to_owned() }).error_response();
        assert_eq!(response.headers().get(header::ALLOW).unwrap(), "GET, HEAD");
    }
}
