//! What templates can do with the rows that they are given: write amounts, moments, ranges and names.

use chrono::{DateTime, SecondsFormat, Utc};
use handlebars::{
    Context, Handlebars, Helper, HelperDef, HelperResult, Output, PathAndJson, RenderContext, RenderError,
    RenderErrorReason, ScopedJson, handlebars_helper, html_escape,
};
use serde_json::{Value, json};
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::event::Reason;
use waffle_domain::money::Currency;
use waffle_domain::number::grouped;
use waffle_domain::role::Role;
use waffle_domain::spot::SpotStatus;
use waffle_domain::timezone::TimeZone;
use waffle_domain::user_agent::{Device, client_words};

use crate::context::activity::deed;
use crate::context::board::ranges;
use crate::context::buyer::path;
use crate::context::draws::entry_words;
use crate::context::sign_ins::unknown_network as no_owner;
use crate::context::terms::how_long as in_words;

/// Registers them. `asset_url` returns the address of a static file.
pub(super) fn register<F>(registry: &mut Handlebars<'_>, asset_url: F)
where
    F: Fn(&str) -> Option<String> + Send + Sync + 'static,
{
    helper!(registry, plural: |count: u64, one: String, many: String| if count == 1 { one } else { many });
    helper!(registry, tally: |count: u64| grouped(count));
    helper!(registry, buyer_path: |handle: String| path(&handle));
    helper!(registry, how_long: |minutes: i64| in_words(minutes));
    helper!(registry, minus: |count: i64, shown: i64| count - shown);
    helper!(registry, first_letters: |length: u64, text: String| {
        text.chars().zip(0..length).map(|(letter, _)| letter).collect::<String>()
    });
    helper!(registry, ranges_of: |numbers: array| ranges(numbers.iter().filter_map(number)));
    helper!(registry, numbers_of: |spots: array, *statuses| {
        let of_these = |spot: &&Value| spot.get("status").is_some_and(|status| statuses.contains(&status));
        ranges(spots.iter().filter(of_these).filter_map(|spot| number(spot.get("number")?)))
    });
    helper!(registry, paired: |numbers: array, handles: array, prizes: Json| pairs(numbers, handles, prizes));
    // An unknown code, from another version of the program, is shown as it is.
    helper!(registry, action_words: |code: String| {
        AuditAction::parse(&code).map_or(code, |known| known.words().to_owned())
    });
    helper!(registry, entity_words: |code: String| {
        EntityType::parse(&code).map_or(code, |known| known.words().to_owned())
    });
    helper!(registry, role_words: |code: String| Role::parse(&code).map_or(code, |known| known.words().to_owned()));
    helper!(registry, client_of: |browser: String, os: String| client_words(&browser, &os));
    helper!(registry, device_of: |code: String| Device::parse(&code).unwrap_or(Device::Desktop).words());
    helper!(registry, unknown_network: |address: String| address.parse().map(no_owner).unwrap_or_default());
    helper!(registry, ledger_words: |kind: String, number: Json| entry_words(&kind, number.as_i64()));
    for (name, part) in [("field_of", ""), ("value_of", "value"), ("error_of", "error")] {
        registry.register_helper(name, Box::new(Typed(part)));
    }
    super::openapi::register(registry);
    text(registry, "time_in", |helper, _| {
        let texts = [1, 2].map(|at| helper.param(at).and_then(|param| param.value().as_str()).unwrap_or_default());
        let zone =
            TimeZone::parse(texts[0]).map_err(|_| RenderErrorReason::Other("there is no such zone".to_owned()))?;
        Ok(moment(helper)?.with_timezone(&zone.rules()).format(texts[1]).to_string())
    });
    text(registry, "focus", |_, _| Ok(super::FOCUS.to_owned()));
    text(registry, "iso_of", |helper, _| Ok(moment(helper)?.to_rfc3339_opts(SecondsFormat::Secs, true)));
    text(registry, "utc_of", |helper, _| Ok(moment(helper)?.format("%-d %b %Y, %H:%M UTC").to_string()));
    text(registry, "day_of", |helper, _| Ok(moment(helper)?.format("%-d %b %Y").to_string()));
    text(registry, "deed_of", |helper, _| {
        let entry = helper.param(0).map_or(&Value::Null, PathAndJson::value);
        let status = |name: &str| entry[name].as_str().and_then(SpotStatus::parse);
        let words = status("from_status")
            .zip(status("to_status"))
            .map(|(from, to)| deed(entry["reason"].as_str().and_then(Reason::parse), from, to).to_owned());
        Ok(words.ok_or_else(|| RenderErrorReason::Other("a change has two states".to_owned()))?)
    });
    text(registry, "money", |helper, root| amount(helper, root));
    text(registry, "asset", move |helper, _| {
        let name = helper.param(0).and_then(|param| param.value().as_str()).unwrap_or_default();
        Ok(asset_url(name).ok_or_else(|| RenderErrorReason::Other(format!("there is no static file {name:?}")))?)
    });
}

/// Registers a helper that writes an escaped text. It can look up what the page has at its root.
fn text<F>(registry: &mut Handlebars<'_>, name: &str, text: F)
where
    F: Fn(&Helper<'_>, &dyn Fn(&str) -> Value) -> Result<String, RenderError> + Send + Sync + 'static,
{
    registry.register_helper(
        name,
        Box::new(
            move |helper: &Helper,
                  _: &Handlebars,
                  context: &Context,
                  render: &mut RenderContext,
                  out: &mut dyn Output|
                  -> HelperResult {
                let root = |name: &str| match render.evaluate(context, &format!("@root.{name}")) {
                    Ok(found) => found.as_json().clone(),
                    Err(_) => Value::Null,
                };
                Ok(out.write(&html_escape(&text(helper, &root)?))?)
            },
        ),
    );
}

/// A field of the page's form, or a part of it; empty where the form hasn't got it.
struct Typed(&'static str);

impl HelperDef for Typed {
    fn call_inner<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        context: &'rc Context,
        render: &mut RenderContext<'reg, 'rc>,
    ) -> Result<ScopedJson<'rc>, RenderError> {
        let name = helper.param(0).and_then(|param| param.value().as_str()).unwrap_or_default();
        let field = render.evaluate(context, &format!("@root.form.{name}"));
        let field = field.ok().map(|field| field.as_json().clone()).filter(Value::is_object);
        let field = field.unwrap_or_else(|| json!({"value": "", "error": null}));
        Ok(ScopedJson::Derived(if self.0.is_empty() { field } else { field[self.0].clone() }))
    }
}

/// An amount in cents, in the currency of the page.
fn amount(helper: &Helper<'_>, root: &dyn Fn(&str) -> Value) -> Result<String, RenderError> {
    let cents = helper.param(0).and_then(|param| param.value().as_i64());
    let currency: Option<Currency> = serde_json::from_value(root("currency")).ok();
    let written = cents.zip(currency).map(|(cents, currency)| currency.format(cents));
    Ok(written.ok_or_else(|| RenderErrorReason::Other("money takes cents, and the page a currency".to_owned()))?)
}

/// The moment that a row has, as serde writes it.
fn moment(helper: &Helper<'_>) -> Result<DateTime<Utc>, RenderError> {
    let text = helper.param(0).and_then(|param| param.value().as_str()).unwrap_or_default();
    Ok(text.parse().map_err(|_| RenderErrorReason::Other(format!("{text:?} is no moment")))?)
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64()?.try_into().ok()
}

/// Winners, or alternates: their numbers, handles, and prizes if there are any.
fn pairs(numbers: &[Value], handles: &[Value], prizes: &Value) -> Value {
    let pairs = numbers.iter().zip(handles).enumerate();
    pairs.map(|(at, (number, handle))| json!({"number": number, "handle": handle, "prize": prizes.get(at)})).collect()
}
