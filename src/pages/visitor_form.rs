//! Pages with a form for visitors who are not signed in.

use actix_web::cookie::Cookie;
use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;
use actix_web::{HttpRequest, HttpResponse};
use uuid::Uuid;
use waffle_http::session::cookie;
use waffle_http::session::cookie::Cookies;
use waffle_service::actions::Services;
use waffle_service::failure::Failure;
use waffle_service::session::csrf::FormOwner;

use crate::answer::Answer;
use crate::templates::PageError;

/// The form's CSRF token and the cookie that it is bound to.
pub struct VisitorProof {
    pub csrf_token: String,
    /// Set only if the browser doesn't have it yet.
    cookie: Option<Cookie<'static>>,
}

impl VisitorProof {
    /// Makes a CSRF token for the visitor who sent the request.
    pub fn of(request: &HttpRequest, services: &Services) -> Self {
        let known = cookie::value(request, cookie::VISITOR_COOKIE);
        let visitor = known.clone().unwrap_or_else(|| Uuid::new_v4().simple().to_string());
        let csrf_token = services.sessions.csrf_token(FormOwner::Visitor(&visitor));
        Self { csrf_token, cookie: known.is_none().then(|| Cookies::of(&services.sessions).visitor(visitor)) }
    }

    /// Answers with the page that contains the token, and sets the cookie where needed.
    pub fn answer(self, status: StatusCode, html: Result<String, PageError>) -> Answer {
        let html = html.map_err(Failure::internal)?;
        let mut response = HttpResponse::build(status);
        if let Some(cookie) = self.cookie {
            response.cookie(cookie);
        }
        Ok(response.content_type(ContentType::html()).body(html))
    }
}
