//! Forms with a file among their fields.

use std::future::{Ready, ready};

use actix_multipart::{Multipart, MultipartError};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use tokio::time::timeout;
use waffle_domain::photo::MAX_FILE;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::UPLOAD_BODY;
use waffle_service::actions::Services;
use waffle_service::failure::Failure;
use waffle_service::photos::ReceivedFile;

use crate::body::MAX_BYTES;
use crate::error::HttpError;

const MEDIA_TYPE: &str = "multipart/form-data";
/// What a field counts besides its name and its value, in bytes, so that there are not too many.
const FIELD_BYTES: usize = 64;
/// How much of a file that is too large is read, so that its sender gets an answer rather than a broken connection.
const MOST_READ: usize = 4 * MAX_FILE;

/// A form with a file that is not read yet, for the same reason as a [JSON body](super::json::Body).
pub struct Upload {
    request: HttpRequest,
    payload: Payload,
}

/// What a form holds.
pub struct Received {
    pub fields: Vec<(String, String)>,
    /// None if no file was chosen.
    pub file: Option<ReceivedFile>,
}

impl Upload {
    /// Reads the form, whose file is in the field of this name. 415 for another content type, 503 while too many are
    /// received, 413 if the other fields have more than 64 KiB, 408 if it arrives too slowly, 400 if it doesn't parse.
    /// A file that is too large is refused later.
    pub async fn read(self, file: &str) -> Result<Received, HttpError> {
        if !is_multipart(&self.request) {
            return Err(Refusal::UnsupportedMediaType { needed: format!("a form with a file ({MEDIA_TYPE})") }.into());
        }
        let services = self.request.app_data::<web::Data<Services>>();
        let services = services.ok_or_else(|| Failure::internal("the server was built without services"))?;
        let form = Multipart::new(self.request.headers(), self.payload);
        let read = timeout(UPLOAD_BODY, collect(form, file, || services.photos.slot())).await;
        let (fields, content) = read.unwrap_or_else(|_| Err(Refusal::BodyTooSlow.into()))?;
        let file = content.map(|Content { bytes, slot }| ReceivedFile { bytes, slot });
        Ok(Received { fields, file })
    }
}

/// Returns whether a request holds such a form.
pub fn is_multipart(request: &HttpRequest) -> bool {
    request.content_type().trim().eq_ignore_ascii_case(MEDIA_TYPE)
}

/// The content of a file.
struct Content<S> {
    /// None if it is too large.
    bytes: Option<Bytes>,
    slot: S,
}

/// Reads the parts of a form, with a slot for its file from the first byte on. A second file is refused.
async fn collect<S>(
    mut form: Multipart,
    file: &str,
    slot: impl AsyncFn() -> Result<S, Failure>,
) -> Result<(Vec<(String, String)>, Option<Content<S>>), HttpError> {
    let (mut fields, mut content, mut counted) = (Vec::new(), None, 0);
    while let Some(part) = form.next().await {
        let mut part = part.map_err(refused)?;
        let name = part.name().unwrap_or_default().to_owned();
        counted += FIELD_BYTES + name.len();
        let is_file = name == file;
        let (mut value, mut read, mut held) = (BytesMut::new(), 0, None);
        while let Some(piece) = part.next().await {
            let piece = piece.map_err(refused)?;
            read += piece.len();
            if is_file && read > 0 && content.is_some() {
                return Err(Refusal::MalformedForm { what: "a second file".to_owned() }.into());
            }
            if is_file && read > 0 && held.is_none() {
                held = Some(slot().await?);
            }
            if is_file && read > MOST_READ {
                return Err(Refusal::PhotoTooLarge.into());
            }
            if is_file && read > MAX_FILE {
                value = BytesMut::new();
                continue;
            }
            if !is_file && counted + read > MAX_BYTES {
                return Err(Refusal::TooLarge { kib: MAX_BYTES / 1024 }.into());
            }
            value.extend_from_slice(&piece);
        }
        if is_file {
            // Browsers send an empty file where none was chosen.
            content = held.map(|slot| Content { bytes: (read <= MAX_FILE).then(|| value.freeze()), slot }).or(content);
        } else {
            counted += read;
            let value = String::from_utf8(value.to_vec()).map_err(|error| malformed(&error))?;
            fields.push((name, value));
        }
        if counted > MAX_BYTES {
            return Err(Refusal::TooLarge { kib: MAX_BYTES / 1024 }.into());
        }
    }
    Ok((fields, content))
}

fn refused(error: MultipartError) -> Failure {
    match error {
        MultipartError::Payload(_) | MultipartError::Incomplete => {
            Failure::from(Refusal::BadBody).cause(error.to_string())
        }
        error => malformed(&error),
    }
}

fn malformed(error: &dyn std::fmt::Display) -> Failure {
    Refusal::MalformedForm { what: error.to_string() }.into()
}

