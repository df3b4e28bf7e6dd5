//! The answers of a success.

use std::collections::BTreeMap;

use utoipa::ToSchema;
use utoipa::openapi::header::Header;
use utoipa::openapi::schema::{ArrayBuilder, Schema};
use utoipa::openapi::{Content, Ref, RefOr, Response};

use super::values::Kind;

/// The answers of a success: mostly one.
#[derive(Default)]
pub(crate) struct Answers {
    pub(super) responses: BTreeMap<u16, Response>,
    pub(super) schemas: Vec<(String, RefOr<Schema>)>,
}

/// 200 with an object.
pub(crate) fn ok<T: ToSchema>(description: &str) -> Answers {
    json::<T>(200, description)
}

/// 201 with an object.
pub(crate) fn created<T: ToSchema>(description: &str) -> Answers {
    json::<T>(201, description)
}

/// An object.
pub(crate) fn json<T: ToSchema>(status: u16, description: &str) -> Answers {
    named::<T>(T::name().into_owned(), status, description)
}

/// An object whose schema has a name other than its type's.
pub(crate) fn named<T: ToSchema>(name: String, status: u16, description: &str) -> Answers {
    let mut answers = Answers::default();
    let schema = refer::<T>(name, &mut answers.schemas);
    answers.respond(status, description, "application/json", Some(schema.into()))
}

/// 200 with an object of the first of these schemas.
pub(crate) fn described_as(name: &str, description: &str, schemas: Vec<(String, RefOr<Schema>)>) -> Answers {
    let answers = Answers { schemas, ..Answers::default() };
    answers.respond(200, description, "application/json", Some(Ref::from_schema_name(name).into()))
}

/// 200 with an array of objects.
pub(crate) fn list<T: ToSchema>(description: &str) -> Answers {
    let mut answers = Answers::default();
    let items = refer::<T>(T::name().into_owned(), &mut answers.schemas);
    let schema = ArrayBuilder::new().items(items).build();
    answers.respond(200, description, "application/json", Some(Schema::Array(schema).into()))
}

/// 200 with a file.
pub(crate) fn file(media_type: &str, description: &str, kind: Option<Kind>) -> Answers {
    Answers::default().respond(200, description, media_type, kind.map(|kind| Schema::Object(kind()).into()))
}

impl Answers {
    fn respond(mut self, status: u16, words: &str, media_type: &str, schema: Option<RefOr<Schema>>) -> Self {
        let mut response = Response::new(words);
        response.content.insert(media_type.to_owned(), Content::new(schema).into());
        self.responses.insert(status, response);
        self
    }

    /// Adds a schema that no answer refers to by itself.
    pub(crate) fn mention<T: ToSchema>(mut self) -> Self {
        refer::<T>(T::name().into_owned(), &mut self.schemas);
        self
    }

    /// Adds other answers.
    pub(crate) fn and(mut self, others: Self) -> Self {
        for (status, response) in others.responses {
            match self.responses.get_mut(&status) {
                Some(same) => same.content.extend(response.content),
                None => drop(self.responses.insert(status, response)),
            }
        }
        self.schemas.extend(others.schemas);
        self
    }

    /// Adds a header.
    pub(crate) fn header(mut self, name: &str, kind: Kind, description: &str) -> Self {
        for response in self.responses.values_mut() {
            let mut header = Header::new(kind());
            header.description = Some(description.to_owned());
            response.headers.insert(name.to_owned(), header.into());
        }
        self
    }
}

/// Refers to a schema by a name, and keeps it and those that it refers to.
pub(crate) fn refer<T: ToSchema>(name: String, schemas: &mut Vec<(String, RefOr<Schema>)>) -> Ref {
    let reference = Ref::from_schema_name(&name);
    schemas.push((name, T::schema()));
    T::schemas(schemas);
    reference
}
