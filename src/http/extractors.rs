//! Path and query values that keep their errors until the handler reads them, after it has checked the sign-in and the
//! role. So refusals come in the order of the handler's lines. Bodies work the same way: see
//! [`Body`](super::json::Body).

use std::fmt::Display;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use serde::de::DeserializeOwned;
use waffle_domain::refusal::Refusal;
use waffle_service::failure::Failure;

use crate::error::HttpError;

/// The variable parts of the path.
pub struct InPath<T>(Result<T, HttpError>);

/// The values of the query string.
pub struct InQuery<T>(Result<T, HttpError>);

impl<T> InPath<T> {
    /// Returns the parts; 400 `bad_path` if one doesn't parse, such as a bad UUID.
    pub fn read(self) -> Result<T, HttpError> {
        self.0
    }
}

impl<T> InQuery<T> {
    /// Returns the values; 400 `bad_query` if one doesn't parse.
    pub fn read(self) -> Result<T, HttpError> {
        self.0
    }
}

impl<T: DeserializeOwned> FromRequest for InPath<T> {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let parts = web::Path::<T>::from_request(request, payload).into_inner();
        ready(Ok(Self(parts.map(web::Path::into_inner).map_err(|error| bad_path(&error).into()))))
    }
}

impl<T: DeserializeOwned> FromRequest for InQuery<T> {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let values = web::Query::<T>::from_request(request, payload).into_inner();
        ready(Ok(Self(values.map(web::Query::into_inner).map_err(|error| bad_query(&error).into()))))
    }
}

fn bad_path(error: &impl Display) -> Failure {
    Failure::from(Refusal::BadPath).cause(error.to_string())
}

fn bad_query(error: &impl Display) -> Failure {
    Failure::from(Refusal::BadQuery).cause(error.to_string())
}
