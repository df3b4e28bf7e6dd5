//! `GET /api/docs`: the API's description for people, a template over the OpenAPI document.

mod document;

use std::sync::{Arc, OnceLock};

use actix_web::{HttpResponse, web};
use waffle_actors::snapshot::Rendered;
use waffle_http::error::HttpError;
use waffle_service::failure::Failure;

use crate::answer;
use crate::context::{AdminNav, Frame, Section};
use crate::public_page::PublicPage;
use crate::templates::{Templates, Values};
use document::Document;

/// An OpenAPI document, and its page once someone has asked for it: a start does not wait for what takes so long to
/// draw.
pub struct ApiDocs {
    document: Vec<u8>,
    drawn: OnceLock<Drawn>,
}

/// The rendered description, and the page that signed-out visitors see.
struct Drawn {
    description: Arc<str>,
    plain: Rendered,
}

impl ApiDocs {
    /// Keeps a document.
    pub fn of(document: Vec<u8>) -> Self {
        Self { document, drawn: OnceLock::new() }
    }

    /// Renders both, once for all visitors.
    fn drawn(&self, templates: &Templates) -> Result<&Drawn, Failure> {
        if let Some(drawn) = self.drawn.get() {
            return Ok(drawn);
        }
        let Document(document) = serde_json::from_slice(&self.document).map_err(Failure::internal)?;
        let render = |template, values| templates.render(template, values).map_err(Failure::internal);
        let description = render("partials/api_description", document)?.into();
        let plain = Rendered::new(render("api_docs", page(&description, None).into())?);
        Ok(self.drawn.get_or_init(|| Drawn { description, plain }))
    }
}

/// Shows every endpoint with its input and its answers.
pub async fn show(public: PublicPage, docs: web::Data<ApiDocs>) -> Result<HttpResponse, HttpError> {
    let drawn = docs.drawn(&public.pages.templates)?;
    match &public.visitor {
        Some(visitor) => public.pages.show("api_docs", page(&drawn.description, Some(visitor.into()))),
        None => Ok(answer::lasting(&drawn.plain)),
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
