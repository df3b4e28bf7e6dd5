//! `/admin/waffles/:id/edit`

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_actors::waffles::Waffles;
use waffle_domain::invalid::{FieldError, Findings, Invalid};
use waffle_domain::money::{Currency, Price};
use waffle_domain::role::Permission;
use waffle_domain::waffle::{Waffle, WaffleStatus};
use waffle_domain::waffle_edit::{EditDraft, WaffleEdit};
use waffle_store::connect::PgPool;
use waffle_store::waffles::WaffleRef;

use crate::api::admin::waffles::edit::save;
use crate::clock::Clock;
use crate::pages::admin::flash::Done;
use crate::pages::admin::payment_methods::choices;
use crate::pages::admin::waffle_form::{Typed, items, kept};
use crate::pages::answer;
use crate::pages::context::form::Field;
use crate::pages::context::waffle_form::{EditedWaffle, WaffleForm, WaffleFormPage};
use crate::pages::context::{Frame, Section};
use crate::pages::templates::Templates;
use crate::session::form::{Fields, SignedInForm};
use crate::session::signed_in::SignedIn;
use crate::web::error::Failure;
use crate::web::extractors::InPath;
use crate::web::refusal::no_waffle;

/// Answers 200 with the form as the waffle is; 404 for an unknown id.
pub async fn show(
    me: SignedIn,
    id: InPath<Uuid>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    currency: web::Data<Currency>,
    templates: web::Data<Templates>,
) -> Result<HttpResponse, Failure> {
    me.require(Permission::ManageWaffles)?;
    let id = id.read()?;
    let snapshot = waffles.snapshot(&WaffleRef::Id(id)).await?.ok_or_else(no_waffle)?;
    let form = current(&snapshot.waffle, &currency, &pool).await?;
    answer::page(templates.waffle_form(&page(&me, &snapshot, &currency, form, None)))
}

/// Saves the edit and leads to the manage page; 400 with the form as typed when a field is wrong, 409 with it when the winners were drawn
/// meanwhile.
pub async fn submit(
    form: SignedInForm,
    id: InPath<Uuid>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
    currency: web::Data<Currency>,
    templates: web::Data<Templates>,
) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ManageWaffles)?;
    let id = id.read()?;
    let snapshot = waffles.snapshot(&WaffleRef::Id(id)).await?.ok_or_else(no_waffle)?;
    let saved = match read(&form.fields, &snapshot.waffle, &currency) {
        Ok(edit) => save(&form.me, id, edit, &pool, &clock).await,
        Err(invalid) => Err(invalid.into()),
    };
    let (status, faults, error) = match saved {
        Ok(seq) => {
            answer::caught_up(&waffles, id, seq).await;
            return Ok(answer::see_other(&Done::Saved.path(id, "", "")).finish());
        }
        Err(failure) if !failure.fields().is_empty() => {
            let error = "Nothing was changed yet: the marked fields need another look.";
            (StatusCode::BAD_REQUEST, failure.fields().to_vec(), error.to_owned())
        }
        Err(failure) if failure.code() == "waffle_not_active" => {
            let fault = FieldError::new("item_count", failure.sentence());
            (StatusCode::CONFLICT, vec![fault], "Nothing was changed: the winners were drawn meanwhile.".to_owned())
        }
        Err(failure) => return Err(failure),
    };
    let mut kept = kept(&form.fields, &faults, &snapshot.waffle.payment_methods, &pool).await?;
    kept.total_spots = None;
    if snapshot.waffle.status == WaffleStatus::Completed {
        kept.item_count = None;
    }
    answer::page_with(status, templates.waffle_form(&page(&form.me, &snapshot, &currency, kept, Some(error))))
}

/// Reads the form; every field at fault is named.
fn read(fields: &Fields, waffle: &Waffle, currency: &Currency) -> Result<WaffleEdit, Invalid> {
    let mut findings = Findings::default();
    let typed = Typed::read(fields, currency, &mut findings);
    let draft = EditDraft {
        title: Some(typed.title),
        description: Some(typed.description),
        spot_price: typed.spot_price.map(Price::cents),
        // A form that was opened before the draw still has the field: the store judges it.
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

async fn current(waffle: &Waffle, currency: &Currency, pool: &PgPool) -> Result<WaffleForm, Failure> {
    let chosen = &waffle.payment_methods;
    Ok(WaffleForm {
        title: Field::new(&waffle.title),
        description: Field::new(waffle.description.as_deref().unwrap_or_default()),
        total_spots: None,
        spot_price: Field::new(currency.plain(waffle.spot_price.unsigned_abs())),
        item_count: (waffle.status == WaffleStatus::Active).then(|| Field::new(waffle.item_count.to_string())),
        image_url: Field::new(waffle.image_url.as_deref().unwrap_or_default()),
        social_media_links: Field::new(waffle.social_media_links.join("\n")),
        payment_methods: choices(pool, chosen, |method| chosen.contains(&method)).await?,
        payment_methods_error: None,
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
        frame: Frame::new(format!("Edit {}", waffle.title), Section::Admin).with_admin(Some(me.nav())),
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
