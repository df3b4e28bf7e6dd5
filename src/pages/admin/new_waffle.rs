//! `/admin/waffles/new`

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::invalid::{FieldError, Findings, Invalid};
use waffle_domain::money::{Currency, Price};
use waffle_domain::role::Permission;
use waffle_domain::waffle::{NewWaffle, WaffleDraft};
use waffle_store::connect::PgPool;

use crate::api::admin::waffles::add;
use crate::clock::Clock;
use crate::pages::admin::flash::Done;
use crate::pages::admin::payment_methods::choices;
use crate::pages::answer;
use crate::pages::context::form::{Choice, Field};
use crate::pages::context::new_waffle::{NewWaffleForm, NewWafflePage};
use crate::pages::context::{Frame, Section};
use crate::pages::templates::Templates;
use crate::session::current_admin::CurrentAdmin;
use crate::session::form::{AdminForm, Fields};
use crate::web::error::Failure;

/// Answers 200 with the empty form and the active payment methods, which every role may choose.
pub async fn show(
    admin: CurrentAdmin,
    pool: web::Data<PgPool>,
    currency: web::Data<Currency>,
    templates: web::Data<Templates>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageWaffles)?;
    // Most sellers take all that they have.
    let methods = choices(&pool, |_| true).await?;
    let page = page(&admin, &currency, NewWaffleForm::empty(methods), None);
    answer::page(templates.new_waffle(&page))
}

/// Creates the waffle and leads to its manage page; 400 with the form as typed when a field is wrong.
pub async fn submit(
    form: AdminForm,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
    currency: web::Data<Currency>,
    templates: web::Data<Templates>,
) -> Result<HttpResponse, Failure> {
    form.admin.require(Permission::ManageWaffles)?;
    let faults = match read(&form.fields, &currency) {
        Ok(new) => match add(&form.admin, &new, &pool, &clock).await {
            Ok(id) => return Ok(answer::see_other(&Done::Created.path(id, "", "")).finish()),
            Err(failure) if !failure.fields().is_empty() => failure.fields().to_vec(),
            Err(failure) => return Err(failure),
        },
        Err(Invalid(faults)) => faults,
    };
    let ticked: Vec<Uuid> =
        form.fields.all("payment_methods").filter_map(|method| Uuid::try_parse(method).ok()).collect();
    let methods = choices(&pool, |method| ticked.contains(&method)).await?;
    let error = Some("Nothing was created yet: the marked fields need another look.".to_owned());
    let page = page(&form.admin, &currency, kept(&form.fields, &faults, methods), error);
    answer::page_with(StatusCode::BAD_REQUEST, templates.new_waffle(&page))
}

fn page(admin: &CurrentAdmin, currency: &Currency, form: NewWaffleForm, error: Option<String>) -> NewWafflePage {
    NewWafflePage {
        frame: Frame::new("New waffle", Section::Admin).with_admin(Some(admin.nav())),
        csrf_token: admin.csrf_token(),
        currency: currency.into(),
        error,
        form,
    }
}

/// Reads the form; every field at fault is named.
fn read(fields: &Fields, currency: &Currency) -> Result<NewWaffle, Invalid> {
    let mut findings = Findings::default();
    let price = findings.keep(currency.parse(fields.text("spot_price")));
    let methods: Result<Vec<Uuid>, _> = fields.all("payment_methods").map(Uuid::try_parse).collect();
    let unknown = |_| Invalid::field("payment_methods", "There is no such payment method: load the page again.");
    let payment_methods = findings.keep(methods.map_err(unknown));
    let items = fields.text("item_count").trim();
    let draft = WaffleDraft {
        title: fields.text("title").to_owned(),
        // Browsers send line breaks as carriage return and line feed.
        description: fields.text("description").replace("\r\n", "\n"),
        total_spots: whole(fields.text("total_spots")),
        // One that is not readable is named already.
        spot_price: price.map_or(1, Price::cents),
        item_count: if items.is_empty() { 1 } else { whole(items) },
        image_url: fields.text("image_url").to_owned(),
        social_media_links: fields.text("social_media_links").lines().map(str::to_owned).collect(),
        payment_methods: payment_methods.unwrap_or_default(),
    };
    let new = findings.keep(NewWaffle::parse(&draft));
    findings.into_result()?;
    new.ok_or_else(|| Invalid(Vec::new()))
}

/// A whole number, also with commas between thousands; 0, which no field takes, when it is none.
fn whole(text: &str) -> i64 {
    let mut groups = text.trim().split(',');
    let first = groups.next().unwrap_or_default();
    let grouped = groups.clone().all(|group| group.len() == 3) && (groups.next().is_none() || first.len() <= 3);
    if !grouped {
        return 0;
    }
    text.trim().replace(',', "").parse().unwrap_or_default()
}

/// The form with what was typed and what is wrong.
fn kept(fields: &Fields, faults: &[FieldError], payment_methods: Vec<Choice>) -> NewWaffleForm {
    let field = |name| Field::typed(name, fields.text(name), faults);
    NewWaffleForm {
        title: field("title"),
        description: field("description"),
        total_spots: field("total_spots"),
        spot_price: field("spot_price"),
        item_count: field("item_count"),
        image_url: field("image_url"),
        social_media_links: field("social_media_links"),
        payment_methods,
        payment_methods_error: field("payment_methods").error,
    }
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (typed, number) in [("100", 100), (" 10,000 ", 10_000), ("2.5", 0), ("1,5", 0), ("", 0), ("1000,000", 0)] {
            assert_eq!(whole(typed), number, "{typed:?}");
        }
    }
}
