//! Pages keep to the words of `docs/WORDS.md`, and comments and documents to plain English.

use std::fs;
use std::path::Path;

/// What reads as translated, or has another word in the list.
const NOT_OURS: [&str; 39] = [
    " anew",
    " void",
    "'s ",
    "activate again",
    "any more",
    "anybody",
    "by itself",
    "can do what you can",
    "did not draw",
    "everybody",
    "favourite",
    "fix the handle",
    "gave it another",
    "good no more",
    "hand it over",
    "hand over",
    "has to be",
    "litre",
    "log in",
    "log out",
    "login history",
    "marked field",
    "meanwhile",
    "money back",
    "n't",
    "neighbour",
    "nobody",
    "now reads that",
    "opens nothing",
    "somebody",
    "stranger",
    "thank you for telling",
    "ticked",
    "took the payment back",
    "turns text",
    "way to pay",
    "who has not",
    "whoever",
    "winners follow",
];

#[test]
fn texts_use_the_words_of_the_list() {
    let texts = include_str!("../../../../languages/en.ftl");
    let goods = include_str!("../../../waffle/demo/goods.json");
    let lines = texts.lines().filter(|line| !line.starts_with('#')).chain(goods.lines()).map(str::to_lowercase);
    let found = lines.filter(|line| NOT_OURS.iter().any(|words| line.contains(words)));
    let found: Vec<_> = found.collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// Where comments and documents are read.
const READ: [&str; 13] = [
    ".ci",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Makefile",
    "README.md",
    "actors",
    "benches",
    "config",
    "docs",
    "migrations",
    "src",
    "static",
    "tests",
];

/// The list of words names those to avoid; the rest is input of tests, or comes from elsewhere.
const NOT_READ: [&str; 3] = ["docs/WORDS.md", "tests/fuzz/corpus", "tests/tools"];

/// What is read: source files by their endings, and files without one.
const ENDINGS: [&str; 8] = ["", "js", "md", "py", "rs", "sh", "sql", "toml"];

/// Words and phrases that read as translated.
const NOT_PLAIN: [&str; 30] = [
    "anew",
    "anybody",
    "at once",
    "be had",
    "beside",
    "by chance",
    "deed",
    "everybody",
    "for ever",
    "go by",
    "goes by",
    "he",
    "hear of",
    "hears of",
    "him",
    "himself",
    "his",
    "in one go",
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
    let mark = if file.extension().is_some_and(|extension| extension == "sql") { "--" } else { "//" };
    let mut text = String::new();
    for line in source.lines().map(str::trim) {
        let comment = if is_document || ["# ", "* ", "/*"].iter().any(|mark| line.starts_with(mark)) {
            Some(line)
        } else {
            let after = line.strip_prefix(mark);
            after.or_else(|| line.split_once(&format!(" {mark} ")).map(|(_, comment)| comment))
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

fn find_in(root: &Path, path: &Path, files: &mut usize, found: &mut Vec<String>) {
    if NOT_READ.iter().any(|left_out| path == root.join(left_out)) {
        return;
    }
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            find_in(root, &entry.unwrap().path(), files, found);
        }
    } else if ENDINGS.iter().any(|ending| path.extension().unwrap_or_default() == *ending) {
        *files += 1;
        let text = comments(path, &fs::read_to_string(path).unwrap());
        let words = NOT_PLAIN.iter().filter(|words| text.contains(&format!(" {words} ")));
        found.extend(words.map(|words| format!("{}: {words}", path.display())));
    }
}

#[test]
fn comments_and_documents_are_in_plain_english() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut files, mut found) = (0, Vec::new());
    for path in READ {
        find_in(&root, &root.join(path), &mut files, &mut found);
    }
    assert!(files > 900, "only {files} files were found");
    assert!(found.is_empty(), "{found:#?}");
}
