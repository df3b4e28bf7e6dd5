//! `/admin/payment-methods`: the pool of payment methods.

use std::collections::HashMap;

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::change::Change;
use waffle_domain::payment::{PaymentMethod, PaymentMethodEdit, PaymentType};
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::{Text, say};
use waffle_service::actions::{Services, payment_methods};

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::{Flash, set_apart};
use crate::context::form::{Choice, Form};
use crate::context::{Frame, Section};
use crate::refused_form::ShownForm;
use crate::templates::Values;

const PATH: &str = "/admin/payment-methods";
/// The fields of the form that may be edited.
const FIELDS: [&str; 3] = ["display_name", "handle_or_url", "instructions"];

/// Shows all methods, active and inactive ones apart.
pub async fn index(me: SignedIn, pages: Pages) -> Answer {
    let (methods, uses) =
        (payment_methods::list(&pages.services).await?, payment_methods::uses(&pages.services).await?);
    let cards = |active: bool| {
        let these = methods.iter().filter(|method| method.is_active == active);
        these.map(|method| card(&pages.services, method, &uses)).collect::<Vec<_>>()
    };
    let frame = Frame::of(&me, say!("payment-method-all"), Section::PaymentMethods);
    pages.show("admin/payment_methods", values! { frame, active: cards(true), inactive: cards(false) })
}

/// Shows the empty form.
pub async fn new(me: SignedIn, pages: Pages) -> Answer {
    new_page(&pages, &me, "", &ShownForm::fresh(Form::default()))
}

/// Adds the method and redirects to the list; 400 with the form as typed when a field is invalid.
pub async fn create(form: SignedInForm, pages: Pages) -> Answer {
    let kind = form.fields.text("type");
    let [name, handle, instructions] = FIELDS.map(|name| form.fields.text(name));
    let instructions = Some(instructions).filter(|text| !text.trim().is_empty());
    match PaymentMethod::parse(Uuid::now_v7(), kind, name, handle, instructions) {
        Ok(option) => {
            let method = payment_methods::create(&pages.services, &form.me.author(), option).await?;
            Ok(to_list(&form.me, say!("payment-method-added", name = named(&method))))
        }
        Err(invalid) => {
            let says = say!("payment-method-not-added");
            new_page(&pages, &form.me, kind, &ShownForm::refused(&form.fields, invalid.into(), says)?)
        }
    }
}

/// Shows a method's form; 404 for an unknown id.
pub async fn show(me: SignedIn, InPath(id): InPath<Uuid>, pages: Pages) -> Answer {
    let option = payment_methods::find(&pages.services, id).await?;
    let instructions = option.instructions.as_deref().unwrap_or_default();
    let values = [&option.display_name, &option.handle_or_url, instructions].map(str::to_owned);
    edit_page(&pages, &me, id, &ShownForm::fresh(Form::of(FIELDS.into_iter().zip(values)))).await
}

/// Saves the method and redirects to the list; 400 with the form as typed when a field is invalid.
pub async fn edit(form: SignedInForm<Uuid>, pages: Pages) -> Answer {
    let id = form.path;
    payment_methods::find(&pages.services, id).await?;
    let [name, handle, instructions] = FIELDS.map(|name| form.fields.text(name));
    let instructions = Change::To(Some(instructions).filter(|text| !text.trim().is_empty()));
    match PaymentMethodEdit::parse(Some(name), Some(handle), instructions, None) {
        Ok(edit) => {
            let method = payment_methods::edit(&pages.services, &form.me.author(), id, &edit).await?;
            Ok(to_list(&form.me, say!("payment-method-saved", name = named(&method))))
        }
        Err(invalid) => {
            let says = say!("form-not-saved");
            edit_page(&pages, &form.me, id, &ShownForm::refused(&form.fields, invalid.into(), says)?).await
        }
    }
}

