//! `GET /offline` and `GET /sw.js`: the page without a connection, and the service worker that keeps it in browsers.

use std::sync::OnceLock;

use actix_web::http::header::{HeaderValue, VARY};
use actix_web::{HttpRequest, web};
use waffle_actors::snapshot::{Rendered, kept};
use waffle_http::assets::Assets;
use waffle_http::{etag, reader};
use waffle_language::{ByLanguage, say};
use waffle_service::failure::Failure;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::{Frame, Script, Section};

/// What `static/sw.js` calls the page.
const PAGE: &str = "'/offline'";

/// The page and the worker in each language, once someone has asked for them.
#[derive(Debug, Default)]
pub struct Offline(ByLanguage<OnceLock<Kept>>);

#[derive(Debug)]
struct Kept {
    page: Rendered,
    worker: Rendered,
}

impl Offline {
    fn of(&self, mut pages: Pages, assets: &Assets) -> Result<&Kept, Failure> {
        let language = pages.language();
        kept(self.0.of(language), || {
            pages.forget_place();
            let frame = Frame::new(say!("offline-title"), Section::Elsewhere).with_script(Script::Offline);
            let page = Rendered::new(pages.render("offline", values! { frame: Frame { unlisted: true, ..frame } })?);
            // The worker is a new one for browsers, which then read the page again, once it is another or in another
            // language.
            let edition = page.etag.trim_matches(|letter: char| !letter.is_ascii_hexdigit());
            let address = format!("'/offline?lang={}&edition={edition}'", language.tag());
            let script = assets.text(language, "sw.js").ok_or_else(|| Failure::internal("there is no sw.js"))?;
            let worker = Rendered::new(script.replacen(PAGE, &address, 1));
            Ok(Kept { page, worker })
        })
    }
}

/// Shows that there is no connection. It names no visitor, since browsers keep it.
pub async fn show(pages: Pages, assets: web::Data<Assets>, offline: web::Data<Offline>) -> Answer {
    Ok(answer::lasting(&offline.of(pages, &assets)?.page))
}

/// Answers with the service worker, which knows the page in the reader's language.
pub async fn worker(
    request: HttpRequest,
    pages: Pages,
    assets: web::Data<Assets>,
    offline: web::Data<Offline>,
) -> Answer {
    let mut response = etag::script(&request, &offline.of(pages, &assets)?.worker);
    response.headers_mut().append(VARY, HeaderValue::from_static(reader::VARY));
    Ok(response)
}
