//! A refused form: shown again, with each error at its field.

use actix_web::http::StatusCode;
use waffle_http::error::{HttpError, status_of};
use waffle_service::failure::{Failure, FieldError};

/// The answer's status, the sentence above the form, and the errors by field.
pub struct RefusedForm {
    pub status: StatusCode,
    pub sentence: String,
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
        let sentence = failure.sentence().into_owned();
        let faults = match field {
            Some(field) => vec![FieldError::new(field, sentence)],
            None => failure.fields().to_vec(),
        };
        Ok(Self {
            status: status_of(&failure),
            sentence: "Not saved yet. Check the highlighted fields.".to_owned(),
            faults,
        })
    }
}
