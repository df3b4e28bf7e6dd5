//! `/admin/payment-methods`: the pool of payment methods.

use std::collections::HashMap;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::change::Change;
use waffle_domain::payment::{PaymentMethod, PaymentMethodEdit, PaymentOption, PaymentTypes};
use waffle_domain::role::Permission;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, payment_methods};

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::{Flash, set_apart};
use crate::context::form::{Choice, Form};
use crate::context::payment_methods::{
    DeactivatePage, MethodCard, PaymentMethodPage, PaymentMethodsPage, type_choices,
};
use crate::context::{Frame, Section};

const PATH: &str = "/admin/payment-methods";
const DEACTIVATED: &str = "is deactivated. Buyers no longer see it.";
/// The fields of the form that may be edited.
const FIELDS: [&str; 3] = ["display_name", "handle_or_url", "instructions"];

/// Shows all methods, active and inactive ones apart.
pub async fn index(me: SignedIn, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ManagePaymentMethods)?;
    let (methods, uses) =
        (payment_methods::list(&pages.services).await?, payment_methods::uses(&pages.services).await?);
    let cards = |active: bool| {
        let these = methods.iter().filter(|method| method.is_active == active);
        these
            .map(|method| MethodCard::new(method, &pages.services.payment_types, used(&uses, method.option.id)))
            .collect()
    };
    answer::page(pages.templates.render(&PaymentMethodsPage {
        frame: Frame::of(&me, "Payment methods", Section::PaymentMethods),
        active: cards(true),
        inactive: cards(false),
    }))
}

/// Shows the empty form.
pub async fn new(me: SignedIn, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ManagePaymentMethods)?;
    answer::page(pages.templates.render(&new_page(&me, &pages.services.payment_types, "", Form::default())))
}

/// Adds the method and redirects to the list; 400 with the form as typed when a field is invalid.
pub async fn create(form: SignedInForm, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ManagePaymentMethods)?;
    let text = |name| form.fields.text(name);
    let id = Uuid::now_v7();
    let [name, handle, instructions] = FIELDS.map(text);
    let instructions = Some(instructions).filter(|text| !text.trim().is_empty());
    let faults = match PaymentOption::parse(id, text("type"), name, handle, instructions) {
        Ok(option) => {
            let method = payment_methods::create(&pages.services, &form.me.author(), option).await?;
            return Ok(to_list(&form.me, &method, "is added. You can now offer it on your waffles."));
        }
        Err(invalid) => invalid.0,
    };
    let typed = Form::typed(&form.fields, &faults);
    let page = PaymentMethodPage {
        error: Some("Not added yet. Check the highlighted fields.".to_owned()),
        ..new_page(&form.me, &pages.services.payment_types, text("type"), typed)
    };
    answer::page_with(StatusCode::BAD_REQUEST, pages.templates.render(&page))
}

/// Shows a method's form; 404 for an unknown id.
pub async fn show(me: SignedIn, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ManagePaymentMethods)?;
    let id = id.read()?;
    let option = payment_methods::find(&pages.services, id).await?.option;
    let instructions = option.instructions.as_deref().unwrap_or_default();
    let values = [&option.display_name, &option.handle_or_url, instructions].map(str::to_owned);
    let fields = Form::of(FIELDS.into_iter().zip(values));
    answer::page(pages.templates.render(&edit_page(&pages.services, &me, &option, fields).await?))
}

/// Saves the method and redirects to the list; 400 with the form as typed when a field is invalid.
pub async fn edit(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ManagePaymentMethods)?;
    let id = id.read()?;
    let option = payment_methods::find(&pages.services, id).await?.option;
    let [name, handle, instructions] = FIELDS.map(|name| form.fields.text(name));
    let instructions = Change::To(Some(instructions).filter(|text| !text.trim().is_empty()));
    let faults = match PaymentMethodEdit::parse(Some(name), Some(handle), instructions, None) {
        Ok(edit) => {
            let method = payment_methods::edit(&pages.services, &form.me.author(), id, &edit).await?;
            return Ok(to_list(&form.me, &method, "is saved. Every waffle that uses it shows the change."));
        }
        Err(invalid) => invalid.0,
    };
    let typed = Form::typed(&form.fields, &faults);
    let page = PaymentMethodPage {
        error: Some("Not saved yet. Check the highlighted fields.".to_owned()),
        ..edit_page(&pages.services, &form.me, &option, typed).await?
    };
    answer::page_with(StatusCode::BAD_REQUEST, pages.templates.render(&page))
}

