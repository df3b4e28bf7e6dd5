//! `/admin/waffles/:id/edit`

use actix_web::http::StatusCode;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::invalid::FieldError;
use waffle_domain::money::{Currency, Price};
use waffle_domain::money_desk;
use waffle_domain::refusal::Refusal;
use waffle_domain::waffle_fields::WaffleEdit;
use waffle_http::extractors::InPath;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::session::csrf_form::{Fields, PhotoForm};
use waffle_http::session::signed_in::SignedInAt;
use waffle_language::{Text, say};
use waffle_service::actions::waffles;
use waffle_service::failure::Failure;

use crate::Pages;
use crate::admin::manage_flash::to;
use crate::admin::terms_form;
use crate::admin::waffle_form::{filled, keep_photo, kept, parsed, show_form};
use crate::answer::Answer;
use crate::context::flash::Flash;

/// Shows the form with the waffle's values; 404 for an unknown id.
pub async fn show(SignedInAt { me, origin }: SignedInAt, InPath(id): InPath<Uuid>, pages: Pages) -> Answer {
    let snapshot = waffles::by_id(&pages.services, id).await?;
    let offered = &snapshot.waffle.payment_methods;
    let form = filled(&pages, &snapshot.waffle, offered, me.account.timezone).await?;
    show_form(&pages, (&me, &origin), Some(&snapshot), &form, (StatusCode::OK, None, None))
}

/// Saves the edit and redirects to the manage page. Shows the form as typed with 400 when a field is invalid, with 409
/// when the winners were drawn in the meantime, and with 200 to say first how many buyers a new price concerns.
pub async fn submit(form: PhotoForm<Uuid>, origin: PublicOrigin, pages: Pages) -> Answer {
    let snapshot = waffles::by_id(&pages.services, form.form.path).await?;
    let (form, photo_fault) = keep_photo(&pages, &origin, form).await?;
    let id = snapshot.waffle.id;
    let parse = |draft| {
        WaffleEdit::parse(&draft, snapshot.waffle.total_spots).map(|edit| edit.at_origin(Some(origin.as_str())))
    };
    let saved = match parsed((&form, photo_fault), &pages.services.currency, &snapshot.waffle.terms, parse) {
        Ok(edit) => match repriced(&edit, &snapshot).filter(|new| !new.is_confirmed_by(&form.fields)) {
            Some(new) => Err(Unsaved::Repriced(new)),
            None => waffles::edit(&pages.services, &form.me.author(), id, edit).await.map_err(Unsaved::Refused),
        },
        Err(invalid) => Err(Unsaved::Refused(invalid.into())),
    };
    let mut confirm_price = None;
    let (status, faults, error) = match saved {
        Ok(seq) => {
            waffles::caught_up(&pages.services, id, seq).await;
            return Ok(to(&form.me, id, &Flash::done(say!("waffle-form-saved"))));
        }
        Err(Unsaved::Repriced(new)) => {
            confirm_price = Some(new.cents);
            (StatusCode::OK, Vec::new(), new.question(snapshot.waffle.spot_price, &pages.services.currency))
        }
        Err(Unsaved::Refused(failure)) if !failure.fields().is_empty() => {
            (StatusCode::BAD_REQUEST, failure.fields().to_vec(), say!("form-not-saved"))
        }
        Err(Unsaved::Refused(failure)) if failure.refusal == Refusal::ItemCountDrawn => {
            let fault = FieldError::new("item_count", failure.sentence());
            (StatusCode::CONFLICT, vec![fault], say!("waffle-form-already-drawn"))
        }
        Err(Unsaved::Refused(failure)) => return Err(failure.into()),
    };
    let opening = terms_form::typed(&form.fields, form.me.account.timezone);
    let kept = kept(&pages, (&form.fields, &faults), &snapshot.waffle.payment_methods, opening).await?;
    show_form(&pages, (&form.me, &origin), Some(&snapshot), &kept, (status, Some(error), confirm_price))
}

/// Why an edit is not saved yet.
enum Unsaved {
    Repriced(Repriced),
    Refused(Failure),
}

/// A new price where buyers owe by the old one.
struct Repriced {
    /// In cents.
    cents: i64,
    buyers: usize,
}

impl Repriced {
    /// Returns whether the form comes from the question about this very price.
    fn is_confirmed_by(&self, fields: &Fields) -> bool {
        fields.text("confirmed_price") == self.cents.to_string()
    }

    fn question(&self, old: i64, currency: &Currency) -> Text {
        let [new, old] = [self.cents, old].map(|cents| currency.amount(cents));
        say!("waffle-form-new-price", buyers = self.buyers, new, old)
    }
}

/// Finds out whether an edit changes what buyers owe.
fn repriced(edit: &WaffleEdit, snapshot: &Snapshot) -> Option<Repriced> {
    let waffle = &snapshot.waffle;
    let cents = edit.spot_price.map(Price::cents).filter(|cents| *cents != waffle.spot_price)?;
    let buyers = money_desk::buyers(&snapshot.board, waffle.status, waffle.spot_price);
    let buyers = money_desk::totals(&buyers).buyers_owing;
    (buyers > 0).then_some(Repriced { cents, buyers })
}
