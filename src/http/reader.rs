//! The reader of a page: which language they read, and where they are.

use actix_web::http::{Method, header};
use actix_web::web::{self, Query};
use actix_web::{HttpMessage as _, HttpRequest};
use waffle_language::{ENGLISH, Language};

use crate::public_origin::PublicOrigin;
use crate::secret_path::holds_secret;
use crate::session::{cookie, return_path};

/// The language of readers who prefer none that there is.
#[derive(Debug, Clone, Copy)]
pub struct UsualLanguage(pub Language);

/// What an answer in the reader's language depends on besides its address.
pub const VARY: &str = "Accept-Language, Cookie";

/// The language for a request: the one in the address (`?lang=de`), or else the one that was chosen, or else the one
/// that the browser asks for, or else the server's usual one.
pub fn language(request: &HttpRequest) -> Language {
    named(request.query_string())
        .or_else(|| Language::parse(&cookie::value(request, cookie::LANGUAGE_COOKIE)?))
        .or_else(|| Language::preferred(request.headers().get(header::ACCEPT_LANGUAGE)?.to_str().ok()?))
        .unwrap_or_else(|| usual(request))
}

/// The language of readers who prefer none that there is.
pub fn usual(request: &HttpRequest) -> Language {
    request.app_data::<web::Data<UsualLanguage>>().map_or(ENGLISH, |usual| usual.0)
}

/// The language that an address names.
fn named(query: &str) -> Option<Language> {
    query.split('&').find_map(|part| Language::parse(part.strip_prefix("lang=")?))
}

/// Marks a request that changes something at the address of a page.
pub(crate) struct AnswersGet;

/// The path to come back to: this one with its page number, for sellers with all filters, and where a sign-in leads to.
/// A form is not sent again: its page is the one that it was on, or else its address if that is a page's, or else the
/// one that its address belongs to. No language is in it, which would count before the next choice.
pub fn place(request: &HttpRequest) -> String {
    let path = request.path();
    if request.method() == Method::GET || request.method() == Method::HEAD {
        // Before signing in, queries may hold what is not for pages.
        let decoded = request.match_info().as_str();
        let signs_in = decoded.starts_with("/admin/login");
        let filtered = decoded.starts_with("/admin") && !signs_in && !holds_secret(decoded);
        let stays = |part: &str| filtered || is_page_number(part) || (signs_in && leads_on(part));
        return with_parts(path, request.query_string(), stays);
    }
    let is_page = request.extensions().contains::<AnswersGet>();
    let came_from = || {
        let (_, referer) = request.headers().get(header::REFERER)?.to_str().ok()?.split_once("://")?;
        let (host, place) = referer.split_at(referer.find('/')?);
        let own = PublicOrigin::of(request).ok()?;
        // A form that is refused a second time comes from the answer to the first try.
        let again = !is_page && place.split('?').next() == Some(path);
        own.as_str().split_once("://").is_some_and(|(_, own)| own == host && !again).then_some(place)
    };
    let folder = || path.rsplit_once('/').map_or("/", |(folder, _)| folder);
    let address = came_from().unwrap_or_else(|| if is_page { path } else { folder() });
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    with_parts(path, query, |_| true)
}

/// A path with the parts of its query that stay; the language that it names never does.
fn with_parts(path: &str, query: &str, stays: impl Fn(&str) -> bool) -> String {
    let stays = |part: &&str| !part.is_empty() && !part.starts_with("lang=") && stays(part);
    let parts = query.split('&').filter(stays).collect::<Vec<_>>().join("&");
    if parts.is_empty() { path.to_owned() } else { format!("{path}?{parts}") }
}

/// Where a sign-in leads, if it leads there: any other address may hold what is not for pages.
fn leads_on(part: &str) -> bool {
    let Ok(Query(parameters)) = Query::<Vec<(String, String)>>::from_query(part) else { return false };
    let is_safe =
        |next: &str| return_path::safe(next) == next && !holds_secret(next.split('?').next().unwrap_or_default());
    parameters.iter().all(|(name, next)| name == "next" && is_safe(next))
}

