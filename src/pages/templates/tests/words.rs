//! Pages keep to the words of `docs/WORDS.md`.

use super::super::Sources;

/// What reads as translated, or has another word in the list.
const NOT_OURS: [&str; 17] = [
    " anew",
    " any more",
    "anybody",
    "activate again",
    "everybody",
    "good no more",
    "hand it over",
    "hand over",
    "has to be",
    "log in",
    "log out",
    "login history",
    "marked field",
    "nobody",
    "opens nothing",
    "somebody",
    "way to pay",
];

#[test]
fn pages_use_the_words_of_the_list() {
    let mut found = Vec::new();
    for file in Sources::iter() {
        let source = String::from_utf8(Sources::get(&file).unwrap().data.into_owned()).unwrap().to_lowercase();
        let text = source.split_whitespace().collect::<Vec<_>>().join(" ");
        found.extend(NOT_OURS.iter().filter(|words| text.contains(**words)).map(|words| format!("{file}: {words}")));
    }
    assert!(found.is_empty(), "{found:#?}");
}
