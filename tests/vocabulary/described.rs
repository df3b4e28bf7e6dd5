//! Checks the server's answers against its own description. [`answer`](crate::app::answer) does so in every test.

use std::sync::LazyLock;

use reqwest::Method;
use serde_json::Value;
use waffle_api::openapi::description::describe;

use crate::app::Answer;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| serde_json::to_value(describe()).expect("a document"));

/// Keywords that lead to other schemas.
const STRUCTURE: &[&str] = &["$ref", "allOf", "oneOf", "properties", "items"];
/// Headers that are not always there: a claim that got nothing has no receipt, nor has a repeat with a short key; what
/// is read from the primary is the present.
const SOMETIMES: &[(&str, &str)] = &[
    ("POST /api/claims", "X-Claim-Receipt"),
    ("POST /api/claims/random", "X-Claim-Receipt"),
    ("GET /api/admin/reports/drought", "X-Data-As-Of"),
    ("GET /api/admin/reports/monthly-activity", "X-Data-As-Of"),
    ("GET /api/admin/reports/power-buyers", "X-Data-As-Of"),
    ("GET /api/admin/reports/spot-velocity", "X-Data-As-Of"),
    ("GET /api/admin/audit/export", "X-Data-As-Of"),
];
/// Keywords that don't constrain a value.
const ANNOTATIONS: &[&str] = &["description", "example", "default", "title"];

/// The operation that a request reaches, as `GET /api/waffles/{slug}`, with its description; `None` if undescribed.
pub fn operation(method: &Method, path: &str) -> Option<(String, &'static Value)> {
    let method = if method == Method::HEAD { Method::GET } else { method.clone() };
    let asked: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    let fits = |template: &str| {
        let parts: Vec<&str> = template.split('/').collect();
        parts.len() == asked.len()
            && parts.iter().zip(&asked).all(|(part, asked)| part.starts_with('{') || part == asked)
    };
    let paths = DOCUMENT["paths"].as_object().expect("paths");
    let (template, item) =
        paths.iter().filter(|(template, _)| fits(template)).min_by_key(|(t, _)| t.matches('{').count())?;
    let described = &item[method.as_str().to_lowercase()];
    described.is_object().then(|| (format!("{method} {template}"), described))
}

/// Panics if an answer doesn't match its description.
pub fn hold(method: &Method, path: &str, answer: &Answer) {
    let Some((name, operation)) = operation(method, path) else { return };
    let status = answer.status.as_u16();
    let described = &operation["responses"][status.to_string()];
    assert!(described.is_object(), "{name} answers {status}, which is not described: {}", answer.text());
    for header in described["headers"].as_object().into_iter().flatten().map(|(header, _)| header) {
        let missing = SOMETIMES.contains(&(&name, header));
        assert!(missing || answer.headers.contains_key(header), "{name} {status} lacks the header {header}");
    }
    if method == Method::HEAD {
        return;
    }
    let Some(contents) = described["content"].as_object() else {
        assert!(answer.body.is_empty(), "{name} {status} has a body, which is not described");
        return;
    };
    let content_type = answer.header("content-type");
    let media_type = content_type.split(';').next().unwrap_or_default();
    let content = contents.get(media_type).unwrap_or_else(|| panic!("{name} {status} answers {content_type}"));
    let readable = answer.header("content-encoding").is_empty();
    if media_type == "application/json" && readable {
        let faults = faults(&content["schema"], &answer.json());
        assert!(faults.is_empty(), "{name} {status}: {} in {}", faults.join("; "), answer.text());
    }
}

/// Lists what is wrong with a value by its schema. Stricter than the standard: undescribed fields are wrong too.
pub fn faults(schema: &'static Value, value: &Value) -> Vec<String> {
    faults_in(schema, value, "body")
}

fn check(schema: &'static Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    check_parts(schema, value, at, faults);
    let (Some(object), known) = (value.as_object(), fields(schema)) else { return };
    let unknown = object.keys().filter(|name| !known.is_empty() && !known.contains(&name.as_str()));
    faults.extend(unknown.map(|name| format!("{at} has {name}, which is not described")));
}

