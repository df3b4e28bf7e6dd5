//! `/admin/waffles/:id/share`: the message that a seller posts, and its card.

use actix_web::http::StatusCode;
use actix_web::web;
use serde::Serialize;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::invalid::FieldError;
use waffle_domain::role::Permission;
use waffle_domain::share::{ShareTemplate, parse_draft};
use waffle_http::extractors::InPath;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::{SignedIn, SignedInAt};
use waffle_service::actions::{Services, share, share_templates, waffles};
use waffle_service::card::{Format, drawn_title};
use waffle_service::failure::Failure;

use crate::Pages;
use crate::admin::waffle_for;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::waffle::WaffleView;
use crate::context::{Frame, Script, Section};
use crate::query::Query;

/// `GET /admin/waffles/:id/share`, and the answers to its form.
#[derive(Debug, Clone, Serialize)]
pub struct SharePage {
    pub frame: Frame,
    /// If archived, it has no public page and no card.
    pub waffle: WaffleView,
    pub templates: Vec<ShareTemplate>,
    /// The one that was chosen.
    pub template: Option<Uuid>,
    pub template_error: Option<String>,
    /// The message with its placeholders.
    pub message: Field,
    /// The message as it will be posted.
    pub preview: String,
    /// The placeholders and their values, shown to the seller.
    pub placeholders: Vec<Placeholder>,
    /// The card in each of its formats.
    pub cards: Vec<ShareCard>,
    /// Whether the card leaves out some of the title, since its fonts lack it.
    pub title_cut: bool,
}

template!(SharePage: "admin/share");

/// A share card, as the seller downloads it.
#[derive(Debug, Clone, Serialize)]
pub struct ShareCard {
    /// The format's name.
    pub shape: &'static str,
    /// The picture's address. It changes with the board, so that no browser shows a cached one.
    pub href: String,
    /// The name to save it by.
    pub file: String,
    pub width: u32,
    pub height: u32,
}

impl ShareCard {
    /// Lists a waffle's cards. `version` changes whenever they may look different.
    pub fn all(slug: &str, version: &str) -> Vec<Self> {
        let card = |format: Format| {
            let ((width, height), format) = (format.size(), format.name());
            Self {
                shape: if format == "story" { "Story" } else { "Square" },
                href: format!("/waffle/{slug}/card.png?format={format}&v={version}"),
                file: format!("{slug}-{format}.png"),
                width,
                height,
            }
        };
        Format::ALL.map(card).into()
    }
}

/// A placeholder and its value.
#[derive(Debug, Clone, Serialize)]
pub struct Placeholder {
    /// With its braces.
    pub name: &'static str,
    pub value: String,
}

/// The message and what the page says about it.
struct Draft {
    template: Option<Uuid>,
    message: String,
    faults: Vec<FieldError>,
    /// Changes whenever the cards may look different.
    version: String,
}

/// Shows the saved message, or the default template; 404 for an unknown id.
pub async fn show(
    SignedInAt { me, origin }: SignedInAt,
    id: InPath<Uuid>,
    query: Query,
    pages: web::Data<Pages>,
) -> Answer {
    let snapshot = waffle_for(&pages.services, &me, Permission::ManageShareTemplates, id).await?;
    let waffle = &snapshot.waffle;
    let templates = share_templates::list(&pages.services).await?;
    let (template, message) = match (&waffle.share_message, share::default_template(&templates)) {
        (Some(saved), default) => (waffle.share_template_id.or(default.map(|t| t.id)), saved.clone()),
        (None, Some(default)) => (Some(default.id), default.body.clone()),
        (None, None) => (None, String::new()),
    };
    // A redrawn card must not come from the browser's cache.
    let fresh = if query.has("redrawn") { Uuid::new_v4().simple().to_string() } else { String::new() };
    let version = format!("{}{fresh}", snapshot.seq);
    let draft = Draft { template, message, faults: Vec::new(), version };
    let page = page(&pages.services, &me, &snapshot, templates, draft, &origin);
    answer::page(pages.templates.render(&page))
}

