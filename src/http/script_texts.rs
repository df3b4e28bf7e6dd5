//! Puts the texts of a page's scripts into its script, in a language.

use std::collections::BTreeSet;

use serde_json::Value;
use waffle_language::{Language, known, of_script};

/// Where they go, in `static/texts.js`.
const PLACE: &str = "const TEXTS = {};";

/// The calls that name a text.
const CALLS: [&str; 2] = ["say('", "nodes('"];

/// Returns the script with its texts. Each text in quotes that is the key of one is taken for it, since some keys are
/// chosen from a list. Returns the key that a call names though there is no such text.
pub(super) fn put(content: &[u8], language: Language) -> Result<Vec<u8>, String> {
    let has_place = |text: &&str| text.contains(PLACE);
    let Some(script) = str::from_utf8(content).ok().filter(has_place) else {
        return Ok(content.to_vec());
    };
    for call in CALLS {
        let named = script.split(call).skip(1).filter_map(|rest| rest.split('\'').next());
        if let Some(key) = named.into_iter().find(|key| !known(key)) {
            return Err(key.to_owned());
        }
    }
    let script = with_plain_texts(script, language)?;
    let is_key = |text: &&str| text.contains('-') && text.len() < 60 && known(text);
    // In lines, since a text may hold a single quote.
    let keys: BTreeSet<&str> = script.lines().flat_map(|line| line.split('\'')).filter(is_key).collect();
    let texts = of_script(language, keys).map_err(str::to_owned)?;
    Ok(script.replacen(PLACE, &format!("const TEXTS = {};", Value::Object(texts)), 1).into_bytes())
}

/// Puts texts without values in place of the calls that write them.
fn with_plain_texts(script: &str, language: Language) -> Result<String, String> {
    let (mut whole, mut rest) = (String::with_capacity(script.len()), script);
    while let Some((before, after)) = rest.split_once("say('") {
        whole.push_str(before);
        let (key, after) = after.split_once('\'').unwrap_or((after, ""));
        let text = match after.strip_prefix(')') {
            Some(_) => of_script(language, [key]).map_err(str::to_owned)?.remove(key),
            None => None,
        };
        match text {
            Some(Value::String(text)) if !text.contains('{') => {
                whole.push_str(&Value::String(text).to_string());
                rest = after.strip_prefix(')').unwrap_or(after);
            }
            _ => {
                whole.extend(["say('", key, "'"]);
                rest = after;
            }
        }
    }
    whole.push_str(rest);
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use waffle_language::ENGLISH;

    use super::*;

    fn put(script: &str) -> Result<String, String> {
        super::put(script.as_bytes(), ENGLISH).map(|script| String::from_utf8(script).unwrap())
    }

    #[test]
    fn a_script_gets_the_texts_that_it_names() {
        let rest = "const ALL = ['moment-local', 'no-text', \"language-direction\"];";
        let whole = put(&format!("{PLACE}\n{rest}")).unwrap();
        let texts = whole.strip_suffix(rest).unwrap().trim().strip_prefix("const TEXTS = ").unwrap();
        let texts: Value = serde_json::from_str(texts.strip_suffix(';').unwrap()).unwrap();
        assert_eq!(texts, json!({"moment-local": "{day} {month} {year}, {time}"}));
        assert_eq!(put("say('no-text')").unwrap(), "say('no-text')", "a script without texts");
    }

    #[test]
    fn a_text_without_values_stands_where_it_is_written() {
        let whole = put(&format!("{PLACE}\nshow(say('language-name'), say('moment-utc', at));")).unwrap();
        assert!(whole.ends_with("\nshow(\"English\", say('moment-utc', at));"), "{whole}");
        assert!(!whole.contains("language-name"), "{whole}");
    }

    #[test]
    fn a_text_that_is_not_there_is_named() {
        assert_eq!(put(&format!("{PLACE} nodes('no-text')")), Err("no-text".to_owned()));
    }
}
