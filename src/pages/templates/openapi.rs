//! What the pages of the API can do with the OpenAPI document: find operations, and put schemas into words.

use actix_web::http::StatusCode;
use handlebars::{Handlebars, handlebars_helper};
use serde_json::{Value, json};
use waffle_language::{ENGLISH, count};

use super::prose::{anchor, blocks};

/// The id in examples.
const SOME_ID: &str = "0197a1c4-8f1e-7c52-9d3b-5e8f0a6b2c41";

/// The longest pattern that a reader can still make sense of.
const LONGEST_PATTERN: usize = 60;

/// Registers them. The document is one that `api_docs::Document` has read.
pub(super) fn register(registry: &mut Handlebars<'_>) {
    helper!(registry, anchor_of: |title: String| anchor(&title));
    helper!(registry, blocks_of: |text: String| blocks(&text));
    helper!(registry, callers_of: |security: array| callers(security));
    // Those whose status begins with one of the digits.
    helper!(registry, answers_of: |responses: array, digits: str| {
        let begins = |response: &&Value| name(response).starts_with(|digit| digits.contains(digit));
        responses.iter().filter(begins).cloned().collect::<Vec<_>>()
    });
    helper!(registry, reason_of: |status: String| {
        let status = status.parse().ok().and_then(|status| StatusCode::from_u16(status).ok());
        status.and_then(|status| status.canonical_reason()).unwrap_or_default()
    });
    helper!(registry, kind_of: |schema: Json| [vec![kind(schema)], limits(schema)].concat().join(", "));
    helper!(registry, fields_of: |schema: Json| fields(schema, ""));
    helper!(registry, example_of: |schema: Json| example(schema));
}

/// The operations of a group, each with its method and its path.
pub(crate) fn operations(paths: &[Value], tag: &str) -> Vec<Value> {
    let of_path = |path: &Value| -> Vec<Value> {
        let methods = ["GET", "POST", "PATCH", "DELETE"].map(|method| (method, &path[method.to_lowercase()]));
        let own = methods.into_iter().filter(|(_, operation)| operation["tags"][0] == tag);
        own.map(|(method, operation)| json!({"method": method, "path": path["name"], "operation": operation})).collect()
    };
    paths.iter().flat_map(of_path).collect()
}

/// Who may call an endpoint: the lowest role in its security requirements, and every role above it.
fn callers(security: &[Value]) -> &'static str {
    match security.first().map(|lowest| lowest["bearer"][0].as_str()) {
        Some(Some("waffle_manager")) => "Every signed-in admin",
        Some(Some("admin")) => "Admins and super admins",
        Some(Some("super_admin")) => "Super admins only",
        Some(_) => "Anybody, signed in or not",
        None => "Anybody",
    }
}

/// The fields of an object, or of the objects in a list, described like parameters. Those of inner objects are named by
/// path.
fn fields(schema: &Value, path: &str) -> Vec<Value> {
    if schema["items"].is_object() {
        return fields(&schema["items"], &format!("{path}[]"));
    }
    let before = if matches!(path, "" | "[]") { String::new() } else { format!("{path}.") };
    let rows = properties(schema).flat_map(|(field, required)| {
        let name = format!("{before}{}", name(field));
        let mut rows = fields(field, &name);
        let example = field.get("example").map(plain);
        let (says, required) = (&field["description"], required.then_some(true));
        rows.insert(
            0,
            json!({"name": name, "required": required, "schema": field, "description": says, "example": example}),
        );
        rows
    });
    rows.collect()
}

/// The properties of an object, and whether each is required.
fn properties(schema: &Value) -> impl Iterator<Item = (&Value, bool)> {
    let required = |field: &Value| array(&schema["required"]).contains(&field["name"]);
    array(&schema["properties"]).iter().map(move |field| (field, required(field)))
}

/// The type of a value in words.
fn kind(schema: &Value) -> String {
    let is = |kind: &&str| schema["type"] == **kind || array(&schema["type"]).iter().any(|one| one == *kind);
    let or_null = if schema["type"] != "null" && is(&"null") { " or null" } else { "" };
    if is(&"array") {
        return format!("list of {}s{or_null}", kind(&schema["items"]));
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(plain).collect::<Vec<_>>().join(" | ");
    }
    if schema["contentMediaType"].is_string() {
        return "file".to_owned();
    }
    let name = match schema["format"].as_str() {
        Some("uuid") => "UUID",
        Some("date-time") => "time",
        _ => ["integer", "string", "number", "boolean"].into_iter().find(is).unwrap_or("object"),
    };
    format!("{name}{or_null}")
}

/// The limits of a value beyond its type.
fn limits(schema: &Value) -> Vec<String> {
    let pattern = schema["pattern"].as_str().filter(|pattern| pattern.len() <= LONGEST_PATTERN);
    let default = schema.get("default").map(plain);
    let all = [
        between(&schema["minimum"], &schema["maximum"], ""),
        between(&schema["minLength"], &schema["maxLength"], "character"),
        between(&schema["minItems"], &schema["maxItems"], "item"),
        pattern.map(|pattern| format!("matches {pattern}")),
        default.map(|default| format!("default {default}")),
    ];
    all.into_iter().flatten().collect()
}

/// A number as the document's readers write it: `10,000`.
fn grouped(number: u64) -> String {
    count(ENGLISH, number.try_into().unwrap_or(i64::MAX))
}

/// A range in words. `thing` is what it counts, or empty for plain numbers.
fn between(least: &Value, most: &Value, thing: &str) -> Option<String> {
    let of = |number: u64| match (thing, number) {
        ("", _) => grouped(number),
        (_, 1) => format!("1 {thing}"),
        _ => format!("{} {thing}s", grouped(number)),
    };
    match (least.as_u64(), most.as_u64()) {
        (Some(least), Some(most)) => Some(format!("{} to {}", grouped(least), of(most))),
        (Some(least), None) if least > 0 => Some(format!("at least {}", of(least))),
        (None, Some(most)) => Some(format!("at most {}", of(most))),
        _ => None,
    }
}

/// Sample JSON with the required fields and those that have an example, in order.
fn example(schema: &Value) -> String {
    let lines = properties(schema).filter_map(|(field, required)| {
        let listed = field["items"].is_object();
        let given = field.get("example").cloned().or_else(|| (required && !listed).then(|| some_value(field)))?;
        Some(format!("  {}: {given}", field["name"]))
    });
    format!("{{\n{}\n}}", lines.collect::<Vec<_>>().join(",\n"))
}

/// A sample value for a field that has no example.
fn some_value(schema: &Value) -> Value {
    match kind(schema).as_str() {
        _ if schema["enum"].is_array() => schema["enum"][0].clone(),
        "UUID" => SOME_ID.into(),
        "integer" | "number" => 1.into(),
        "boolean" => true.into(),
        _ => "…".into(),
    }
}

fn name(named: &Value) -> &str {
    named["name"].as_str().unwrap_or_default()
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A string without quotes, anything else as JSON.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