impl FromRequest for Upload {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        ready(Ok(Self { request: request.clone(), payload: payload.take() }))
    }
}

#[cfg(test)]
mod tests {
    use actix_web::error::PayloadError;
    use actix_web::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
    use futures_util::stream;

    use super::*;

    type Read = (Vec<(String, String)>, Option<Option<usize>>);

    /// What is read of these parts, each with the field's name and whether it has a file name; the length of the file.
    async fn read(parts: &[(&str, bool, &[u8])]) -> Result<Read, (u16, &'static str)> {
        let mut body = Vec::new();
        for (name, is_file, value) in parts {
            let file_name = if *is_file { "; filename=\"x.jpg\"" } else { "" };
            let head = format!("--line\r\nContent-Disposition: form-data; name=\"{name}\"{file_name}\r\n\r\n");
            body.extend([head.as_bytes(), value, b"\r\n"].concat());
        }
        body.extend(b"--line--\r\n");
        read_body(body).await
    }

    async fn read_body(body: Vec<u8>) -> Result<Read, (u16, &'static str)> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("multipart/form-data; boundary=line"));
        let pieces: Vec<_> =
            body.chunks(30_000).map(|piece| Ok::<_, PayloadError>(Bytes::copy_from_slice(piece))).collect();
        let (fields, content) = collect(Multipart::new(&headers, stream::iter(pieces)), "photo", async || Ok(()))
            .await
            .map_err(|HttpError(failure)| (failure.status(), failure.code()))?;
        Ok((fields, content.map(|Content { bytes, .. }| bytes.map(|bytes| bytes.len()))))
    }

    fn field(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[actix_web::test]
    async fn fields_come_in_order_and_the_file_apart() {
        let [title, photo] = [("title", false, "Käse".as_bytes()), ("photo", true, &b"\xff\r\n--lin"[..])];
        let ticks = [("tick", false, &b"1"[..]), ("tick", false, &b"2"[..])];
        let (fields, file) = read(&[title, photo, ticks[0], ticks[1]]).await.unwrap();
        assert_eq!(fields, [field("title", "Käse"), field("tick", "1"), field("tick", "2")]);
        assert_eq!(file, Some(Some(8)));
        assert_eq!(read(&[("photo", true, &b""[..])]).await.unwrap(), (Vec::new(), None), "none was chosen");
        assert_eq!(read(&[]).await.unwrap(), (Vec::new(), None));
    }

    #[actix_web::test]
    async fn a_file_may_have_8_mib_and_not_a_byte_more() {
        let file = vec![7; MOST_READ + 1];
        let read_of =
            async |length: usize| read(&[("photo", true, &file[..length]), ("title", false, &b"x"[..])]).await;
        assert_eq!(read_of(MAX_FILE).await.unwrap().1, Some(Some(MAX_FILE)));
        assert_eq!(read_of(MAX_FILE + 1).await.unwrap(), (vec![field("title", "x")], Some(None)), "refused later");
        assert_eq!(read_of(MOST_READ + 1).await, Err((413, "payload_too_large")));
    }

    #[actix_web::test]
    async fn the_other_fields_have_64_kib() {
        let text = vec![b'x'; MAX_BYTES];
        let of = async |length: usize| read(&[("text", false, &text[..length])]).await.map(|(fields, _)| fields.len());
        let most = MAX_BYTES - FIELD_BYTES - "text".len();
        assert_eq!((of(most).await, of(most + 1).await), (Ok(1), Err((413, "payload_too_large"))));
        for (name, is_file, value) in [("text", false, &b"x"[..]), ("photo", true, &b""[..])] {
            let many = vec![(name, is_file, value); MAX_BYTES / FIELD_BYTES];
            assert_eq!(read(&many).await, Err((413, "payload_too_large")), "{name}");
        }
    }

    #[actix_web::test]
    async fn a_second_file_is_refused_and_an_empty_one_counts_as_none() {
        let [first, empty] = [("photo", true, &b"x"[..]), ("photo", true, &b""[..])];
        assert_eq!(read(&[first, first]).await, Err((400, "malformed_form")));
        for parts in [[first, empty], [empty, first]] {
            assert_eq!(read(&parts).await.unwrap().1, Some(Some(1)));
        }
    }

    #[actix_web::test]
    async fn a_broken_form_is_refused() {
        for (body, code) in [
            ("", "bad_body"),
            ("--line\r\nContent-Disposition: form-data; name=\"photo\"\r\n\r\nhalf a pho", "bad_body"),
            ("--line\r\nContent-Disposition: form-data\r\n\r\nx\r\n--line--\r\n", "malformed_form"),
            ("--line\r\nContent-Type: text/plain\r\n\r\nx\r\n--line--\r\n", "malformed_form"),
        ] {
            assert_eq!(read_body(body.into()).await, Err((400, code)), "{body:?}");
        }
        assert_eq!(read(&[("title", false, &b"\xff"[..])]).await, Err((400, "malformed_form")));
    }
}
