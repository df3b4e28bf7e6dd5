//! What handlers take from a request, described by the types of their parameters.

use actix_web::{HttpRequest, web};
use utoipa::openapi::path::ParameterIn;
use utoipa::openapi::request_body::RequestBody;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{Content, RefOr, Required};
use utoipa::{IntoParams, ToSchema};
use waffle_http::extractors::{InPath, InQuery};
use waffle_http::json::{Body, OptionalBody};
use waffle_http::public_origin::PublicOrigin;
use waffle_http::rate_limit::Allowed;
use waffle_http::session::signed_in::{MaybeSignedIn, PresentedSession, SignedIn, SignedInAt};
use waffle_http::upload::Upload;

use super::answers::refer;
use super::described::{Described, Input};
use crate::openapi::{BEARER, COOKIE};

/// The field that a file is in.
pub(crate) const FILE: &str = "file";

impl Input for HttpRequest {}
impl Input for PublicOrigin {}
impl<L> Input for Allowed<L> {}
impl<T> Input for web::Data<T> {}
// Described by their names, see `path_parts`.
impl<T> Input for web::Path<T> {}
impl<T> Input for InPath<T> {}

impl<T: IntoParams> Input for InQuery<T> {
    fn describe(described: &mut Described) {
        described.parameters(T::into_params(|| Some(ParameterIn::Query)));
    }
}

impl<T: ToSchema> Input for Body<T> {
    fn describe(described: &mut Described) {
        let mut body = RequestBody::new();
        let schema = refer::<T>(T::name().into_owned(), &mut described.schemas);
        body.content.insert("application/json".to_owned(), Content::new(Some(schema)).into());
        body.required = Some(Required::True);
        described.operation.request_body = Some(body.into());
    }
}

impl<T: ToSchema> Input for OptionalBody<T> {
    fn describe(described: &mut Described) {
        Body::<T>::describe(described);
        if let Some(RefOr::T(body)) = &mut described.operation.request_body {
            body.required = None;
        }
    }
}

impl Input for Upload {
    fn describe(described: &mut Described) {
        // A property without a type is bytes as they are.
        let file = ObjectBuilder::new()
            .schema_type(SchemaType::AnyValue)
            .content_media_type("application/octet-stream")
            .description(Some("A JPEG, PNG or WebP, of up to 8 MiB and 40 megapixels."));
        let form = ObjectBuilder::new().property(FILE, file).required(FILE).build();
        let mut body = RequestBody::new();
        body.content.insert("multipart/form-data".to_owned(), Content::new(Some(Schema::Object(form))).into());
        body.required = Some(Required::True);
        described.operation.request_body = Some(body.into());
    }
}

impl Input for SignedIn {
    fn describe(described: &mut Described) {
        described.needs_account();
    }
}

impl Input for SignedInAt {
    fn describe(described: &mut Described) {
        described.needs_account();
    }
}

impl Input for MaybeSignedIn {
    fn describe(described: &mut Described) {
        let by = |scheme| SecurityRequirement::new(scheme, [""; 0]);
        described.operation.security = Some(vec![SecurityRequirement::default(), by(BEARER), by(COOKIE)]);
    }
}

impl Input for PresentedSession {
    fn describe(described: &mut Described) {
        MaybeSignedIn::describe(described);
    }
}
