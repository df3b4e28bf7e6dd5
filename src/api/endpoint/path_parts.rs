//! The variable parts of paths.

use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};

use super::values::{Kind, handle, i32, i64, text, uuid};

/// Where in a path, kind, description, example.
type Part = (&'static str, Kind, &'static str, &'static str);

/// The first row that fits describes a part.
const PARTS: [Part; 18] = [
    ("/{slug}", text, "The waffle's name in addresses.", "golden-hour"),
    ("slug}/draws/{number}", i32, "The draw's number.", "1"),
    ("id}/draws/{number}/replace", i32, "The number of the draw that decided the winners.", ""),
    ("id}/draws/{number}", i32, "The draw's number.", ""),
    ("/photos/{hash}", text, "The SHA-256 of the photo, in lowercase.", ""),
    ("/receipts/{token}", text, "The receipt's token.", ""),
    ("id}/buyers/{handle}", handle, "The buyer's handle.", "anna"),
    ("/api/buyers/{handle}", handle, "The buyer's social handle.", "anna"),
    ("/users/{handle}", handle, "The handle that goes.", "ana"),
    ("/blocked-handles/{handle}", handle, "The handle.", "troll"),
    ("/waffles/{id}", uuid, "The waffle's id.", ""),
    ("/spots/{id}", i64, "The spot's id.", ""),
    ("/audit/{id}", uuid, "The entry's id.", ""),
    ("/sessions/{id}", uuid, "The session's id.", ""),
    ("/share-templates/{id}", uuid, "The template's id.", ""),
    ("/payment-methods/{id}", uuid, "The method's id.", ""),
    ("/payers/{id}", uuid, "The payer's id.", ""),
    ("/admins/{id}", uuid, "The account's id.", ""),
];

/// Describes the variable parts of a path.
pub(super) fn of_path(path: &str) -> impl Iterator<Item = Parameter> {
    let names = path.split('/').filter_map(|part| Some(part.strip_prefix('{')?.split_once('}')?.0));
    names.map(move |name| {
        let fits = |place: &str| path.contains(place) && place.contains(&format!("{{{name}}}"));
        let part = PARTS.iter().find(|(place, ..)| fits(place));
        let (_, kind, description, example) = *part.unwrap_or(&("", text, "", ""));
        let example = match example.parse::<i64>() {
            Ok(number) => Some(number.into()),
            Err(_) => (!example.is_empty()).then(|| example.into()),
        };
        ParameterBuilder::new()
            .name(name)
            .parameter_in(ParameterIn::Path)
            .required(Required::True)
            .description(Some(description))
            .schema(Some(kind()))
            .example(example)
            .build()
    })
}
