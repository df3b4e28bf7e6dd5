//! The one error type of the service: why a request failed.

mod card;
mod refusal;
mod store;

use std::{borrow::Cow, error::Error, fmt, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
pub use refusal::{no_waffle, of_read};
pub use waffle_domain::invalid::FieldError;
use waffle_domain::invalid::Invalid;
use waffle_domain::wire::error::ErrorBody;

/// Why a request failed: a status as HTTP numbers them, a code for programs, a sentence for people, and details.
pub struct Failure(Box<Parts>);

struct Parts {
    status: u16,
    code: &'static str,
    sentence: Cow<'static, str>,
    fields: Vec<FieldError>,
    taken: Vec<u32>,
    opens_at: Option<DateTime<Utc>>,
    round_at: Option<DateTime<Utc>>,
    held: Option<i32>,
    allowed: Option<i32>,
    retry_after: Option<u64>,
    allow: Option<String>,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl Failure {
    /// Makes a failure with any status, code and sentence; the constructors below cover the usual ones.
    pub fn new(status: u16, code: &'static str, sentence: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Parts {
            status,
            code,
            sentence: sentence.into(),
            fields: Vec::new(),
            taken: Vec::new(),
            opens_at: None,
            round_at: None,
            held: None,
            allowed: None,
            retry_after: None,
            allow: None,
            cause: None,
        }))
    }

    /// 400 with this code.
    pub fn bad_request(code: &'static str, sentence: impl Into<Cow<'static, str>>) -> Self {
        Self::new(400, code, sentence)
    }

    /// 400: the body is not JSON, or not of the expected shape.
    pub fn malformed_json(sentence: impl Into<Cow<'static, str>>) -> Self {
        Self::bad_request("malformed_json", sentence)
    }

    /// 400 `validation_failed` with what is wrong with each field.
    pub fn validation(fields: impl IntoIterator<Item = FieldError>) -> Self {
        let fields: Vec<FieldError> = fields.into_iter().collect();
        let sentence = match fields.as_slice() {
            [only] => Cow::Owned(only.message.clone()),
            _ => Cow::Borrowed("Some fields need another value."),
        };
        let mut failure = Self::bad_request("validation_failed", sentence);
        failure.0.fields = fields;
        failure
    }

    /// 400 `validation_failed` for one field.
    pub fn invalid(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::validation([FieldError::new(field, message)])
    }

    /// 401: not signed in. Pages under `/admin` redirect to the sign-in page instead.
    pub fn unauthorized(sentence: impl Into<Cow<'static, str>>) -> Self {
        Self::new(401, "unauthorized", sentence)
    }

    /// 401 for wrong credentials, with this code.
    pub fn wrong_credentials(code: &'static str, sentence: impl Into<Cow<'static, str>>) -> Self {
        Self::new(401, code, sentence)
    }

    /// 403 with this code.
    pub fn forbidden(code: &'static str, sentence: impl Into<Cow<'static, str>>) -> Self {
        Self::new(403, code, sentence)
    }

    /// 429 after too many wrong passwords, for as long as they are refused.
    pub fn locked_out(wait: TimeDelta, sentence: &'static str) -> Self {
        Self::new(429, "locked_out", sentence).retry_after(wait.to_std().unwrap_or_default())
    }

    /// 403 for a role that is too low.
    pub fn role_too_low() -> Self {
        Self::forbidden("forbidden", "Your role doesn’t allow this.")
    }

    /// 404 with a sentence that says what does not exist.
    pub fn not_found(sentence: impl Into<Cow<'static, str>>) -> Self {
        Self::new(404, "not_found", sentence)
    }

    /// 404 for a path that no route matches.
    pub fn no_route() -> Self {
        Self::not_found("There is nothing at this address.")
    }

    /// 405 with the methods that the path allows.
    pub fn method_not_allowed(allowed: &[&str]) -> Self {
        let allowed = allowed.join(", ");
        let mut failure =
            Self::new(405, "method_not_allowed", format!("This address does not take that method, only {allowed}."));
        failure.0.allow = Some(allowed);
        failure
    }

    /// 409 with this code: the request is fine, but the state does not allow it.
    pub fn conflict(code: &'static str, sentence: impl Into<Cow<'static, str>>) -> Self {
        Self::new(409, code, sentence)
    }

    /// 409 `spots_taken` with the numbers that others hold.
    pub fn spots_taken(numbers: impl IntoIterator<Item = u32>) -> Self {
        let numbers: Vec<u32> = numbers.into_iter().collect();
        let list = numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        let sentence = if numbers.len() == 1 {
            format!("Spot {list} is already taken; nothing was claimed.")
        } else {
            format!("Spots {list} are already taken; nothing was claimed.")
        };
        let mut failure = Self::conflict("spots_taken", sentence);
        failure.0.taken = numbers;
        failure
    }

    /// 409 `not_open_yet` with the time from which spots can be claimed.
    pub fn not_open_yet(opens_at: DateTime<Utc>) -> Self {
        let mut failure = Self::conflict("not_open_yet", "This waffle is not open yet; nothing was claimed.");
        failure.0.opens_at = Some(opens_at);
        failure
    }

    /// 409 `draw_locked` with the time at which the draw's round appears.
    pub fn draw_locked(round_at: DateTime<Utc>) -> Self {
        let mut failure = Self::conflict(
            "draw_locked",
            "A draw is locked, so its entries can't change until it is drawn; nothing was done.",
        );
        failure.0.round_at = Some(round_at);
        failure
    }

    /// 409 `too_many_spots` with what a handle holds and may hold.
    pub fn too_many_spots(held: i32, allowed: i32) -> Self {
        let spots = if allowed == 1 { "spot" } else { "spots" };
        let sentence = format!("A buyer can hold {allowed} {spots} here, and you hold {held}; nothing was claimed.");
        let mut failure = Self::conflict("too_many_spots", sentence);
        (failure.0.held, failure.0.allowed) = (Some(held), Some(allowed));
        failure
    }

    /// 413: the body is longer than `limit` bytes.
    pub fn payload_too_large(limit: usize) -> Self {
        Self::new(
            413,
            "payload_too_large",
            format!("The body is longer than the {} KiB that are taken here.", limit / 1024),
        )
    }

    /// 415: the body is not of the `needed` kind (`JSON`, `a form`).
    pub fn unsupported_media_type(needed: &'static str) -> Self {
        Self::new(415, "unsupported_media_type", format!("The body must be {needed}."))
    }

    /// 429: too many requests from one address.
    pub fn rate_limited(wait: Duration) -> Self {
        Self::new(429, "rate_limited", "Too many requests from your address: wait a moment.").retry_after(wait)
    }

    /// 503: certainly not done, and worth retrying after a second.
    pub fn unavailable(code: &'static str, sentence: impl Into<Cow<'static, str>>) -> Self {
        Self::new(503, code, sentence).retry_after(Duration::from_secs(1))
    }

    /// 503: the database does not answer; nothing was done.
    pub fn database_unavailable() -> Self {
        Self::unavailable(
            "database_unavailable",
            "The database does not answer; nothing was done. Try again in a moment.",
        )
    }

    /// 503 `outcome_unknown`: it may or may not have been done.
    pub fn outcome_unknown() -> Self {
        Self::unavailable("outcome_unknown", "It may have been recorded: look at the board before you try again.")
    }

    /// 500: a bug or a broken environment. The cause goes to the log, never to the client.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::new(500, "internal", "Something went wrong here. It has been noted.").cause(cause)
    }

    /// Adds how far a change in several transactions got. If it is refused, the part before that was done all the same;
    /// otherwise it is 503 `outcome_unknown`. If the outcome of the last transaction is unknown, that is how far it got
    /// at least.
    #[must_use]
    pub fn midway(mut self, done: usize, all: usize, of: &str) -> Self {
        let least = if self.0.code == Self::outcome_unknown().0.code { "At least " } else { "" };
        let mut failure = Self::outcome_unknown();
        if self.0.status == 409 {
            failure = self;
        } else {
            failure.0.cause = self.0.cause.take();
        }
        let reason = if failure.0.round_at.is_some() { " Then a draw was locked: wait until it is drawn." } else { "" };
        failure.0.sentence =
            format!("{least}{done} of {all} {of} are done.{reason} Repeat the request to go on with the others.")
                .into();
        failure
    }

    /// Sets how long the client should wait: in whole seconds, rounded up, at least one.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Self {
        self.0.retry_after = Some(whole_seconds(wait).max(1));
        self
    }

    /// Sets the cause, which only the log shows.
    #[must_use]
    pub fn cause(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.0.cause = Some(cause.into());
        self
    }

    /// The code for programs, such as `spots_taken`.
    pub fn code(&self) -> &'static str {
        self.0.code
    }

    /// The sentence for people.
    pub fn sentence(&self) -> &str {
        &self.0.sentence
    }

    /// What is wrong with each field; empty for most failures.
    pub fn fields(&self) -> &[FieldError] {
        &self.0.fields
    }

    /// The spots that others hold; empty for most failures.
    pub fn taken(&self) -> &[u32] {
        &self.0.taken
    }

    /// How many seconds the client should wait, if at all.
    pub fn retry_after_seconds(&self) -> Option<u64> {
        self.0.retry_after
    }

    /// The status, as HTTP numbers them.
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// The methods that the path allows; none for most failures.
    pub fn allow(&self) -> Option<&str> {
        self.0.allow.as_deref()
    }

    /// The body of the response, for programs.
    pub fn body(&self) -> ErrorBody<'_> {
        ErrorBody {
            error: &self.0.sentence,
            code: self.0.code,
            fields: &self.0.fields,
            taken: &self.0.taken,
            opens_at: self.0.opens_at,
            round_at: self.0.round_at,
            held: self.0.held,
            allowed: self.0.allowed,
        }
    }
}

/// A time to wait in whole seconds, rounded up.
pub fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}

impl From<Invalid> for Failure {
    fn from(Invalid(fields): Invalid) -> Self {
        Self::validation(fields)
    }
}

/// For the log: the code, and the chain of causes.
impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.code)?;
        let mut cause = self.0.cause.as_deref().map(|cause| cause as &dyn Error);
        while let Some(error) = cause {
            write!(formatter, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Failure({} {self})", self.0.status)
    }
}

#[cfg(test)]
mod tests;
