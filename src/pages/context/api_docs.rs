//! The page that shows what the API takes and answers.

use std::sync::Arc;

use serde::Serialize;

use crate::pages::context::Frame;

/// `GET /api/docs`.
#[derive(Debug, Clone, Serialize)]
pub struct ApiDocsPage {
    pub frame: Frame,
    /// The server's version.
    pub version: String,
    /// The description as HTML, the same for everybody.
    pub description: Arc<str>,
}

/// The whole description.
#[derive(Debug, Clone, Serialize)]
pub struct ApiDescription {
    pub introduction: Vec<Chapter>,
    pub groups: Vec<Group>,
}

/// What holds for all endpoints, a chapter with a title each; the first one has none.
#[derive(Debug, Clone, Serialize)]
pub struct Chapter {
    pub id: String,
    pub title: String,
    pub says: Vec<Block>,
}

/// Endpoints that belong together.
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
    /// Its anchor on the page.
    pub id: String,
    /// `GET`, say.
    pub method: &'static str,
    pub path: String,
    pub summary: String,
    pub says: Vec<Block>,
    /// Who may call it.
    pub callers: &'static str,
    pub parameters: Vec<Value>,
    pub body: Option<Body>,
    /// What it answers when all goes well.
    pub answers: Vec<Answer>,
    pub refusals: Vec<Answer>,
}

/// What a request carries.
#[derive(Debug, Clone, Serialize)]
pub struct Body {
    /// Whether it can't be left out.
    pub required: bool,
    pub fields: Vec<Value>,
    /// JSON to start from.
    pub example: String,
}

/// The answer of a status.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    pub status: String,
    /// What HTTP calls the status.
    pub reason: String,
    pub says: Vec<Block>,
    /// In what form it comes, as `a list of objects`; empty for no body.
    pub form: String,
    pub headers: Vec<Value>,
    pub fields: Vec<Value>,
}

/// A field, a parameter or a header.
#[derive(Debug, Clone, Serialize)]
pub struct Value {
    /// A field's path, as `spots[].number`.
    pub name: String,
    /// Where a parameter stands: in the `path`, the `query` or a `header`. Empty for others.
    pub place: &'static str,
    /// For what is sent: whether it has to be there.
    pub required: bool,
    /// Its type and limits, as `integer, 2 to 10,000`.
    pub kind: String,
    pub says: Vec<Block>,
    pub example: Option<String>,
}

/// A paragraph, or a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Block {
    pub list: bool,
    /// One line, or one for each item.
    pub lines: Vec<Vec<Span>>,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Span {
    pub text: String,
    pub code: bool,
}
