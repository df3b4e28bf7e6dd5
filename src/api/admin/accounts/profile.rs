//! `PATCH /api/admin/admins/:id/profile`, and the body that it shares with `PATCH /api/admin/me`.

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::profile::ProfileDraft;
use waffle_domain::social_link::SocialLink;
use waffle_domain::wire::account::AccountView;
use waffle_http::extractors::InPath;
use waffle_http::json::{Body, Object};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, accounts};

use crate::endpoint::{Answer, endpoints, ok};

#[doc = " The changes; an absent field stays as it is. `null` clears the names and the links; an e-mail address and a \
    time zone can't be"]
/// cleared.
#[derive(Deserialize, ToSchema)]
#[schema(as = ProfileEdit)]
pub struct Edit {
    #[serde(default, deserialize_with = "cleared_by_null")]
    /// `null` clears it.
    #[schema(max_length = 100, format = "line_or_none", example = "Anna")]
    first_name: Option<String>,
    #[serde(default, deserialize_with = "cleared_by_null")]
    /// `null` clears it.
    #[schema(max_length = 100, format = "line_or_none")]
    last_name: Option<String>,
    #[serde(default, deserialize_with = "cleared_by_null")]
    /// `null` clears it.
    #[schema(max_length = 100, format = "line_or_none")]
    display_name: Option<String>,
    #[serde(default, deserialize_with = "cleared_by_null")]
    #[schema(nullable = false, min_length = 3, max_length = 254, format = "email", example = "anna@example.com")]
    email: Option<String>,
    #[serde(default, deserialize_with = "cleared_by_null")]
    /// By its IANA name.
    #[schema(nullable = false, example = "Europe/Berlin")]
    timezone: Option<String>,
    #[serde(default, deserialize_with = "cleared_by_null")]
    /// Replaces the whole list; no platform twice. `null` clears it. Platforms are accepted in any case.
    #[schema(max_items = 10, value_type = Option<Vec<SocialLink>>)]
    social_links: Option<Vec<Object<Link>>>,
    /// Your current password. The pages require it to change the e-mail address; here it is checked if it is sent.
    #[schema(example = "a long sentence")]
    current_password: Option<String>,
}

#[derive(Deserialize)]
struct Link {
    platform: String,
    handle: String,
}

/// Reads a field that is present; `null` becomes the empty value.
fn cleared_by_null<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer).map(|value: Option<T>| Some(value.unwrap_or_default()))
}

impl Edit {
    /// The edit, and the current password.
    pub fn into_parts(self) -> (ProfileDraft, Option<String>) {
        let edit = self;
        let pair = |Object(link): Object<Link>| (link.platform, link.handle);
        let pairs = |links: Vec<Object<Link>>| links.into_iter().map(pair).collect();
        let draft = ProfileDraft {
            first_name: edit.first_name,
            last_name: edit.last_name,
            display_name: edit.display_name,
            email: edit.email,
            timezone: edit.timezone,
            social_links: edit.social_links.map(pairs),
        };
        (draft, edit.current_password)
    }
}

endpoints! { "Admins";
    /// Edit the profile of an account
    ///
    /// An absent field stays as it is. All named fields change, or none.
    PATCH "/api/admin/admins/{id}/profile" => edit as editProfile for ManageAdmins,
        ok::<AccountView>("The account."), ValidationFailed, WrongPassword, GuessingLocked, NoAccount, EmailTaken, Busy;
}

async fn edit(me: SignedIn, InPath(id): InPath<Uuid>, body: Body<Edit>, services: web::Data<Services>) -> Answer {
    accounts::find(&services, id).await?;
    let (draft, password) = body.read().await?.into_parts();
    let account = accounts::change_profile(&services, &me, id, &draft, password.as_deref()).await?;
    Ok(HttpResponse::Ok().json(AccountView::from(&account)))
}
