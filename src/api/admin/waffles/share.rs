//! `/api/admin/waffles/:id/share-message`: what a seller posts to share the waffle.

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::share::{ShareTemplate, parse_draft, unknown_template};
use waffle_domain::wire::done::Done;
use waffle_http::extractors::InPath;
use waffle_http::json::{Body, OptionalBody};
use waffle_http::public_origin::PublicOrigin;
use waffle_http::session::signed_in::{SignedIn, SignedInAt};
use waffle_language::{ENGLISH, Language, say};
use waffle_service::actions::{Services, share, share_templates, waffles};
use waffle_service::failure::{Failure, FieldError};

use crate::endpoint::{Answer, endpoints, ok};

/// A message to save, with the template that it was made from.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewShareMessage)]
pub struct Message {
    #[schema(required, nullable = false)]
    template_id: Option<Uuid>,
    /// As it will be posted.
    #[schema(
        required,
        nullable = false,
        min_length = 1,
        max_length = 5000,
        format = "lines",
        example = "Golden Hour: 100 spots at $25.00!"
    )]
    message: Option<String>,
}

/// The text to render: a message, else a template, else the waffle's own.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = ShareDraft)]
pub struct Draft {
    /// A text with placeholders.
    #[schema(max_length = 5000, format = "lines_or_none", example = "{title}: {spots} spots at {price}. {url}")]
    message: Option<String>,
    /// The template to use if there is no `message`.
    template_id: Option<Uuid>,
    /// The language in which prices and moments are written, and the first template as long as no one has changed it,
    /// such as `de`; English where it is not given, or there is no such.
    #[schema(example = "en")]
    lang: Option<String>,
}

/// The message, and the templates that it can be made from.
#[derive(Serialize, ToSchema)]
#[schema(as = ShareMessage)]
struct View<'a> {
    /// The saved one as it was saved, or else the default template, filled.
    message: String,
    /// What it was made from.
    #[schema(required)]
    template_id: Option<Uuid>,
    /// All templates, the oldest first.
    templates: &'a [ShareTemplate],
    /// Where to claim.
    #[schema(example = "https://waffles.example/waffle/golden-hour")]
    url: String,
}

endpoints! { "Sharing";
    /// Read a waffle's share message
    GET "/api/admin/waffles/{id}/share-message" => show as getShareMessage for ManageShareTemplates,
        ok::<View>("The message, and the templates that it can be made from."), BadHost, NoWaffle;

    /// Save a waffle's share message
    PATCH "/api/admin/waffles/{id}/share-message" => save as saveShareMessage for ManageShareTemplates,
        ok::<View>("The message."), ValidationFailed, BadHost, NoWaffle;

    /// Fill the placeholders of a message
    ///
    /// Of the `message` sent, else of the template, else of the waffle's own message: `{title}`, `{price}`, `{spots}`
    /// (how many there are), `{url}`, `{left}` (how many are free), `{free}` and `{unpaid}` (the numbers of spots),
    /// `{opens}`, `{deadline}` (by when the last unpaid spot is to be paid), `{draw}` (an address) and `{winners}`.
    /// Lists end after fifty; what there is none of is a dash. Others stay as they are. The body may be left out.
    POST "/api/admin/waffles/{id}/share-message/render" => render as renderShareMessage for ManageShareTemplates,
        ok::<Done>("The message as it would be posted."), ValidationFailed, BadHost, NoWaffle;

    /// Redraw the share cards
    POST "/api/admin/waffles/{id}/share-message/regenerate-card" => redraw as regenerateCard for ManageShareTemplates,
        ok::<Done>("The next download draws them."), NoWaffle;
}

async fn show(
    SignedInAt { me, origin }: SignedInAt,
    InPath(id): InPath<Uuid>,
    services: web::Data<Services>,
) -> Answer {
    let snapshot = waffles::by_id(&services, id).await?;
    view(&services, &snapshot, (&origin, &me)).await
}

async fn save(
    SignedInAt { me, origin }: SignedInAt,
    InPath(id): InPath<Uuid>,
    body: Body<Message>,
    services: web::Data<Services>,
) -> Answer {
    waffles::by_id(&services, id).await?;
    let body = body.read().await?;
    let missing = [
        body.template_id.is_none().then(|| FieldError::new("template_id", say!("fault-template-missing"))),
        body.message.is_none().then(|| FieldError::new("message", say!("share-message-missing"))),
    ];
    let (Some(template_id), Some(message)) = (body.template_id, body.message) else {
        return Err(Failure::validation(missing.into_iter().flatten()).into());
    };
    let seq = share::save_message(&services, &me.author(), id, template_id, &message).await?;
    let snapshot = waffles::after_commit(&services, id, seq).await?;
    share::forget_cards(&services, &snapshot.waffle.slug).await;
    view(&services, &snapshot, (&origin, &me)).await
}

async fn render(
    SignedInAt { me, origin }: SignedInAt,
    InPath(id): InPath<Uuid>,
    body: OptionalBody<Draft>,
    services: web::Data<Services>,
) -> Answer {
    let snapshot = waffles::by_id(&services, id).await?;
    let draft = body.read().await?.unwrap_or_default();
    let waffle = &snapshot.waffle;
    let language = draft.lang.as_deref().and_then(Language::parse).unwrap_or(ENGLISH);
    let text = match (draft.message, draft.template_id) {
        (Some(message), _) => parse_draft("message", &message)?,
        (None, Some(id)) => {
            let template = share_templates::look_up(&services, id).await?.ok_or_else(unknown_template)?;
            template.in_language(language).body
        }
        (None, None) => match &waffle.share_message {
            Some(saved) => saved.clone(),
            None => share::default_template(&share_templates::list(&services).await?)
                .map_or_else(String::new, |template| template.clone().in_language(language).body),
        },
    };
    let values = share::values(&services, &snapshot, origin.waffle_page(&waffle.slug), (language, me.account.timezone));
    Ok(HttpResponse::Ok().json(Done::new(values.expand(&text))))
}

async fn redraw(me: SignedIn, InPath(id): InPath<Uuid>, services: web::Data<Services>) -> Answer {
    let snapshot = waffles::by_id(&services, id).await?;
    share::regenerate_cards(&services, &me.author(), &snapshot.waffle).await?;
    Ok(HttpResponse::Ok().json(Done::new("The share cards will be redrawn.")))
}

async fn view(services: &Services, snapshot: &Snapshot, (origin, me): (&PublicOrigin, &SignedIn)) -> Answer {
    let waffle = &snapshot.waffle;
    let templates = share_templates::list(services).await?;
    let values = share::values(services, snapshot, origin.waffle_page(&waffle.slug), (ENGLISH, me.account.timezone));
    let (message, template_id) = match (&waffle.share_message, share::default_template(&templates)) {
        (Some(saved), _) => (saved.clone(), waffle.share_template_id),
        (None, Some(default)) => (values.expand(&default.body), Some(default.id)),
        (None, None) => (String::new(), None),
    };
    Ok(HttpResponse::Ok().json(View { message, template_id, templates: &templates, url: values.url }))
}
