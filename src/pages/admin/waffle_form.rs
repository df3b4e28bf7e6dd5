//! What the forms for a new and an edited waffle share.

use serde::Serialize;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::invalid::{FieldError, Findings, Invalid};
use waffle_domain::money::{Currency, Price};
use waffle_domain::terms::Terms;
use waffle_domain::waffle::WaffleStatus;
use waffle_domain::waffle_fields::WaffleDraft;
use waffle_http::error::HttpError;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::Services;

use crate::admin::payment_methods::choices;
use crate::admin::terms_form::{self, Opening, whole};
use crate::context::form::{Choice, Form};
use crate::context::waffle::WaffleView;
use crate::context::{Frame, Script, Section};

/// `GET /admin/waffles/new` and `GET /admin/waffles/:id/edit`, and the answers to invalid forms.
#[derive(Debug, Clone, Serialize)]
pub struct WaffleFormPage {
    pub frame: Frame,
    pub currency: Currency,
    /// A sentence above the form if something failed.
    pub error: Option<String>,
    /// The new price, in cents, that the sentence asks about; saving again confirms it.
    pub confirm_price: Option<i64>,
    /// The waffle to edit; `None` for a new one.
    pub edited: Option<WaffleView>,
    /// Whether the number of winners can be changed: until they are drawn.
    pub items: bool,
    #[serde(flatten)]
    pub fields: WaffleForm,
}

template!(WaffleFormPage: "admin/waffle_form");

/// The fields as stored or as typed, and what they are chosen from.
#[derive(Debug, Clone, Serialize)]
pub struct WaffleForm {
    pub form: Form,
    /// The active payment methods, and those chosen before. If there are none, the form leaves the question out.
    pub payment_methods: Vec<Choice>,
    pub opening: Opening,
}

impl WaffleFormPage {
    /// The form for a new waffle, or for that of a board, with a sentence if something failed.
    pub fn new(
        me: &SignedIn,
        edited: Option<&Snapshot>,
        currency: &Currency,
        (fields, error): (WaffleForm, Option<String>),
    ) -> Self {
        let title = edited.map_or_else(|| "New waffle".to_owned(), |board| format!("Edit {}", board.waffle.title));
        Self {
            frame: Frame::of(me, title, Section::Admin).with_script(Script::WaffleForm),
            currency: currency.clone(),
            error,
            confirm_price: None,
            edited: edited.map(|snapshot| WaffleView::of(snapshot, currency)),
            items: edited.is_none_or(|snapshot| snapshot.waffle.status == WaffleStatus::Active),
            fields,
        }
    }
}

/// Validates both forms, and names every invalid field: those that don't parse, and those that `parse` finds. `current`
/// are the terms that the form was made with.
pub(super) fn parsed<T>(
    form: &SignedInForm,
    currency: &Currency,
    current: &Terms,
    parse: impl FnOnce(WaffleDraft) -> Result<T, Invalid>,
) -> Result<T, Invalid> {
    let mut findings = Findings::default();
    let draft = read(form, currency, current, &mut findings);
    let parsed = findings.keep(parse(draft));
    findings.into_result()?;
    parsed.ok_or_else(|| Invalid(Vec::new()))
}

/// Reads the fields of both forms, and adds those that don't parse to the findings.
fn read(form: &SignedInForm, currency: &Currency, current: &Terms, findings: &mut Findings) -> WaffleDraft {
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
