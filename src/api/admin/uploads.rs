//! `POST /api/admin/uploads`

use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;
use waffle_domain::photo::LONGEST_SIDE;
use waffle_http::session::signed_in::SignedInAt;
use waffle_http::upload::Upload;
use waffle_language::say;
use waffle_service::actions::{Services, photos};
use waffle_service::failure::Failure;

use crate::endpoint::{Answer, FILE, created, endpoints};

/// A photo as it is kept.
#[derive(Serialize, ToSchema)]
#[schema(as = UploadedPhoto)]
struct Uploaded {
    /// Its address, to be the `image_url` of a waffle or the `picture_url` of the seller.
    #[schema(example = "https://waffles.example.com/photos/\
        9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.jpg")]
    url: String,
    /// In pixels.
    #[schema(example = 1600)]
    width: u32,
    /// In pixels.
    #[schema(example = 1200)]
    height: u32,
    /// The size of the JPEG.
    #[schema(example = 312_345)]
    bytes: usize,
}

endpoints! { "Selling";
    /// Upload a photo
    ///
    /// For the `image_url` of waffles and the seller's `picture_url`: a JPEG, PNG or WebP of up to 8 MiB and 40
    /// megapixels. It is turned upright, made smaller, and encoded again as a JPEG of up to 1,600 pixels on the longer
    /// side; nothing else of the file is kept. A photo that nothing shows for a day is deleted. The same photo again
    /// has the same address.
    POST "/api/admin/uploads" => upload as uploadPhoto for ManageWaffles,
        created::<Uploaded>("The photo."),
        ValidationFailed, MalformedForm, BadBody, BadHost, UploadTooSlow, PhotoTooLarge, NotAPhoto, UploadsLimited,
        PhotosBusy;
}

async fn upload(SignedInAt { me, origin }: SignedInAt, upload: Upload, services: web::Data<Services>) -> Answer {
    let file = upload.read(FILE).await?.file;
    let file = file.ok_or_else(|| Failure::invalid(FILE, say!("fault-photo-missing")))?;
    let photo = photos::upload(&services, &me.author(), file, LONGEST_SIDE).await?;
    let url = format!("{origin}{}", photo.hash.path());
    let uploaded = Uploaded { url, width: photo.width, height: photo.height, bytes: photo.jpeg.len() };
    Ok(HttpResponse::Created().json(uploaded))
}
