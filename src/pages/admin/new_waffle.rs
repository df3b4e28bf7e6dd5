//! `/admin/waffles/new`

use actix_web::http::StatusCode;
use chrono::{DateTime, Utc};
use waffle_domain::invalid::Invalid;
use waffle_domain::money::Currency;
use waffle_domain::terms::Terms;
use waffle_domain::waffle_fields::{NewWaffle, WaffleDraft};
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::say;
use waffle_service::actions::waffles;

use crate::Pages;
use crate::admin::manage_flash::to;
use crate::admin::payment_methods::choices;
use crate::admin::terms_form::{self, number, whole};
use crate::admin::waffle_form::{WaffleForm, kept, parsed, show_form};
use crate::answer::Answer;
use crate::context::flash::Flash;
use crate::context::form::Form;

/// Shows the empty form with the active payment methods, which every role may choose.
pub async fn show(me: SignedIn, pages: Pages) -> Answer {
    // All are ticked at first: most sellers accept every method they have.
    let payment_methods = choices(&pages.services, &[], |_| true).await?;
    let fields = WaffleForm {
        form: Form::of([("total_spots", "100".to_owned()), ("item_count", "1".to_owned())]),
        payment_methods,
        opening: terms_form::saved(&Terms::default(), me.account.timezone),
    };
    show_form(&pages, &me, None, &fields, (StatusCode::OK, None, None))
}

/// Creates the waffle and redirects to its manage page; 400 with the form as typed when a field is invalid.
pub async fn submit(form: SignedInForm, pages: Pages) -> Answer {
    let faults = match read(&form, &pages.services.currency) {
        Ok(new) => match waffles::create(&pages.services, &form.me.author(), &new).await {
            Ok(id) => return Ok(to(&form.me, id, &created(&new.terms, &form.me, pages.services.now()))),
            Err(failure) if !failure.fields().is_empty() => failure.fields().to_vec(),
            Err(failure) => return Err(failure.into()),
        },
        Err(Invalid(faults)) => faults,
    };
    let error = Some(say!("waffle-form-not-created"));
    let opening = terms_form::typed(&form.fields, form.me.account.timezone);
    let kept = kept(&pages.services, (&form.fields, &faults), &[], opening).await?;
    show_form(&pages, &form.me, None, &kept, (StatusCode::BAD_REQUEST, error, None))
}

fn created(terms: &Terms, me: &SignedIn, now: DateTime<Utc>) -> Flash {
    if terms.claims_paused {
        return Flash::done(say!("waffle-form-created-paused"));
    }
    match terms.opens_at.filter(|_| terms.waiting(now)) {
        Some(at) => {
            let opens = Some(me.account.timezone.named_moment(at));
            Flash { opens, ..Flash::done(say!("waffle-form-created-scheduled")) }
        }
        None => Flash::done(say!("waffle-form-created")),
    }
}

/// Validates the form and names every invalid field.
fn read(form: &SignedInForm, currency: &Currency) -> Result<NewWaffle, Invalid> {
    let total_spots = Some(whole(&number(&form.fields, "total_spots")));
    let parse = |draft| NewWaffle::parse(&WaffleDraft { total_spots, ..draft });
    parsed(form, currency, &Terms::default(), parse)
}