fn faults_in(schema: &'static Value, value: &Value, at: &str) -> Vec<String> {
    let mut faults = Vec::new();
    check(schema, value, at, &mut faults);
    faults
}

/// The names of all fields that an object may have.
fn fields(schema: &'static Value) -> Vec<&'static str> {
    let own = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    let parts = schema["allOf"].as_array().into_iter().flatten().chain(referenced(schema));
    own.chain(parts.flat_map(fields)).collect()
}

fn referenced(schema: &'static Value) -> Option<&'static Value> {
    let reference = schema["$ref"].as_str()?;
    let pointer = reference.strip_prefix('#').unwrap_or_else(|| panic!("{reference} is not in the document"));
    Some(DOCUMENT.pointer(pointer).unwrap_or_else(|| panic!("{reference} leads nowhere")))
}

fn check_parts(schema: &'static Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    for part in schema["allOf"].as_array().into_iter().flatten().chain(referenced(schema)) {
        check_parts(part, value, at, faults);
    }
    if let Some(choices) = schema["oneOf"].as_array()
        && !choices.iter().any(|choice| faults_in(choice, value, at).is_empty())
    {
        faults.push(format!("{at} is {value}, which is none of {choices:?}"));
    }
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(value) = value.get(name) {
            check(inner, value, &format!("{at}.{name}"), faults);
        }
    }
    for (index, value) in value.as_array().filter(|_| !schema["items"].is_null()).into_iter().flatten().enumerate() {
        check(&schema["items"], value, &format!("{at}[{index}]"), faults);
    }
    for (keyword, rule) in schema.as_object().expect("a schema") {
        if !fits(keyword, rule, value) {
            faults.push(format!("{at} is {value}, against {keyword} {rule}"));
        }
    }
}

/// Whether a value itself obeys a rule. An unknown keyword never fits, so that no rule is skipped silently.
fn fits(keyword: &str, rule: &Value, value: &Value) -> bool {
    let size = value.as_array().map(Vec::len).or_else(|| value.as_str().map(|text| text.chars().count()));
    let compared = |given: Option<f64>, with: fn(&f64, &f64) -> bool| {
        given.is_none_or(|given| with(&given, &rule.as_f64().expect("a number")))
    };
    let sized = |with: fn(&u64, &u64) -> bool| {
        size.is_none_or(|size| with(&u64::try_from(size).expect("a size"), &rule.as_u64().expect("a number")))
    };
    match keyword {
        "type" => rule.as_array().map_or_else(|| is(rule, value), |kinds| kinds.iter().any(|kind| is(kind, value))),
        "required" => {
            rule.as_array().into_iter().flatten().all(|name| value.get(name.as_str().unwrap_or_default()).is_some())
        }
        "enum" => rule.as_array().into_iter().flatten().any(|allowed| allowed == value),
        "format" => value.is_null() || has_format(rule.as_str().unwrap_or_default(), value),
        "minimum" => compared(value.as_f64(), f64::ge),
        "maximum" => compared(value.as_f64(), f64::le),
        "minItems" | "minLength" => sized(u64::ge),
        "maxItems" | "maxLength" => sized(u64::le),
        other => STRUCTURE.contains(&other) || ANNOTATIONS.contains(&other),
    }
}

fn is(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap_or_default() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    }
}

fn has_format(format: &str, value: &Value) -> bool {
    match format {
        "uuid" => value.as_str().is_some_and(|text| uuid::Uuid::try_parse(text).is_ok_and(|id| id.to_string() == text)),
        "date-time" => {
            value.as_str().is_some_and(|text| text.ends_with('Z') && chrono::DateTime::parse_from_rfc3339(text).is_ok())
        }
        "int32" => value.as_i64().is_some_and(|number| i32::try_from(number).is_ok() || u32::try_from(number).is_ok()),
        "int64" => value.is_i64() || value.is_u64(),
        "double" => value.is_number(),
        _ => false,
    }
}
