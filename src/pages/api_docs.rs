//! `GET /api/docs`: the API's description for people, a template over the OpenAPI document.

mod document;

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use serde::Serialize;
use waffle_actors::snapshot::Rendered;
use waffle_http::error::HttpError;

use crate::answer;
use crate::context::{AdminNav, Frame, Section};
use crate::public_page::PublicPage;
use crate::templates::{PageError, Templates};
pub use document::Document;

/// The rendered description, and the page that signed-out visitors see.
pub struct ApiDocs {
    description: Arc<str>,
    plain: Rendered,
}

/// The page.
#[derive(Serialize)]
struct ApiDocsPage {
    frame: Frame,
    /// The server's version.
    version: &'static str,
    /// The description as HTML, the same for everyone.
    description: Arc<str>,
}

template!(ApiDocsPage: "api_docs");

impl ApiDocs {
    /// Renders both, once for all visitors.
    pub fn draw(document: &Document, templates: &Templates) -> Result<Self, PageError> {
        let description = templates.render(document)?.into();
        let plain = Rendered::new(templates.render(&page(&description, None))?);
        Ok(Self { description, plain })
    }
}

/// Shows every endpoint with its input and its answers.
pub async fn show(public: PublicPage, docs: web::Data<ApiDocs>) -> Result<HttpResponse, HttpError> {
    match &public.visitor {
        Some(visitor) => answer::page(public.templates().render(&page(&docs.description, Some(visitor.into())))),
        None => Ok(answer::lasting(&docs.plain)),
    }
}

fn page(description: &Arc<str>, admin: Option<AdminNav>) -> ApiDocsPage {
    let says = "Every endpoint of this server's JSON API: parameters, bodies, answers and error codes.";
    ApiDocsPage {
        frame: Frame::new("API", Section::About).with_admin(admin).with_description(says),
        version: env!("CARGO_PKG_VERSION"),
        description: Arc::clone(description),
    }
}
