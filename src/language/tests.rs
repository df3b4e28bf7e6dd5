//! What holds for every language's file.

use std::collections::{BTreeMap, BTreeSet};

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use crate::language::{ENGLISH, Language};
use crate::messages::resource;

/// What a text holds besides words.
#[derive(Debug, Default, PartialEq, Eq)]
struct Held {
    values: BTreeSet<String>,
    tags: BTreeSet<String>,
    /// Opened elements that are not closed.
    open: Vec<String>,
}

fn held(pattern: &Pattern<&str>, held: &mut Held) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => {
                for tag in value.split('<').skip(1).map(|rest| rest.split_once('>').expect("a tag's end").0) {
                    held.tags.insert(tag.trim_matches('/').to_owned());
                    if let Some(name) = tag.strip_prefix('/') {
                        assert_eq!(held.open.pop().as_deref(), Some(name), "in {value}");
                    } else if !tag.ends_with('/') {
                        held.open.push(tag.to_owned());
                    }
                }
            }
            PatternElement::Placeable { expression: Expression::Inline(inline) } => name(inline, held),
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                name(selector, held);
                for variant in variants {
                    self::held(&variant.value, held);
                }
            }
        }
    }
}

fn name(expression: &InlineExpression<&str>, held: &mut Held) {
    match expression {
        InlineExpression::VariableReference { id } => drop(held.values.insert(id.name.to_owned())),
        InlineExpression::StringLiteral { .. } => {}
        other => panic!("only values and literals: {other:?}"),
    }
}

fn texts(resource: &FluentResource) -> BTreeMap<String, Held> {
    let mut texts = BTreeMap::new();
    for entry in resource.entries() {
        if let Entry::Message(message) = entry {
            let mut found = Held::default();
            held(message.value.as_ref().unwrap(), &mut found);
            assert!(found.open.is_empty(), "{} opens {:?}", message.id.name, found.open);
            let before = texts.insert(message.id.name.to_owned(), found);
            assert_eq!(before, None, "{} is there twice", message.id.name);
        }
    }
    texts
}

#[test]
fn every_file_is_whole() {
    for language in Language::all() {
        let source = language.source();
        if let Err((_, errors)) = FluentResource::try_new(source.text.clone()) {
            let at = |error: &fluent_syntax::parser::ParserError| source.text[..error.pos.start].lines().count();
            panic!("{}: line {}: {errors:?}", source.tag, at(&errors[0]));
        }
        let direction = crate::Text::new("language-direction").write(language);
        assert!(["ltr", "rtl"].contains(&direction.as_str()), "{}", source.tag);
        for (names, count) in [("moment-months", 12), ("moment-weekdays", 7)] {
            assert_eq!(crate::Text::new(names).write(language).split(' ').count(), count, "{names} in {}", source.tag);
        }
    }
}

#[test]
fn every_language_has_each_text_with_its_values_and_tags() {
    let english = texts(resource(ENGLISH));
    let mut faults = Vec::new();
    for language in Language::all().skip(1) {
        let own = texts(resource(language));
        for (key, expected) in &english {
            match own.get(key) {
                None => faults.push(format!("{}: {key} is missing", language.tag())),
                Some(found) if found != expected => {
                    faults.push(format!("{}: {key} has {found:?}, not {expected:?}", language.tag()));
                }
                Some(_) => {}
            }
        }
        let unknown = own.keys().filter(|key| !english.contains_key(*key));
        faults.extend(unknown.map(|key| format!("{}: {key} is not in English", language.tag())));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn texts_are_in_the_same_order_in_all_files() {
    let keys = |language| {
        let entries = resource(language).entries().filter_map(|entry| match entry {
            Entry::Message(message) => Some(message.id.name),
            _ => None,
        });
        entries.collect::<Vec<_>>()
    };
    let english = keys(ENGLISH);
    for language in Language::all() {
        let own = keys(language);
        let first = own.iter().zip(&english).find(|(own, english)| own != english);
        assert_eq!(first, None, "in {}", language.tag());
    }
}
