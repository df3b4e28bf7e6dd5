//! Share messages and the placeholders in them.

use waffle_domain::share::{MAX_MESSAGE, ShareValues, parse_draft, parse_message};

use super::text;
use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target = Target {
    words: &[
        "{title}",
        "{price}",
        "{spots}",
        "{url}",
        "{",
        "}",
        "{{",
        "{winners}",
        "{left}",
        "{titl",
        "{TITLE}",
        "{ title }",
        "{url",
        "\x1e",
    ],
    check,
};

/// What separates the message from the title, which is the only value that someone other than the seller might have
/// written.
const SEPARATOR: char = '\x1e';

fn check(input: &[u8]) -> Seen {
    let text = text(input);
    let (title, message) = text.split_once(SEPARATOR).unwrap_or(("A {url} of {title}", &text));
    let values = ShareValues {
        title: title.to_owned(),
        price: "$25.00".to_owned(),
        spots: "{spots}{url}".to_owned(),
        url: "https://waffles.example/waffle/box".to_owned(),
        winners: "#7 @anna {draw}".to_owned(),
        ..ShareValues::default()
    };
    let expanded = values.expand(message);
    assert_eq!(expanded, one_by_one(&values, message));
    let names = ["{title}", "{winners}", "{spots}", "{url}"];
    let draft = match parse_draft("message", message) {
        Ok(draft) => draft,
        Err(refusal) => return Seen::refused(refusal.to_string()),
    };
    assert!(draft.chars().count() <= MAX_MESSAGE && !draft.contains(['\r', '\0']), "{draft:?}");
    assert_eq!(parse_draft("message", &draft).as_ref(), Ok(&draft));
    assert_eq!(parse_message("message", &draft).is_ok(), !draft.trim().is_empty());
    Seen::accepted((names.map(|name| message.matches(name).count().min(5)), message.matches('{').count().min(20)))
}

/// The same, the slow and plain way.
fn one_by_one(values: &ShareValues, message: &str) -> String {
    let (mut expanded, mut place) = (String::new(), 0);
    let known = values.named();
    while let Some(next) = message[place..].chars().next() {
        if let Some((name, value)) = known.iter().find(|(name, _)| message[place..].starts_with(name)) {
            expanded += if value.is_empty() { "–" } else { value };
            place += name.len();
        } else {
            expanded.push(next);
            place += next.len_utf8();
        }
    }
    expanded
}
