//! The OpenAPI 3.1 description of the API.
//!
//! The endpoints and the types of their bodies describe themselves; [`complete`] adds what can be derived from them.

use actix_web::http::Method;
use utoipa::OpenApi;
use utoipa::openapi;
use utoipa::openapi::HttpMethod;
use waffle_domain::refusal::ErrorSchema;

use super::complete::complete;
use super::patterns;
use crate::endpoints::all;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Waffle",
        description = include_str!("introduction.md"),
        license(name = "MIT or Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    tags(
        (name = "Waffles", description = "The waffles on sale, for anyone to read."),
        (name = "Claims", description = "Taking spots. A spot has one owner, however many claim it together."),
        (name = "Receipts", description = "A buyer's view of a claim and the actions on it; they need only the token \
            that came with the claim. `/claim/<token>` is the same as a page."),
        (name = "Buyers", description = "What a handle holds, and how lucky it is. \
            An unknown handle is a buyer with nothing."),
        (name = "Live updates", description = include_str!("live_updates.md")),
        (name = "Account", description = "Signing in and out, your own account with its sessions and second factor, \
            and forgotten passwords."),
        (name = "Selling", description = "Creating, changing and archiving waffles."),
        (name = "Payments and draws", description = "Marking spots paid, releasing them, and drawing winners."),
        (name = "Sharing",
            description = "The messages that sellers post to share a waffle, and their templates."),
        (name = "Payment methods",
            description = "The ways to pay that waffles choose from. Payment itself happens outside."),
        (name = "Reports",
            description = "The shop's numbers; as JSON, or as CSV for a spreadsheet. A range includes both its ends."),
        (name = "Buyers registry", description = "Every handle that ever claimed a spot."),
        (name = "Admins",
            description = "The sellers' accounts, and new passwords for forgotten ones."),
        (name = "Audit log", description = "What admins did. A super admin sees all of it; an admin sees their own \
            entries and those of waffle managers."),
        (name = "Sign-in history", description = "Sign-ins. A super admin sees all of them; an admin sees their own \
            and those of waffle managers, and a waffle manager only their own."),
        (name = "Settings", description = "The settings that can be changed while the server runs."),
        (name = "Service", description = "The server itself."),
    ),
    components(schemas(ErrorSchema)),
)]
struct Described;

/// Describes every JSON endpoint, the CSV files, share cards and probes.
pub fn describe() -> openapi::OpenApi {
    let mut document = described();
    patterns::fill_in(&mut document);
    complete(&mut document);
    document
}

/// The descriptions of the endpoints and types themselves.
fn described() -> openapi::OpenApi {
    let mut document = Described::openapi();
    let mut schemas = Vec::new();
    for endpoint in all() {
        let described = (endpoint.describe)(&endpoint);
        let method = match endpoint.method {
            Method::POST => HttpMethod::Post,
            Method::PATCH => HttpMethod::Patch,
            Method::DELETE => HttpMethod::Delete,
            _ => HttpMethod::Get,
        };
        document.paths.add_path_operation(endpoint.path, vec![method], described.operation);
        schemas.extend(described.schemas);
    }
    document.components.get_or_insert_default().schemas.extend(schemas);
    document
}
