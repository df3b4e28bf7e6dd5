//! `GET /about`

use actix_web::HttpResponse;

use crate::pages::answer::page;
use crate::pages::context::Section;
use crate::pages::context::about::AboutPage;
use crate::pages::public_page::PublicPage;
use crate::web::error::Failure;

/// Answers 200 with what a waffle is, and the server's version.
pub async fn show(public: PublicPage) -> Result<HttpResponse, Failure> {
    let description =
        "How a waffle works: claim numbered spots with your social handle, pay the seller, watch the draw.";
    page(public.templates.about(&AboutPage {
        frame: public.frame("What’s a waffle?", Section::About).with_description(description),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }))
}
