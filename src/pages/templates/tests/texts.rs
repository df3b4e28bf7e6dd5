//! Every text that people read is in `languages/`, and each that is there is used.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use waffle_language::{Language, keys, known};

use super::super::Sources;
use super::super::texts::with_plain_texts;

/// What describes the API, which is in English.
const OF_THE_API: [&str; 5] = [
    "partials/api_answer.hbs",
    "partials/api_description.hbs",
    "partials/api_operation.hbs",
    "partials/api_values.hbs",
    "partials/prose.hbs",
];

/// Attributes that people see or hear.
const READ: [&str; 9] =
    ["alt", "aria-label", "aria-description", "content", "data-empty", "data-label", "label", "placeholder", "title"];

/// These name calls and texts that are not there.
const OURS: [&str; 2] = ["tests/texts.rs", "tests/calls.rs"];

/// Words that are the same in all languages.
const SAME: [&str; 4] = ["Waffle", "API", "CSV", "QR"];

/// Files below a folder of the repository, with their texts.
pub(super) fn files(folder: &str, ending: &str) -> Vec<(PathBuf, String)> {
    fn gather(path: &Path, ending: &str, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                gather(&path, ending, found);
            } else if path.extension().is_some_and(|own| own == ending) {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    let mut found = Vec::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder), ending, &mut found);
    found
}

