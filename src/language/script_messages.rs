//! The texts of scripts, as JSON. `static/words.js` writes them.

use fluent_syntax::ast::{Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey};
use serde_json::{Map, Value, json};

use crate::language::{ENGLISH, Language};
use crate::messages::pattern;

/// The texts with these keys. A text is words with the names of values in braces, such as `{left} left`; or a choice by
/// a value, such as `{"v": "left", "of": {"one": …}, "or": …}`; or a list of both. The first key that is not there, or
/// holds what scripts can't write, is returned instead.
pub fn of_script<'a>(
    language: Language,
    keys: impl IntoIterator<Item = &'a str>,
) -> Result<Map<String, Value>, &'a str> {
    let mut texts = Map::new();
    for key in keys {
        let pattern = pattern(language, key).or_else(|| pattern(ENGLISH, key)).ok_or(key)?;
        texts.insert(key.to_owned(), parts(pattern).ok_or(key)?);
    }
    Ok(texts)
}

fn parts(pattern: &Pattern<&str>) -> Option<Value> {
    let (mut parts, mut words) = (Vec::new(), String::new());
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => words.push_str(value),
            // What scripts would take for the name of a value is not for them.
            PatternElement::Placeable { expression: Expression::Inline(InlineExpression::StringLiteral { value }) } => {
                words.push_str(Some(value).filter(|value| !value.contains(['{', '\\']))?);
            }
            PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                words.extend(["{", name(inline)?, "}"]);
            }
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                if !words.is_empty() {
                    parts.push(json!(std::mem::take(&mut words)));
                }
                parts.push(choice(name(selector)?, variants)?);
            }
        }
    }
    if parts.is_empty() || !words.is_empty() {
        parts.push(json!(words));
    }
    if parts.len() == 1 { parts.pop() } else { Some(Value::Array(parts)) }
}

fn choice(by: &str, variants: &[Variant<&str>]) -> Option<Value> {
    let (mut of, mut or) = (Map::new(), None);
    for variant in variants {
        let (VariantKey::Identifier { name: key } | VariantKey::NumberLiteral { value: key }) = variant.key;
        let value = parts(&variant.value)?;
        if variant.default {
            or = Some(value);
        } else {
            of.insert(key.to_owned(), value);
        }
    }
    Some(json!({"v": by, "of": of, "or": or?}))
}

fn name<'a>(expression: &InlineExpression<&'a str>) -> Option<&'a str> {
    match expression {
        InlineExpression::VariableReference { id } => Some(id.name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use fluent_bundle::FluentResource;
    use serde_json::{Value, json};

    use fluent_syntax::ast::Entry;

    use super::parts;

    fn written(text: &str) -> Option<Value> {
        let resource = FluentResource::try_new(format!("a-b = {text}\n")).unwrap();
        let Some(Entry::Message(message)) = resource.get_entry(0) else { panic!("{text} is no text") };
        parts(message.value.as_ref().unwrap())
    }

    #[test]
    fn texts_are_words_and_choices() {
        assert_eq!(written("Open"), Some(json!("Open")));
        assert_eq!(written("{ $left } of { $all }"), Some(json!("{left} of {all}")));
        let choice = json!({"v": "n", "of": {"one": "{n} spot"}, "or": "{n} spots"});
        let select = "{ $n ->\n [one] { $n } spot\n *[other] { $n } spots\n }";
        assert_eq!(written(select), Some(choice.clone()));
        assert_eq!(written(&format!("Only {select}!")), Some(json!(["Only ", choice, "!"])));
        assert_eq!(written("{ NUMBER($n) }"), None);
        assert_eq!(written("{ \"{n}\" }"), None);
    }
}
