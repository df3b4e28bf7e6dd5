//! The HTML pages: what each one shows and how it is rendered.

#[macro_use]
pub mod templates;

pub mod about;
pub mod admin;
pub mod answer;
pub mod api_docs;
pub mod board_text;
pub mod buyer;
pub mod chart;
pub mod claim;
pub mod claim_form;
pub mod context;
pub mod draws;
pub mod failure_pages;
pub mod language_choice;
pub mod list;
pub mod manifest;
pub mod offline;
pub mod public_page;
pub mod qr_code;
pub mod query;
pub mod receipt;
pub mod receipt_view;
pub mod refused_form;
pub mod stage;
pub mod visitor_form;
pub mod waffle;

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use serde_json::Value;
use waffle_http::error::HttpError;
use waffle_http::reader;
use waffle_language::Language;
use waffle_service::actions::Services;
use waffle_service::failure::Failure;

use answer::Answer;
use templates::{Templates, TemplatesByLanguage, Values};

/// The services and templates that every page needs.
pub struct AllPages {
    pub services: Data<Services>,
    pub templates: TemplatesByLanguage,
}

/// The same, for one request: in its reader's language.
pub struct Pages {
    pub services: Data<Services>,
    pub templates: Templates,
    /// The language of readers who prefer none that there is.
    usual: Language,
    /// Where the reader is, to come back to after choosing another language.
    here: String,
}

impl Pages {
    /// The pages for a request.
    pub fn of(request: &HttpRequest) -> Result<Self, HttpError> {
        let all = request.app_data::<Data<AllPages>>();
        let all = all.ok_or_else(|| Failure::internal("the server was built without pages"))?;
        let templates = all.templates.of(reader::language(request)).clone();
        let (usual, here) = (reader::usual(request), reader::place(request));
        Ok(Self { services: all.services.clone(), templates, usual, here })
    }

    /// The language of the reader.
    pub fn language(&self) -> Language {
        self.templates.language
    }

    /// Doesn't name the address, which holds a secret, or is not the page's own.
    pub(crate) fn forget_place(&mut self) {
        "/".clone_into(&mut self.here);
    }

    /// What an address of a share card ends with: a card follows its address alone.
    pub(crate) fn card_language(&self) -> String {
        if self.language() == self.usual { String::new() } else { format!("&lang={}", self.language().tag()) }
    }

    /// Renders a page, or a part of one.
    pub fn render(&self, template: &'static str, mut values: Values) -> Result<String, Failure> {
        if let Some(Value::Object(frame)) = values.get_mut("frame") {
            frame.insert("here".to_owned(), self.here.as_str().into());
        }
        self.templates.render(template, values).map_err(Failure::internal)
    }

    /// Answers with a page.
    pub fn show(&self, template: &'static str, values: Values) -> Answer {
        self.show_as(StatusCode::OK, template, values)
    }

    /// Answers with a page, and a status.
    pub fn show_as(&self, status: StatusCode, template: &'static str, values: Values) -> Answer {
        let html = self.render(template, values)?;
        Ok(HttpResponse::build(status).content_type(ContentType::html()).body(html))
    }
}

impl FromRequest for Pages {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::of(request))
    }
}
