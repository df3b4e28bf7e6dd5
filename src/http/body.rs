//! Reading a request's body, within limits of size and time.

use std::{future::Future, time::Duration};

use actix_web::{HttpMessage, HttpRequest, dev::Payload, http::header};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::REQUEST_BODY;
use waffle_service::failure::Failure;

use crate::error::HttpError;

/// The longest accepted body, in bytes, unless a handler allows more.
pub(super) const MAX_BYTES: usize = 64 * 1024;

/// A body that is not read yet, and its headers.
pub(super) struct Unread {
    payload: Payload,
    content_type: Option<String>,
    announced: Option<usize>,
}

impl Unread {
    pub(super) fn take(request: &HttpRequest, payload: &mut Payload) -> Self {
        let announced =
            request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
        let has_type = request.headers().contains_key(header::CONTENT_TYPE);
        Self { payload: payload.take(), content_type: has_type.then(|| request.content_type().to_owned()), announced }
    }

    /// Returns the media type in lower case, without parameters; `None` if there is none.
    pub(super) fn media_type(&self) -> Option<String> {
        self.content_type.as_ref().map(|text| text.trim().to_ascii_lowercase())
    }

    /// Reads the whole body; 413 when it is longer than `most` bytes, 408 when it arrives too slowly.
    pub(super) async fn read_up_to(self, most: usize) -> Result<Bytes, HttpError> {
        if self.announced.is_some_and(|length| length > most) {
            return Err(Refusal::TooLarge { kib: most / 1024 }.into());
        }
        within(REQUEST_BODY, collect(self.payload, most)).await
    }
}

async fn within<T>(limit: Duration, reading: impl Future<Output = Result<T, HttpError>>) -> Result<T, HttpError> {
    tokio::time::timeout(limit, reading).await.unwrap_or_else(|_| Err(Refusal::BodyTooSlow.into()))
}

async fn collect(mut payload: Payload, most: usize) -> Result<Bytes, HttpError> {
    let mut whole = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|error| Failure::from(Refusal::BadBody).cause(error.to_string()))?;
        if whole.len() + chunk.len() > most {
            return Err(Refusal::TooLarge { kib: most / 1024 }.into());
        }
        whole.extend_from_slice(&chunk);
    }
    Ok(whole.freeze())
}
