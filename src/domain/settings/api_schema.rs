//! The settings in the API's description.

use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

use super::change::SettingsChange;
use super::{SettingKey, Settings};

impl ToSchema for Settings {}

impl PartialSchema for Settings {
    #[expect(deprecated, reason = "the schemas that are derived have an `example` too, not `examples`")]
    fn schema() -> RefOr<Schema> {
        let about = "Every setting by its name, and two of them by their second names too.";
        let defaults = Self::default();
        let object = named().fold(ObjectBuilder::new(), |object, (name, key, about)| {
            let text = ObjectBuilder::new().description(Some(about));
            let default = defaults.get(key);
            let field = match default.parse::<u32>() {
                Ok(number) => text
                    .schema_type(Type::Integer)
                    .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
                    .minimum(Some(0))
                    .example(Some(number.into())),
                Err(_) => text.schema_type(Type::String).example(Some(default.into())),
            };
            object.property(name, field).required(name)
        });
        object.description(Some(about)).into()
    }
}

impl ToSchema for SettingsChange {}

impl PartialSchema for SettingsChange {
    fn schema() -> RefOr<Schema> {
        let about = "What is to change, by either name; a setting that is not there stays. Numbers may also be sent as \
            texts of digits.";
        let object = named().fold(ObjectBuilder::new(), |object, (name, key, about)| {
            let field = match key.setting().range {
                Some(range) => ObjectBuilder::new()
                    .schema_type(SchemaType::from_iter([Type::Integer, Type::String]))
                    .description(Some(about))
                    .minimum(Some(*range.start()))
                    .maximum(Some(*range.end()))
                    .pattern(Some("^[0-9]+$")),
                None => ObjectBuilder::new().schema_type(Type::String).description(Some(format!(
                    "{about} A host name or an address, with `:port` unless that is 43. It has to be reachable."
                ))),
            };
            object.property(name, field)
        });
        object.description(Some(about)).into()
    }
}

/// Lists the settings by their names, and then by their second names, with their descriptions.
fn named() -> impl Iterator<Item = (&'static str, SettingKey, String)> {
    let first = SettingKey::ALL.into_iter().map(|key| (key.as_str(), key, key.about().to_owned()));
    let second = SettingKey::ALL.into_iter().filter_map(|key| {
        let same = format!("The same as `{}`.", key.as_str());
        Some((key.setting().alias?, key, same))
    });
    first.chain(second)
}
