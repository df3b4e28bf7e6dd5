//! Completes the handlers' descriptions with what they have in common, so that no handler has to repeat it.

use std::collections::BTreeMap;
use std::mem::take;

use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{AllOfBuilder, ObjectBuilder, Schema, Type};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{Content, OpenApi, PathItem, Ref, RefOr, Required, Response, ResponseBuilder, Responses};

use super::expected::{BEARER, expected};
use super::refusals::Refusal;

/// The name of the security scheme for cookies.
const COOKIE: &str = "cookie";

/// Adds to each operation what can be derived from it: who may call it, how it can fail, and its headers.
pub(super) fn complete(document: &mut OpenApi) {
    for (path, item) in &mut document.paths.paths {
        let html = !path.starts_with("/api/");
        for (reads, operation) in operations(item) {
            let refusals = expected(operation, reads);
            sign_in_by_cookie_too(operation);
            add_revalidation(operation);
            forbid_null(operation);
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

/// The operations of a path, and whether each only reads.
fn operations(item: &mut PathItem) -> impl Iterator<Item = (bool, &mut Operation)> {
    [(true, &mut item.get), (false, &mut item.post), (false, &mut item.patch), (false, &mut item.delete)]
        .into_iter()
        .filter_map(|(reads, operation)| Some((reads, operation.as_mut()?)))
}

/// Accepts the cookie wherever a Bearer token is accepted. An operation that needs neither says so.
fn sign_in_by_cookie_too(operation: &mut Operation) {
    let requirements = operation.security.take().unwrap_or_default();
    let with_cookie = requirements.into_iter().flat_map(|requirement| {
        let value = serde_json::to_value(&requirement).unwrap_or_default();
        let roles = value[BEARER].as_array().map(|roles| {
            let roles: Vec<String> = roles.iter().filter_map(|role| role.as_str().map(str::to_owned)).collect();
            SecurityRequirement::new(COOKIE, roles)
        });
        std::iter::once(requirement).chain(roles)
    });
    operation.security = Some(with_cookie.collect());
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

/// Takes `null` out of the schema of an `Option` body: the body may be left out, but it may not be `null`.
fn forbid_null(operation: &mut Operation) {
    let Some(RefOr::T(body)) = &mut operation.request_body else { return };
    for content in body.content.values_mut() {
        let RefOr::T(Content { schema: Some(schema), .. }) = content else { continue };
        if let RefOr::T(Schema::OneOf(one)) = schema
            && let Some(object) = one.items.iter().find(|item| matches!(item, RefOr::Ref(_)))
        {
            *schema = object.clone();
        }
    }
}

/// Merges the refusals with the same status into one response.
fn merge_refusals(operation: &mut Operation, expected: Vec<Refusal>, html: bool) {
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
    for Refusal { status, code, when } in expected {
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
