//! HTTP plumbing shared by all routes.

pub mod assets;
mod body;
pub mod client;
pub mod client_ip;
pub mod compress;
pub mod connections;
pub mod csv;
pub mod cut;
pub mod deadline;
pub mod error;
pub mod extractors;
pub mod first_request;
pub mod form;
pub mod headers;
pub mod json;
pub mod public_origin;
pub mod rate_limit;
pub mod refusal;
pub mod request_id;
pub mod requests;
pub mod route;
pub mod same_origin;
mod scripts;
pub mod shutdown;
pub mod socket_places;
pub mod store_error;
pub mod tagged;
