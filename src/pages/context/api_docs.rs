//! The page that documents the API.

use std::sync::Arc;

use serde::Serialize;

use crate::context::Frame;

/// `GET /api/docs`.
#[derive(Debug, Clone, Serialize)]
pub struct ApiDocsPage {
    pub frame: Frame,
    /// The server's version.
    pub version: String,
    /// The description as HTML, the same for everyone.
    pub description: Arc<str>,
}

template!(ApiDocsPage: "api_docs");

/// The whole description.
#[derive(Debug, Clone, Serialize)]
pub struct ApiDescription {
    pub introduction: Vec<Chapter>,
    pub groups: Vec<Group>,
}

template!(ApiDescription: "partials/api_description");

/// What applies to all endpoints, in titled chapters; the first one has no title.
#[derive(Debug, Clone, Serialize)]
pub struct Chapter {
    pub id: String,
    pub title: String,
    pub says: Vec<Block>,
}

/// A group of endpoints.
#[derive(Debug, Clone, Serialize)]
pub struct Group {
    pub id: String,
    pub name: String,
    pub says: Vec<Block>,
    pub operations: Vec<Operation>,
}

/// One method of one address.
#[derive(Debug, Clone, Serialize)]
pub struct Operation {
    /// The anchor on the page.
    pub id: String,
    /// For example `GET`.
    pub method: &'static str,
    pub path: String,
    pub summary: String,
    pub says: Vec<Block>,
    /// Who may call it.
    pub callers: &'static str,
    pub parameters: Vec<Value>,
    pub body: Option<Body>,
    /// The answers on success.
    pub answers: Vec<Answer>,
    pub refusals: Vec<Answer>,
}

/// The body of a request.
#[derive(Debug, Clone, Serialize)]
pub struct Body {
    /// Whether the body is required.
    pub required: bool,
    pub fields: Vec<Value>,
    /// Sample JSON.
    pub example: String,
}

/// The answer for one status.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    pub status: String,
    /// The status's name in HTTP.
    pub reason: String,
    pub says: Vec<Block>,
    /// The form of the body, such as `a list of objects`; empty without a body.
    pub form: String,
    pub headers: Vec<Value>,
    pub fields: Vec<Value>,
}

/// A field, a parameter or a header.
#[derive(Debug, Clone, Serialize)]
pub struct Value {
    /// A field is named by its path, such as `spots[].number`.
    pub name: String,
    /// Where a parameter goes: `path`, `query` or `header`. Empty for fields and response headers.
    pub place: &'static str,
    /// Whether it must be sent.
    pub required: bool,
    /// The type and limits, such as `integer, 2 to 10,000`.
    pub kind: String,
    pub says: Vec<Block>,
    pub example: Option<String>,
}

/// A paragraph, or a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Block {
    pub list: bool,
    /// One line for a paragraph, or one for each item of a list.
    pub lines: Vec<Vec<Span>>,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Span {
    pub text: String,
    pub code: bool,
}
