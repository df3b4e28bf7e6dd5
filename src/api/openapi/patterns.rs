//! The patterns of texts. A field or parameter names its kind of text as its `format`; here each kind gets the pattern
//! that stands with the type that judges it.

use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ArrayItems, Schema, SchemaFormat};
use utoipa::openapi::{OpenApi, RefOr};
use waffle_domain::audit_scope_and_filter::AuditFilter;
use waffle_domain::claim::Source;
use waffle_domain::draw::beacon::SIGNATURE;
use waffle_domain::draw::prizes::Prizes;
use waffle_domain::email::Email;
use waffle_domain::handle::Handle;
use waffle_domain::link::LINK_OR_NONE;
use waffle_domain::paging::Paging;
use waffle_domain::patterns::{ID_OR_NONE, LINE, LINE_OR_NONE, LINES, LINES_OR_NONE, NO_NUL, NOT_BLANK};
use waffle_domain::payment::HANDLE_OR_LINK;
use waffle_domain::photo::PhotoHash;
use waffle_domain::report::period::Range;
use waffle_domain::report::ranking_length::Limit;
use waffle_domain::username::Username;

use super::operations;

/// Returns the pattern of a kind of texts; `None` if there is no such kind.
fn pattern(kind: &str) -> Option<String> {
    let pattern = match kind {
        "action" => return Some(AuditFilter::action_pattern()),
        "date" => Range::PATTERN,
        "email" => Email::PATTERN,
        "handle" => Handle::PATTERN,
        "handle_or_link" => HANDLE_OR_LINK,
        "id" => ID_OR_NONE,
        "limit" => Limit::PATTERN,
        "line" => LINE,
        "line_or_none" => LINE_OR_NONE,
        "lines" => LINES,
        "lines_or_none" => LINES_OR_NONE,
        "link" => LINK_OR_NONE,
        "not_blank" => NOT_BLANK,
        "page" => Paging::PATTERN,
        "photo_or_none" => PhotoHash::ADDRESS_OR_NONE,
        "prize" => Prizes::PATTERN,
        "signature" => SIGNATURE,
        "source" => Source::PATTERN,
        "text" => NO_NUL,
        "username" => Username::PATTERN,
        _ => return None,
    };
    Some(pattern.to_owned())
}

/// Puts the patterns into all bodies and parameters.
pub(super) fn fill_in(document: &mut OpenApi) {
    for item in document.paths.paths.values_mut() {
        operations(item).for_each(|(_, operation)| of_parameters(operation));
    }
    let components = document.components.iter_mut().flat_map(|components| components.schemas.values_mut());
    components.for_each(of_schema);
}

fn of_parameters(operation: &mut Operation) {
    for parameter in operation.parameters.iter_mut().flatten() {
        if let RefOr::T(parameter) = parameter {
            parameter.schema.iter_mut().for_each(of_schema);
        }
    }
}

fn of_schema(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            if let Some(SchemaFormat::Custom(kind)) = &object.format
                && let Some(pattern) = pattern(kind)
            {
                (object.format, object.pattern) = (None, Some(pattern));
            }
            object.properties.values_mut().for_each(of_schema);
        }
        RefOr::T(Schema::Array(array)) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                of_schema(items);
            }
        }
        RefOr::T(Schema::AllOf(parts)) => parts.items.iter_mut().for_each(of_schema),
        _ => {}
    }
}
