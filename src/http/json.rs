//! JSON request bodies.

use std::{
    fmt,
    future::{Ready, ready},
    marker::PhantomData,
};

use actix_web::{FromRequest, HttpRequest, dev::Payload};
use bytes::Bytes;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Number, Value};
use waffle_domain::refusal::Refusal;

use super::{
    body::{MAX_BYTES, Unread},
    error::HttpError,
};

/// 2 to the power of 63, which no `i64` holds.
const TOO_LARGE: f64 = 9_223_372_036_854_775_808.0;

/// A JSON body that is not read yet. The handler reads it after it has checked the rate limit, the sign-in and whether
/// the thing exists, so refusals come in the order of the handler's lines.
pub struct Body<T> {
    unread: Unread,
    target: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> Body<T> {
    /// Reads and parses the body. 415 for a content type other than JSON (a missing one is fine), 413 over 64 KiB, 408
    /// when it arrives too slowly, 400 `malformed_json` when it doesn't parse.
    pub async fn read(self) -> Result<T, HttpError> {
        self.read_up_to(MAX_BYTES).await
    }

    /// The same for a body of up to `most` bytes.
    pub async fn read_up_to(self, most: usize) -> Result<T, HttpError> {
        parse(&self.bytes(most).await?)
    }

    /// Like [`Body::read`], but the body may be missing, or `null`.
    pub async fn read_if_any(self) -> Result<Option<T>, HttpError> {
        let bytes = self.bytes(MAX_BYTES).await?;
        if matches!(bytes.trim_ascii(), b"" | b"null") { Ok(None) } else { parse(&bytes).map(Some) }
    }

    async fn bytes(self, most: usize) -> Result<Bytes, HttpError> {
        if self.unread.media_type().is_some_and(|media_type| !is_json(&media_type)) {
            return Err(Refusal::UnsupportedMediaType { needed: "JSON (application/json)".into() }.into());
        }
        self.unread.read_up_to(most).await
    }
}

/// A JSON body that may be left out.
pub struct OptionalBody<T>(Body<T>);

impl<T: DeserializeOwned> OptionalBody<T> {
    /// Like [`Body::read_if_any`].
    pub async fn read(self) -> Result<Option<T>, HttpError> {
        self.0.read_if_any().await
    }
}

/// Parses a body. Fails with 400 `malformed_json`.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, HttpError> {
    let malformed = |what: &dyn fmt::Display| Refusal::MalformedJson { what: what.to_string() };
    // Serde skips the bytes of unknown fields without validating them, so validate the whole body first.
    let text = str::from_utf8(bytes).map_err(|error| malformed(&error))?;
    let read = serde_json::from_str(text).or_else(|error| {
        let fraction = error.to_string().starts_with("invalid type: floating point ");
        if fraction { with_whole_numbers(text).ok_or(error) } else { Err(error) }
    });
    Ok(read.map(|Object(value)| value).map_err(|error| malformed(&without_values(&error)))?)
}

/// Parses a refused body once more, with `2.0` as `2`: by the rules of JSON Schema, that is an integer too.
fn with_whole_numbers<T: DeserializeOwned>(text: &str) -> Option<T> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    make_whole(&mut value).then(|| T::deserialize(value).ok()).flatten()
}

/// Replaces whole numbers that are written with a fraction or an exponent, and returns whether there was one.
fn make_whole(value: &mut Value) -> bool {
    match value {
        Value::Array(items) => items.iter_mut().fold(false, |found, item| make_whole(item) | found),
        Value::Object(fields) => fields.values_mut().fold(false, |found, field| make_whole(field) | found),
        Value::Number(number) if number.is_f64() => {
            whole_number(number).map(|integer| *value = integer.into()).is_some()
        }
        _ => false,
    }
}

/// Returns a number as an integer if it is one, even where it is written as `2.0` or `2e0`.
pub fn whole_number(number: &Number) -> Option<i64> {
    let whole = || number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < TOO_LARGE);
    // Without its fraction, a float of this size is written as an integer.
    number.as_i64().or_else(|| format!("{:.0}", whole()?).parse().ok())
}

/// A JSON object. Without this, serde would also read a struct from an array of its fields' values.
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Object<T>;

            fn expecting(&self, words: &mut fmt::Formatter<'_>) -> fmt::Result {
                words.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(fields)).map(Object)
            }
        }

        deserializer.deserialize_map(Fields(PhantomData))
    }
}

/// Describes what is wrong with a body without repeating any value in it, which may be a password in the wrong place.
fn without_values(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let begins = |words: &[&str]| words.iter().any(|words| text.starts_with(words));
    if !error.is_data() || begins(&["missing field ", "duplicate field "]) {
        return text;
    }
    // The expectation comes last, so the last match is serde's own, whatever the value contains.
    let needed =
        text.rfind(", expected ").filter(|_| begins(&["invalid type: ", "invalid value: ", "unknown variant "]));
    match needed {
        Some(place) => text.split_at(place + ", ".len()).1.to_owned(),
        None => format!("a value does not fit at line {} column {}", error.line(), error.column()),
    }
}

impl<T> FromRequest for Body<T> {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        ready(Ok(Self { unread: Unread::take(request, payload), target: PhantomData }))
    }
}

