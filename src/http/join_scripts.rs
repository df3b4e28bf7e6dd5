//! Joins a script with the modules that it imports, so that a browser makes one request.
//!
//! Each module becomes a function that runs immediately and returns what the module exports:
//!
//! ```js
//! const $numbers = (() => {
//! const money = (amount) => …;
//! return { money };
//! })();
//! const $board = (() => {
//! const { money } = $numbers;
//! …
//! ```
//!
//! So modules have separate scopes, run once, and run after the modules that they import. Comments are left out. This
//! takes a few rules; a broken one stops the program at startup and fails its tests: see [`ScriptError`].

use std::collections::HashMap;

use super::strip_comments;

/// What a script must not do, since it can't be joined then.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    #[error("script {0} is missing, is not UTF-8, or has a name with other characters than a-z, 0-9 and _")]
    Unreadable(String),
    #[error("script {0} imports itself through others")]
    Circle(String),
    /// `import { one, two } from './module.js';` and `import './module.js';` can be joined, each on one line before all
    /// else.
    #[error("script {script} has an import that can't be joined: {line}")]
    Import { script: String, line: String },
    /// `export const`, `export class`, `export function` and `export async function` can be joined.
    #[error("script {script} has an export that can't be joined: {line}")]
    Export { script: String, line: String },
    #[error("script {script} waits before it has run, which only a separate module can: {line}")]
    Wait { script: String, line: String },
    #[error("script {0} has a line that may be a comment or not: within backticks, or with code behind a comment")]
    Comment(String),
    #[error("script {script} imports {name} from {from}, which does not export it")]
    NotExported { script: String, name: String, from: String },
}

/// Joins a script with all that it imports, directly or indirectly.
pub(super) fn join(script: &str, sources: &HashMap<String, Vec<u8>>) -> Result<String, ScriptError> {
    let mut joined = Joined { sources, text: String::new(), exports: HashMap::new() };
    joined.add(script, &mut Vec::new())?;
    Ok(without_indents(&joined.text))
}

/// The text without what indents its lines, which readers don't need. Between backticks it is part of a string.
fn without_indents(text: &str) -> String {
    let (mut left, mut quoted) = (String::with_capacity(text.len()), false);
    for line in text.split_inclusive('\n') {
        left.push_str(if quoted { line } else { line.trim_start_matches(' ') });
        quoted ^= line.matches('`').count() % 2 == 1;
    }
    left
}

struct Joined<'a> {
    sources: &'a HashMap<String, Vec<u8>>,
    text: String,
    /// The modules in `text`, and what they export.
    exports: HashMap<String, Vec<&'a str>>,
}

impl Joined<'_> {
    /// Adds a module after those that it imports. `open` holds the modules that led here.
    fn add(&mut self, script: &str, open: &mut Vec<String>) -> Result<(), ScriptError> {
        if self.exports.contains_key(script) {
            return Ok(());
        }
        if open.iter().any(|other| other == script) {
            return Err(ScriptError::Circle(script.to_owned()));
        }
        let unreadable = || ScriptError::Unreadable(script.to_owned());
        let source = self.sources.get(script).ok_or_else(unreadable)?;
        let source = str::from_utf8(source).map_err(|_| unreadable())?;
        let lines = strip_comments::out_of_script(source).map_err(|_| ScriptError::Comment(script.to_owned()))?;
        let name = constant(script).ok_or_else(unreadable)?;
        open.push(script.to_owned());
        let (mut body, mut exports, mut begun) = (String::with_capacity(source.len()), Vec::new(), false);
        for line in lines {
            let refused = || ScriptError::Import { script: script.to_owned(), line: line.to_owned() };
            if line.starts_with("import") && !begun {
                let (names, from) = import(line).ok_or_else(refused)?;
                self.add(from, open)?;
                if let Some(names) = names {
                    self.check(script, names, from)?;
                    let from = constant(from).ok_or_else(refused)?;
                    body.extend(["const {", names, "} = ", &from, ";"]);
                }
            } else if line.starts_with("import") || line.contains("import(") || line.contains("import.meta") {
                return Err(refused());
            } else if let Some(declaration) = line.strip_prefix("export ") {
                let refused = || ScriptError::Export { script: script.to_owned(), line: line.to_owned() };
                exports.push(declared(declaration).ok_or_else(refused)?);
                body.push_str(declaration);
                begun = true;
            } else if line.starts_with("await ") || line.contains("= await ") && !line.starts_with(' ') {
                return Err(ScriptError::Wait { script: script.to_owned(), line: line.to_owned() });
            } else {
                body.push_str(line);
                begun |= !line.is_empty();
            }
            body.push('\n');
        }
        open.pop();
        let returned = exports.join(", ");
        self.text.extend(["const ", &name, " = (() => {\n", &body, "return { ", &returned, " };\n})();\n"]);
        self.exports.insert(script.to_owned(), exports);
        Ok(())
    }

    fn check(&self, script: &str, names: &str, from: &str) -> Result<(), ScriptError> {
        let exports = self.exports.get(from).map(Vec::as_slice).unwrap_or_default();
        match names.split(',').map(str::trim).find(|name| !name.is_empty() && !exports.contains(name)) {
            None => Ok(()),
            Some(name) => Err(ScriptError::NotExported {
                script: script.to_owned(),
                name: name.to_owned(),
                from: from.to_owned(),
            }),
        }
    }
}

