//! Schemas for readers: fields as rows, types and limits in words, examples.

use serde_json::Value as Json;
use utoipa::Number;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{
    Array, ArrayItems, Components, KnownFormat, Object, Schema, SchemaFormat, SchemaType, Type,
};
use waffle_domain::number::grouped;

use super::prose::blocks;
use crate::context::api_docs::Value;

/// The id in examples.
const SOME_ID: &str = "0197a1c4-8f1e-7c52-9d3b-5e8f0a6b2c41";

/// The longest pattern that a reader can still make sense of.
const LONGEST_PATTERN: usize = 60;

/// All schemas of the description.
#[derive(Clone, Copy)]
pub(super) struct Schemas<'a>(pub(super) &'a Components);

impl<'a> Schemas<'a> {
    /// Lists the fields of an object, or of the objects in a list. Fields of inner objects are named by path.
    pub(super) fn fields(self, schema: &'a RefOr<Schema>) -> Vec<Value> {
        let mut rows = Vec::new();
        self.collect(schema, "", &mut rows);
        rows
    }

    fn collect(self, schema: &'a RefOr<Schema>, path: &str, rows: &mut Vec<Value>) {
        match self.resolved(schema) {
            Some(Schema::Array(Array { items: ArrayItems::RefOrSchema(items), .. })) => {
                self.collect(items, &format!("{path}[]"), rows);
            }
            Some(object) => {
                let dot = if path.is_empty() || path == "[]" { "" } else { "." };
                let path = path.strip_prefix("[]").unwrap_or(path);
                for (name, field, required) in self.properties(object) {
                    let path = format!("{path}{dot}{name}");
                    rows.push(self.value(path.clone(), field, required));
                    self.collect(field, &path, rows);
                }
            }
            None => {}
        }
    }

    fn properties(self, schema: &'a Schema) -> Vec<(&'a str, &'a RefOr<Schema>, bool)> {
        match schema {
            Schema::Object(object) => {
                let required = |name| object.required.contains(name);
                object.properties.iter().map(|(name, field)| (name.as_str(), field, required(name))).collect()
            }
            Schema::AllOf(all) => {
                all.items.iter().filter_map(|part| self.resolved(part)).flat_map(|part| self.properties(part)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Describes a field or parameter as a row.
    pub(super) fn value(self, name: String, schema: &'a RefOr<Schema>, required: bool) -> Value {
        let resolved = self.resolved(schema);
        let says = match (schema, resolved) {
            (RefOr::Ref(reference), _) if !reference.description.is_empty() => Some(&reference.description),
            (_, Some(Schema::Object(object))) => object.description.as_ref(),
            (_, Some(Schema::Array(array))) => array.description.as_ref(),
            _ => None,
        };
        let example = match resolved {
            Some(Schema::Object(object)) => object.example.as_ref().map(plain),
            Some(Schema::Array(array)) => array.example.as_ref().map(plain),
            _ => None,
        };
        let kind = resolved.map(|schema| self.kind(schema)).unwrap_or_default();
        let limits = resolved.map(limits).unwrap_or_default();
        let kind = std::iter::once(kind).chain(limits).collect::<Vec<_>>().join(", ");
        Value { name, place: "", required, kind, says: says.map(|text| blocks(text)).unwrap_or_default(), example }
    }

    /// Names the form of a body: `an object` or `a list of objects`.
    pub(super) fn form(self, schema: &'a RefOr<Schema>) -> &'static str {
        match self.resolved(schema) {
            Some(Schema::Array(_)) => "a list of objects",
            _ => "an object",
        }
    }

    fn kind(self, schema: &'a Schema) -> String {
        match schema {
            Schema::Array(Array { items: ArrayItems::RefOrSchema(items), schema_type, .. }) => {
                let of = self.resolved(items).map(|item| self.kind(item)).unwrap_or_default();
                format!("list of {of}s{}", or_null(schema_type))
            }
            Schema::Object(object) => match &object.enum_values {
                Some(values) => values.iter().map(plain).collect::<Vec<_>>().join(" | "),
                None => format!("{}{}", name(object), or_null(&object.schema_type)),
            },
            _ => "object".to_owned(),
        }
    }

    /// Sample JSON with the required fields and those that have an example, in order.
    pub(super) fn example(self, schema: &'a RefOr<Schema>) -> String {
        let fields = self.resolved(schema).map(|object| self.properties(object)).unwrap_or_default();
        let lines = fields.into_iter().filter_map(|(name, field, required)| {
            let given = match self.resolved(field)? {
                Schema::Array(array) => array.example.clone(),
                Schema::Object(object) => object.example.clone().or_else(|| required.then(|| some_value(object))),
                _ => None,
            };
            Some(format!("  {}: {}", Json::from(name), given?))
        });
        format!("{{\n{}\n}}", lines.collect::<Vec<_>>().join(",\n"))
    }

    /// Resolves a reference to its schema.
    pub(super) fn resolved(self, schema: &'a RefOr<Schema>) -> Option<&'a Schema> {
        match schema {
            RefOr::T(schema) => Some(schema),
            RefOr::Ref(reference) => {
                let name = reference.ref_location.strip_prefix("#/components/schemas/")?;
                self.resolved(self.0.schemas.get(name)?)
            }
        }
    }
}

fn name(object: &Object) -> &'static str {
    let is = |kind: Type| match &object.schema_type {
        SchemaType::Type(only) => *only == kind,
        SchemaType::Array(several) => several.contains(&kind),
        SchemaType::AnyValue => false,
    };
    match &object.format {
        Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)) => "UUID",
        Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)) => "time",
        _ if is(Type::Integer) => "integer",
        _ if is(Type::String) => "string",
        _ if is(Type::Number) => "number",
        _ if is(Type::Boolean) => "boolean",
        _ => "object",
    }
}

fn or_null(kind: &SchemaType) -> &'static str {
    match kind {
        SchemaType::Array(several) if several.contains(&Type::Null) => " or null",
        _ => "",
    }
}

