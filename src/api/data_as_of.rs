//! How old an answer is that was read from a standby: `X-Data-As-Of`.

use actix_web::HttpResponse;
use actix_web::http::header::{HeaderName, HeaderValue};
use chrono::{DateTime, SecondsFormat, Utc};

use crate::endpoint::Answers;
use crate::endpoint::values::moment;

const X_DATA_AS_OF: HeaderName = HeaderName::from_static("x-data-as-of");

/// Describes the header.
pub(crate) fn may_be_older(answers: Answers) -> Answers {
    let says = "Only if the answer was read from a copy of the database, which may be behind: all changes up to then \
                are in it.";
    answers.header("X-Data-As-Of", moment, says)
}

/// Adds the header to an answer that was read from a standby.
pub(crate) fn dated(mut response: HttpResponse, as_of: Option<DateTime<Utc>>) -> HttpResponse {
    let written = |as_of: DateTime<Utc>| as_of.to_rfc3339_opts(SecondsFormat::Millis, true);
    if let Some(as_of) = as_of.and_then(|as_of| HeaderValue::from_str(&written(as_of)).ok()) {
        response.headers_mut().insert(X_DATA_AS_OF, as_of);
    }
    response
}
