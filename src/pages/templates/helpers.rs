//! What templates can do with the rows that they are given: write amounts, moments, ranges and names.

use chrono::{DateTime, SecondsFormat, Utc};
use handlebars::{Handlebars, Helper, PathAndJson, RenderError, RenderErrorReason, handlebars_helper};
use serde::Deserialize as _;
use serde_json::{Value, json};
use waffle_domain::money::Currency;
use waffle_domain::spot_ranges::{in_sentence, ranges};
use waffle_domain::timezone::TimeZone;
use waffle_domain::user_agent::client_words;
use waffle_language::{Language, Moment, Precision, utc};

use crate::context::buyer::path;
use crate::context::sign_ins::unknown_network as no_owner;
use crate::context::terms::how_long as in_words;
use crate::templates::closures::{text, value};

/// Registers them for a language. `asset_url` returns the address of a static file.
pub(super) fn register<F>(registry: &mut Handlebars<'_>, language: Language, asset_url: F)
where
    F: Fn(Language, &str) -> Option<String> + Send + Sync + 'static,
{
    // A number as a text, which no language groups.
    helper!(registry, plain: |number: i64| number.to_string());
    text(registry, "tally", move |helper, _| {
        let count = helper.param(0).and_then(|param| param.value().as_i64());
        let written = count.map(|count| waffle_language::count(language, count));
        Ok(written.ok_or_else(|| RenderErrorReason::Other("tally takes a count".to_owned()))?)
    });
    helper!(registry, buyer_path: |handle: String| path(&handle));
    text(registry, "how_long", move |helper, _| {
        let minutes = helper.param(0).and_then(|param| param.value().as_i64()).unwrap_or_default();
        Ok(in_words(minutes).write(language))
    });
    helper!(registry, minus: |count: i64, shown: i64| count - shown);
    helper!(registry, first_letters: |length: u64, text: String| {
        text.chars().zip(0..length).map(|(letter, _)| letter).collect::<String>()
    });
    helper!(registry, ranges_of: |numbers: array| ranges(numbers.iter().filter_map(number)));
    helper!(registry, numbers_of: |spots: array, *statuses| {
        let of_these = |spot: &&Value| spot.get("status").is_some_and(|status| statuses.contains(&status));
        ranges(spots.iter().filter(of_these).filter_map(|spot| number(spot.get("number")?)))
    });
    text(registry, "in_sentence", move |helper, _| {
        let ranges = helper.param(0).and_then(|param| param.value().as_str()).unwrap_or_default();
        Ok(in_sentence(ranges).write(language))
    });
    helper!(registry, paired: |numbers: array, handles: array, prizes: Json| pairs(numbers, handles, prizes));
    text(registry, "client_of", move |helper, _| {
        let texts = [0, 1].map(|at| helper.param(at).and_then(|param| param.value().as_str()).unwrap_or_default());
        Ok(client_words(texts[0], texts[1]).write(language))
    });
    text(registry, "unknown_network", move |helper, _| {
        let address = helper.param(0).and_then(|param| param.value().as_str()).unwrap_or_default();
        Ok(address.parse().map_or_else(|_| String::new(), |address| no_owner(address).write(language)))
    });
    for (name, part) in [("field_of", ""), ("value_of", "value"), ("error_of", "error")] {
        value(registry, name, move |helper, root| Ok(typed(helper, root, part)));
    }
    super::openapi::register(registry);
    text(registry, "time_in", |helper, _| {
        let (zone, format) = zone(helper)?;
        Ok(moment(helper)?.with_timezone(&zone.rules()).format(&format).to_string())
    });
    text(registry, "focus", |_, _| Ok(super::FOCUS.to_owned()));
    text(registry, "iso_of", |helper, _| {
        let exact = precision(helper)? == Precision::Hundredths;
        let digits = if exact { SecondsFormat::Millis } else { SecondsFormat::Secs };
        Ok(moment(helper)?.to_rfc3339_opts(digits, true))
    });
    text(registry, "utc_of", move |helper, _| Ok(utc(language, moment(helper)?, precision(helper)?)));
    text(registry, "day_of", move |helper, _| Ok(Moment::from(moment(helper)?).day(language)));
    text(registry, "clock_in", move |helper, _| {
        let (zone, clock) = zone(helper)?;
        let local = moment(helper)?.with_timezone(&zone.rules()).naive_local();
        Ok(waffle_language::clock(language, local, &clock))
    });
    text(registry, "money", move |helper, root| amount(helper, root, language));
    text(registry, "asset", move |helper, _| {
        let name = helper.param(0).and_then(|param| param.value().as_str()).unwrap_or_default();
        Ok(asset_url(language, name)
            .ok_or_else(|| RenderErrorReason::Other(format!("there is no static file {name:?}")))?)
    });
}

/// A field of the page's form, or a part of it; empty where the form hasn't got it.
fn typed(helper: &Helper<'_>, root: &dyn Fn(&str) -> Value, part: &str) -> Value {
    let name = helper.param(0).and_then(|param| param.value().as_str()).unwrap_or_default();
    let field = Some(root(&format!("form.{name}"))).filter(Value::is_object);
    let field = field.unwrap_or_else(|| json!({"value": "", "error": null}));
    if part.is_empty() { field } else { field[part].clone() }
}

/// An amount in cents, in the currency of the page.
fn amount(helper: &Helper<'_>, root: &dyn Fn(&str) -> Value, language: Language) -> Result<String, RenderError> {
    let cents = helper.param(0).and_then(|param| param.value().as_i64());
    let currency: Option<Currency> = serde_json::from_value(root("currency")).ok();
    let written =
        cents.zip(currency).map(|(cents, currency)| waffle_language::amount(language, &currency.amount(cents)));
    Ok(written.ok_or_else(|| RenderErrorReason::Other("money takes cents, and the page a currency".to_owned()))?)
}

/// The zone in which a moment is written, and how.
fn zone(helper: &Helper<'_>) -> Result<(TimeZone, String), RenderError> {
    let texts = [1, 2].map(|at| helper.param(at).and_then(|param| param.value().as_str()).unwrap_or_default());
    let zone = TimeZone::parse(texts[0]).map_err(|_| RenderErrorReason::Other("there is no such zone".to_owned()))?;
    Ok((zone, texts[1].to_owned()))
}

/// The moment that a row has, as serde writes it, or that of a page.
fn moment(helper: &Helper<'_>) -> Result<DateTime<Utc>, RenderError> {
    let value = helper.param(0).map_or(&Value::Null, PathAndJson::value);
    let text = value.as_str().or_else(|| value["iso"].as_str()).unwrap_or_default();
    Ok(text.parse().map_err(|_| RenderErrorReason::Other(format!("{text:?} is no moment")))?)
}

/// How exactly that moment is written, as `data-time` has it: `{{utc_of at "seconds"}}`; without it to the minute.
fn precision(helper: &Helper<'_>) -> Result<Precision, RenderError> {
    let Some(named) = helper.param(1) else { return Ok(Precision::default()) };
    let unknown = |_| RenderErrorReason::Other(format!("{} is no precision", named.value()));
    Ok(Precision::deserialize(named.value()).map_err(unknown)?)
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64()?.try_into().ok()
}

/// Winners, or alternates: their numbers, handles, and prizes if there are any.
fn pairs(numbers: &[Value], handles: &[Value], prizes: &Value) -> Value {
    let pairs = numbers.iter().zip(handles).enumerate();
    pairs.map(|(at, (number, handle))| json!({"number": number, "handle": handle, "prize": prizes.get(at)})).collect()
}
