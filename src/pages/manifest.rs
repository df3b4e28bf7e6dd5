//! `GET /manifest.webmanifest`: what a browser needs to put the site on a home screen.

use actix_web::http::header::VARY;
use actix_web::{HttpResponse, web};
use serde_json::json;
use waffle_http::assets::Assets;
use waffle_http::reader;
use waffle_language::{Text, say};
use waffle_service::failure::Failure;

use crate::Pages;
use crate::answer::Answer;
use crate::query::Query;

/// The icons: file, size in pixels, and purpose. A maskable one fills its square, and has what matters in the middle.
const ICONS: [(&str, u32, &str); 3] =
    [("icon_192.png", 192, "any"), ("icon_512.png", 512, "any"), ("icon_maskable.png", 512, "maskable")];

/// The ground of all pages, as in `templates/layout.hbs`; there is one for both color schemes.
const COLOR: &str = "#fdf3df";

/// Answers with the manifest in the reader's language: browsers read it without cookies, so its address names that
/// (`?lang=de`). With `?seller`, a shortcut leads to the seller's waffles, too.
pub async fn show(pages: Pages, assets: web::Data<Assets>, query: Query) -> Answer {
    let language = pages.language();
    let write = |text: Text| text.write(language);
    let icon = |(name, size, purpose): &(&str, u32, &str)| {
        let src = assets.url(language, name)?;
        Some(json!({"src": src, "sizes": format!("{size}x{size}"), "type": "image/png", "purpose": purpose}))
    };
    let icons = ICONS.iter().map(icon).collect::<Option<Vec<_>>>();
    let icons = icons.ok_or_else(|| Failure::internal("an icon is missing"))?;
    let of_seller = query.has("seller").then(|| (say!("nav-your-waffles"), "/admin"));
    let shortcuts = of_seller.into_iter().chain([(say!("find-my-spots"), "/buyer")]);
    let manifest = json!({
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "name": write(say!("site-name")),
        "short_name": write(say!("site-name")),
        "description": write(say!("home-description")),
        "lang": language.tag(),
        "dir": write(say!("language-direction")),
        "theme_color": COLOR,
        "background_color": COLOR,
        "icons": icons,
        "shortcuts": shortcuts.map(|(name, url)| json!({"name": write(name), "url": url})).collect::<Vec<_>>(),
    });
    let mut response = HttpResponse::Ok();
    response.content_type("application/manifest+json").insert_header((VARY, reader::VARY));
    Ok(response.body(manifest.to_string()))
}
