//! Texts in templates, in the language of the reader.
//!
//! ```text
//! {{t "board-title"}}                                     a text
//! {{t "board-free" numbers=board.free_ranges}}            with a value
//! {{#t "waffle-closed-more"}}<a href="/waffles"></a>{{/t}}  with an element: "… <a>See other waffles</a>"
//! {{say frame.title}}                                     a text that the page's values hold
//! {{coded "role" role}}                                   the text for a code
//! ```
//!
//! The elements in the block take their places in the text by the names of their tags: the second `a` is `a2`. What is
//! between the tags of the text becomes the element's content; `<time/>` stands for the element as it is.

use handlebars::{
    Context, Handlebars, Helper, HelperDef, HelperResult, Output, RenderContext, RenderError, RenderErrorReason,
    Renderable as _, ScopedJson, StringOutput, html_escape,
};
use serde::Deserialize as _;
use serde_json::{Value, json};
use waffle_language::{Arg, Language, Text};

use super::LoadError;
use super::closures::{text, value};

/// Registers the helpers.
pub(super) fn register(registry: &mut Handlebars<'_>, language: Language) {
    registry.register_helper("t", Box::new(Say(language)));
    text(registry, "say", move |helper, _| {
        let value = helper.param(0).map_or(&Value::Null, |param| param.value());
        Ok(written(value, language))
    });
    text(registry, "coded", move |helper, _| {
        let [kind, code] =
            [0, 1].map(|at| helper.param(at).and_then(|param| param.value().as_str()).unwrap_or_default());
        let text = Text::of_code(kind, code);
        // An unknown code, from another version of the program, is shown as it is.
        Ok(if text.is_known() { text.write(language) } else { code.to_owned() })
    });
    text(registry, "language_tag", move |_, _| Ok(language.tag().to_owned()));
    value(registry, "languages", move |_, _| Ok(Language::all().map(|other| choice(other, language)).collect()));
}

/// A language to choose, with its own name.
fn choice(language: Language, current: Language) -> Value {
    let name = Text::new("language-name").write(language);
    json!({"tag": language.tag(), "name": name, "current": language == current})
}

/// A text or a plain value of a page, as plain text.
fn written(value: &Value, language: Language) -> String {
    match Arg::deserialize(value) {
        Ok(arg) => arg.write(language),
        Err(_) => String::new(),
    }
}

/// Puts the texts that have no values into a template's source.
pub(super) fn with_plain_texts(source: &str, language: Language) -> Result<String, LoadError> {
    const BEGIN: &str = "{{t \"";
    let (mut whole, mut rest) = (String::with_capacity(source.len()), source);
    while let Some((before, after)) = rest.split_once(BEGIN) {
        whole.push_str(before);
        let Some((key, after)) = after.split_once('"') else { break };
        if !waffle_language::known(key) {
            return Err(LoadError::Text(key.to_owned()));
        }
        if let Some(after) = after.strip_prefix("}}") {
            whole.push_str(&waffle_language::html(language, key, std::iter::empty(), str::to_owned));
            rest = after;
        } else {
            whole.extend([BEGIN, key, "\""]);
            rest = after;
        }
    }
    whole.push_str(rest);
    Ok(whole)
}

/// The helper `t`.
struct Say(Language);

impl Say {
    fn key<'a>(helper: &'a Helper<'_>) -> Result<&'a str, RenderError> {
        let key = helper.param(0).and_then(|param| param.value().as_str());
        Ok(key.ok_or_else(|| RenderErrorReason::Other("a text has a key".to_owned()))?)
    }

    fn values<'a>(helper: &'a Helper<'_>) -> Result<Vec<(&'a str, Arg)>, RenderError> {
        let value = |(name, value): (&&'a str, &handlebars::PathAndJson<'_>)| match Arg::deserialize(value.value()) {
            Ok(arg) => Ok((*name, arg)),
            Err(_) => Err(RenderErrorReason::Other(format!("{name} is no value of a text")).into()),
        };
        helper.hash().iter().map(value).collect()
    }
}

