//! Form bodies, as browsers post them.

use std::{
    future::{Ready, ready},
    marker::PhantomData,
};

use actix_web::{FromRequest, HttpRequest, dev::Payload, web};
use serde::de::DeserializeOwned;
use waffle_domain::refusal::Refusal;

use super::{
    body::{MAX_BYTES, Unread},
    error::HttpError,
};

/// A form that is not read yet, for the same reason as a [JSON body](super::json::Body). For fields that may repeat,
/// such as checkboxes, take `T = Vec<(String, String)>`.
pub struct Form<T> {
    unread: Unread,
    target: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> Form<T> {
    /// Reads and parses the form. 415 for another content type (a missing one is fine), 413 over 64 KiB, 408 when it
    /// arrives too slowly, 400 `malformed_form` when it doesn't parse.
    pub async fn read(self) -> Result<T, HttpError> {
        self.read_up_to(MAX_BYTES).await
    }

    /// The same for a form of up to `most` bytes.
    pub async fn read_up_to(self, most: usize) -> Result<T, HttpError> {
        if self.unread.media_type().is_some_and(|media_type| media_type != "application/x-www-form-urlencoded") {
            return Err(
                Refusal::UnsupportedMediaType { needed: "a form (application/x-www-form-urlencoded)".into() }.into()
            );
        }
        parse(&self.unread.read_up_to(most).await?)
    }
}

/// Parses a form. Fails with 400 `malformed_form`.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, HttpError> {
    let malformed = |what: &dyn std::fmt::Display| Refusal::MalformedForm { what: what.to_string() };
    let text = std::str::from_utf8(bytes).map_err(|error| malformed(&error))?;
    Ok(web::Query::<T>::from_query(text).map(web::Query::into_inner).map_err(|error| malformed(&error))?)
}

impl<T> FromRequest for Form<T> {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        ready(Ok(Self { unread: Unread::take(request, payload), target: PhantomData }))
    }
}

#[cfg(test)]
mod tests {
    use actix_web::{ResponseError, test::TestRequest};
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Login {
        username: String,
    }

    async fn read<T: DeserializeOwned>(content_type: &str, text: &'static str) -> Result<T, u16> {
        let request = TestRequest::post().insert_header(("content-type", content_type)).set_payload(text);
        let (request, mut payload) = request.to_http_parts();
        let form = Form::<T>::from_request(&request, &mut payload).await.unwrap();
        form.read().await.map_err(|failure| failure.status_code().as_u16())
    }

    #[actix_web::test]
    async fn a_form_is_decoded() {
        let form: Login = read("application/x-www-form-urlencoded", "username=%C3%A4+b&other=1").await.unwrap();
        assert_eq!(form.username, "ä b");
    }

    #[actix_web::test]
    async fn repeated_fields_come_as_pairs() {
        let pairs: Vec<(String, u32)> = read("application/x-www-form-urlencoded", "spot=3&spot=7").await.unwrap();
        assert_eq!(pairs, [("spot".to_owned(), 3), ("spot".to_owned(), 7)]);
    }

    #[actix_web::test]
    async fn anything_else_is_refused() {
        assert_eq!(read::<Login>("application/json", "username=a").await, Err(415));
        assert_eq!(read::<Login>("application/x-www-form-urlencoded", "user=a").await, Err(400));
    }
}