impl<T> FromRequest for OptionalBody<T> {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        ready(Body::from_request(request, payload).into_inner().map(Self))
    }
}

fn is_json(media_type: &str) -> bool {
    media_type == "application/json" || (media_type.starts_with("application/") && media_type.ends_with("+json"))
}

#[cfg(test)]
mod tests {
    use actix_web::{ResponseError, test::TestRequest};
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Count {
        count: u32,
    }

    #[derive(Debug, Deserialize)]
    struct Spots {
        spots: Vec<i64>,
    }

    async fn read(request: TestRequest) -> Result<u32, (u16, &'static str)> {
        let (request, mut payload) = request.to_http_parts();
        let body = Body::<Count>::extract(&request).await.map(|_| ());
        assert!(body.is_ok(), "taking a body never fails");
        let body = Body::<Count>::from_request(&request, &mut payload).await.unwrap();
        body.read().await.map(|body| body.count).map_err(|failure| (failure.status_code().as_u16(), failure.code()))
    }

    fn typed(content_type: &str) -> TestRequest {
        TestRequest::post().insert_header(("content-type", content_type)).set_payload(r#"{"count": 3, "unknown": 1}"#)
    }

    #[actix_web::test]
    async fn json_is_read_under_its_content_types_and_under_none() {
        for content_type in ["application/json", "Application/JSON; charset=utf-8", "application/merge-patch+json"] {
            assert_eq!(read(typed(content_type)).await, Ok(3), "{content_type}");
        }
        assert_eq!(read(TestRequest::post().set_payload(r#"{"count": 3.0}"#)).await, Ok(3));
    }

    #[actix_web::test]
    async fn another_content_type_is_refused() {
        for content_type in ["text/plain", "application/x-www-form-urlencoded", "nonsense", ""] {
            assert_eq!(read(typed(content_type)).await, Err((415, "unsupported_media_type")), "{content_type}");
        }
    }

    #[actix_web::test]
    async fn json_of_another_shape_is_malformed() {
        for text in ["", "{", "[]", "[3]", "3", "null", r#"{"count": "3"}"#, r#"{"count": -1}"#, "{}", "\u{feff}{}"] {
            let request = TestRequest::post().set_payload(text);
            assert_eq!(read(request).await, Err((400, "malformed_json")), "{text:?}");
        }
        for bytes in [&b"\xff"[..], b"{\"count\": 3, \"unknown\": \"\xff\"}"] {
            assert_eq!(read(TestRequest::post().set_payload(bytes)).await, Err((400, "malformed_json")), "{bytes:?}");
        }
    }

    #[test]
    fn a_whole_number_may_be_written_with_a_fraction() {
        let read = |text: &str| parse::<Count>(text.as_bytes()).map(|body| body.count).ok();
        for text in [r#"{"count": 2.0}"#, r#"{"count": 2e0}"#, r#"{"count": 0.2e1, "other": [1.5, {"x": -0.0}]}"#] {
            assert_eq!(read(text), Some(2), "{text}");
        }
        let large = serde_json::from_str("2245421933328617.0").unwrap();
        assert_eq!(whole_number(&large), Some(2_245_421_933_328_617), "to the last digit");
        for text in [r#"{"count": 2.5}"#, r#"{"count": -2.0}"#, r#"{"count": 1e30}"#, r#"{"count": "2.0"}"#, "[2.0]"] {
            assert_eq!(read(text), None, "{text}");
        }
        let spots = |text: &str| parse::<Spots>(text.as_bytes()).map(|body| body.spots).ok();
        assert_eq!(spots(r#"{"spots": [1, 2.0, 3e0]}"#), Some(vec![1, 2, 3]));
        assert_eq!(spots(r#"{"spots": [4.5]}"#), None);
    }

    #[test]
    fn values_in_a_body_are_not_repeated() {
        let said = |error: serde_json::Error| without_values(&error);
        let number = |text: &str| said(serde_json::from_str::<u8>(text).unwrap_err());
        assert_eq!(number("\"secret, expected secret\""), "expected u8 at line 1 column 25");
        assert_eq!(number("4711"), "expected u8 at line 1 column 4");
        let broken = said(serde_json::from_str::<String>("\"secret").unwrap_err());
        assert_eq!(broken, "EOF while parsing a string at line 1 column 7");
        assert_eq!(said(serde_json::from_str::<Count>("{}").unwrap_err()), "missing field `count` at line 1 column 2");
        let id = said(serde_json::from_str::<uuid::Uuid>("\"secret\"").unwrap_err());
        assert_eq!(id, "a value does not fit at line 1 column 8");
    }

    #[actix_web::test]
    async fn a_body_may_have_64_kib_and_not_a_byte_more() {
        let padded = |length: usize| r#"{"count": 3}"#.to_owned() + &" ".repeat(length - 12);
        assert_eq!(read(TestRequest::post().set_payload(padded(MAX_BYTES))).await, Ok(3));
        let too_large = Err((413, "payload_too_large"));
        assert_eq!(read(TestRequest::post().set_payload(padded(MAX_BYTES + 1))).await, too_large);
        let announced = TestRequest::post().insert_header(("content-length", "65537"));
        assert_eq!(read(announced).await, too_large, "before a byte is read");
    }
}