/// The constant that holds a module's exports: `$claim_dock` for `claim_dock.js`.
fn constant(script: &str) -> Option<String> {
    let stem = script.strip_suffix(".js").filter(|stem| is_name(stem))?;
    Some(format!("${stem}"))
}

/// The names between the braces of an import, if it has any, and the module.
fn import(line: &str) -> Option<(Option<&str>, &str)> {
    let line = line.strip_prefix("import ")?.strip_suffix("';")?;
    let (what, module) = line.split_once("'./")?;
    match what {
        "" => Some((None, module)),
        _ => Some((Some(what.strip_prefix('{')?.strip_suffix("} from ")?), module)),
    }
}

/// The name that a declaration introduces.
fn declared(declaration: &str) -> Option<&str> {
    let kinds = ["const ", "class ", "function ", "async function "];
    let rest = kinds.into_iter().find_map(|kind| declaration.strip_prefix(kind))?;
    let name = rest.split(|letter: char| !is_letter(letter)).next()?;
    Some(name).filter(|name| is_name(name))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_letter)
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(files: &[(&str, &str)]) -> Result<String, ScriptError> {
        let sources = files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
        join(files[0].0, &sources)
    }

    #[test]
    fn indents_stay_within_strings_alone() {
        let text = joined(&[("a.js", "if (a) {\n  b(`one\n  two`);\n  c();\n}\n")]).unwrap();
        assert!(text.contains("if (a) {\nb(`one\n  two`);\nc();\n}"), "{text}");
    }

    #[test]
    fn a_module_comes_once_and_after_those_that_it_imports() {
        let text = joined(&[
            ("page.js", "// The page.\n\nimport './sum.js';\nimport { one, Two } from './both.js';\n\nshow(one);\n"),
            ("sum.js", "import { one } from './both.js';\nexport async function sum() {}\n"),
            ("both.js", "export const one = 1;\nexport class Two {}\n"),
        ]);
        let expected = "const $both = (() => {\nconst one = 1;\nclass Two {}\nreturn { one, Two };\n})();\n\
            const $sum = (() => {\nconst { one } = $both;\nasync function sum() {}\nreturn { sum };\n})();\n\
            const $page = (() => {\n\n\nconst { one, Two } = $both;\n\nshow(one);\nreturn {  };\n})();\n";
        assert_eq!(text.unwrap(), expected);
    }

    #[test]
    fn what_cannot_be_joined_is_refused() {
        let refused = |line: &str| joined(&[("a.js", line), ("b.js", "export const one = 1;")]).unwrap_err();
        let all = ["import one from './b.js';", "import * as b from './b.js';", "import { one } from \"./b.js\";"];
        let late = ["start();\nimport { one } from './b.js';", "const b = await import('./b.js');"];
        let split = ["import {\n  one,\n} from './b.js';", "import { one } from 'b';", "  use(import.meta.url);"];
        for line in all.into_iter().chain(late).chain(split) {
            assert!(matches!(refused(line), ScriptError::Import { .. }), "{line}");
        }
        for line in ["export default 1;", "export { one };", "export * from './b.js';", "export let one = 1;"] {
            assert!(matches!(refused(line), ScriptError::Export { .. }), "{line}");
        }
        assert!(matches!(refused("export const { one } = two;"), ScriptError::Export { .. }));
        for line in ["await start();", "const one = await start();"] {
            assert!(matches!(refused(line), ScriptError::Wait { .. }), "{line}");
        }
        for line in ["import { two } from './b.js';", "import { one as two } from './b.js';"] {
            assert!(matches!(refused(line), ScriptError::NotExported { .. }), "{line}");
        }
        assert_eq!(refused("say(`\n// so\n`);"), ScriptError::Comment("a.js".into()));
        assert_eq!(refused("import './c.js';"), ScriptError::Unreadable("c.js".into()));
        assert_eq!(refused("import './a.js';"), ScriptError::Circle("a.js".into()));
    }
}