/// The limits of a value beyond its type.
fn limits(schema: &Schema) -> Vec<String> {
    let (range, pattern, default) = match schema {
        Schema::Object(object) => {
            let value = between(object.minimum.as_ref().and_then(whole), object.maximum.as_ref().and_then(whole), "");
            let length = between(count(object.min_length), count(object.max_length), "character");
            ([value, length], object.pattern.as_ref(), object.default.as_ref())
        }
        Schema::Array(array) => {
            ([between(count(array.min_items), count(array.max_items), "item"), None], None, array.default.as_ref())
        }
        _ => return Vec::new(),
    };
    let pattern = pattern.filter(|pattern| pattern.len() <= LONGEST_PATTERN);
    let pattern = pattern.map(|pattern| format!("matches {pattern}"));
    let default = default.map(|default| format!("default {}", plain(default)));
    range.into_iter().chain([pattern, default]).flatten().collect()
}

/// A range in words. `thing` is what it counts, or empty for plain numbers.
fn between(least: Option<u64>, most: Option<u64>, thing: &str) -> Option<String> {
    let of = |number: u64| match (thing, number) {
        ("", _) => grouped(number),
        (_, 1) => format!("1 {thing}"),
        _ => format!("{} {thing}s", grouped(number)),
    };
    match (least, most) {
        (Some(least), Some(most)) => Some(format!("{} to {}", grouped(least), of(most))),
        (Some(least), None) if least > 0 => Some(format!("at least {}", of(least))),
        (None, Some(most)) => Some(format!("at most {}", of(most))),
        _ => None,
    }
}

fn count(number: Option<usize>) -> Option<u64> {
    number.and_then(|number| u64::try_from(number).ok())
}

fn whole(number: &Number) -> Option<u64> {
    serde_json::to_value(number)
        .ok()?
        .as_f64()
        .filter(|number| *number >= 0.0)
        .and_then(|number| format!("{number:.0}").parse().ok())
}

/// A sample value for a field that has no example.
fn some_value(object: &Object) -> Json {
    if let Some(first) = object.enum_values.as_ref().and_then(|values| values.first()) {
        return first.clone();
    }
    match name(object) {
        "UUID" => SOME_ID.into(),
        "integer" | "number" => 1.into(),
        "boolean" => true.into(),
        _ => "…".into(),
    }
}

/// A string without quotes, anything else as JSON.
fn plain(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
