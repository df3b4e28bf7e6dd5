//! `/admin/waffles/:id/share`: the message that a seller posts, and its card.

use actix_web::http::StatusCode;
use actix_web::web;
use serde::Serialize;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::announcement::Announcement;
use waffle_domain::invalid::FieldError;
use waffle_domain::share::{ShareTemplate, parse_draft};
use waffle_domain::waffle::Waffle;
use waffle_http::extractors::InPath;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::{SignedIn, SignedInAt};
use waffle_language::{Text, say};
use waffle_service::actions::{Services, share, waffles};
use waffle_service::card::{Format, drawn_title};
use waffle_service::failure::Failure;

use crate::Pages;
use crate::admin::share_templates;
use crate::admin::waffle_head::{Tab, head};
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::{Frame, Script, Section};
use crate::query::Query;
use crate::templates::Values;

/// The message and what the page says about it.
struct Draft {
    /// What it starts from, of those below.
    start: String,
    message: String,
    faults: Vec<FieldError>,
    /// Changes whenever the cards may look different.
    version: String,
}

/// What a message can start from.
#[derive(Serialize)]
struct Start {
    /// Its value in the form: a template's id, an announcement's name, or [`SAVED`].
    value: String,
    name: Text,
    body: String,
    /// The template with which a message from it is saved.
    #[serde(skip)]
    template: Option<Uuid>,
}

/// The value of the saved message in the form.
const SAVED: &str = "saved";

/// All that a message of a waffle can start from.
#[derive(Serialize)]
struct Starts {
    saved: Option<Start>,
    moments: Vec<Start>,
    templates: Vec<Start>,
}

impl Starts {
    fn of(pages: &Pages, waffle: &Waffle, templates: &[ShareTemplate]) -> Self {
        let is_there = |id: &Uuid| templates.iter().any(|template| template.id == *id);
        let template = waffle
            .share_template_id
            .filter(is_there)
            .or(share::default_template(templates).or(templates.first()).map(|t| t.id));
        let saved = |body: &String| Start {
            value: SAVED.to_owned(),
            name: say!("share-own-message"),
            body: body.clone(),
            template,
        };
        let moment = |what: Announcement| Start {
            value: what.to_string(),
            name: Text::of_code("announcement", what.as_str()),
            body: what.message().write(pages.language()),
            template,
        };
        let own = |template: &ShareTemplate| Start {
            value: template.id.to_string(),
            name: Text::verbatim(&template.name),
            body: template.body.clone(),
            template: Some(template.id),
        };
        Self {
            saved: waffle.share_message.as_ref().map(saved),
            moments: Announcement::ALL.map(moment).into(),
            templates: templates.iter().map(own).collect(),
        }
    }

    fn find(&self, value: &str) -> Option<&Start> {
        self.saved.iter().chain(&self.moments).chain(&self.templates).find(|start| start.value == value)
    }

    /// What fits what there is to announce: the seller's own message if it is about that, or else ours, or else the
    /// default template.
    fn fitting(&self, what: Announcement, templates: &[ShareTemplate]) -> Option<&Start> {
        let saved = self.saved.as_ref().filter(|saved| what.is_in(&saved.body));
        let default = || self.find(&share::default_template(templates)?.id.to_string());
        let usual = || default().filter(|_| what == Announcement::Open);
        saved.or_else(usual).or_else(|| self.find(what.as_str()))
    }
}

/// Shows the message that fits the moment; 404 for an unknown id.
pub async fn show(
    SignedInAt { me, origin }: SignedInAt,
    InPath(id): InPath<Uuid>,
    query: Query,
    pages: Pages,
) -> Answer {
    let snapshot = waffles::by_id(&pages.services, id).await?;
    let waffle = &snapshot.waffle;
    let templates = share_templates::all(&pages).await?;
    let starts = Starts::of(&pages, waffle, &templates);
    let what = Announcement::of(waffle, &snapshot.board, pages.services.now());
    let fitting = starts.saved.as_ref().filter(|_| query.has("saved")).or_else(|| starts.fitting(what, &templates));
    let (start, message) = fitting.map(|start| (start.value.clone(), start.body.clone())).unwrap_or_default();
    // A redrawn card must not come from the browser's cache.
    let fresh = if query.has("redrawn") { Uuid::new_v4().simple().to_string() } else { String::new() };
    let version = format!("{}{fresh}", snapshot.seq);
    page((&pages, &origin), &me, &snapshot, &starts, Draft { start, message, faults: Vec::new(), version })
}

