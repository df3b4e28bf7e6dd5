//! What is built into the program: static files, templates, and the API's description.

use std::sync::OnceLock;

use actix_web::web::Data;
use waffle_api::openapi::Document;
use waffle_api::openapi::description::describe;
use waffle_http::assets::Assets;
use waffle_language::ENGLISH;
use waffle_pages::api_docs::ApiDocs;
use waffle_pages::templates::TemplatesByLanguage;

use super::StartError;

/// The same for every server, so a process with several of them, such as a test, prepares it once.
pub(super) struct BuiltIn {
    pub(super) assets: Data<Assets>,
    pub(super) templates: TemplatesByLanguage,
    pub(super) document: Data<Document>,
    pub(super) api_docs: Data<ApiDocs>,
}

impl BuiltIn {
    /// Prepares it, unless that was done before.
    pub(super) fn get() -> Result<&'static Self, StartError> {
        static PREPARED: OnceLock<BuiltIn> = OnceLock::new();
        if let Some(prepared) = PREPARED.get() {
            return Ok(prepared);
        }
        let prepared = Self::prepare()?;
        Ok(PREPARED.get_or_init(|| prepared))
    }

    fn prepare() -> Result<Self, StartError> {
        let assets = Assets::load()?;
        let templates = TemplatesByLanguage::load({
            let assets = assets.clone();
            move |language, name| assets.url(language, name)
        })?;
        let description = serde_json::to_vec(&describe())?;
        Ok(Self {
            assets: Data::new(assets),
            api_docs: Data::new(ApiDocs::of(description.clone(), templates.of(ENGLISH).clone())),
            document: Data::new(Document::new(description)),
            templates,
        })
    }
}
