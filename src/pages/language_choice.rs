//! `POST /language`: the choice at the foot of each page.

use actix_web::web;
use waffle_domain::refusal::Refusal;
use waffle_http::form::Form;
use waffle_http::reader;
use waffle_http::session::cookie::Cookies;
use waffle_language::{Language, say};
use waffle_service::actions::Services;

use crate::answer::{Answer, see_other};

/// Remembers a language, and leads back to the page. Fields: `lang`, a tag such as `de`, and `to`, the page's path. 400
/// for a language that there is not.
pub async fn choose(form: Form<Vec<(String, String)>>, services: web::Data<Services>) -> Answer {
    let fields = form.read().await?;
    let field = |wanted: &str| fields.iter().find(|(name, _)| name == wanted).map_or("", |(_, value)| value);
    let Some(language) = Language::parse(field("lang")) else {
        let known = Language::all().map(Language::tag).collect::<Vec<_>>().join(", ");
        return Err(Refusal::invalid("lang", say!("fault-language", languages = known)).into());
    };
    let to = if reader::is_place(field("to")) { field("to") } else { "/" };
    Ok(see_other(to).cookie(Cookies::of(&services.sessions).language(language)).finish())
}
