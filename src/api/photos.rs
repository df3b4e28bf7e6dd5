//! `GET /photos/:hash.jpg`

use actix_web::http::header::{CACHE_CONTROL, ETAG};
use actix_web::{HttpRequest, HttpResponse, web};
use waffle_domain::photo::PhotoHash;
use waffle_domain::refusal::Refusal;
use waffle_http::assets::FOREVER;
use waffle_http::etag;
use waffle_http::rate_limit::{Photos, spend};
use waffle_service::actions::Services;

use crate::endpoint::{Answer, endpoints, file};

endpoints! { "Waffles";
    /// Download a photo
    ///
    /// A photo that a seller uploaded. Refusals are pages, not JSON.
    GET "/photos/{hash}.jpg" => show as getPhoto,
        file("image/jpeg", "The photo, which never changes; may be kept for a year.", None),
        Unchanged, NoPhoto, PhotosLimited, PhotosBusy;
}

async fn show(request: HttpRequest, hash: web::Path<String>, services: web::Data<Services>) -> Answer {
    let hash = PhotoHash::parse(&hash).ok_or(Refusal::NoPhoto)?;
    let jpeg = if let Some(jpeg) = services.photos.in_memory(hash) {
        jpeg
    } else {
        // Anyone can make up names.
        spend::<Photos>(&request, 1)?;
        services.photos.find(hash).await?
    };
    let etag = format!("\"{hash}\"");
    let known = etag::is_known(&request, &etag);
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((CACHE_CONTROL, FOREVER)).insert_header((ETAG, etag));
    Ok(if known { response.finish() } else { response.content_type("image/jpeg").body(jpeg) })
}
