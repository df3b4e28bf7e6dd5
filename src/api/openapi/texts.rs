//! The patterns of texts: the domain's rules, as far as a pattern can say them, in one place for all fields and
//! parameters of the same kind.

use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::schema::{ArrayItems, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{OpenApi, PathItem, RefOr};
use waffle_domain::audit::AuditAction;
use waffle_domain::role::Role;

/// One line that is not blank.
const LINE: &str = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$";
/// One line, or nothing.
const LINE_OR_NONE: &str = r"^[^\x00-\x1f\x7f-\x9f]*$";
const NO_NUL: &str = r"^[^\x00]*$";
/// Lines without other control characters.
const LINES_OR_NONE: &str = r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*$";
const LINES: &str = r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x08\x0b-\x1f\x7f-\x9f]*$";
const NOT_BLANK: &str = r"\S";
const PRIZE: &str = r"^ *[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]{0,99}$";
const HANDLE: &str = "^ *@*[A-Za-z0-9._-]{1,64} *$";
const SOURCE: &str = "^[0-9a-f]{32}$";
const SIGNATURE: &str = "^[0-9a-fA-F]{96}$";
const USERNAME: &str = "^[A-Za-z0-9._-]{3,64}$";
const EMAIL: &str = concat!(
    r#"^[^@\s\x00-\x1f\x7f-\x9f<>,;"]+@[^@\s\x00-\x1f\x7f-\x9f<>,;".]"#,
    r#"([^@\s\x00-\x1f\x7f-\x9f<>,;"]*[^@\s\x00-\x1f\x7f-\x9f<>,;".])?$"#
);
/// An address without a user's name in it and without bidirectional control characters.
macro_rules! link {
    () => {
        concat!(
            r#"[hH][tT][tT][pP][sS]?://[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?"#,
            r#"([/?#][^\s\x00-\x1f\x7f-\x9f\\"<>\u200e\u200f\u202a-\u202e\u2066-\u2069]*)?"#
        )
    };
}
const LINK_OR_NONE: &str = concat!("^(", link!(), ")?$");
const HANDLE_OR_LINK: &str =
    concat!(r"^([^:\x00-\x1f\x7f-\x9f]*[^:\s\x00-\x1f\x7f-\x9f][^:\x00-\x1f\x7f-\x9f]*|", link!(), ")$");
const NUMBER_OR_NONE: &str = "^(-?[0-9]+)?$";
const UP_TO_100_OR_NONE: &str = "^([1-9][0-9]?|100)?$";
const ID_OR_NONE: &str = "^([0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})?$";
/// A day, or a moment as RFC 3339 writes it.
const DATE_OR_NONE: &str = concat!(
    "^([0-9]{4}-[0-9]{2}-[0-9]{2}",
    r"([Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2}))?)?$"
);

/// The fields of bodies: schema, field, pattern of the text or of each text in the list.
const FIELDS: [(&str, &str, &str); 38] = [
    ("NewDraw", "reason", LINE),
    ("NewDraw", "prizes", PRIZE),
    ("VoidReason", "reason", LINE),
    ("WinnerReplacement", "reason", LINE),
    ("HandedInRound", "signature", SIGNATURE),
    ("Merge", "into", HANDLE),
    ("Rename", "social_handle", HANDLE),
    ("SourceRelease", "source", SOURCE),
    ("Assignment", "social_handle", HANDLE),
    ("NewBlock", "handle", HANDLE),
    ("NewBlock", "reason", NO_NUL),
    ("NewWaffle", "title", LINE),
    ("NewWaffle", "description", NO_NUL),
    ("NewWaffle", "image_url", LINK_OR_NONE),
    ("NewWaffle", "social_media_links", LINK_OR_NONE),
    ("WaffleEdit", "title", LINE),
    ("WaffleEdit", "description", NO_NUL),
    ("WaffleEdit", "image_url", LINK_OR_NONE),
    ("WaffleEdit", "social_media_links", LINK_OR_NONE),
    ("NewShareMessage", "message", LINES),
    ("ShareDraft", "message", LINES_OR_NONE),
    ("NewShareTemplate", "name", LINE),
    ("NewShareTemplate", "body", LINES),
    ("ShareTemplateEdit", "name", LINE),
    ("ShareTemplateEdit", "body", LINES),
    ("NewPaymentMethod", "display_name", LINE),
    ("NewPaymentMethod", "handle_or_url", HANDLE_OR_LINK),
    ("NewPaymentMethod", "instructions", LINE),
    ("PaymentMethodEdit", "display_name", LINE),
    ("PaymentMethodEdit", "instructions", LINE),
    ("PaymentMethodEdit", "handle_or_url", HANDLE_OR_LINK),
    ("NewAccount", "username", USERNAME),
    ("NewAccount", "email", EMAIL),
    ("ProfileEdit", "email", EMAIL),
    ("Login", "username", NOT_BLANK),
    ("NumberedClaim", "social_handle", HANDLE),
    ("RandomClaim", "social_handle", HANDLE),
    ("SaysPaid", "note", LINES_OR_NONE),
];
/// The fields with names of people, which may be empty.
const NAMES: [&str; 3] = ["first_name", "last_name", "display_name"];
/// Lists of numbers, each named once.
const NUMBERS: [(&str, &str); 4] = [
    ("NumberedClaim", "spots"),
    ("GiveBack", "spots"),
    ("DrawnNumbers", "winning_spot_numbers"),
    ("OtherNumbers", "winning_spot_numbers"),
];

