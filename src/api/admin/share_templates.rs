//! `/api/admin/share-templates`: the texts that share messages start from.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::share::{NewShareTemplate, ShareTemplate, ShareTemplateEdit};
use waffle_domain::wire::done::Done;
use waffle_domain::wire::share::ShareTemplates;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, share_templates};

use crate::endpoint::{Answer, created, endpoints, ok};

/// A new template.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewShareTemplate)]
pub struct Creation {
    /// One line.
    #[schema(required, nullable = false, min_length = 1, max_length = 100, format = "line", example = "Short")]
    name: Option<String>,
    /// A text in which `{title}`, `{price}`, `{spots}` and `{url}` are filled.
    #[schema(
        required,
        nullable = false,
        min_length = 1,
        max_length = 5000,
        format = "lines",
        example = "{title}: {spots} spots at {price}. {url}"
    )]
    body: Option<String>,
}

/// The changes; an absent field stays as it is.
#[derive(Deserialize, ToSchema)]
#[schema(as = ShareTemplateEdit)]
pub struct Edit {
    /// One line.
    #[schema(min_length = 1, max_length = 100, format = "line", example = "Short")]
    name: Option<String>,
    /// A text in which `{title}`, `{price}`, `{spots}` and `{url}` are filled.
    #[schema(
        min_length = 1,
        max_length = 5000,
        format = "lines",
        example = "{title}: {spots} spots at {price}. {url}"
    )]
    body: Option<String>,
}

endpoints! { "Sharing";
    /// List share templates
    GET "/api/admin/share-templates" => index as listShareTemplates for ManageShareTemplates,
        ok::<ShareTemplates>("All of them, the oldest first.");

    /// Create a share template
    POST "/api/admin/share-templates" => create as createShareTemplate for ManageShareTemplates,
        created::<ShareTemplate>("The template."), ValidationFailed;

    /// Edit a share template
    ///
    /// An absent field stays as it is. Waffles keep their text.
    PATCH "/api/admin/share-templates/{id}" => edit as editShareTemplate for ManageShareTemplates,
        ok::<ShareTemplate>("The template."), ValidationFailed, NoShareTemplate;

    /// Delete share template
    ///
    /// If it was the default, the oldest other one becomes the default.
    DELETE "/api/admin/share-templates/{id}" => delete as deleteShareTemplate for ManageShareTemplates,
        ok::<Done>("It is deleted."), NoShareTemplate, LastTemplate;

    /// Make a share template the default
    POST "/api/admin/share-templates/{id}/default" => make_default as makeShareTemplateDefault for ManageShareTemplates,
        ok::<ShareTemplate>("The template."), NoShareTemplate;
}

async fn index(services: web::Data<Services>) -> Answer {
    let templates = share_templates::list(&services).await?;
    Ok(HttpResponse::Ok().json(ShareTemplates { templates }))
}

async fn create(me: SignedIn, body: Body<Creation>, services: web::Data<Services>) -> Answer {
    let body = body.read().await?;
    let new = NewShareTemplate::parse(&body.name.unwrap_or_default(), &body.body.unwrap_or_default())?;
    Ok(HttpResponse::Created().json(share_templates::create(&services, &me.author(), &new).await?))
}

async fn edit(me: SignedIn, InPath(id): InPath<Uuid>, body: Body<Edit>, services: web::Data<Services>) -> Answer {
    share_templates::find(&services, id).await?;
    let body = body.read().await?;
    let edit = ShareTemplateEdit::parse(body.name.as_deref(), body.body.as_deref())?;
    Ok(HttpResponse::Ok().json(share_templates::edit(&services, &me.author(), id, edit).await?))
}

async fn delete(me: SignedIn, InPath(id): InPath<Uuid>, services: web::Data<Services>) -> Answer {
    share_templates::delete(&services, &me.author(), id).await?;
    Ok(HttpResponse::Ok().json(Done::new("The template is deleted.")))
}

async fn make_default(me: SignedIn, InPath(id): InPath<Uuid>, services: web::Data<Services>) -> Answer {
    Ok(HttpResponse::Ok().json(share_templates::make_default(&services, &me.author(), id).await?))
}
