//! `GET /api/docs`: the API's description for people, a template over the OpenAPI document.

mod document;

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use waffle_actors::snapshot::Rendered;
use waffle_http::error::HttpError;

use crate::answer;
use crate::context::{AdminNav, Frame, Section};
use crate::public_page::PublicPage;
use crate::templates::{PageError, Templates, Values};
pub use document::Document;

/// The rendered description, and the page that signed-out visitors see.
pub struct ApiDocs {
    description: Arc<str>,
    plain: Rendered,
}

impl ApiDocs {
    /// Renders both, once for all visitors.
    pub fn draw(Document(document): Document, templates: &Templates) -> Result<Self, PageError> {
        let description = templates.render("partials/api_description", document)?.into();
        let plain = Rendered::new(templates.render("api_docs", page(&description, None))?);
        Ok(Self { description, plain })
    }
}

/// Shows every endpoint with its input and its answers.
pub async fn show(public: PublicPage, docs: web::Data<ApiDocs>) -> Result<HttpResponse, HttpError> {
    match &public.visitor {
        Some(visitor) => public.pages.show("api_docs", page(&docs.description, Some(visitor.into()))),
        None => Ok(answer::lasting(&docs.plain)),
    }
}

fn page(description: &Arc<str>, admin: Option<AdminNav>) -> Values {
    let says = "Every endpoint of this server's JSON API: parameters, bodies, answers and error codes.";
    values! {
        frame: Frame::new("API", Section::About).with_admin(admin).with_description(says),
        version: env!("CARGO_PKG_VERSION"),
        description,
    }
}
