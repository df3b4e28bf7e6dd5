//! The one error type of the actors and the service: why a request failed.

use std::error::Error;
use std::fmt;

use serde::Serialize;
use waffle_language::{Text, say};

use crate::invalid::{FieldError, Invalid};
use crate::refusal::{Refusal, whole_seconds};

/// Why a request failed: the refusal, which the client sees, and its cause, which only the log shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Failure {
    pub refusal: Refusal,
    /// Replaces the refusal's sentence.
    sentence: Option<Box<Text>>,
    cause: Option<String>,
}

#[derive(Serialize)]
struct Body<'a> {
    error: &'a str,
    #[serde(flatten)]
    refusal: &'a Refusal,
}

impl Failure {
    /// 500: a bug or a broken environment.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::from(Refusal::Internal).cause(cause)
    }

    /// 503: the database does not answer, or an actor died; nothing was done.
    pub fn unavailable(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::from(Refusal::DatabaseUnavailable).cause(cause)
    }

    /// 503 `outcome_unknown`: it may or may not have been done.
    pub fn outcome_unknown() -> Self {
        Refusal::OutcomeUnknown.into()
    }

    /// 400 `validation_failed` with what is wrong with each field.
    pub fn validation(fields: impl IntoIterator<Item = FieldError>) -> Self {
        Refusal::ValidationFailed { fields: fields.into_iter().collect() }.into()
    }

    /// 400 `validation_failed` for one field.
    pub fn invalid(field: impl Into<String>, message: impl Into<Text>) -> Self {
        Refusal::invalid(field, message).into()
    }

    /// Adds how far a change of `lines` or `waffles` in several transactions got. If it is refused, the part before
    /// that was done all the same; otherwise it is 503 `outcome_unknown`. If the outcome of the last transaction is
    /// unknown, that is how far it got at least.
    #[must_use]
    pub fn midway(self, done: usize, all: usize, of: &str) -> Self {
        let (done, all) = (done.to_string(), all.to_string());
        let unknown = self.refusal == Refusal::OutcomeUnknown;
        let refusal = if self.status() == 409 { self.refusal } else { Refusal::OutcomeUnknown };
        let sentence = match &refusal {
            Refusal::DrawLocked { .. } => say!("refusal-midway-locked", done, all, of),
            _ if unknown => say!("refusal-midway-at-least", done, all, of),
            _ => say!("refusal-midway", done, all, of),
        };
        Self { refusal, sentence: Some(Box::new(sentence)), cause: self.cause }
    }

    /// Sets the cause, with the causes behind it.
    #[must_use]
    pub fn cause(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let cause = cause.into();
        let mut text = cause.to_string();
        let mut source = cause.source();
        while let Some(error) = source {
            text = format!("{text}: {error}");
            source = error.source();
        }
        self.cause = Some(text);
        self
    }

    /// The status, as HTTP numbers them.
    pub fn status(&self) -> u16 {
        if let Refusal::BadRequest { status } = self.refusal { status } else { self.refusal.status() }
    }

    /// The code for programs, such as `spots_taken`.
    pub fn code(&self) -> &'static str {
        self.refusal.code()
    }

    /// The sentence for people.
    pub fn sentence(&self) -> Text {
        self.sentence.as_deref().cloned().unwrap_or_else(|| self.refusal.sentence())
    }

    /// What is wrong with each field; empty for most failures.
    pub fn fields(&self) -> &[FieldError] {
        if let Refusal::ValidationFailed { fields } = &self.refusal { fields } else { &[] }
    }

    /// How many seconds the client should wait, if that is known: rounded up, at least one.
    pub fn retry_after_seconds(&self) -> Option<u64> {
        self.refusal.wait().map(|wait| whole_seconds(wait).max(1))
    }

    /// The JSON of the response, for programs: in English.
    pub fn json(&self) -> String {
        let sentence = self.sentence();
        let body = Body { error: &sentence.english(), refusal: &self.refusal };
        serde_json::to_string(&body).unwrap_or_default()
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self { refusal, sentence: None, cause: None }
    }
}

impl From<Invalid> for Failure {
    fn from(invalid: Invalid) -> Self {
        Refusal::from(invalid).into()
    }
}

impl Error for Failure {}

/// For the log: the code, and the chain of causes.
impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())?;
        self.cause.iter().try_for_each(|cause| write!(formatter, ": {cause}"))
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Failure({} {self})", self.status())
    }
}

#[cfg(test)]
mod tests;