/// Shows the warning, with the number of active waffles that use the method.
pub async fn ask(me: SignedIn, InPath(id): InPath<Uuid>, pages: Pages) -> Answer {
    let method = payment_methods::find(&pages.services, id).await?;
    if !method.is_active {
        return Ok(to_list(&me, deactivated(&method)));
    }
    let method = card(&pages.services, &method, &payment_methods::uses(&pages.services).await?);
    let frame = Frame::of(&me, say!("payment-method-deactivate-title"), Section::PaymentMethods);
    pages.show("admin/deactivate_method", values! { frame, method })
}

/// Deactivates the method and redirects to the list.
pub async fn deactivate(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    let method = payment_methods::deactivate(&services, &form.me.author(), form.path).await?;
    Ok(to_list(&form.me, deactivated(&method)))
}

/// Reactivates the method and redirects to the list.
pub async fn activate(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    let method = payment_methods::activate(&services, &form.me.author(), form.path).await?;
    Ok(to_list(&form.me, say!("payment-method-reactivated", name = named(&method))))
}

/// The checkboxes of a waffle's form: the active methods and those in `offered`. `chosen` says which are ticked.
pub async fn choices(
    services: &Services,
    offered: &[Uuid],
    chosen: impl Fn(Uuid) -> bool,
) -> Result<Vec<Choice>, HttpError> {
    let methods = payment_methods::list(services).await?;
    let these = methods.into_iter().filter(|method| method.is_active || offered.contains(&method.id));
    let choice = |PaymentMethod { id, display_name, handle_or_url, is_active, .. }| Choice {
        value: id.to_string(),
        label: display_name,
        detail: Some(if is_active { Text::verbatim(handle_or_url) } else { say!("waffle-form-method-deactivated") }),
        checked: chosen(id),
    };
    Ok(these.map(choice).collect())
}

fn used(uses: &HashMap<Uuid, i64>, id: Uuid) -> i64 {
    uses.get(&id).copied().unwrap_or_default()
}

/// A method in the list, with the number of active waffles that use it.
fn card(services: &Services, method: &PaymentMethod, uses: &HashMap<Uuid, i64>) -> Values {
    let (option, types) = (method, &services.payment_types);
    values! {
        ..option,
        kind_label: PaymentType::parse(&option.kind).map_or(option.kind.as_str(), |kind| types.label(kind)),
        // Where it differs from what is written.
        link: types.link(option).filter(|link| *link != option.handle_or_url),
        waffles: used(uses, option.id),
    }
}

fn new_page(pages: &Pages, me: &SignedIn, chosen: &str, shown: &ShownForm) -> Answer {
    let (types, chosen) = (&pages.services.payment_types, PaymentType::parse(chosen).unwrap_or(PaymentType::WalletA));
    let choice = |kind| values! { value: kind, label: types.label(kind), checked: kind == chosen };
    let (types, action) = (PaymentType::ALL.map(choice), format!("{PATH}/new"));
    let frame = Frame::of(me, say!("payment-method-new"), Section::PaymentMethods);
    form_page(pages, shown, &values! { frame, action, types, waffles: 0 })
}

async fn edit_page(pages: &Pages, me: &SignedIn, id: Uuid, shown: &ShownForm) -> Answer {
    let frame = Frame::of(me, say!("payment-method-edit-title"), Section::PaymentMethods);
    let (action, waffles) = (format!("{PATH}/{id}"), used(&payment_methods::uses(&pages.services).await?, id));
    form_page(pages, shown, &values! { frame, action, types: [(); 0], waffles })
}

fn form_page(pages: &Pages, shown: &ShownForm, more: &Values) -> Answer {
    pages.show_as(shown.status, "admin/payment_method", values! { ..more, error: shown.says, form: shown.form })
}

/// Redirects to the list, which says what was done.
fn to_list(me: &SignedIn, says: Text) -> HttpResponse {
    answer::said(me, PATH, &Flash::done(says))
}

fn deactivated(method: &PaymentMethod) -> Text {
    say!("payment-method-deactivated", name = named(method))
}

/// The name of a method within one of our sentences.
fn named(method: &PaymentMethod) -> String {
    set_apart(&method.display_name)
}
