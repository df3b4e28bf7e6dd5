//! `GET /api/docs`: the API's description for people.

mod prose;
mod schemas;

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use utoipa::openapi::path::{self, Parameter, ParameterIn, PathItem};
use utoipa::openapi::{Header, OpenApi, RefOr, Required, Response};
use waffle_actors::snapshot::Rendered;
use waffle_http::error::HttpError;

use crate::answer;
use crate::context::api_docs::{Answer, ApiDescription, ApiDocsPage, Body, Group, Operation, Value};
use crate::context::{AdminNav, Frame, Section};
use crate::public_page::PublicPage;
use crate::templates::{PageError, Templates};
use prose::{anchor, blocks, chapters};
use schemas::Schemas;

/// The rendered description, and the page that signed-out visitors see.
pub struct ApiDocs {
    description: Arc<str>,
    plain: Rendered,
}

impl ApiDocs {
    /// Renders both, once for all visitors.
    pub fn draw(document: &OpenApi, templates: &Templates) -> Result<Self, PageError> {
        let description = templates.render(&ApiDescription::of(document))?.into();
        let plain = Rendered::new(templates.render(&page(&description, None))?);
        Ok(Self { description, plain })
    }
}

/// Shows every endpoint with its input and its answers.
pub async fn show(public: PublicPage, docs: web::Data<ApiDocs>) -> Result<HttpResponse, HttpError> {
    match &public.visitor {
        Some(visitor) => answer::page(public.templates().render(&page(&docs.description, Some(visitor.into())))),
        None => Ok(answer::lasting(&docs.plain)),
    }
}

fn page(description: &Arc<str>, admin: Option<AdminNav>) -> ApiDocsPage {
    let says = "Every endpoint of this server's JSON API: parameters, bodies, answers and error codes.";
    ApiDocsPage {
        frame: Frame::new("API", Section::About).with_admin(admin).with_description(says),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        description: Arc::clone(description),
    }
}

impl ApiDescription {
    /// Builds the page's view of an OpenAPI document.
    pub fn of(document: &OpenApi) -> Self {
        let components = document.components.clone().unwrap_or_default();
        let schemas = Schemas(&components);
        let operations = |tag: &str| {
            let paths = document.paths.paths.iter();
            let all = paths.flat_map(|(path, item)| methods(item).map(move |(method, found)| (method, path, found)));
            all.filter(|(.., found)| found.tags.iter().flatten().any(|own| own == tag))
                .map(|(method, path, found)| operation(method, path, found, schemas))
                .collect()
        };
        let groups = document.tags.iter().flatten().map(|tag| Group {
            id: anchor(&tag.name),
            name: tag.name.clone(),
            says: blocks(tag.description.as_deref().unwrap_or_default()),
            operations: operations(&tag.name),
        });
        let introduction = chapters(document.info.description.as_deref().unwrap_or_default());
        Self { introduction, groups: groups.collect() }
    }
}

fn methods(item: &PathItem) -> impl Iterator<Item = (&'static str, &path::Operation)> {
    [("GET", &item.get), ("POST", &item.post), ("PATCH", &item.patch), ("DELETE", &item.delete)]
        .into_iter()
        .filter_map(|(method, operation)| Some((method, operation.as_ref()?)))
}

fn operation(method: &'static str, path: &str, found: &path::Operation, schemas: Schemas<'_>) -> Operation {
    let answers = found.responses.responses.iter().filter_map(|(status, response)| match response {
        RefOr::T(response) => Some(answer(status, response, schemas)),
        RefOr::Ref(_) => None,
    });
    let (answers, refusals) = answers.partition(|answer| answer.status.starts_with(['2', '3']));
    Operation {
        id: found.operation_id.clone().unwrap_or_default(),
        method,
        path: path.to_owned(),
        summary: found.summary.clone().unwrap_or_default(),
        says: blocks(found.description.as_deref().unwrap_or_default()),
        callers: callers(found),
        parameters: found.parameters.iter().flatten().filter_map(|given| parameter(given, schemas)).collect(),
        body: body(found, schemas),
        answers,
        refusals,
    }
}

/// Who may call the endpoint: the lowest role in its security requirements, and every role above it.
fn callers(found: &path::Operation) -> &'static str {
    let requirements = serde_json::to_value(&found.security).unwrap_or_default();
    match requirements[0]["bearer"][0].as_str() {
        Some("waffle_manager") => "Every signed-in admin",
        Some("admin") => "Admins and super admins",
        Some("super_admin") => "Super admins only",
        _ if requirements[0].is_null() => "Anybody",
        _ => "Anybody, signed in or not",
    }
}

fn parameter(given: &RefOr<Parameter>, schemas: Schemas<'_>) -> Option<Value> {
    let RefOr::T(given) = given else { return None };
    let described = schemas.value(given.name.clone(), given.schema.as_ref()?, given.required == Required::True);
    let place = match given.parameter_in {
        ParameterIn::Path => "path",
        ParameterIn::Header => "header",
        _ => "query",
    };
    let example = serde_json::to_value(given).unwrap_or_default()["example"].as_str().map(str::to_owned);
    Some(Value { place, says: blocks(given.description.as_deref().unwrap_or_default()), example, ..described })
}

fn body(found: &path::Operation, schemas: Schemas<'_>) -> Option<Body> {
    let Some(RefOr::T(body)) = &found.request_body else { return None };
    let Some(RefOr::T(content)) = body.content.get("application/json") else { return None };
    let schema = content.schema.as_ref()?;
    Some(Body {
        required: body.required == Some(Required::True),
        fields: schemas.fields(schema),
        example: schemas.example(schema),
    })
}

fn answer(status: &str, response: &Response, schemas: Schemas<'_>) -> Answer {
    let reason = status.parse().ok().and_then(|number| StatusCode::from_u16(number).ok()?.canonical_reason());
    let mut forms = Vec::new();
    let mut fields = Vec::new();
    for (media_type, content) in &response.content {
        let RefOr::T(content) = content else { continue };
        match &content.schema {
            Some(schema) if media_type == "application/json" => {
                forms.push(schemas.form(schema).to_owned());
                fields = schemas.fields(schema);
            }
            _ => forms.push(media_type.clone()),
        }
    }
    Answer {
        status: status.to_owned(),
        reason: reason.unwrap_or_default().to_owned(),
        says: blocks(&response.description),
        form: forms.join(", or "),
        headers: response.headers.iter().filter_map(|(name, header)| header_value(name, header, schemas)).collect(),
        fields,
    }
}

fn header_value(name: &str, header: &RefOr<Header>, schemas: Schemas<'_>) -> Option<Value> {
    let RefOr::T(header) = header else { return None };
    let described = schemas.value(name.to_owned(), header.schema.as_ref()?, false);
    Some(Value { says: blocks(header.description.as_deref().unwrap_or_default()), ..described })
}