/// Shows the warning, with the number of active waffles that use the method.
pub async fn ask(me: SignedIn, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ManagePaymentMethods)?;
    let id = id.read()?;
    let method = payment_methods::find(&pages.services, id).await?;
    if !method.is_active {
        return Ok(to_list(&me, &method, DEACTIVATED));
    }
    answer::page(pages.templates.render(&DeactivatePage {
        frame: Frame::of(&me, "Deactivate payment method", Section::PaymentMethods),
        method: MethodCard::new(
            &method,
            &pages.services.payment_types,
            used(&payment_methods::uses(&pages.services).await?, id),
        ),
    }))
}

/// Deactivates the method and redirects to the list.
pub async fn deactivate(form: SignedInForm, id: InPath<Uuid>, services: web::Data<Services>) -> Answer {
    form.me.require(Permission::ManagePaymentMethods)?;
    let id = id.read()?;
    let method = payment_methods::deactivate(&services, &form.me.author(), id).await?;
    Ok(to_list(&form.me, &method, DEACTIVATED))
}

/// Reactivates the method and redirects to the list.
pub async fn activate(form: SignedInForm, id: InPath<Uuid>, services: web::Data<Services>) -> Answer {
    form.me.require(Permission::ManagePaymentMethods)?;
    let id = id.read()?;
    let method = payment_methods::activate(&services, &form.me.author(), id).await?;
    Ok(to_list(&form.me, &method, "is active again, also on the waffles that used it before."))
}

/// The checkboxes of a waffle's form: the active methods and those in `offered`. `chosen` says which are ticked.
pub async fn choices(
    services: &Services,
    offered: &[Uuid],
    chosen: impl Fn(Uuid) -> bool,
) -> Result<Vec<Choice>, HttpError> {
    let methods = payment_methods::list(services).await?;
    let these = methods.into_iter().filter(|method| method.is_active || offered.contains(&method.option.id));
    let choice = |PaymentMethod { option, is_active }| Choice {
        value: option.id.to_string(),
        label: option.display_name,
        detail: Some(if is_active { option.handle_or_url } else { "deactivated, hidden from buyers".to_owned() }),
        checked: chosen(option.id),
    };
    Ok(these.map(choice).collect())
}

fn used(uses: &HashMap<Uuid, i64>, id: Uuid) -> i64 {
    uses.get(&id).copied().unwrap_or_default()
}

fn new_page(me: &SignedIn, types: &PaymentTypes, chosen: &str, form: Form) -> PaymentMethodPage {
    PaymentMethodPage {
        frame: Frame::of(me, "New payment method", Section::PaymentMethods),
        action: format!("{PATH}/new"),
        error: None,
        types: type_choices(types, chosen),
        form,
        waffles: 0,
    }
}

async fn edit_page(
    services: &Services,
    me: &SignedIn,
    option: &PaymentOption,
    form: Form,
) -> Result<PaymentMethodPage, HttpError> {
    Ok(PaymentMethodPage {
        frame: Frame::of(me, "Edit payment method", Section::PaymentMethods),
        action: format!("{PATH}/{}", option.id),
        error: None,
        types: Vec::new(),
        form,
        waffles: used(&payment_methods::uses(services).await?, option.id),
    })
}

/// Redirects to the list, which says what was done to which method.
fn to_list(me: &SignedIn, method: &PaymentMethod, says: &str) -> HttpResponse {
    let flash = Flash::done(format!("{} {says}", set_apart(&method.option.display_name)));
    answer::said(me, PATH, &flash)
}