/// Saves the message and redirects back. The other buttons save nothing: one previews the message, one starts again
/// from the chosen template. 400 with the form as typed when a field is invalid.
pub async fn submit(form: SignedInForm, id: InPath<Uuid>, origin: PublicOrigin, pages: web::Data<Pages>) -> Answer {
    let snapshot = waffle_for(&pages.services, &form.me, Permission::ManageShareTemplates, id).await?;
    let id = snapshot.waffle.id;
    let templates = share_templates::list(&pages.services).await?;
    let chosen = Uuid::try_parse(form.fields.text("template_id")).ok();
    let template = templates.iter().find(|template| Some(template.id) == chosen);
    // Browsers send line breaks as CRLF.
    let message = form.fields.text("message").replace("\r\n", "\n");
    let version = snapshot.seq.to_string();
    let mut draft = Draft { template: chosen, message, faults: Vec::new(), version };
    match (form.fields.text("do"), template) {
        ("template", Some(template)) => draft.message.clone_from(&template.body),
        ("preview", _) => draft.faults = faults(parse_draft("message", &draft.message).map_err(Failure::from))?,
        (_, None) => {
            draft.faults = vec![FieldError::new("template_id", "This template was deleted. Choose another one.")];
        }
        (_, Some(template)) => {
            let author = form.me.author();
            let kept = share::save_message(&pages.services, &author, id, template.id, &draft.message).await;
            if let Ok(seq) = kept {
                waffles::caught_up(&pages.services, id, seq).await;
                share::forget_cards(&pages.services, &snapshot.waffle.slug).await;
                let flash = Flash::done("Your message is saved. Copy it and post it!");
                return Ok(answer::said(&form.me, &format!("/admin/waffles/{id}/share"), &flash));
            }
            draft.faults = faults(kept)?;
        }
    }
    let status = if draft.faults.is_empty() { StatusCode::OK } else { StatusCode::BAD_REQUEST };
    let page = page(&pages.services, &form.me, &snapshot, templates, draft, &origin);
    answer::page_with(status, pages.templates.render(&page))
}

/// Has the cards drawn again and redirects back.
pub async fn regenerate_card(form: SignedInForm, id: InPath<Uuid>, services: web::Data<Services>) -> Answer {
    let snapshot = waffle_for(&services, &form.me, Permission::ManageShareTemplates, id).await?;
    let id = snapshot.waffle.id;
    share::regenerate_cards(&services, &form.me.author(), &snapshot.waffle).await?;
    Ok(answer::said(&form.me, &format!("/admin/waffles/{id}/share?redrawn"), &Flash::done("Card redrawn.")))
}

/// The field errors of a result; any other failure is passed on.
fn faults<T>(result: Result<T, Failure>) -> Result<Vec<FieldError>, Failure> {
    match result {
        Ok(_) => Ok(Vec::new()),
        Err(failure) if !failure.fields().is_empty() => Ok(failure.fields().to_vec()),
        Err(failure) => Err(failure),
    }
}

fn page(
    services: &Services,
    me: &SignedIn,
    snapshot: &Snapshot,
    templates: Vec<ShareTemplate>,
    draft: Draft,
    origin: &PublicOrigin,
) -> SharePage {
    let waffle = &snapshot.waffle;
    let values = share::values(services, waffle, origin.waffle_page(&waffle.slug));
    let preview = values.expand(&draft.message);
    let fault = |name: &str| draft.faults.iter().find(|fault| fault.field == name).map(|fault| fault.message.clone());
    SharePage {
        frame: Frame::of(me, format!("Share {}", waffle.title), Section::Admin).with_script(Script::Share),
        waffle: WaffleView::of(snapshot, &services.currency),
        templates,
        template: draft.template,
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
        cards: ShareCard::all(&waffle.slug, &draft.version),
        title_cut: drawn_title(&waffle.title).as_deref() != Some(waffle.title.as_str()),
    }
}
