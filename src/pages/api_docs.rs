//! `GET /api/docs` and `GET /api/docs/:group`: the API's description for people, a template over the OpenAPI document.

mod document;

use std::iter;
use std::sync::OnceLock;

use actix_web::{HttpRequest, web};
use serde_json::Value;
use waffle_actors::snapshot::{Rendered, kept};
use waffle_domain::refusal::Refusal;
use waffle_language::{ByLanguage, say};
use waffle_service::failure::Failure;

use crate::answer::{self, Answer};
use crate::context::{AdminNav, Frame, Section};
use crate::public_page::PublicPage;
use crate::templates::openapi::operations;
use crate::templates::prose::{anchor, chapters};
use crate::templates::{Templates, Values};
use document::Document;

/// An OpenAPI document, which is in English, and its pages once someone has asked for them: a start does not wait for
/// what takes so long to draw.
pub struct ApiDocs {
    document: Vec<u8>,
    /// In the language of the document.
    templates: Templates,
    pages: OnceLock<Vec<DocsPage>>,
}

/// A page of the description.
struct DocsPage {
    path: String,
    /// Its group of endpoints; none on the first page.
    group: Option<String>,
    /// Rendered for all readers.
    description: String,
    /// What signed-out visitors see.
    plain: ByLanguage<OnceLock<Rendered>>,
}

impl ApiDocs {
    /// Keeps a document, and the English templates.
    pub fn of(document: Vec<u8>, templates: Templates) -> Self {
        Self { document, templates, pages: OnceLock::new() }
    }

    /// Renders the description, once for all visitors.
    fn pages(&self) -> Result<&Vec<DocsPage>, Failure> {
        kept(&self.pages, || {
            let Document(document) = serde_json::from_slice(&self.document).map_err(Failure::internal)?;
            let pages = shown(&document);
            let contents: Vec<Values> = pages.iter().map(in_contents).collect();
            let render = |(at, mut page): (usize, Values)| -> Result<DocsPage, Failure> {
                let (path, group) = (text(&page["path"]).to_owned(), (at > 0).then(|| text(&page["name"]).to_owned()));
                let previous = at.checked_sub(1).and_then(|at| contents.get(at));
                page.extend(values! { contents, previous, next: contents.get(at + 1) });
                let description = self.templates.render("partials/api_description", page).map_err(Failure::internal)?;
                Ok(DocsPage { path, group, description, plain: ByLanguage::default() })
            };
            pages.into_iter().enumerate().map(render).collect()
        })
    }
}

/// Shows what holds for all endpoints, or those of a group with their input and their answers; 404 for an unknown
/// group.
pub async fn show(request: HttpRequest, public: PublicPage, docs: web::Data<ApiDocs>) -> Answer {
    let pages = &public.pages;
    let path = request.match_info().as_str().trim_end_matches('/');
    let asked = docs.pages()?.iter().find(|page| page.path == path).ok_or(Refusal::NoRoute)?;
    if let Some(visitor) = &public.visitor {
        return pages.show("api_docs", framed(asked, Some(visitor.into())));
    }
    let plain = asked.plain.of(pages.language());
    let plain = kept(plain, || pages.render("api_docs", framed(asked, None)).map(Rendered::new))?;
    Ok(answer::lasting(plain))
}

fn framed(page: &DocsPage, admin: Option<AdminNav>) -> Values {
    let title = match &page.group {
        Some(group) => say!("desk-page-title", page = say!("api-title"), title = group),
        None => say!("api-title"),
    };
    values! {
        frame: Frame::new(title, Section::About).with_admin(admin).with_description(say!("api-description")),
        version: env!("CARGO_PKG_VERSION"),
        group: page.group,
        description: page.description,
    }
}

/// What each page shows: the introduction, then one for each group. The entries are its parts.
fn shown(document: &Value) -> Vec<Values> {
    let list = |name: &str| document[name].as_array().map(Vec::as_slice).unwrap_or_default();
    let chapters = chapters(text(&document["info"]["description"]));
    let titles = chapters.iter().map(|chapter| text(&chapter["title"])).filter(|title| !title.is_empty());
    let entries: Vec<Values> = titles.map(|title| values! { id: anchor(title), title }).collect();
    let introduction = values! { name: "Introduction", path: "/api/docs", entries, chapters };
    let of_group = |tag: &Value| {
        let name = text(&tag["name"]);
        let operations = operations(list("paths"), name);
        let entry = |it: &Value| values! { id: it["operation"]["operationId"], title: it["operation"]["summary"] };
        let entries: Vec<Values> = operations.iter().map(entry).collect();
        let path = format!("/api/docs/{}", anchor(name));
        values! { name, path, description: tag["description"], entries, operations }
    };
    iter::once(introduction).chain(list("tags").iter().map(of_group)).collect()
}

fn in_contents(page: &Values) -> Values {
    values! { name: page["name"], path: page["path"], count: page["entries"].as_array().map(Vec::len) }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
