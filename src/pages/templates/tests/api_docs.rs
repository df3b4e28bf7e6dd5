//! The API's description.

use waffle_api::openapi::description::describe;

use super::{keep, templates};
use crate::context::api_docs::{ApiDescription, ApiDocsPage};
use crate::context::{Frame, Section};

#[test]
fn the_description_renders() {
    let templates = templates();
    let description = templates.render(&ApiDescription::of(&describe())).unwrap();
    let frame = Frame::new("API", Section::About);
    let page = ApiDocsPage { frame, version: "0.1.0".into(), description: description.into() };
    keep("api-docs", &templates.render(&page).unwrap());
}
