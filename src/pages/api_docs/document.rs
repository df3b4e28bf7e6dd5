//! An OpenAPI document as a template needs it.

use std::fmt;

use serde::Deserialize as Read;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};

/// The objects whose keys are names. Their order matters to readers, but objects in templates are sorted.
const NAMED: [&str; 5] = ["content", "headers", "paths", "properties", "responses"];

/// An OpenAPI document in which paths, properties, answers, media types and headers are lists, in order, of objects
/// with a `name`. References are replaced by what they refer to, and an object of several parts has the properties of
/// all of them.
pub(super) struct Document(pub(super) Value);

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut document = Ordered::deserialize(deserializer)?.with_lists();
        let schemas = document["components"]["schemas"].take();
        resolve(&mut document, &schemas);
        Ok(Self(document))
    }
}

/// JSON whose objects keep their order.
#[derive(Read)]
#[serde(untagged)]
enum Ordered {
    Object(Fields),
    List(Vec<Self>),
    Other(Value),
}

struct Fields(Vec<(String, Ordered)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Fields;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                std::iter::from_fn(|| map.next_entry().transpose()).collect::<Result<_, _>>().map(Fields)
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

impl Ordered {
    fn with_lists(self) -> Value {
        match self {
            Self::Object(Fields(fields)) => {
                let values = fields.into_iter().map(|(key, value)| match value {
                    Self::Object(named) if NAMED.contains(&key.as_str()) => (key, list(named)),
                    value => (key, value.with_lists()),
                });
                Value::Object(values.collect())
            }
            Self::List(items) => items.into_iter().map(Self::with_lists).collect(),
            Self::Other(value) => value,
        }
    }
}

fn list(Fields(named): Fields) -> Value {
    let items = named.into_iter().map(|(name, value)| {
        let mut value = value.with_lists();
        if let Value::Object(fields) = &mut value {
            fields.insert("name".to_owned(), name.into());
        }
        value
    });
    items.collect()
}

/// Replaces references to schemas, none of which holds itself.
fn resolve(value: &mut Value, schemas: &Value) {
    if let Some(name) = value["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        let mut found = schemas[name].as_object().cloned().unwrap_or_default();
        // A description next to the reference is about the field.
        found.extend(value.as_object().into_iter().flatten().map(|(key, own)| (key.clone(), own.clone())));
        found.remove("$ref");
        *value = Value::Object(found);
    }
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| resolve(item, schemas)),
        Value::Object(fields) => {
            fields.values_mut().for_each(|field| resolve(field, schemas));
            join_parts(fields);
        }
        _ => {}
    }
}

fn join_parts(fields: &mut Map<String, Value>) {
    let Some(Value::Array(parts)) = fields.remove("allOf") else { return };
    for list in ["properties", "required"] {
        let items = parts.iter().filter_map(|part| part[list].as_array()).flatten().cloned();
        fields.insert(list.to_owned(), items.collect());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Document;

    #[test]
    fn names_keep_their_order_and_references_are_replaced() {
        let text = r##"{
            "paths": {
                "/b": {"get": {"schema": {"$ref": "#/components/schemas/Both", "description": "This one."}}},
                "/a": {}
            },
            "components": {"schemas": {
                "Both": {"description": "Any.", "allOf": [
                    {"required": ["z"], "properties": {
                        "z": {"type": "string"}, "content": {"$ref": "#/components/schemas/Inner"}
                    }},
                    {"properties": {"a": {}}}
                ]},
                "Inner": {"properties": {"y": {}, "b": {}}}
            }}
        }"##;
        let document: Document = serde_json::from_str(text).unwrap();
        let inner = json!({"name": "content", "properties": [{"name": "y"}, {"name": "b"}]});
        let schema = json!({
            "description": "This one.",
            "properties": [{"name": "z", "type": "string"}, inner, {"name": "a"}],
            "required": ["z"],
        });
        assert_eq!(document.0["paths"], json!([{"name": "/b", "get": {"schema": schema}}, {"name": "/a"}]));
    }
}
