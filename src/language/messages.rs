//! The texts of each language, by their keys.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock, OnceLock};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::types::FluentNumber;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use intl_memoizer::Memoizable;
use intl_memoizer::concurrent::IntlLangMemoizer;
use unic_langid::LanguageIdentifier;

use crate::language::{ByLanguage, ENGLISH, Language};
use crate::number;

/// What a text is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Plain text.
    Plain,
    /// HTML, whose only tags are the text's own. Values have to be escaped.
    Html,
}

/// The texts of a language.
struct Texts {
    resource: Arc<FluentResource>,
    plain: FluentBundle<Arc<FluentResource>>,
    html: FluentBundle<Arc<FluentResource>>,
}

/// A file's faults are what its tests are for: what can be read of it is used.
static TEXTS: LazyLock<ByLanguage<OnceLock<Texts>>> = LazyLock::new(ByLanguage::default);

impl Texts {
    fn of(language: Language) -> Self {
        let source = language.source();
        let resource = FluentResource::try_new(source.text.clone()).unwrap_or_else(|(resource, _)| resource);
        let resource = Arc::new(resource);
        let bundle = |transform: Option<fn(&str) -> Cow<'_, str>>| {
            let identifier = source.tag.parse::<LanguageIdentifier>().unwrap_or_default();
            let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
            // Names that may run in another direction are isolated where they are written.
            bundle.set_use_isolating(false);
            bundle.set_formatter(Some(grouped));
            bundle.set_transform(transform);
            bundle.add_resource_overriding(resource.clone());
            bundle
        };
        Self { plain: bundle(None), html: bundle(Some(escaped)), resource }
    }

    fn bundle(&self, style: Style) -> &FluentBundle<Arc<FluentResource>> {
        match style {
            Style::Plain => &self.plain,
            Style::Html => &self.html,
        }
    }
}

fn texts(language: Language) -> &'static Texts {
    TEXTS.of(language).get_or_init(|| Texts::of(language))
}

/// Returns the file of a language.
pub(crate) fn resource(language: Language) -> &'static FluentResource {
    &texts(language).resource
}

/// The keys of all texts.
pub fn keys() -> impl Iterator<Item = String> {
    resource(ENGLISH).entries().filter_map(|entry| match entry {
        Entry::Message(message) => Some(message.id.name.to_owned()),
        _ => None,
    })
}

/// The names of the values that a text wants, in any of its forms.
pub fn values(key: &str) -> BTreeSet<&'static str> {
    fn gather<'a>(pattern: &Pattern<&'a str>, found: &mut BTreeSet<&'a str>) {
        for element in &pattern.elements {
            let PatternElement::Placeable { expression } = element else { continue };
            let (Expression::Inline(inline) | Expression::Select { selector: inline, .. }) = expression;
            if let InlineExpression::VariableReference { id } = inline {
                found.insert(id.name);
            }
            if let Expression::Select { variants, .. } = expression {
                for variant in variants {
                    gather(&variant.value, found);
                }
            }
        }
    }
    let mut found = BTreeSet::new();
    if let Some(pattern) = pattern(ENGLISH, key) {
        gather(pattern, &mut found);
    }
    found
}

/// Returns a text as it is in its file.
pub(crate) fn pattern(language: Language, key: &str) -> Option<&'static Pattern<&'static str>> {
    texts(language).plain.get_message(key)?.value()
}

/// Returns whether there is a text with this key: each language has all that English has.
pub fn known(key: &str) -> bool {
    texts(ENGLISH).plain.get_message(key).is_some_and(|message| message.value().is_some())
}

/// Writes a text; in English where the language lacks it, and its key where English lacks it too.
pub(crate) fn write(language: Language, style: Style, key: &str, args: Option<&FluentArgs<'_>>) -> String {
    written(language, style, key, args).into_owned()
}

/// Does the same without a copy of a text into which nothing is put.
pub(crate) fn written(language: Language, style: Style, key: &str, args: Option<&FluentArgs<'_>>) -> Cow<'static, str> {
    let find = |language: Language| {
        let bundle = texts(language).bundle(style);
        bundle.get_message(key)?.value().map(|pattern| (bundle, pattern))
    };
    let found = find(language).or_else(|| find(ENGLISH));
    debug_assert!(found.is_some(), "there is no text {key}");
    let Some((bundle, pattern)) = found else { return key.to_owned().into() };
    let mut faults = Vec::new();
    let written = bundle.format_pattern(pattern, args, &mut faults);
    debug_assert!(faults.is_empty(), "{key} in {}: {faults:?}", language.tag());
    written
}

/// Numbers are written as the language groups them.
fn grouped(value: &FluentValue<'_>, memoizer: &IntlLangMemoizer) -> Option<String> {
    match value {
        FluentValue::Number(FluentNumber { value, .. }) => {
            #[expect(clippy::cast_possible_truncation, reason = "only whole numbers are given to texts")]
            let whole = *value as i64;
            memoizer.with_try_get::<Numbers, _, _>((), |Numbers(language)| number::count(*language, whole)).ok()
        }
        _ => None,
    }
}

/// The language that a bundle's numbers are written in.
struct Numbers(Language);

impl Memoizable for Numbers {
    type Args = ();
    type Error = ();

    fn construct(identifier: LanguageIdentifier, (): ()) -> Result<Self, ()> {
        Language::parse(&identifier.to_string()).map(Self).ok_or(())
    }
}

/// Escapes the text around tags. Single quotes need no escape: attributes are in double quotes.
fn escaped(text: &str) -> Cow<'_, str> {
    if text.contains(['&', '"']) { text.replace('&', "&amp;").replace('"', "&quot;").into() } else { text.into() }
}
