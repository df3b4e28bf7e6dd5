//! The query of a page's address, read leniently: a value that doesn't parse counts as absent.

use std::future::{Ready, ready};
use std::str::FromStr;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use serde::de::DeserializeOwned;
use serde::de::value::MapDeserializer;
use waffle_http::error::HttpError;

/// The parameters, in order.
pub struct Query(Vec<(String, String)>);

impl Query {
    /// Reads it.
    pub fn of(request: &HttpRequest) -> Self {
        let pairs = web::Query::from_query(request.query_string()).map(web::Query::into_inner);
        Self(pairs.unwrap_or_default())
    }

    /// The value of a parameter, or an empty string without one.
    pub fn text(&self, name: &str) -> &str {
        self.0.iter().find(|(parameter, _)| parameter == name).map_or("", |(_, value)| value)
    }

    /// The parameters, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The parameters as a type with texts; of two with the same name, the first one counts.
    pub fn read<T: DeserializeOwned + Default>(&self) -> T {
        let first = |(at, (name, _)): &(usize, (&str, &str))| self.pairs().take(*at).all(|(other, _)| other != *name);
        let pairs = self.pairs().enumerate().filter(first).map(|(_, pair)| pair);
        T::deserialize(MapDeserializer::<_, serde::de::value::Error>::new(pairs)).unwrap_or_default()
    }

    /// Checks whether a parameter is present, even if empty.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(parameter, _)| parameter == name)
    }

    /// The parsed value of a parameter; `None` if it is missing or doesn't parse.
    pub fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.text(name).parse().ok()
    }

    /// The page number in `page`, from 1.
    pub fn page(&self) -> u32 {
        self.parsed("page").unwrap_or(1).clamp(1, 100_000)
    }
}

impl FromRequest for Query {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}
