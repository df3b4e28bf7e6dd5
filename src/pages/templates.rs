//! The templates: embedded in the binary, parsed once at startup, strict about missing values.

use std::sync::Arc;

use handlebars::{Handlebars, RenderError, TemplateError};
use rust_embed::RustEmbed;
use serde::Serialize;

/// Registers a helper by its name.
macro_rules! helper {
    ($registry:ident, $name:ident: $($helps:tt)+) => {
        handlebars_helper!($name: $($helps)+);
        $registry.register_helper(stringify!($name), Box::new($name));
    };
}

mod helpers;
mod openapi;
mod prose;

#[derive(RustEmbed)]
#[folder = "../../templates/"]
struct Sources;

/// The templates of all pages, ready to render.
#[derive(Debug, Clone)]
pub struct Templates {
    registry: Arc<Handlebars<'static>>,
}

/// Marks the attribute `autofocus` until the page is whole: only the first refused field keeps it.
const FOCUS: &str = "\u{e000}focus";

/// Why the templates failed to load: a bug in the build, found at startup.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error("template {0} is not UTF-8")]
    Encoding(String),
    #[error("template does not parse")]
    Syntax(#[from] Box<TemplateError>),
}

/// Why a page could not be rendered: its template needs a value that is missing.
#[derive(Debug, thiserror::Error)]
#[error("page {page} does not render")]
pub struct PageError {
    page: &'static str,
    #[source]
    source: Box<RenderError>,
}

/// A page, and the template that shows it.
pub trait Page: Serialize {
    /// The template's path in `templates/`, without `.hbs`.
    const TEMPLATE: &'static str;
}

/// Names the template of a page: `template!(HomePage: "home")` is
/// `impl Page for HomePage { const TEMPLATE: &'static str = "home"; }`.
macro_rules! template {
    ($page:ty: $template:literal) => {
        impl $crate::templates::Page for $page {
            const TEMPLATE: &'static str = $template;
        }
    };
}

impl Templates {
    /// Parses all templates. `asset_url` returns the address of a static file by its name, such as `app.css`, or `None`
    /// if there is no such file.
    pub fn load<F>(asset_url: F) -> Result<Self, LoadError>
    where
        F: Fn(&str) -> Option<String> + Send + Sync + 'static,
    {
        let mut registry = Handlebars::new();
        registry.set_strict_mode(true);
        // Indented partials would add spaces to the text in a textarea.
        registry.set_prevent_indent(true);
        helpers::register(&mut registry, asset_url);
        for file in Sources::iter() {
            let source = Sources::get(&file).map(|source| source.data.into_owned()).unwrap_or_default();
            let source = String::from_utf8(source).map_err(|_| LoadError::Encoding(file.to_string()))?;
            let name = file.strip_suffix(".hbs").unwrap_or(&file);
            registry.register_template_string(name, source).map_err(Box::new)?;
        }
        Ok(Self { registry: Arc::new(registry) })
    }

    /// Renders a page, or a part of one.
    pub fn render<P: Page>(&self, page: &P) -> Result<String, PageError> {
        let failed = |source| PageError { page: P::TEMPLATE, source: Box::new(source) };
        let html = self.registry.render(P::TEMPLATE, page).map_err(failed)?;
        if !html.contains(FOCUS) {
            return Ok(html);
        }
        Ok(html.replacen(FOCUS, " autofocus", 1).replace(FOCUS, ""))
    }
}

#[cfg(test)]
mod tests;
