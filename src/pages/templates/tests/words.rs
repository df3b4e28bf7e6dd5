//! Pages keep to the words of `docs/WORDS.md`, and comments to plain English.

use std::fs;
use std::path::Path;

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

/// The folders whose comments have been read through. Others join once theirs are as plain.
const READ: [&str; 6] = ["actors", "src/api", "src/pages", "src/private_postgres", "src/waffle", "static"];

/// Words and phrases that read as translated in a comment.
const NOT_PLAIN: [&str; 24] = [
    "anew",
    "anybody",
    "at once",
    "beside",
    "by chance",
    "deed",
    "everybody",
    "go by",
    "goes by",
    "he",
    "him",
    "his",
    "in vain",
    "meanwhile",
    "nobody",
    "of its own",
    "of their own",
    "shall",
    "so many",
    "somebody",
    "strangers",
    "tells",
    "told",
    "whoever",
];

/// The comments of a source file in lower case, with single spaces around words; the whole text of a document. Code
/// between backticks is left out.
fn comments(file: &Path, source: &str) -> String {
    let is_document = file.extension().is_some_and(|extension| extension == "md");
    let mut text = String::new();
    for line in source.lines().map(str::trim) {
        let comment = if is_document || ["# ", "* ", "/*"].iter().any(|mark| line.starts_with(mark)) {
            Some(line)
        } else if line.starts_with("//") {
            line.get(2..)
        } else {
            line.split_once(" // ").map(|(_, comment)| comment)
        };
        // Code ends a phrase.
        text.push_str(comment.unwrap_or("|"));
        text.push(' ');
    }
    let prose: Vec<&str> = text.split('`').step_by(2).collect();
    let prose = prose.join(" | ").to_lowercase();
    let words = prose.split(|letter: char| !letter.is_alphanumeric() && letter != '|').filter(|word| !word.is_empty());
    format!(" {} ", words.collect::<Vec<_>>().join(" "))
}

fn find_in(folder: &Path, files: &mut usize, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            find_in(&path, files, found);
        } else if path
            .extension()
            .is_some_and(|extension| ["rs", "js", "md", "sh"].iter().any(|read| extension == *read))
        {
            *files += 1;
            let text = comments(&path, &fs::read_to_string(&path).unwrap());
            let words = NOT_PLAIN.iter().filter(|words| text.contains(&format!(" {words} ")));
            found.extend(words.map(|words| format!("{}: {words}", path.display())));
        }
    }
}

#[test]
fn comments_are_in_plain_english() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut files, mut found) = (0, Vec::new());
    for folder in READ {
        find_in(&root.join(folder), &mut files, &mut found);
    }
    assert!(files > 300, "only {files} files were found");
    assert!(found.is_empty(), "{found:#?}");
}
