//! The responses of the API apart from a handler's own answers, to be listed in its description.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::{RefOr, Response, ResponseBuilder};

pub use waffle_domain::refusal::responses::*;

/// 304: the client already has the current version. For responses that carry an `ETag`.
pub struct Unchanged;

impl IntoResponses for Unchanged {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let response =
            ResponseBuilder::new().description("What `If-None-Match` names is still current. No body.").build();
        BTreeMap::from([("304".to_owned(), response.into())])
    }
}