/// Saves the message and redirects back. The other buttons save nothing: one previews the message, one starts again
/// from what was chosen. 400 with the form as typed when a field is invalid.
pub async fn submit(form: SignedInForm<Uuid>, origin: PublicOrigin, pages: Pages) -> Answer {
    let snapshot = waffles::by_id(&pages.services, form.path).await?;
    let id = snapshot.waffle.id;
    let templates = share_templates::all(&pages).await?;
    let starts = Starts::of(&pages, &snapshot.waffle, &templates);
    let chosen = form.fields.text("template_id");
    // Browsers send line breaks as CRLF.
    let message = form.fields.text("message").replace("\r\n", "\n");
    let version = snapshot.seq.to_string();
    let mut draft = Draft { start: chosen.to_owned(), message, faults: Vec::new(), version };
    match (form.fields.text("do"), starts.find(chosen)) {
        ("template", Some(start)) => draft.message.clone_from(&start.body),
        ("preview", _) => draft.faults = faults(parse_draft("message", &draft.message).map_err(Failure::from))?,
        (_, Some(Start { template: Some(template), .. })) => {
            let author = form.me.author();
            let kept = share::save_message(&pages.services, &author, id, *template, &draft.message).await;
            if let Ok(seq) = kept {
                waffles::caught_up(&pages.services, id, seq).await;
                share::forget_cards(&pages.services, &snapshot.waffle.slug).await;
                let flash = Flash::done(say!("share-saved"));
                return Ok(answer::said(&form.me, &format!("/admin/waffles/{id}/share?saved"), &flash));
            }
            draft.faults = faults(kept)?;
        }
        _ => draft.faults = vec![FieldError::new("template_id", say!("share-template-gone"))],
    }
    page((&pages, &origin), &form.me, &snapshot, &starts, draft)
}

/// Has the cards drawn again and redirects back.
pub async fn regenerate_card(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    let snapshot = waffles::by_id(&services, form.path).await?;
    let id = snapshot.waffle.id;
    share::regenerate_cards(&services, &form.me.author(), &snapshot.waffle).await?;
    let flash = Flash::done(say!("share-redrawn"));
    Ok(answer::said(&form.me, &format!("/admin/waffles/{id}/share?redrawn"), &flash))
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
    (pages, origin): (&Pages, &PublicOrigin),
    me: &SignedIn,
    snapshot: &Snapshot,
    starts: &Starts,
    draft: Draft,
) -> Answer {
    let waffle = &snapshot.waffle;
    let status = if draft.faults.is_empty() { StatusCode::OK } else { StatusCode::BAD_REQUEST };
    let reader = (pages.language(), me.account.timezone);
    let values = share::values(&pages.services, snapshot, origin.waffle_page(&waffle.slug), reader);
    let preview = values.expand(&draft.message);
    let fault = |name: &str| draft.faults.iter().find(|fault| fault.field == name).map(|fault| fault.message.clone());
    pages.show_as(
        status,
        "admin/share",
        values! {
            ..head(pages, (me, origin), snapshot, Tab::Share),
            frame: Frame::of(me, say!("share-title", title = &waffle.title), Section::Admin).with_script(Script::Share),
            starts,
            start: draft.start,
            template_error: fault("template_id"),
            message: Field { error: fault("message"), value: draft.message },
            preview,
            placeholders: values.named().map(|(name, _)| values! { name, value: values.expand(name) }),
            cards: Format::ALL.map(|format| card(pages, &waffle.slug, &draft.version, format)),
            // Whether the card leaves out characters of the title.
            title_cut: drawn_title(&waffle.title).as_deref() != Some(waffle.title.as_str()),
        },
    )
}

/// A card to download, in the language of the page. The version makes its address new, so that no browser shows an old
/// picture.
fn card(pages: &Pages, slug: &str, version: &str, format: Format) -> Values {
    let ((width, height), format, language) = (format.size(), format.name(), pages.card_language());
    values! {
        format,
        href: format!("/waffle/{slug}/card.png?format={format}&v={version}{language}"),
        file: format!("{slug}-{format}.png"),
        width,
        height,
    }
}
