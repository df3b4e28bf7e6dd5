//! Titles, descriptions, names and notes may run from right to left: each is alone in an element that finds its
//! direction, so that quotes, full stops and arrows around it stay where they belong.

use std::collections::HashSet;

use super::super::Sources;

/// Text from people, by the last part of the expression's name.
const THEIRS: [&str; 17] = [
    "body",
    "description",
    "detail",
    "display_name",
    "handle_or_url",
    "label",
    "name",
    "nav_name",
    "preview",
    "prize",
    "reason",
    "said.note",
    "successor",
    "this",
    "title",
    "value",
    "search.value",
];

/// Expressions with such a name that are ours, a handle or a number.
const OURS: [(&str, &str); 30] = [
    ("admin/dashboard", "label"),
    ("admin/payment_method", "frame.title"),
    ("admin/payment_method", "label"),
    ("admin/reports", "label"),
    ("admin/reports", "report.title"),
    ("admin/reports", "title"),
    ("admin/reports", "value"),
    ("admin/second_factor", "this"),
    ("admin/share_template", "frame.title"),
    ("admin/system_settings", "title"),
    ("admin/waffle_form", "form.social_media_links.value"),
    ("api_docs", "description"),
    ("buyer_card", "title"),
    ("partials/spot_list", "label"),
    ("receipt", "this"),
    ("partials/api_answer", "name"),
    ("partials/api_description", "name"),
    ("partials/api_description", "title"),
    ("partials/api_operation", "name"),
    ("partials/api_values", "name"),
    ("partials/date_field", "label"),
    ("partials/find_spots", "label"),
    ("partials/message_field", "label"),
    ("partials/password_field", "label"),
    ("partials/profile_fields", "label"),
    ("partials/role_choices", "detail"),
    ("partials/role_choices", "label"),
    ("partials/search_form", "label"),
    ("partials/select_filter", "label"),
    ("partials/select_filter", "title"),
];

/// This file's own names: the labels of fields.
const OWN_LABEL: (&str, &str) = ("partials/text_field", "label");

/// Fields that hold numbers, codes, handles or addresses.
const LEFT_TO_RIGHT: [&str; 16] = [
    "admin_id",
    "assign-numbers",
    "code",
    "count",
    "find-handle",
    "handle",
    "limit",
    "links",
    "numbers",
    "recovery-code",
    "share",
    "social_media_links",
    "spot_price",
    "timezone",
    "username",
    "winning_spot_numbers",
];

/// A piece of a template.
#[derive(Debug)]
enum Piece {
    Open(String),
    Close,
    Value(String),
    Text,
}

const VOID: [&str; 7] = ["br", "img", "input", "link", "meta", "path", "use"];

/// Takes a template apart. Blocks and partials hold no text themselves, and both branches of a condition count.
fn pieces(source: &str) -> Vec<Piece> {
    let (mut pieces, mut rest) = (Vec::new(), source);
    while let Some(at) = rest.find(['<', '{']) {
        let (text, here) = rest.split_at(at);
        if text.chars().any(char::is_alphanumeric) {
            pieces.push(Piece::Text);
        }
        if let Some(inner) = here.strip_prefix("{{") {
            let end = inner.find("}}").unwrap();
            let name = inner[..end].trim_matches(['{', '~', ' ']);
            let name = name.strip_prefix("say ").unwrap_or(name);
            if name.starts_with("t \"") {
                pieces.push(Piece::Text);
            } else if let Some(field) = name.strip_prefix("value_of ") {
                pieces.push(Piece::Value(format!("form.{}.value", field.trim_matches('"'))));
            } else if !name.starts_with(['#', '/', '>', '!']) && !name.starts_with("else") && !name.contains(' ') {
                pieces.push(Piece::Value(name.to_owned()));
            }
            rest = inner[end..].trim_start_matches('}');
        } else if here.starts_with('<') {
            let tag = tag(here);
            let name = tag[1..].split([' ', '\n', '>', '{', '/']).next().unwrap();
            if tag.starts_with("</") {
                pieces.push(Piece::Close);
            } else if !tag.starts_with("<!") && !VOID.contains(&name) {
                pieces.push(Piece::Open(tag.to_owned()));
            }
            rest = &here[tag.len()..];
        } else {
            rest = &here[1..];
        }
    }
    pieces
}

