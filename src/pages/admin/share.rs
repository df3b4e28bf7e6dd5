//! `/admin/waffles/:id/share`: the message that a seller posts, and the card that goes with it.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::invalid::FieldError;
use waffle_domain::money::Currency;
use waffle_domain::role::Permission;
use waffle_domain::share::{ShareTemplate, parse_draft};
use waffle_domain::waffle::Waffle;
use waffle_store::connect::PgPool;
use waffle_store::share_templates::list;
use waffle_store::waffles::WaffleRef;

use crate::api::admin::waffles::share::{keep, preferred, redraw, values};
use crate::card::Cards;
use crate::clock::Clock;
use crate::pages::answer;
use crate::pages::context::form::Field;
use crate::pages::context::manage::Flash;
use crate::pages::context::share::{Placeholder, SharePage, TemplateChoice};
use crate::pages::context::{Frame, Section};
use crate::pages::query::Query;
use crate::pages::templates::Templates;
use crate::session::form::SignedInForm;
use crate::session::signed_in::SignedIn;
use crate::web::error::Failure;
use crate::web::extractors::InPath;
use crate::web::public_origin::PublicOrigin;
use crate::web::refusal::{no_waffle, of_read};

/// What the page shows of the message.
struct Draft {
    template: Option<Uuid>,
    message: String,
    faults: Vec<FieldError>,
    flash: Option<Flash>,
}

/// Answers 200 with the saved message, or the default template; 404 for an unknown id.
#[expect(clippy::too_many_arguments, reason = "each is one part that the page shows")]
pub async fn show(
    me: SignedIn,
    id: InPath<Uuid>,
    query: Query,
    origin: PublicOrigin,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    currency: web::Data<Currency>,
    pages: web::Data<Templates>,
) -> Result<HttpResponse, Failure> {
    me.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    let snapshot = waffles.snapshot(&WaffleRef::Id(id)).await?.ok_or_else(no_waffle)?;
    let waffle = &snapshot.waffle;
    let templates = list(&pool).await.map_err(of_read)?;
    let (template, message) = match (&waffle.share_message, preferred(&templates)) {
        (Some(saved), default) => (waffle.share_template_id.or(default.map(|t| t.id)), saved.clone()),
        (None, Some(default)) => (Some(default.id), default.body.clone()),
        (None, None) => (None, String::new()),
    };
    let draft = Draft { template, message, faults: Vec::new(), flash: flash(&query, waffle) };
    answer::page(pages.share(&page(&me, waffle, &templates, draft, &origin, &currency)))
}

/// Saves the message and leads back; or shows it as it would be posted, or starts it anew from the chosen template: 200, nothing saved.
/// 400 with the form as typed when a field is wrong.
#[expect(clippy::too_many_arguments, reason = "each is one part that the page shows")]
pub async fn submit(
    form: SignedInForm,
    id: InPath<Uuid>,
    origin: PublicOrigin,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    (clock, cards): (web::Data<Clock>, web::Data<Cards>),
    currency: web::Data<Currency>,
    pages: web::Data<Templates>,
) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    let snapshot = waffles.snapshot(&WaffleRef::Id(id)).await?.ok_or_else(no_waffle)?;
    let templates = list(&pool).await.map_err(of_read)?;
    let chosen = Uuid::try_parse(form.fields.text("template_id")).ok();
    let template = templates.iter().find(|template| Some(template.id) == chosen);
    // Browsers send line breaks as carriage return and line feed.
    let message = form.fields.text("message").replace("\r\n", "\n");
    let mut draft = Draft { template: chosen, message, faults: Vec::new(), flash: None };
    match (form.fields.text("do"), template) {
        ("template", Some(template)) => draft.message.clone_from(&template.body),
        ("preview", _) => draft.faults = faults(parse_draft("message", &draft.message).map_err(Failure::from))?,
        (_, None) => draft.faults = vec![FieldError::new("template_id", "Choose a template: this one is gone.")],
        (_, Some(template)) => {
            let kept = keep(&form.me, id, template.id, &draft.message, &pool, &clock).await;
            if let Ok(seq) = kept {
                answer::caught_up(&waffles, id, seq).await;
                cards.forget(&snapshot.waffle.slug).await;
                return Ok(answer::see_other(&format!("/admin/waffles/{id}/share?did=saved")).finish());
            }
            draft.faults = faults(kept)?;
        }
    }
    let status = if draft.faults.is_empty() { StatusCode::OK } else { StatusCode::BAD_REQUEST };
    let page = page(&form.me, &snapshot.waffle, &templates, draft, &origin, &currency);
    answer::page_with(status, pages.share(&page))
}

/// Lets the cards be drawn anew and leads back.
pub async fn regenerate_card(
    form: SignedInForm,
    id: InPath<Uuid>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
    cards: web::Data<Cards>,
) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    let snapshot = waffles.snapshot(&WaffleRef::Id(id)).await?.ok_or_else(no_waffle)?;
    redraw(&form.me, &snapshot.waffle, &pool, &clock, &cards).await?;
    Ok(answer::see_other(&format!("/admin/waffles/{id}/share?did=redrawn")).finish())
}

/// What was wrong with the fields; any other failure stays one.
fn faults<T>(result: Result<T, Failure>) -> Result<Vec<FieldError>, Failure> {
    match result {
        Ok(_) => Ok(Vec::new()),
        Err(failure) if !failure.fields().is_empty() => Ok(failure.fields().to_vec()),
        Err(failure) => Err(failure),
    }
}

fn page(
    me: &SignedIn,
    waffle: &Waffle,
    templates: &[ShareTemplate],
    draft: Draft,
    origin: &PublicOrigin,
    currency: &Currency,
) -> SharePage {
    let values = values(waffle, origin, currency);
    let preview = values.expand(&draft.message);
    let fault = |name: &str| draft.faults.iter().find(|fault| fault.field == name).map(|fault| fault.message.clone());
    SharePage {
        frame: Frame::new(format!("Share {}", waffle.title), Section::Admin).with_admin(Some(me.nav())),
        csrf_token: me.csrf_token(),
        waffle_id: waffle.id.to_string(),
        slug: waffle.slug.clone(),
        title: waffle.title.clone(),
        archived: waffle.archived,
        flash: draft.flash,
        templates: templates
            .iter()
            .map(|template| TemplateChoice {
                id: template.id.to_string(),
                name: template.name.clone(),
                body: template.body.clone(),
                chosen: Some(template.id) == draft.template,
            })
            .collect(),
        template_error: fault("template_id"),
        message: Field { error: fault("message"), value: draft.message },
        preview,
        placeholders: [
            ("{title}", values.title),
            ("{price}", values.price),
            ("{spots}", values.spots),
            ("{url}", values.url),
        ]
        .map(|(name, value)| Placeholder { name, value })
        .into(),
    }
}

/// Anybody can write such an address, so it tells only what the waffle bears out.
fn flash(query: &Query, waffle: &Waffle) -> Option<Flash> {
    let text = match query.text("did") {
        "saved" if waffle.share_message.is_some() => "Your message is saved. Copy it, and post it!",
        "redrawn" => "The cards are drawn anew the next time somebody opens them.",
        _ => return None,
    };
    Some(Flash { failed: false, text: text.to_owned() })
}