/// The text without everything between two marks.
pub(super) fn without(text: &str, open: &str, close: &str) -> String {
    let (mut left, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once(open) {
        left.push_str(before);
        left.push('|');
        rest = after.split_once(close).map_or("", |(_, after)| after);
    }
    left + rest
}

fn is_words(text: &str) -> bool {
    let mut letters = text.chars().filter(|letter| letter.is_alphabetic());
    letters.nth(1).is_some() && !SAME.contains(&text.trim_matches(|letter: char| !letter.is_alphabetic()))
}

/// The texts of a template that are not in the files of the languages.
fn leftovers(template: &str) -> Vec<String> {
    let plain =
        without(&without(&without(template, "{{!--", "--}}"), "<code>", "</code>"), "{{", "}}").replace('}', "");
    let mut found: Vec<String> =
        without(&plain, "<", ">").split('|').map(str::trim).filter(|text| is_words(text)).map(str::to_owned).collect();
    for name in READ {
        let begin = format!(" {name}=\"");
        let values = plain.split(&begin).skip(1).filter_map(|rest| rest.split('"').next());
        let words = |value: &&str| {
            value.split('|').any(|part| is_words(part) && (part.contains(' ') || part.starts_with(char::is_uppercase)))
        };
        let own = |value: &&str| value.starts_with("width=device-width") || *value == "light dark";
        found.extend(values.filter(words).filter(|value| !own(value)).map(|value| format!("{name}: {value}")));
    }
    found
}

#[test]
fn no_template_has_a_text() {
    let mut found = Vec::new();
    for file in Sources::iter().filter(|file| !OF_THE_API.contains(&&**file)) {
        let source = String::from_utf8(Sources::get(&file).unwrap().data.into_owned()).unwrap();
        found.extend(leftovers(&source).into_iter().map(|text| format!("{file}: {text}")));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_text_in_a_template_is_found() {
    for (template, text) in [
        ("<p>{{t \"a-b\"}} and</p>", Some("and")),
        ("<a title=\"See {{x}}\"></a>", Some("title: See |")),
        ("<p class=\"big one\">{{#if x}}#{{number}}{{/if}} · Waffle</p>", None),
        ("{{!-- A note. --}}<b data-left>{{tally left}}</b> / 7", None),
    ] {
        assert_eq!(leftovers(template).first().map(String::as_str), text, "{template}");
    }
}

/// The texts that a stylesheet puts on the page.
fn generated(stylesheet: &str) -> Vec<&str> {
    let contents = stylesheet.split("content:").skip(1).filter_map(|rest| rest.split(';').next());
    contents.flat_map(|content| content.split(['"', '\'']).skip(1).step_by(2)).filter(|text| is_words(text)).collect()
}

#[test]
fn no_stylesheet_has_a_text() {
    let mut found = Vec::new();
    for (path, stylesheet) in files("static", "css") {
        found.extend(generated(&stylesheet).iter().map(|text| format!("{}: {text}", path.display())));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_text_in_a_stylesheet_is_found() {
    for (rule, text) in [
        ("p:empty::before {\n  content: \"Nothing yet.\";\n}", Some("Nothing yet.")),
        ("p::after { content: \"★ \" / \"winner\"; }", Some("winner")),
        ("p::before { content: attr(data-label) \": \"; justify-content: center; }", None),
    ] {
        assert_eq!(generated(rule).first().copied(), text, "{rule}");
    }
}

/// Whether a text in quotes of a script is a sentence or a word for people.
fn reads_as_words(text: &str) -> bool {
    let code = ['[', ']', '<', '>', '=', '(', ')', '{', '}', '/', '_', '#', '`'];
    let first = text.chars().next().unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_word = |word: &&str| word.chars().filter(|letter| letter.is_alphabetic()).count() > 1;
    let sentence =
        words.iter().filter(|word| is_word(word)).count() > 1 && text.contains(['’', '.', ',', '?', '!', '…']);
    let label = first.is_uppercase() && is_word(&words.first().copied().unwrap_or_default());
    (sentence || label) && !text.contains(code)
}

/// What scripts call by names that read as words: keys, headers, events and methods.
const NAMES: [&str; 12] =
    ["AbortError", "Date", "End", "Enter", "Escape", "GET", "HEAD", "Home", "POST", "PageDown", "PageUp", "UTC"];

#[test]
fn no_script_has_a_text() {
    let mut found = Vec::new();
    for (path, script) in files("static", "js") {
        for line in script.lines().map(str::trim).filter(|line| !line.starts_with(['/', '*'])) {
            let quoted = line.split('\'').skip(1).step_by(2);
            let texts = quoted.filter(|text| {
                let of_http = text.contains('-') && text.starts_with(char::is_uppercase);
                reads_as_words(text)
                    && !text.starts_with('.')
                    && !NAMES.contains(text)
                    && !text.starts_with("Arrow")
                    && !of_http
            });
            found.extend(texts.map(|text| format!("{}: {text}", path.file_name().unwrap().display())));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The keys that a Rust file names.
fn named(source: &str) -> impl Iterator<Item = &str> {
    source.split("say!(").skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next())
}

#[test]
fn every_text_is_there_and_used() {
    let mut used: BTreeSet<String> = BTreeSet::new();
    let mut missing = Vec::new();
    let sources = [("src", "rs"), ("actors", "rs"), ("templates", "hbs"), ("static", "js")];
    let files: Vec<_> = sources.iter().flat_map(|(folder, ending)| files(folder, ending)).collect();
    for (path, source) in &files {
        let unknown = named(source).filter(|key| !known(key) && !OURS.iter().any(|own| path.ends_with(own)));
        missing.extend(unknown.map(|key| format!("{}: {key}", path.display())));
        used.extend(source.split(['"', '\'', '`']).map(str::to_owned));
        for call in ["of_code(\"", "coded \""] {
            let kinds = source.split(call).skip(1).filter_map(|rest| rest.split('"').next());
            for kind in kinds {
                used.extend(keys().filter(|key| key.strip_prefix(kind).is_some_and(|rest| rest.starts_with('-'))));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    let unused: Vec<_> = keys().filter(|key| !used.contains(key)).collect();
    assert!(unused.is_empty(), "{unused:#?}");
}

#[test]
fn every_template_finds_its_texts() {
    for file in Sources::iter() {
        let source = String::from_utf8(Sources::get(&file).unwrap().data.into_owned()).unwrap();
        for language in Language::all() {
            with_plain_texts(&source, language).unwrap();
        }
    }
}
