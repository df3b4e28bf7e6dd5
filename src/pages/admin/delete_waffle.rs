//! `/admin/waffles/:id/delete`

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::money::Currency;
use waffle_domain::role::Permission;
use waffle_store::connect::PgPool;
use waffle_store::waffles::{ListedWaffle, describe};

use crate::api::admin::waffles::delete::{confirm, remove};
use crate::card::Cards;
use crate::clock::Clock;
use crate::pages::answer;
use crate::pages::context::delete_waffle::DeleteWafflePage;
use crate::pages::context::form::Field;
use crate::pages::context::{Frame, Section};
use crate::pages::templates::Templates;
use crate::session::Sessions;
use crate::session::form::SignedInForm;
use crate::session::signed_in::SignedIn;
use crate::web::error::{Failure, FieldError};
use crate::web::extractors::InPath;
use crate::web::refusal::{no_waffle, of_read};

/// Answers 200 with what will be lost; 404 for an unknown id.
pub async fn ask(
    me: SignedIn,
    id: InPath<Uuid>,
    pool: web::Data<PgPool>,
    currency: web::Data<Currency>,
    templates: web::Data<Templates>,
) -> Result<HttpResponse, Failure> {
    me.require(Permission::DeleteWaffles)?;
    let id = id.read()?;
    let listed = describe(&pool, id).await.map_err(of_read)?.ok_or_else(no_waffle)?;
    answer::page(templates.delete_waffle(&page(&me, &listed, "", &[], &currency)))
}

/// Deletes the waffle and leads to the dashboard; 400 for another word or no password, 403 for a wrong one, both with the form.
#[expect(clippy::too_many_arguments, reason = "each is one part that the deletion touches")]
pub async fn submit(
    form: SignedInForm,
    id: InPath<Uuid>,
    waffles: web::Data<Waffles>,
    sessions: web::Data<Sessions>,
    pool: web::Data<PgPool>,
    (clock, cards): (web::Data<Clock>, web::Data<Cards>),
    currency: web::Data<Currency>,
    templates: web::Data<Templates>,
) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::DeleteWaffles)?;
    let id = id.read()?;
    let listed = describe(&pool, id).await.map_err(of_read)?.ok_or_else(no_waffle)?;
    let (word, password) = (form.fields.text("confirmation"), form.fields.text("password"));
    let (status, faults) = match confirm(&form.me, word, password, &sessions).await {
        Ok(()) => {
            remove(&form.me, id, &waffles, &pool, &clock).await?;
            cards.forget(&listed.waffle.slug).await;
            return Ok(answer::see_other(&format!("/admin?did=deleted&waffle={id}")).finish());
        }
        Err(failure) if !failure.fields().is_empty() => (StatusCode::BAD_REQUEST, failure.fields().to_vec()),
        Err(failure) if failure.code() == "invalid_password" => {
            (StatusCode::FORBIDDEN, vec![FieldError::new("password", failure.sentence())])
        }
        Err(failure) => return Err(failure),
    };
    answer::page_with(status, templates.delete_waffle(&page(&form.me, &listed, word, &faults, &currency)))
}

fn page(
    me: &SignedIn,
    listed: &ListedWaffle,
    word: &str,
    faults: &[FieldError],
    currency: &Currency,
) -> DeleteWafflePage {
    let (waffle, counts) = (&listed.waffle, listed.counts);
    DeleteWafflePage {
        frame: Frame::new(format!("Delete {}", waffle.title), Section::Admin).with_admin(Some(me.nav())),
        csrf_token: me.csrf_token(),
        id: waffle.id.to_string(),
        title: waffle.title.clone(),
        archived: waffle.archived,
        total_spots: waffle.total_spots.unsigned_abs(),
        pending: counts.pending.unsigned_abs(),
        paid: counts.paid.unsigned_abs(),
        paid_sum: currency.format(waffle.spot_price.saturating_mul(counts.paid.into())),
        winners: u32::try_from(waffle.winning_spot_numbers.len()).unwrap_or_default(),
        confirmation: Field::typed("confirmation", word, faults),
        password_error: Field::typed("password", "", faults).error,
    }
}
