//! `GET /api/docs`: the API's description for people, a template over the OpenAPI document.

mod document;

use std::sync::{Arc, OnceLock};

use actix_web::{HttpResponse, web};
use waffle_actors::snapshot::{Rendered, kept};
use waffle_http::error::HttpError;
use waffle_language::{ByLanguage, say};
use waffle_service::failure::Failure;

use crate::answer;
use crate::context::{AdminNav, Frame, Section};
use crate::public_page::PublicPage;
use crate::templates::{Templates, Values};
use document::Document;

/// An OpenAPI document, which is in English, and its pages once someone has asked for them: a start does not wait for
/// what takes so long to draw.
pub struct ApiDocs {
    document: Vec<u8>,
    /// In the language of the document.
    templates: Templates,
    /// Rendered for all pages.
    description: OnceLock<Arc<str>>,
    /// What signed-out visitors see.
    plain: ByLanguage<OnceLock<Rendered>>,
}

impl ApiDocs {
    /// Keeps a document, and the English templates.
    pub fn of(document: Vec<u8>, templates: Templates) -> Self {
        Self { document, templates, description: OnceLock::new(), plain: ByLanguage::default() }
    }

    /// Renders the description, once for all visitors.
    fn description(&self) -> Result<&Arc<str>, Failure> {
        kept(&self.description, || {
            let Document(document) = serde_json::from_slice(&self.document).map_err(Failure::internal)?;
            Ok(self.templates.render("partials/api_description", document).map_err(Failure::internal)?.into())
        })
    }
}

/// Shows every endpoint with its input and its answers.
pub async fn show(public: PublicPage, docs: web::Data<ApiDocs>) -> Result<HttpResponse, HttpError> {
    let pages = &public.pages;
    let description = docs.description()?;
    if let Some(visitor) = &public.visitor {
        return pages.show("api_docs", page(description, Some(visitor.into())));
    }
    let plain = docs.plain.of(pages.language());
    let plain = kept(plain, || pages.render("api_docs", page(description, None)).map(Rendered::new))?;
    Ok(answer::lasting(plain))
}

fn page(description: &Arc<str>, admin: Option<AdminNav>) -> Values {
    values! {
        frame: Frame::new(say!("api-title"), Section::About)
            .with_admin(admin)
            .with_description(say!("api-description")),
        version: env!("CARGO_PKG_VERSION"),
        description,
    }
}