fn is_page_number(part: &str) -> bool {
    part.strip_prefix("page=").is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Whether this is a path of this site, to which a form may lead.
pub fn is_place(path: &str) -> bool {
    let odd = path.chars().any(|letter| letter.is_control() || letter.is_whitespace() || letter == '\\');
    path.starts_with('/') && !path.starts_with("//") && !odd
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn tag(request: TestRequest) -> &'static str {
        language(&request.to_http_request()).tag()
    }

    #[test]
    fn the_address_counts_before_the_choice_and_the_browser() {
        let asks = || TestRequest::with_uri("/about").insert_header(("Accept-Language", "es-MX, en;q=0.5"));
        let chose = || asks().insert_header(("Cookie", "visitor=x; lang=de"));
        assert_eq!(tag(TestRequest::default()), "en");
        assert_eq!(tag(asks()), "es");
        assert_eq!(tag(chose()), "de");
        assert_eq!(tag(chose().uri("/about?x=1&lang=en")), "en");
        assert_eq!(tag(chose().uri("/about?lang=xx&slang=en")), "de");
        assert_eq!(tag(asks().insert_header(("Cookie", "lang=xx"))), "es");
        let usual = Language::parse("de").unwrap();
        let with_usual = || TestRequest::default().app_data(web::Data::new(UsualLanguage(usual)));
        assert_eq!(tag(with_usual()), "de");
        assert_eq!(tag(with_usual().insert_header(("Accept-Language", "pl"))), "de");
        assert_eq!(tag(with_usual().insert_header(("Accept-Language", "en"))), "en");
    }

    #[test]
    fn a_choice_leads_back_to_where_it_was_made() {
        let at = |request: TestRequest| place(&request.insert_header(("Host", "a.example")).to_http_request());
        assert_eq!(at(TestRequest::with_uri("/admin/audit?page=2")), "/admin/audit?page=2");
        assert_eq!(at(TestRequest::with_uri("/admin/audit?lang=de&page=2")), "/admin/audit?page=2");
        assert_eq!(at(TestRequest::with_uri("/admin?lang=de")), "/admin");
        assert_eq!(at(TestRequest::with_uri("/waffle/x?lang=de")), "/waffle/x");
        assert_eq!(at(TestRequest::with_uri("/waffles?lang=de&page=2&q=x")), "/waffles?page=2");
        assert_eq!(at(TestRequest::with_uri("/waffles?page=x")), "/waffles");
        assert_eq!(at(TestRequest::with_uri("/admin/login?next=/admin/audit&x=y")), "/admin/login?next=/admin/audit");
        assert_eq!(
            at(TestRequest::with_uri("/admin/login?next=%2Fadmin%2Faudit")),
            "/admin/login?next=%2Fadmin%2Faudit"
        );
        assert_eq!(at(TestRequest::with_uri("/admin/login?next=https://a.example/?token=secret")), "/admin/login");
        assert_eq!(at(TestRequest::post().uri("/waffle/x/claim")), "/waffle/x");
        let from = |referer| TestRequest::post().uri("/claim/t/paid").insert_header(("Referer", referer));
        assert_eq!(at(from("http://a.example/claim/t?of=3")), "/claim/t?of=3");
        assert_eq!(at(from("http://b.example/claim/u")), "/claim/t");
        assert_eq!(at(from("https://a.example/claim/t?lang=de")), "/claim/t");
        assert_eq!(at(from("http://a.example/claim/t/paid")), "/claim/t", "it is refused a second time");
        assert_eq!(at(TestRequest::post().uri("/x")), "");
        let form = TestRequest::post().uri("/admin/waffles/new").to_http_request();
        form.extensions_mut().insert(AnswersGet);
        assert_eq!(place(&form), "/admin/waffles/new");
    }

    #[test]
    fn only_this_site_is_a_place() {
        for path in ["/", "/waffle/x", "/admin/audit?page=2&action=a"] {
            assert!(is_place(path), "{path}");
        }
        for path in ["", "//b.example", "/\\b.example", "https://b.example", "/a\r\nb", "/a b", "a"] {
            assert!(!is_place(path), "{path}");
        }
    }
}