/// The tag at the start, whose attributes may hold expressions.
fn tag(source: &str) -> &str {
    let mut depth = 0_i32;
    let end = source.char_indices().find(|(at, letter)| {
        depth += i32::from(source[*at..].starts_with("{{")) - i32::from(source[*at..].starts_with("}}"));
        *letter == '>' && depth == 0
    });
    &source[..=end.unwrap().0]
}

/// Whether an element finds its text's direction, or is known to run from left to right.
fn finds_its_direction(tag: &str) -> bool {
    tag.starts_with("<bdi") || tag.contains("dir=\"auto\"") || tag.contains("dir=\"ltr\"")
}

/// The errors of a template's values.
fn faults(name: &str, source: &str, ours: &mut HashSet<(&'static str, &'static str)>) -> Vec<String> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for piece in pieces(source) {
        match piece {
            // Whether the element mixes our text with theirs.
            Piece::Open(tag) => open.push((tag, false, None)),
            Piece::Close => {
                let Some((tag, mixed, Some(value))) = open.pop() else { continue };
                if !finds_its_direction(&tag) || mixed {
                    found.push(format!("{name}: {value} in {tag}"));
                }
            }
            Piece::Text => open.last_mut().into_iter().for_each(|(_, mixed, _)| *mixed = true),
            Piece::Value(value) => {
                let last = value.rsplit('.').next().unwrap();
                let known = OURS.iter().chain([&OWN_LABEL]).find(|(file, ours)| *file == name && *ours == value);
                ours.extend(known);
                let theirs = THEIRS.contains(&last) || THEIRS.contains(&value.as_str());
                if let (true, None, Some((_, _, held))) = (theirs, known, open.last_mut()) {
                    *held = Some(value);
                }
            }
        }
    }
    found
}

/// The fields of a template that hold words but find no direction.
fn fields(name: &str, source: &str) -> Vec<String> {
    let tags =
        source.match_indices("<input ").chain(source.match_indices("<textarea ")).map(|(at, _)| tag(&source[at..]));
    let of_words = tags.filter(|tag| {
        ["text", "search", "{{type}}"].iter().any(|kind| tag.contains(&format!("type=\"{kind}\"")))
            || !tag.contains("type=\"")
    });
    let id =
        |tag: &str| tag.split(" id=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default().to_owned();
    of_words
        .filter(|tag| !tag.contains("dir=\"auto\"") && !tag.contains("readonly"))
        .map(|tag| (id(tag), tag))
        .filter(|(id, _)| !LEFT_TO_RIGHT.contains(&id.as_str()) && id != "{{name}}")
        .map(|(_, tag)| format!("{name}: {tag}"))
        .collect()
}

#[test]
fn what_people_wrote_finds_its_own_direction() {
    let (mut found, mut ours) = (Vec::new(), HashSet::new());
    for file in Sources::iter() {
        let source = String::from_utf8(Sources::get(&file).unwrap().data.into_owned()).unwrap();
        let name = file.strip_suffix(".hbs").unwrap();
        found.extend(faults(name, &source, &mut ours));
        found.extend(fields(name, &source));
    }
    assert!(found.is_empty(), "{found:#?}");
    let stale: Vec<_> = OURS.iter().filter(|entry| !ours.contains(*entry)).collect();
    assert!(stale.is_empty(), "not there any more: {stale:?}");
}

#[test]
fn a_title_next_to_our_words_is_found() {
    for (template, right) in [
        ("<h1 dir=\"auto\">{{title}}</h1>", true),
        ("<h1>Delete “<bdi>{{title}}</bdi>”?</h1>", true),
        ("<h1>{{title}}</h1>", false),
        ("<h1 dir=\"auto\">Delete “{{title}}”?</h1>", false),
        ("<h1 dir=\"auto\">{{#if a}}Delete {{/if}}{{waffle.title}}</h1>", false),
    ] {
        assert_eq!(faults("test", template, &mut HashSet::new()).is_empty(), right, "{template}");
    }
}
