//! `/admin/waffles/:id/edit`

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::invalid::{FieldError, Findings, Invalid};
use waffle_domain::money::{Currency, Price};
use waffle_domain::role::Permission;
use waffle_domain::timezone::TimeZone;
use waffle_domain::waffle::{Waffle, WaffleStatus};
use waffle_domain::waffle_edit::{EditDraft, WaffleEdit};

use crate::actions::{Services, waffles, waffles::EditRefused};
use crate::pages::Pages;
use crate::pages::admin::manage_flash::Done;
use crate::pages::admin::payment_methods::choices;
use crate::pages::admin::terms_form;
use crate::pages::admin::waffle_form::{Typed, items, kept};
use crate::pages::answer;
use crate::pages::context::form::Field;
use crate::pages::context::waffle_form::{EditedWaffle, WaffleForm, WaffleFormPage};
use crate::pages::context::{Frame, Script, Section};
use crate::session::form::SignedInForm;
use crate::session::signed_in::SignedIn;
use crate::web::error::Failure;
use crate::web::extractors::InPath;

/// Shows the form with the waffle's values; 404 for an unknown id.
pub async fn show(me: SignedIn, id: InPath<Uuid>, pages: web::Data<Pages>) -> Result<HttpResponse, Failure> {
    me.require(Permission::ManageWaffles)?;
    let id = id.read()?;
    let snapshot = waffles::by_id(&pages.services, id).await?;
    let form = current(&pages.services, &snapshot.waffle, me.account.timezone).await?;
    answer::page(pages.templates.waffle_form(&page(&me, &snapshot, &pages.services.currency, form, None)))
}

/// Saves the edit and redirects to the manage page. Shows the form as typed with 400 when a field is invalid, and with
/// 409 when the winners were drawn in the meantime.
pub async fn submit(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ManageWaffles)?;
    let id = id.read()?;
    let snapshot = waffles::by_id(&pages.services, id).await?;
    let saved = match read(&form, &snapshot.waffle, &pages.services.currency) {
        Ok(edit) => waffles::edit(&pages.services, &form.me.author(), id, edit).await,
        Err(invalid) => Err(EditRefused::Failed(invalid.into())),
    };
    let (status, faults, error) = match saved {
        Ok(seq) => {
            waffles::caught_up(&pages.services, id, seq).await;
            return Ok(answer::see_other(&Done::Saved.path(id, "", "")).finish());
        }
        Err(EditRefused::Failed(failure)) if !failure.fields().is_empty() => {
            let error = "Not saved yet. Check the highlighted fields.";
            (StatusCode::BAD_REQUEST, failure.fields().to_vec(), error.to_owned())
        }
        Err(EditRefused::Failed(failure)) => return Err(failure),
        Err(refused @ EditRefused::AlreadyDrawn) => {
            let fault = FieldError::new("item_count", Failure::from(refused).sentence());
            (StatusCode::CONFLICT, vec![fault], "Not saved: the winners have been drawn in the meantime.".to_owned())
        }
    };
    let terms = terms_form::kept(&form.fields, &faults, form.me.account.timezone);
    let mut kept = kept(&pages.services, (&form.fields, &faults), &snapshot.waffle.payment_methods, terms).await?;
    kept.total_spots = None;
    if snapshot.waffle.status == WaffleStatus::Completed {
        kept.item_count = None;
    }
    answer::page_with(
        status,
        pages.templates.waffle_form(&page(&form.me, &snapshot, &pages.services.currency, kept, Some(error))),
    )
}

/// Validates the form and names every invalid field.
fn read(form: &SignedInForm, waffle: &Waffle, currency: &Currency) -> Result<WaffleEdit, Invalid> {
    let fields = &form.fields;
    let mut findings = Findings::default();
    let typed = Typed::read(fields, currency, &mut findings);
    let draft = EditDraft {
        terms: terms_form::read(fields, form.me.account.timezone, &waffle.terms, &mut findings),
        title: Some(typed.title),
        description: Some(typed.description),
        spot_price: typed.spot_price.map(Price::cents),
        // A form opened before the draw still has this field; the store decides whether it may change.
        item_count: fields.all("item_count").next().map(|_| items(fields)),
        image_url: Some(typed.image_url),
        social_media_links: Some(typed.social_media_links),
        payment_methods: Some(typed.payment_methods),
        total_spots: None,
    };
    let edit = findings.keep(WaffleEdit::parse(&draft, waffle.total_spots));
    findings.into_result()?;
    edit.ok_or_else(|| Invalid(Vec::new()))
}

async fn current(services: &Services, waffle: &Waffle, zone: TimeZone) -> Result<WaffleForm, Failure> {
    let chosen = &waffle.payment_methods;
    Ok(WaffleForm {
        title: Field::new(&waffle.title),
        description: Field::new(waffle.description.as_deref().unwrap_or_default()),
        total_spots: None,
        spot_price: Field::new(services.currency.plain(waffle.spot_price.unsigned_abs())),
        item_count: (waffle.status == WaffleStatus::Active).then(|| Field::new(waffle.item_count.to_string())),
        image_url: Field::new(waffle.image_url.as_deref().unwrap_or_default()),
        social_media_links: Field::new(waffle.social_media_links.join("\n")),
        payment_methods: choices(services, chosen, |method| chosen.contains(&method)).await?,
        payment_methods_error: None,
        terms: terms_form::current(&waffle.terms, zone),
    })
}

fn page(
    me: &SignedIn,
    snapshot: &Snapshot,
    currency: &Currency,
    form: WaffleForm,
    error: Option<String>,
) -> WaffleFormPage {
    let waffle = &snapshot.waffle;
    WaffleFormPage {
        frame: Frame::of(me, format!("Edit {}", waffle.title), Section::Admin).with_script(Script::WaffleForm),
        csrf_token: me.csrf_token(),
        currency: currency.into(),
        error,
        edited: Some(EditedWaffle {
            id: waffle.id.to_string(),
            title: waffle.title.clone(),
            total_spots: waffle.total_spots.unsigned_abs(),
            claimed: snapshot.board.counts().claimed().unsigned_abs(),
        }),
        form,
    }
}