/// Adds the patterns to the bodies and parameters of all operations.
pub(super) fn describe(document: &mut OpenApi) {
    let named = ["NewAccount", "ProfileEdit"].into_iter().flat_map(|schema| NAMES.map(|name| (schema, name)));
    let patterns = FIELDS.into_iter().chain(named.map(|(schema, name)| (schema, name, LINE_OR_NONE)));
    for (schema, name, pattern) in patterns {
        if let Some(field) = field(document, schema, name) {
            set(field, pattern);
        }
    }
    for (schema, name) in NUMBERS {
        if let Some(Schema::Array(numbers)) = field(document, schema, name) {
            numbers.unique_items = true;
            if let ArrayItems::RefOrSchema(items) = &mut numbers.items
                && let RefOr::T(Schema::Object(number)) = items.as_mut()
            {
                number.minimum = Some(1.into());
            }
        }
    }
    describe_roles(document);
    for item in document.paths.paths.values_mut() {
        for parameter in operations(item).flat_map(|operation| operation.parameters.iter_mut().flatten()) {
            let RefOr::T(Parameter { name, parameter_in, schema: Some(RefOr::T(schema)), .. }) = parameter else {
                continue;
            };
            if let Some(pattern) = of_parameter(parameter_in, name).filter(|_| is_text(schema)) {
                set(schema, &pattern);
            }
        }
    }
}

fn of_parameter(place: &ParameterIn, name: &str) -> Option<String> {
    let pattern = match (place, name) {
        (ParameterIn::Path | ParameterIn::Query, "handle") => HANDLE,
        (ParameterIn::Query, "page" | "per_page") => NUMBER_OR_NONE,
        (ParameterIn::Query, "limit") => UP_TO_100_OR_NONE,
        (ParameterIn::Query, "from" | "to") => DATE_OR_NONE,
        (ParameterIn::Query, "admin_id") => ID_OR_NONE,
        (ParameterIn::Query, "search" | "q") => NO_NUL,
        (ParameterIn::Query, "action") => {
            let codes: Vec<&str> = AuditAction::ALL.iter().map(|action| action.as_str()).collect();
            return Some(format!("^({})?$", codes.join("|")));
        }
        _ => return None,
    };
    Some(pattern.to_owned())
}

/// A role may be `null`, like every optional field. A new account's may be anything: an unknown role is `admin`.
fn describe_roles(document: &mut OpenApi) {
    let text = || ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::String, Type::Null]));
    if let Some(role) = field(document, "StandingChange", "role") {
        let codes = Role::ALL.iter().rev().map(|role| serde_json::Value::from(role.as_str()));
        let codes: Vec<_> = codes.chain([serde_json::Value::Null]).collect();
        *role = text().enum_values(Some(codes)).build().into();
    }
    if let Some(role) = field(document, "NewAccount", "role") {
        let codes: Vec<&str> = Role::ALL.iter().rev().map(|role| role.as_str()).collect();
        let words = format!("One of `{}`; what is none of them is `admin`.", codes.join("`, `"));
        *role = text().description(Some(words)).build().into();
    }
}

fn field<'a>(document: &'a mut OpenApi, schema: &str, name: &str) -> Option<&'a mut Schema> {
    let RefOr::T(schema) = document.components.as_mut()?.schemas.get_mut(schema)? else { return None };
    // A mere reference is replaced as a whole.
    match property(schema, name)? {
        RefOr::T(field) => Some(field),
        reference @ RefOr::Ref(_) => {
            *reference = RefOr::T(ObjectBuilder::new().build().into());
            let RefOr::T(field) = reference else { return None };
            Some(field)
        }
    }
}

/// A property of an object, which may be made of parts.
fn property<'a>(schema: &'a mut Schema, name: &str) -> Option<&'a mut RefOr<Schema>> {
    match schema {
        Schema::Object(object) => object.properties.get_mut(name),
        Schema::AllOf(parts) => parts.items.iter_mut().find_map(|part| match part {
            RefOr::T(part) => property(part, name),
            RefOr::Ref(_) => None,
        }),
        _ => None,
    }
}

fn set(schema: &mut Schema, pattern: &str) {
    match schema {
        Schema::Object(text) => text.pattern = Some(pattern.to_owned()),
        Schema::Array(list) => {
            if let ArrayItems::RefOrSchema(items) = &mut list.items
                && let RefOr::T(items) = items.as_mut()
            {
                set(items, pattern);
            }
        }
        _ => {}
    }
}

fn is_text(schema: &Schema) -> bool {
    matches!(schema, Schema::Object(object) if object.schema_type == SchemaType::Type(Type::String))
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.post, &mut item.patch, &mut item.delete].into_iter().filter_map(Option::as_mut)
}

#[cfg(test)]
mod tests {
    use super::super::description::described;
    use super::{FIELDS, NUMBERS, field};

    #[test]
    fn every_field_of_the_lists_is_there() {
        let mut document = described();
        for (schema, name) in FIELDS.map(|(schema, name, _)| (schema, name)).into_iter().chain(NUMBERS) {
            assert!(field(&mut document, schema, name).is_some(), "{schema}.{name}");
        }
    }
}
