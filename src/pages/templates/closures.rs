//! Helpers that are closures. What they return may be another helper's parameter, and is escaped where it is printed.

use std::cell::RefCell;

use handlebars::{Context, Handlebars, Helper, HelperDef, RenderContext, RenderError, ScopedJson};
use serde_json::Value;

/// Registers a helper that makes a text. It can look up what the page has at its root.
pub(super) fn text<F>(registry: &mut Handlebars<'_>, name: &str, text: F)
where
    F: Fn(&Helper<'_>, &dyn Fn(&str) -> Value) -> Result<String, RenderError> + Send + Sync + 'static,
{
    value(registry, name, move |helper, root| Ok(text(helper, root)?.into()));
}

/// Registers a helper that makes any value.
pub(super) fn value<F>(registry: &mut Handlebars<'_>, name: &str, value: F)
where
    F: Fn(&Helper<'_>, &dyn Fn(&str) -> Value) -> Result<Value, RenderError> + Send + Sync + 'static,
{
    registry.register_helper(name, Box::new(Closure(value)));
}

struct Closure<F>(F);

impl<F> HelperDef for Closure<F>
where
    F: Fn(&Helper<'_>, &dyn Fn(&str) -> Value) -> Result<Value, RenderError> + Send + Sync,
{
    fn call_inner<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        context: &'rc Context,
        render: &mut RenderContext<'reg, 'rc>,
    ) -> Result<ScopedJson<'rc>, RenderError> {
        let render = RefCell::new(render);
        let root = |name: &str| match render.borrow().evaluate(context, &format!("@root.{name}")) {
            Ok(found) => found.as_json().clone(),
            Err(_) => Value::Null,
        };
        Ok(ScopedJson::Derived((self.0)(helper, &root)?))
    }
}
