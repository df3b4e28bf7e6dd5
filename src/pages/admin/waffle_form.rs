//! What the forms for a new and an edited waffle share.

use uuid::Uuid;
use waffle_domain::invalid::{FieldError, Findings, Invalid};
use waffle_domain::money::{Currency, Price};
use waffle_domain::terms::Terms;
use waffle_domain::waffle_fields::WaffleDraft;
use waffle_http::error::HttpError;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_service::actions::Services;

use crate::admin::payment_methods::choices;
use crate::admin::terms_form::{self, whole};
use crate::context::form::Form;
use crate::context::terms::Opening;
use crate::context::waffle_form::WaffleForm;

/// Reads the fields of both forms, and adds those that don't parse to the findings. `current` are the terms that the
/// form was made with.
pub(super) fn read(form: &SignedInForm, currency: &Currency, current: &Terms, findings: &mut Findings) -> WaffleDraft {
    let fields = &form.fields;
    let text = |name: &str| Some(fields.text(name).to_owned());
    let terms = terms_form::read(fields, form.me.account.timezone, current, findings);
    let price = findings.keep(currency.parse(fields.text("spot_price")));
    let methods: Result<Vec<Uuid>, _> = fields.all("payment_methods").map(Uuid::try_parse).collect();
    let unknown = |_| Invalid::field("payment_methods", "This payment method no longer exists. Reload the page.");
    WaffleDraft {
        title: text("title"),
        // Browsers send line breaks as CRLF.
        description: Some(fields.text("description").replace("\r\n", "\n")),
        // The findings already include an unreadable price.
        spot_price: Some(price.map_or(1, Price::cents)),
        // Forms have it until the draw; the store decides whether it may change.
        item_count: fields.all("item_count").next().map(|_| items(fields)),
        image_url: text("image_url"),
        social_media_links: Some(fields.text("social_media_links").lines().map(str::to_owned).collect()),
        payment_methods: Some(findings.keep(methods.map_err(unknown)).unwrap_or_default()),
        total_spots: None,
        terms,
    }
}

/// The number of winners; 1 if left empty.
fn items(fields: &Fields) -> i64 {
    let items = fields.text("item_count");
    if items.trim().is_empty() { 1 } else { whole(items) }
}

/// The form as typed, with its errors. `offered` are methods to list in addition to the active ones.
pub(super) async fn kept(
    services: &Services,
    (fields, faults): (&Fields, &[FieldError]),
    offered: &[Uuid],
    opening: Opening,
) -> Result<WaffleForm, HttpError> {
    let ticked: Vec<Uuid> = fields.all("payment_methods").filter_map(|method| Uuid::try_parse(method).ok()).collect();
    Ok(WaffleForm {
        form: Form::typed(fields, faults),
        payment_methods: choices(services, offered, |method| ticked.contains(&method)).await?,
        opening,
    })
}
