//! The templates: embedded in the binary, parsed once at startup for each language, strict about missing values.

use std::sync::Arc;

use handlebars::{Handlebars, RenderError, TemplateError};
use rust_embed::RustEmbed;
use serde::Serialize;
use serde_json::{Map, Value};
use waffle_language::{ByLanguage, Language};

/// Registers a helper by its name.
macro_rules! helper {
    ($registry:ident, $name:ident: $($helps:tt)+) => {
        handlebars_helper!($name: $($helps)+);
        $registry.register_helper(stringify!($name), Box::new($name));
    };
}

mod closures;
mod helpers;
pub(crate) mod openapi;
pub(crate) mod prose;
mod texts;

#[derive(RustEmbed)]
#[folder = "../../templates/"]
struct Sources;

/// The templates of all pages in one language, ready to render.
#[derive(Debug, Clone)]
pub struct Templates {
    registry: Arc<Handlebars<'static>>,
    /// The language.
    pub language: Language,
}

/// The templates in all languages.
#[derive(Debug, Clone)]
pub struct TemplatesByLanguage(ByLanguage<Templates>);

/// Marks the attribute `autofocus` until the page is whole: only the first refused field keeps it.
const FOCUS: &str = "\u{e000}focus";

/// Why the templates failed to load: a bug in the build, found at startup.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error("template {0} is not UTF-8")]
    Encoding(String),
    #[error("template does not parse")]
    Syntax(#[from] Box<TemplateError>),
    #[error("a template has the text {0}, which is not in languages/en.ftl")]
    Text(String),
}

/// Why a page could not be rendered: its template needs a value that is missing.
#[derive(Debug, thiserror::Error)]
#[error("page {page} does not render")]
pub struct PageError {
    page: &'static str,
    #[source]
    source: Box<RenderError>,
}

/// What a template shows: values by their names.
pub type Values = Map<String, Value>;

/// The values of a template, written as the fields of a struct would be: `values! { frame, total: rows.len() }`. With
/// `..desk` in front, the fields of `desk` are among them.
macro_rules! values {
    (..$more:expr) => { $crate::templates::fields(&$more) };
    (..$more:expr, $($named:tt)*) => {{
        let mut values = $crate::templates::fields(&$more);
        values.extend(values! { $($named)* });
        values
    }};
    ($($name:ident $(: $value:expr)?),* $(,)?) => {{
        let named = [$((stringify!($name), $crate::templates::value(values!(@ $name $($value)?)))),*];
        named.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<$crate::templates::Values>()
    }};
    (@ $name:ident) => { &$name };
    (@ $name:ident $value:expr) => { &$value };
}

/// A value as JSON. Null for what has none, such as a map whose keys are not texts; no page shows any.
pub fn value(of: &impl Serialize) -> Value {
    let value = serde_json::to_value(of);
    debug_assert!(value.is_ok(), "a page shows what has no JSON: {value:?}");
    value.unwrap_or_default()
}

/// The fields of a struct, or of other values.
pub fn fields(of: &impl Serialize) -> Values {
    match value(of) {
        Value::Object(fields) => fields,
        _ => Values::new(),
    }
}

impl TemplatesByLanguage {
    /// Parses all templates. `asset_url` returns the address of a static file for a language by its name, such as
    /// `app.css`, or `None` if there is no such file.
    pub fn load<F>(asset_url: F) -> Result<Self, LoadError>
    where
        F: Fn(Language, &str) -> Option<String> + Clone + Send + Sync + 'static,
    {
        ByLanguage::try_make(|language| Templates::load(language, asset_url.clone())).map(Self)
    }

    /// Returns those of a language.
    pub fn of(&self, language: Language) -> &Templates {
        self.0.of(language)
    }
}

impl Templates {
    fn load<F>(language: Language, asset_url: F) -> Result<Self, LoadError>
    where
        F: Fn(Language, &str) -> Option<String> + Send + Sync + 'static,
    {
        let mut registry = Handlebars::new();
        registry.set_strict_mode(true);
        // Indented partials would add spaces to the text in a textarea.
        registry.set_prevent_indent(true);
        texts::register(&mut registry, language);
        helpers::register(&mut registry, language, asset_url);
        for file in Sources::iter() {
            let source = Sources::get(&file).map(|source| source.data.into_owned()).unwrap_or_default();
            let source = String::from_utf8(source).map_err(|_| LoadError::Encoding(file.to_string()))?;
            let source = texts::with_plain_texts(&source, language)?;
            let name = file.strip_suffix(".hbs").unwrap_or(&file);
            registry.register_template_string(name, source).map_err(Box::new)?;
        }
        Ok(Self { registry: Arc::new(registry), language })
    }

    /// Renders a page, or a part of one. `page` is the template's path in `templates/`, without `.hbs`.
    pub fn render(&self, page: &'static str, values: impl Into<Value>) -> Result<String, PageError> {
        let failed = |source| PageError { page, source: Box::new(source) };
        let html = self.registry.render_with_context(page, &values.into().into()).map_err(failed)?;
        if !html.contains(FOCUS) {
            return Ok(html);
        }
        Ok(html.replacen(FOCUS, " autofocus", 1).replace(FOCUS, ""))
    }
}

#[cfg(test)]
mod tests;
