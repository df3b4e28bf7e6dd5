//! The kinds of values in paths and headers.

use utoipa::openapi::schema::{KnownFormat, Object, ObjectBuilder, SchemaFormat, SchemaType, Type};
use waffle_domain::handle::Handle;

/// A kind of values.
pub(crate) type Kind = fn() -> Object;

pub(crate) fn text() -> Object {
    Object::with_type(Type::String)
}

/// A text, or `null`.
pub(crate) fn text_or_null() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::String, Type::Null]))
}

pub(crate) fn handle() -> Object {
    ObjectBuilder::from(text()).pattern(Some(Handle::PATTERN)).build()
}

pub(crate) fn moment() -> Object {
    ObjectBuilder::from(text()).format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime))).build()
}

pub(crate) fn object() -> Object {
    Object::with_type(Type::Object)
}

pub(crate) fn uuid() -> Object {
    ObjectBuilder::from(text()).format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid))).build()
}

pub(crate) fn i32() -> Object {
    whole(KnownFormat::Int32)
}

pub(crate) fn u32() -> Object {
    ObjectBuilder::from(i32()).minimum(Some(0)).build()
}

pub(crate) fn u64() -> Object {
    ObjectBuilder::from(i64()).minimum(Some(0)).build()
}

pub(crate) fn i64() -> Object {
    whole(KnownFormat::Int64)
}

fn whole(format: KnownFormat) -> Object {
    ObjectBuilder::new().schema_type(Type::Integer).format(Some(SchemaFormat::KnownFormat(format))).build()
}
