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
pub mod list;
pub mod public_page;
pub mod query;
pub mod receipt;
pub mod receipt_view;
pub mod refused_form;
pub mod stage;
pub mod visitor_form;
pub mod waffle;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;
use actix_web::web::Data;
use waffle_service::actions::Services;
use waffle_service::failure::Failure;

use answer::Answer;
use templates::{Templates, Values};

/// The services and templates that every page needs.
pub struct Pages {
    pub services: Data<Services>,
    pub templates: Templates,
}

impl Pages {
    /// Answers with a page.
    pub fn show(&self, template: &'static str, values: Values) -> Answer {
        self.show_as(StatusCode::OK, template, values)
    }

    /// Answers with a page, and a status.
    pub fn show_as(&self, status: StatusCode, template: &'static str, values: Values) -> Answer {
        let html = self.templates.render(template, values).map_err(Failure::internal)?;
        Ok(HttpResponse::build(status).content_type(ContentType::html()).body(html))
    }
}
