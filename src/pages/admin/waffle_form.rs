//! What the forms for a new and an edited waffle share.

use actix_web::http::StatusCode;
use serde::Serialize;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::invalid::{FieldError, Findings, Invalid};
use waffle_domain::link::is_web_address;
use waffle_domain::money::{Currency, Price};
use waffle_domain::photo::{LONGEST_SIDE, Photo, PhotoHash};
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Permission;
use waffle_domain::terms::Terms;
use waffle_domain::timezone::TimeZone;
use waffle_domain::waffle::{Waffle, WaffleStatus};
use waffle_domain::waffle_fields::WaffleDraft;
use waffle_http::error::HttpError;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::session::csrf_form::{Fields, PhotoForm, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_language::{Text, say, typed_amount};
use waffle_service::actions::photos;
use waffle_service::photos::ReceivedFile;

use crate::Pages;
use crate::admin::payment_methods::choices;
use crate::admin::terms_form::{self, Opening, number, whole};
use crate::admin::waffle_head::{Tab, head};
use crate::answer::Answer;
use crate::context::form::{Choice, Form};
use crate::context::{Frame, Script, Section};

/// The fields as stored or as typed, and what they are chosen from.
#[derive(Debug, Clone, Default, Serialize)]
pub struct WaffleForm {
    pub form: Form,
    /// The active payment methods, and those chosen before. If there are none, the form leaves the question out.
    pub payment_methods: Vec<Choice>,
    pub opening: Opening,
    /// The title of the waffle that a new one is filled in from.
    pub like: Option<String>,
    /// The seller's last waffle, which a new one may be filled in from.
    pub last: Option<Uuid>,
}

/// Shows the form for a new waffle, or for that of a board. With an error, a sentence is above it; `confirm_price` is
/// the new price, in cents, that the sentence asks about: saving again confirms it.
pub(super) fn show_form(
    pages: &Pages,
    (me, origin): (&SignedIn, &PublicOrigin),
    edited: Option<&Snapshot>,
    fields: &WaffleForm,
    (status, error, confirm_price): (StatusCode, Option<Text>, Option<i64>),
) -> Answer {
    let currency = &pages.services.currency;
    let picture =
        |link: &str| PhotoHash::at_origin(link, origin.as_str()).map_or_else(|| link.to_owned(), PhotoHash::path);
    let title = match edited {
        Some(board) => say!("waffle-form-edit-title", title = &board.waffle.title),
        None => say!("waffle-form-new"),
    };
    pages.show_as(
        status,
        "admin/waffle_form",
        values! {
            ..fields,
            frame: Frame::of(me, title, Section::Admin).with_script(Script::WaffleForm),
            currency,
            error,
            confirm_price,
            edited: edited.map(|board| head(pages, (me, origin), board, Tab::Settings)),
            may_archive: me.may(Permission::ArchiveWaffles),
            picture: fields.form.sound("image_url").filter(|link| is_web_address(link)).map(picture),
            // The number of winners can be changed until they are drawn.
            items: edited.is_none_or(|board| board.waffle.status == WaffleStatus::Active),
        },
    )
}

/// Keeps the photo that came with a form, and fills in its address. Returns what is wrong with it, if anything.
pub(super) async fn keep_photo<P>(
    pages: &Pages,
    origin: &PublicOrigin,
    PhotoForm { mut form, photo }: PhotoForm<P>,
) -> Result<(SignedInForm<P>, Option<FieldError>), HttpError> {
    let Some(photo) = photo else { return Ok((form, None)) };
    let fault = match upload(pages, &form.me, photo, LONGEST_SIDE).await? {
        Ok(photo) => {
            form.fields.set("image_url", format!("{origin}{}", photo.hash.path()));
            None
        }
        Err(fault) => Some(fault),
    };
    Ok((form, fault))
}

/// Keeps a photo that came with a form, with this many pixels on its longer side at most, or returns what is wrong with
/// it.
pub(super) async fn upload(
    pages: &Pages,
    me: &SignedIn,
    photo: ReceivedFile,
    longest_side: u32,
) -> Result<Result<Photo, FieldError>, HttpError> {
    match photos::upload(&pages.services, &me.author(), photo, longest_side).await {
        Ok(photo) => Ok(Ok(photo)),
        Err(failure) => match &failure.refusal {
            Refusal::Internal | Refusal::DatabaseUnavailable | Refusal::OutcomeUnknown | Refusal::RoleTooLow => {
                Err(failure.into())
            }
            _ => Ok(Err(FieldError::new("photo", failure.sentence()))),
        },
    }
}

/// Validates both forms, and names every invalid field: the photo, those that don't parse, and those that `parse`
/// finds. `current` are the terms that the form was made with.
pub(super) fn parsed<T, P>(
    (form, photo_fault): (&SignedInForm<P>, Option<FieldError>),
    currency: &Currency,
    current: &Terms,
    parse: impl FnOnce(WaffleDraft) -> Result<T, Invalid>,
) -> Result<T, Invalid> {
    let mut findings = Findings::default();
    if let Some(FieldError { field, message }) = photo_fault {
        findings.refuse(&field, message);
    }
    let draft = read(form, currency, current, &mut findings);
    let parsed = findings.keep(parse(draft));
    findings.into_result()?;
    parsed.ok_or_else(|| Invalid(Vec::new()))
}

/// Reads the fields of both forms, and adds those that don't parse to the findings.
fn read<P>(form: &SignedInForm<P>, currency: &Currency, current: &Terms, findings: &mut Findings) -> WaffleDraft {
    let fields = &form.fields;
    let text = |name: &str| Some(fields.text(name).to_owned());
    let terms = terms_form::read(fields, form.me.account.timezone, current, findings);
    let price = findings.keep(currency.parse(&number(fields, "spot_price")));
    let methods: Result<Vec<Uuid>, _> = fields.all("payment_methods").map(Uuid::try_parse).collect();
    let unknown = |_| Invalid::field("payment_methods", say!("waffle-form-method-gone"));
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

/// The form with the values of a waffle. `offered` are methods to list in addition to the active ones.
pub(super) async fn filled(
    pages: &Pages,
    waffle: &Waffle,
    offered: &[Uuid],
    zone: TimeZone,
) -> Result<WaffleForm, HttpError> {
    let (services, language) = (&pages.services, pages.language());
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let values = [
        ("title", waffle.title.clone()),
        ("description", text(&waffle.description)),
        ("total_spots", waffle.total_spots.to_string()),
        ("spot_price", typed_amount(language, waffle.spot_price.unsigned_abs(), services.currency.decimals)),
        ("item_count", waffle.item_count.to_string()),
        ("image_url", text(&waffle.image_url)),
        ("social_media_links", waffle.social_media_links.join("\n")),
    ];
    Ok(WaffleForm {
        form: Form::of(values.into_iter().chain(terms_form::stored(&waffle.terms, zone))),
        payment_methods: choices(services, offered, |method| waffle.payment_methods.contains(&method)).await?,
        opening: terms_form::saved(&waffle.terms, zone),
        ..WaffleForm::default()
    })
}

/// The number of winners; 1 if left empty.
fn items(fields: &Fields) -> i64 {
    let items = number(fields, "item_count");
    if items.is_empty() { 1 } else { whole(&items) }
}

/// The fields that hold numbers.
const NUMBERS: [&str; 6] =
    ["total_spots", "spot_price", "item_count", "pay_within_minutes", "max_spots_per_handle", "says_paid_grace_hours"];

/// The form as typed, with its errors, and with numbers as the page's language types them. `offered` are methods to
/// list in addition to the active ones.
pub(super) async fn kept(
    pages: &Pages,
    (fields, faults): (&Fields, &[FieldError]),
    offered: &[Uuid],
    opening: Opening,
) -> Result<WaffleForm, HttpError> {
    let ticked: Vec<Uuid> = fields.all("payment_methods").filter_map(|method| Uuid::try_parse(method).ok()).collect();
    let mut form = Form::typed(fields, faults);
    terms_form::retype(&mut form, fields, pages.language(), &NUMBERS);
    Ok(WaffleForm {
        form,
        payment_methods: choices(&pages.services, offered, |method| ticked.contains(&method)).await?,
        opening,
        ..WaffleForm::default()
    })
}
