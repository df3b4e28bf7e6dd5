//! Path and query values whose refusals are ours. A route that needs a permission checks it before they are read, so
//! refusals come in the order session, role, path. Bodies are read later: see [`Body`](super::json::Body).

use std::fmt::Display;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use serde::de::DeserializeOwned;
use waffle_domain::refusal::Refusal;
use waffle_service::failure::Failure;

use crate::error::HttpError;

/// The variable parts of the path; 400 `bad_path` if one doesn't parse, such as a bad UUID.
pub struct InPath<T>(pub T);

/// The values of the query string; 400 `bad_query` if one doesn't parse.
pub struct InQuery<T>(pub T);

impl<T: DeserializeOwned> InPath<T> {
    pub fn of(request: &HttpRequest) -> Result<Self, HttpError> {
        let parts = web::Path::<T>::extract(request).into_inner();
        parts.map(|parts| Self(parts.into_inner())).map_err(|error| refused(Refusal::BadPath, &error))
    }
}

impl<T: DeserializeOwned> InQuery<T> {
    pub fn of(request: &HttpRequest) -> Result<Self, HttpError> {
        let values = web::Query::<T>::from_query(request.query_string());
        values.map(|values| Self(values.into_inner())).map_err(|error| refused(Refusal::BadQuery, &error))
    }
}

impl<T: DeserializeOwned> FromRequest for InPath<T> {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::of(request))
    }
}

impl<T: DeserializeOwned> FromRequest for InQuery<T> {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::of(request))
    }
}

fn refused(refusal: Refusal, error: &impl Display) -> HttpError {
    Failure::from(refusal).cause(error.to_string()).into()
}
