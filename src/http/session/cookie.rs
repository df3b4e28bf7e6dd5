//! The cookies: the session's, and the one that binds forms to a signed-out visitor.

use std::borrow::Cow;

use actix_web::HttpRequest;
use actix_web::cookie::{Cookie, CookieBuilder, SameSite, time};
use waffle_language::Language;
use waffle_service::session::Sessions;

/// Name of the cookie that carries the session's token.
pub const TOKEN_COOKIE: &str = "token";

/// Name of the cookie that forms are bound to before signing in.
pub const VISITOR_COOKIE: &str = "visitor";

/// Name of the cookie with the message about the last form.
pub const FLASH_COOKIE: &str = "flash";

/// Name of the cookie with the language that the reader chose.
pub const LANGUAGE_COOKIE: &str = "lang";

/// How this server sets its cookies.
#[derive(Clone, Copy, Debug)]
pub struct Cookies {
    /// Whether browsers may send them over TLS only.
    pub secure: bool,
}

impl Cookies {
    /// Returns how this server sets them.
    pub fn of(sessions: &Sessions) -> Self {
        Self { secure: sessions.cookie_secure }
    }

    /// Makes the session's cookie, which lasts as many seconds as its token.
    pub fn token(self, token: String, max_age_seconds: i64) -> Cookie<'static> {
        self.build(TOKEN_COOKIE, token, "/").max_age(time::Duration::seconds(max_age_seconds)).finish()
    }

    /// Makes the cookie that removes the session's.
    pub fn no_token(self) -> Cookie<'static> {
        self.build(TOKEN_COOKIE, String::new(), "/").max_age(time::Duration::ZERO).finish()
    }

    /// Makes the visitor's cookie, which lasts until the browser closes.
    pub fn visitor(self, value: String) -> Cookie<'static> {
        self.build(VISITOR_COOKIE, value, "/admin").finish()
    }

    /// Makes the cookie with the message for the next page of a path. It needs to last no longer than a redirect.
    pub fn flash(self, path: String, sealed: String) -> Cookie<'static> {
        let seconds = if sealed.is_empty() { 0 } else { 60 };
        self.build(FLASH_COOKIE, sealed, path).max_age(time::Duration::seconds(seconds)).finish()
    }

    /// Makes the cookie with the reader's language, which lasts for a year.
    pub fn language(self, language: Language) -> Cookie<'static> {
        self.build(LANGUAGE_COOKIE, language.tag().to_owned(), "/").max_age(time::Duration::days(365)).finish()
    }

    fn build(self, name: &'static str, value: String, path: impl Into<Cow<'static, str>>) -> CookieBuilder<'static> {
        Cookie::build(name, value).path(path).secure(self.secure).http_only(true).same_site(SameSite::Lax)
    }
}

/// Reads a cookie of a request; none when it is missing or empty.
pub fn value(request: &HttpRequest, name: &str) -> Option<String> {
    request.cookie(name).map(|cookie| cookie.value().to_owned()).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::Cookies;

    #[test]
    fn the_sessions_cookie_is_out_of_reach_of_scripts_and_other_sites() {
        let cookie = Cookies { secure: true }.token("abc".into(), 3_600).to_string();
        assert_eq!(cookie, "token=abc; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=3600");
        let cookie = Cookies { secure: false }.token("abc".into(), 3_600).to_string();
        assert_eq!(cookie, "token=abc; HttpOnly; SameSite=Lax; Path=/; Max-Age=3600");
    }

    #[test]
    fn removing_it_expires_it_immediately() {
        let cookie = Cookies { secure: true }.no_token().to_string();
        assert_eq!(cookie, "token=; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=0");
    }
}
