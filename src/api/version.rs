//! `GET /api/version`.

use actix_web::HttpRequest;
use serde::Serialize;
use utoipa::ToSchema;
use waffle_actors::snapshot::Rendered;
use waffle_http::etag;
use waffle_service::failure::Failure;

use crate::endpoint::{Answer, endpoints, ok};

/// The version that runs.
#[derive(Debug, Serialize, ToSchema)]
pub struct Version {
    /// `v` and the crate's version.
    #[schema(example = json!(concat!("v", env!("CARGO_PKG_VERSION"))))]
    version: &'static str,
}

endpoints! { "Service";
    /// Read which version runs
    GET "/api/version" => version as getVersion,
        ok::<Version>("The version."), Unchanged;
}

async fn version(request: HttpRequest) -> Answer {
    let version = Version { version: concat!("v", env!("CARGO_PKG_VERSION")) };
    let body = serde_json::to_vec(&version).map_err(Failure::internal)?;
    Ok(etag::json(&request, &Rendered::new(body)))
}
