//! Pages with a form for visitors who are not signed in.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use uuid::Uuid;
use waffle_http::error::HttpError;
use waffle_http::session::cookie;
use waffle_http::session::cookie::Cookies;
use waffle_http::session::csrf_form::{Fields, VisitorForm};
use waffle_language::Text;
use waffle_service::failure::Failure;
use waffle_service::session::csrf::FormOwner;

use crate::Pages;
use crate::answer::Answer;
use crate::context::{Frame, Section};
use crate::templates::Values;

/// Answers with a page whose form is bound to the visitor's cookie, which is set if the browser doesn't have it yet.
pub fn visitor_page(
    request: &HttpRequest,
    pages: &Pages,
    status: StatusCode,
    (template, title): (&'static str, Text),
    shown: &Values,
) -> Answer {
    let (known, sessions) = (cookie::value(request, cookie::VISITOR_COOKIE), &pages.services.sessions);
    let visitor = known.clone().unwrap_or_else(|| Uuid::new_v4().simple().to_string());
    let csrf_token = sessions.csrf_token(FormOwner::Visitor(&visitor));
    let frame = Frame::new(title, Section::Admin);
    let mut response = pages.show_as(status, template, values! { ..shown, frame, csrf_token })?;
    if known.is_none() {
        response.add_cookie(&Cookies::of(sessions).visitor(visitor)).map_err(Failure::internal)?;
    }
    Ok(response)
}

/// The fields of a form; `None` if it was not made for the browser that sent it.
pub fn fields_of(form: Result<VisitorForm, HttpError>) -> Result<Option<Fields>, HttpError> {
    match form {
        Ok(VisitorForm(fields)) => Ok(Some(fields)),
        Err(failure) if failure.code() == "csrf_failed" => Ok(None),
        Err(failure) => Err(failure),
    }
}
