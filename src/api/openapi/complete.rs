//! Completes the handlers' descriptions with what they have in common, so that no handler has to repeat it.

use std::collections::BTreeMap;
use std::mem::take;

use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{AllOfBuilder, ObjectBuilder, Schema, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Required, Response, ResponseBuilder, Responses};
use waffle_domain::refusal::Described;

use super::refusals_by_kind_of_request::expected;
use super::{BEARER, COOKIE, operations};

/// Adds to each operation what can be derived from it: who may call it, how it can fail, and its headers.
pub(super) fn complete(document: &mut OpenApi) {
    for (path, item) in &mut document.paths.paths {
        let html = !path.starts_with("/api/");
        for (reads, operation) in operations(item) {
            let refusals = expected(operation, reads);
            add_revalidation(operation);
            merge_refusals(operation, refusals, html);
        }
    }
    let components = document.components.get_or_insert_default();
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some(
            "The `token` that `POST /api/admin/login` answers. The named role is the lowest that is sufficient.",
        ))
        .build();
    components.add_security_scheme(BEARER, SecurityScheme::Http(bearer));
    let cookie = ApiKeyValue::with_description(
        "token",
        "The cookie that `POST /api/admin/login` sets; an `Authorization` header goes before it. The named role is the \
            lowest that is sufficient.",
    );
    components.add_security_scheme(COOKIE, SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
}

/// Adds `ETag` and `If-None-Match` to an operation that may answer 304.
fn add_revalidation(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    if !responses.contains_key("304") {
        return;
    }
    for status in ["200", "304"] {
        if let Some(RefOr::T(response)) = responses.get_mut(status) {
            let tag = header("Stands for this version of the body.", Type::String);
            response.headers.insert("ETag".to_owned(), tag.into());
        }
    }
    let known = ParameterBuilder::new()
        .name("If-None-Match")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("An `ETag` that was answered before: where it is still current, the answer is 304."))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .build();
    operation.parameters.get_or_insert_default().push(known.into());
}

/// Merges the refusals with the same status into one response.
fn merge_refusals(operation: &mut Operation, expected: Vec<Described>, html: bool) {
    let mut refusals: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let mut kept = BTreeMap::new();
    for (key, response) in take(&mut operation.responses.responses) {
        match (key.split_once(' '), response) {
            (Some((status, code)), RefOr::T(response)) => {
                refusals.entry(status.to_owned()).or_default().push((code.to_owned(), response.description));
            }
            (_, response) => drop(kept.insert(key, response)),
        }
    }
    for Described { status, code, when } in expected {
        refusals.entry(status.to_owned()).or_default().push((code.to_owned(), when.to_owned()));
    }
    for (status, reasons) in refusals {
        kept.insert(status.clone(), refused(&status, &reasons, html).into());
    }
    operation.responses = Responses::from_iter(kept);
}

/// The response for a status: its codes as a list, and the shape of its body.
fn refused(status: &str, reasons: &[(String, String)], html: bool) -> Response {
    let list: Vec<String> = reasons.iter().map(|(code, when)| format!("- `{code}`: {when}")).collect();
    let codes = ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(reasons.iter().map(|(code, _)| code.as_str()).collect::<std::collections::BTreeSet<_>>()));
    let body = AllOfBuilder::new()
        .item(Ref::from_schema_name("Error"))
        .item(ObjectBuilder::new().property("code", codes))
        .build();
    let response = ResponseBuilder::new().description(list.join("\n"));
    let response = if html {
        response.content("text/html", Content::new(Some(ObjectBuilder::new().schema_type(Type::String))))
    } else {
        response.content("application/json", Content::new(Some(Schema::AllOf(body))))
    };
    match status {
        "401" => response.header("WWW-Authenticate", header("`Bearer`.", Type::String)),
        "429" | "503" => response.header("Retry-After", header("Seconds to wait before another try.", Type::Integer)),
        _ => response,
    }
    .build()
}

fn header(description: &str, kind: Type) -> Header {
    HeaderBuilder::new().schema(Some(ObjectBuilder::new().schema_type(kind))).description(Some(description)).build()
}
