//! `/admin/waffles/:id/share`: the message that a seller posts, and its card.

use actix_web::http::StatusCode;
use actix_web::web;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::invalid::FieldError;
use waffle_domain::share::{ShareTemplate, parse_draft};
use waffle_http::extractors::InPath;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::{SignedIn, SignedInAt};
use waffle_language::say;
use waffle_service::actions::{Services, share, share_templates, waffles};
use waffle_service::card::{Format, drawn_title};
use waffle_service::failure::Failure;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::waffle::WaffleView;
use crate::context::{Frame, Script, Section};
use crate::query::Query;
use crate::templates::Values;

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
    InPath(id): InPath<Uuid>,
    query: Query,
    pages: Pages,
) -> Answer {
    let snapshot = waffles::by_id(&pages.services, id).await?;
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
    page((&pages, &origin), &me, &snapshot, &templates, draft)
}

/// Saves the message and redirects back. The other buttons save nothing: one previews the message, one starts again
/// from the chosen template. 400 with the form as typed when a field is invalid.
pub async fn submit(form: SignedInForm<Uuid>, origin: PublicOrigin, pages: Pages) -> Answer {
    let snapshot = waffles::by_id(&pages.services, form.path).await?;
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
            draft.faults = vec![FieldError::new("template_id", say!("share-template-gone"))];
        }
        (_, Some(template)) => {
            let author = form.me.author();
            let kept = share::save_message(&pages.services, &author, id, template.id, &draft.message).await;
            if let Ok(seq) = kept {
                waffles::caught_up(&pages.services, id, seq).await;
                share::forget_cards(&pages.services, &snapshot.waffle.slug).await;
                let flash = Flash::done(say!("share-saved"));
                return Ok(answer::said(&form.me, &format!("/admin/waffles/{id}/share"), &flash));
            }
            draft.faults = faults(kept)?;
        }
    }
    page((&pages, &origin), &form.me, &snapshot, &templates, draft)
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
    templates: &[ShareTemplate],
    draft: Draft,
) -> Answer {
    let waffle = &snapshot.waffle;
    let status = if draft.faults.is_empty() { StatusCode::OK } else { StatusCode::BAD_REQUEST };
    let values = share::values(&pages.services, waffle, origin.waffle_page(&waffle.slug), pages.language());
    let preview = values.expand(&draft.message);
    let filled =
        [("{title}", values.title), ("{price}", values.price), ("{spots}", values.spots), ("{url}", values.url)];
    let fault = |name: &str| draft.faults.iter().find(|fault| fault.field == name).map(|fault| fault.message.clone());
    pages.show_as(
        status,
        "admin/share",
        values! {
            frame: Frame::of(me, say!("share-title", title = &waffle.title), Section::Admin).with_script(Script::Share),
            waffle: WaffleView::of(snapshot, &pages.services.currency),
            templates,
            template: draft.template,
            template_error: fault("template_id"),
            message: Field { error: fault("message"), value: draft.message },
            preview,
            placeholders: filled.map(|(name, value)| values! { name, value }),
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
