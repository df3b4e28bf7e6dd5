//! Each call that names a text passes the values that the text wants.

use std::collections::BTreeSet;

use waffle_language::{known, values};

use super::texts::files;

/// A call that writes a text by its key, and the names of the values that it passes.
type Call<'a> = (&'a str, BTreeSet<&'a str>);

/// Finds the calls of a file.
type Calls = fn(&str) -> Vec<Call<'_>>;

/// The arguments of a call from behind its opening bracket on. What divides them counts where no bracket and no quote
/// is around it.
fn arguments<'a>(rest: &'a str, quotes: &str, divides: fn(char) -> bool) -> Vec<&'a str> {
    let (mut found, mut begin, mut depth, mut quote) = (Vec::new(), 0, 0_usize, None);
    let mut letters = rest.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' if quote.is_some() => {
                letters.next();
            }
            _ if quote == Some(letter) => quote = None,
            _ if quote.is_some() => {}
            _ if quotes.contains(letter) => quote = Some(letter),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth > 0 => depth -= 1,
            ')' | ']' | '}' => {
                found.push(rest[begin..at].trim());
                break;
            }
            _ if depth == 0 && divides(letter) => {
                found.push(rest[begin..at].trim());
                begin = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    found
}

fn is_comma(letter: char) -> bool {
    letter == ','
}

/// The name in front of a sign, or the whole, which is a name then.
fn name(argument: &str, sign: char) -> &str {
    argument.split(sign).next().unwrap_or_default().trim()
}

/// The calls of a Rust file: `say!("board-tab", left = value, title)`.
fn of_rust(source: &str) -> Vec<Call<'_>> {
    let call = |(at, call): (usize, &str)| {
        let all = arguments(&source[at + call.len()..], "\"", is_comma);
        let (key, values) = all.split_first()?;
        let names = values.iter().filter(|value| !value.is_empty()).map(|value| name(value, '=')).collect();
        Some((key.strip_prefix('"')?.strip_suffix('"')?, names))
    };
    source.match_indices("say!(").filter_map(call).collect()
}

/// The calls of a template: `{{t "key" name=value}}`, also as a block and in brackets.
fn of_template(source: &str) -> Vec<Call<'_>> {
    let call = |(at, call): (usize, &str)| {
        let (key, rest) = source[at + call.len()..].split_once('"')?;
        let values = arguments(rest, "\"", char::is_whitespace).into_iter();
        Some((key, values.filter_map(|value| value.split_once('=')).map(|(name, _)| name).collect()))
    };
    let calls = source.match_indices("t \"").filter(|(at, _)| source[..*at].ends_with(['{', '~', '#', '(']));
    calls.filter_map(call).collect()
}

/// The calls of a script: `say('key', { name: value, other })` and `nodes('key', elements, values)`. Values that are
/// made elsewhere are not seen.
fn of_script(source: &str) -> Vec<Call<'_>> {
    const QUOTES: &str = "\"'`";
    let mut found = Vec::new();
    for (begin, place) in [("say('", 1), ("nodes('", 2)] {
        for (at, _) in source.match_indices(begin) {
            let Some((key, rest)) = source[at + begin.len()..].split_once('\'') else { continue };
            let all = arguments(rest, QUOTES, is_comma);
            let names = match all.get(place).copied().unwrap_or_default() {
                "" => BTreeSet::new(),
                values if values.starts_with('{') && !values.contains("...") => {
                    let values = arguments(&values[1..], QUOTES, is_comma).into_iter();
                    values.filter(|value| !value.is_empty()).map(|value| name(value, ':')).collect()
                }
                _ => continue,
            };
            found.push((key, names));
        }
    }
    found
}

/// Values that texts get in another file than the one that names them, by the beginnings of the keys.
const PUT_IN_LATER: [(&str, &str); 2] = [("fault-", "most"), ("said-", "numbers")];

/// The calls of a file that pass other values than their texts want.
fn mistaken(source: &str, calls: Calls) -> Vec<String> {
    let later = |key: &str, name: &str| {
        PUT_IN_LATER.iter().any(|(kind, value)| key.starts_with(kind) && name == *value)
            || source.contains(&format!(".with(\"{name}\""))
    };
    let fault = |(key, passed): Call<'_>| {
        let wanted = values(key);
        let missing: Vec<_> = wanted.iter().filter(|name| !passed.contains(**name) && !later(key, name)).collect();
        let unknown: Vec<_> = passed.iter().filter(|name| !wanted.contains(**name)).collect();
        let right = missing.is_empty() && unknown.is_empty();
        (!right).then(|| format!("{key} lacks {missing:?} and does not want {unknown:?}"))
    };
    calls(source).into_iter().filter(|(key, _)| known(key)).filter_map(fault).collect()
}

#[test]
fn every_call_passes_the_values_that_its_text_wants() {
    let kinds: [(&str, &str, Calls); 4] = [
        ("src", "rs", of_rust),
        ("actors", "rs", of_rust),
        ("templates", "hbs", of_template),
        ("static", "js", of_script),
    ];
    let (mut faults, mut seen) = (Vec::new(), [0; 4]);
    for (seen, (folder, ending, calls)) in seen.iter_mut().zip(kinds) {
        for (path, source) in files(folder, ending) {
            // These have examples.
            if ["tests/calls.rs", "tests/texts.rs", "language/text.rs"].iter().any(|other| path.ends_with(other)) {
                continue;
            }
            *seen += calls(&source).len();
            faults.extend(mistaken(&source, calls).into_iter().map(|fault| format!("{}: {fault}", path.display())));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(seen[0] > 500 && seen[2] > 500 && seen[3] > 80, "calls are seen: {seen:?}");
}

#[test]
fn a_call_that_passes_other_values_is_found() {
    let right: [(Calls, &str); 3] = [
        (of_rust, "say!(\n    \"board-tab\",\n    left = f(1, \"a, (\"),\n    title,\n)"),
        (of_template, "<a title=\"{{~t \"board-tab\" left=(plain \"x y\" z)\n title=t~}}\"></a>"),
        (of_script, "say('board-tab', { left: f([1, ', )']), title })"),
    ];
    for (calls, source) in right {
        assert_eq!(mistaken(source, calls), [""; 0], "{source}");
        for (wrong, fault) in [
            (source.replace("left", "rest"), "board-tab lacks [\"left\"] and does not want [\"rest\"]"),
            (source.replace("board-tab", "news-left"), "news-left lacks [] and does not want [\"title\"]"),
            (source.replace("board-tab", "site-title"), "site-title lacks [] and does not want [\"left\"]"),
        ] {
            assert_eq!(mistaken(&wrong, calls), [fault], "{wrong}");
        }
    }
    let nodes = "nodes('won-after', { a: link }, { count, how: say('won-hand') })";
    assert_eq!(mistaken(nodes, of_script), [""; 0]);
    assert_eq!(mistaken(&nodes.replace("count, ", ""), of_script).len(), 1);
    assert_eq!(mistaken("nodes('won-after', { a: link })", of_script).len(), 1);
    assert_eq!(mistaken("say('won-after', { ...values })", of_script), [""; 0], "made elsewhere");
}