impl HelperDef for Say {
    /// As a value of something else, it is plain text.
    fn call_inner<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        _: &'rc Context,
        _: &mut RenderContext<'reg, 'rc>,
    ) -> Result<ScopedJson<'rc>, RenderError> {
        let values = Self::values(helper)?.into_iter();
        let text =
            values.fold(Text::new(Self::key(helper)?.to_owned()), |text, (name, arg)| text.with(name.to_owned(), arg));
        Ok(ScopedJson::Derived(json!(text.write(self.0))))
    }

    fn call<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        registry: &'reg Handlebars<'reg>,
        context: &'rc Context,
        render: &mut RenderContext<'reg, 'rc>,
        out: &mut dyn Output,
    ) -> HelperResult {
        let values = Self::values(helper)?;
        let text = waffle_language::html(self.0, Self::key(helper)?, values.into_iter(), html_escape);
        let Some(block) = helper.template() else { return Ok(out.write(&text)?) };
        let mut elements = StringOutput::new();
        block.render(registry, context, render, &mut elements)?;
        Ok(out.write(&filled(&text, &elements.into_string()?))?)
    }
}

/// An element of a block.
struct Element<'a> {
    /// Its name in the text: `a`, `a2`.
    name: String,
    /// The whole element.
    whole: &'a str,
    open: &'a str,
    close: &'a str,
}

/// Replaces the tags of a text by elements.
fn filled(text: &str, block: &str) -> String {
    let elements = elements(block);
    let mut whole = String::with_capacity(text.len() + block.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        whole.push_str(before);
        let Some((tag, after)) = after.split_once('>') else { break };
        let (name, part): (_, for<'e> fn(&'e Element<'e>) -> &'e str) =
            match (tag.strip_prefix('/'), tag.strip_suffix('/')) {
                (Some(name), _) => (name, |element| element.close),
                (_, Some(name)) => (name, |element| element.whole),
                _ => (tag, |element| element.open),
            };
        whole.push_str(elements.iter().find(|element| element.name == name).map_or("", part));
        rest = after;
    }
    whole.push_str(rest);
    whole
}

/// The elements of a block, without those in them.
fn elements(block: &str) -> Vec<Element<'_>> {
    const VOID: [&str; 4] = ["br", "img", "input", "wbr"];
    let mut found: Vec<Element<'_>> = Vec::new();
    let (mut depth, mut begun, mut opened) = (0_usize, 0, 0);
    for (at, _) in block.match_indices('<') {
        let Some(length) = block[at..].find('>') else { break };
        let (tag, end) = (&block[at + 1..at + length], at + length + 1);
        let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap_or_default();
        let closes = tag.starts_with('/') || tag.ends_with('/') || VOID.contains(&name);
        if depth == 0 && !tag.starts_with('/') {
            (begun, opened) = (at, end);
        }
        if !tag.starts_with('/') && !closes {
            depth += 1;
        }
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
        }
        if depth == 0 && closes {
            let same = found.iter().filter(|other| other.name.trim_end_matches(char::is_numeric) == name).count();
            let name = if same == 0 { name.to_owned() } else { format!("{name}{}", same + 1) };
            let close = if tag.starts_with('/') { &block[at..end] } else { "" };
            found.push(Element { name, whole: &block[begun..end], open: &block[begun..opened], close });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn elements_take_their_places() {
        let block =
            "\n  <b data-left>7</b>\n <a href=\"/x\"></a> <a class=\"y\"><i>1</i></a> <time datetime=\"z\">now</time>";
        assert_eq!(
            filled("Only <b/>: <a>see</a> or <a2>go</a2> until <time/>, <b>8</b>.", block),
            "Only <b data-left>7</b>: <a href=\"/x\">see</a> or <a class=\"y\">go</a> until \
             <time datetime=\"z\">now</time>, <b data-left>8</b>."
        );
        assert_eq!(filled("No tags", block), "No tags");
        assert_eq!(filled("<u>unknown</u>", block), "unknown");
    }
}
