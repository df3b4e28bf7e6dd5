//! `/admin/waffles/new`

use actix_web::http::StatusCode;
use chrono::{DateTime, Utc};
use uuid::Uuid;
use waffle_domain::invalid::{FieldError, Invalid};
use waffle_domain::money::Currency;
use waffle_domain::refusal::Refusal;
use waffle_domain::terms::Terms;
use waffle_domain::waffle::Waffle;
use waffle_domain::waffle_fields::{NewWaffle, WaffleDraft};
use waffle_http::error::HttpError;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::session::csrf_form::{Fields, PhotoForm, SignedInForm};
use waffle_http::session::signed_in::{SignedIn, SignedInAt};
use waffle_language::say;
use waffle_service::actions::{Services, waffles};

use crate::Pages;
use crate::admin::manage_flash::to;
use crate::admin::payment_methods::choices;
use crate::admin::terms_form::{self, number, whole};
use crate::admin::waffle_form::{WaffleForm, filled, keep_photo, kept, parsed, show_form};
use crate::answer::Answer;
use crate::context::flash::Flash;
use crate::context::form::Form;
use crate::query::Query;

/// Shows the form, empty or, with `from` in the query, filled in from that waffle; 404 for an unknown id.
pub async fn show(SignedInAt { me, origin }: SignedInAt, query: Query, pages: Pages) -> Answer {
    let fields = match query.parsed("from") {
        Some(id) => like(&pages, &me, &waffles::described(&pages.services, id).await?.waffle).await?,
        None => empty(&pages, &me).await?,
    };
    show_form(&pages, (&me, &origin), None, &fields, (StatusCode::OK, None, None))
}

/// The form without values, but with the active payment methods, which every role may choose.
async fn empty(pages: &Pages, me: &SignedIn) -> Result<WaffleForm, HttpError> {
    // All are ticked at first: most sellers accept every method they have.
    let payment_methods = choices(&pages.services, &[], |_| true).await?;
    Ok(WaffleForm {
        form: Form::of([("total_spots", "100".to_owned()), ("item_count", "1".to_owned())]),
        payment_methods,
        opening: terms_form::saved(&Terms::default(), me.account.timezone),
        last: waffles::last_of(&pages.services, me.id()).await?,
        ..WaffleForm::default()
    })
}

/// The form with the values of a waffle like another. Methods that are deactivated by now are left out.
async fn like(pages: &Pages, me: &SignedIn, other: &Waffle) -> Result<WaffleForm, HttpError> {
    let new = NewWaffle::like(other, None)?;
    let mut fields = filled(pages, &new, &[], me.account.timezone).await?;
    fields.form.set("from", other.id.to_string());
    Ok(WaffleForm { like: Some(other.title.clone()), ..fields })
}

/// Creates the waffle and redirects to its manage page; 400 with the form as typed when a field is invalid.
pub async fn submit(form: PhotoForm, origin: PublicOrigin, pages: Pages) -> Answer {
    let (form, photo_fault) = keep_photo(&pages, &origin, form).await?;
    let other = filled_from(&pages.services, &form.fields).await?;
    let faults = match read((&form, photo_fault), &pages.services.currency) {
        Ok(new) => {
            let new = new.at_origin(Some(origin.as_str()));
            // The form doesn't show the message.
            let new = if let Some(other) = &other { new.with_message_of(other) } else { new };
            match waffles::create(&pages.services, &form.me.author(), &new).await {
                Ok(id) => return Ok(to(&form.me, id, &created(&new.terms, &form.me, pages.services.now()))),
                Err(failure) if !failure.fields().is_empty() => failure.fields().to_vec(),
                Err(failure) => return Err(failure.into()),
            }
        }
        Err(Invalid(faults)) => faults,
    };
    let error = Some(say!("waffle-form-not-created"));
    let opening = terms_form::typed(&form.fields, form.me.account.timezone);
    let kept = kept(&pages, (&form.fields, &faults), &[], opening).await?;
    let kept = WaffleForm { like: other.map(|other| other.title), ..kept };
    show_form(&pages, (&form.me, &origin), None, &kept, (StatusCode::BAD_REQUEST, error, None))
}

/// Finds the waffle that a form was filled in from, unless it has been deleted since.
async fn filled_from(services: &Services, fields: &Fields) -> Result<Option<Waffle>, HttpError> {
    let Ok(id) = Uuid::try_parse(fields.text("from")) else { return Ok(None) };
    match waffles::described(services, id).await {
        Ok(other) => Ok(Some(other.waffle)),
        Err(failure) if failure.refusal == Refusal::NoWaffle => Ok(None),
        Err(failure) => Err(failure.into()),
    }
}

fn created(terms: &Terms, me: &SignedIn, now: DateTime<Utc>) -> Flash {
    let opens_at = terms.opens_at.filter(|_| terms.waiting(now) && !terms.claims_paused);
    let text = match opens_at {
        Some(_) => say!("waffle-form-created-scheduled"),
        None if terms.claims_paused => say!("waffle-form-created-paused"),
        None => say!("waffle-form-created"),
    };
    Flash { created: true, opens: opens_at.map(|at| me.account.timezone.named_moment(at)), ..Flash::done(text) }
}

/// Validates the form and names every invalid field.
fn read(form: (&SignedInForm, Option<FieldError>), currency: &Currency) -> Result<NewWaffle, Invalid> {
    let total_spots = Some(whole(&number(&form.0.fields, "total_spots")));
    let parse = |draft| NewWaffle::parse(&WaffleDraft { total_spots, ..draft });
    parsed(form, currency, &Terms::default(), parse)
}
