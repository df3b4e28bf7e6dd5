//! How the framework's own extractors refuse: with our failures.

use actix_web::web::{PathConfig, QueryConfig};

use super::error::Failure;

/// Path values that don't parse, as a bad uuid: 400.
pub fn path() -> PathConfig {
    PathConfig::default().error_handler(|error, _| {
        Failure::bad_request("bad_path", "A part of the address is not of the kind that is needed there.")
            .cause(error.to_string())
            .into()
    })
}

/// Query values that don't parse: 400.
pub fn query() -> QueryConfig {
    QueryConfig::default().error_handler(|error, _| {
        Failure::bad_request("bad_query", format!("The query can't be used: {error}.")).into()
    })
}
