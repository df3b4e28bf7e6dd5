//! A refused form: shown again, with each error at its field.

use actix_web::http::StatusCode;
use waffle_http::error::{HttpError, status_of};
use waffle_http::session::csrf_form::Fields;
use waffle_language::{Text, say};
use waffle_service::failure::{Failure, FieldError};

use crate::context::form::Form;

/// The answer's status, the sentence above the form, and the errors by field.
pub struct RefusedForm {
    pub status: StatusCode,
    pub sentence: Text,
    pub faults: Vec<FieldError>,
}

impl RefusedForm {
    /// Takes the failures that the seller can correct in the form, and passes on all others.
    pub fn of(failure: Failure) -> Result<Self, HttpError> {
        let field = match failure.code() {
            "validation_failed" => None,
            "invalid_password" => Some("current_password"),
            "username_taken" => Some("username"),
            "email_taken" => Some("email"),
            "own_account" | "last_super_admin" | "no_second_factor" => Some("standing"),
            "invalid_code" => Some("code"),
            _ => return Err(failure.into()),
        };
        let faults = match field {
            Some(field) => vec![FieldError::new(field, failure.sentence())],
            None => failure.fields().to_vec(),
        };
        Ok(Self { status: status_of(&failure), sentence: say!("form-not-saved"), faults })
    }
}

/// A form as its page shows it: fresh, or as it was sent, with why it was refused.
pub struct ShownForm {
    pub status: StatusCode,
    pub form: Form,
    pub says: Option<Text>,
}

impl ShownForm {
    /// A form that no one has sent yet.
    pub fn fresh(form: Form) -> Self {
        Self { status: StatusCode::OK, form, says: None }
    }

    /// A form whose fields can be mended; any other failure stays an error.
    pub fn refused(fields: &Fields, failure: Failure, says: impl Into<Text>) -> Result<Self, HttpError> {
        let RefusedForm { status, faults, .. } = RefusedForm::of(failure)?;
        Ok(Self { status, form: Form::typed(fields, &faults), says: Some(says.into()) })
    }

    /// A form with the errors that a failure names, if any.
    pub fn typed(fields: &Fields, failure: &Failure, says: impl Into<Text>) -> Self {
        let form = Form::typed(fields, failure.fields());
        Self { status: status_of(failure), form, says: Some(says.into()) }
    }
}
