//! What is built into the program: static files, templates, and the API's description.

use std::sync::OnceLock;

use actix_web::web::Data;

use super::StartError;
use crate::api::openapi::Document;
use crate::api::openapi::description::describe;
use crate::pages::api_docs::ApiDocs;
use crate::pages::templates::Templates;
use crate::web::assets::Assets;

/// The same for every server, so a process with several of them, such as a test, prepares it once.
pub(super) struct BuiltIn {
    pub(super) assets: Data<Assets>,
    pub(super) templates: Templates,
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
        let templates = Templates::load({
            let assets = assets.clone();
            move |name| assets.url(name)
        })?;
        let description = describe();
        Ok(Self {
            assets: Data::new(assets),
            api_docs: Data::new(ApiDocs::draw(&description, &templates)?),
            document: Data::new(Document::write(&description)?),
            templates,
        })
    }
}
