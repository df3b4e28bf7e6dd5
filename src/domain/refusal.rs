//! Every refusal of the service, defined once: its details, status, code, sentence, and descriptions for the API.

#[macro_use]
mod refusals_macro;

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Response, ResponseBuilder};
use waffle_language::{Text, say};

use crate::handle::Handle;
use crate::invalid::{FieldError, Invalid};
use crate::spot::SpotStatus;

refusals! {
    NoWaffle = 404 "not_found", say!("refusal-no-waffle")
        => NoWaffle "There is no such waffle.", NoPublicWaffle "There is no such waffle, or it is archived.";
    WaffleNotActive = 409 "waffle_not_active", say!("refusal-waffle-not-active")
        => WaffleNotActive "The waffle is completed: its winners are drawn.";
    NotOpenYet { opens_at: DateTime<Utc> } = 409 "not_open_yet", say!("refusal-not-open-yet")
        => NotOpenYet "Buyers can't claim yet: `opens_at` says when. Nothing was claimed.";
    ClaimsPaused = 409 "claims_paused", say!("refusal-claims-paused")
        => ClaimsPaused "The seller has paused claims. Nothing was claimed.";
    HandleBlocked = 403 "handle_blocked", say!("refusal-handle-blocked")
        => HandleBlocked "This handle may not claim. Nothing was claimed.";
    TooManySpots { held: i32, allowed: i32 } = 409 "too_many_spots", too_many(*held, *allowed)
        => TooManySpots
        "The handle would hold more spots than it may: `held` and `allowed` say how many. Nothing was claimed.";
    SpotsTaken { taken: Vec<i32> } = 409 "spots_taken", are_taken(taken)
        => SpotsTaken "Others hold some of these spots: `taken` has their numbers. Nothing was claimed.";
    KeyReused = 409 "idempotency_key_reused", say!("refusal-key-reused")
        => KeyReused "This `Idempotency-Key` was used for another request.";

    PayOneByOne = 409 "waffle_not_active", say!("refusal-pay-one-by-one");
    DrawnAlready = 409 "waffle_not_active", say!("refusal-drawn-already");
    ItemCountDrawn = 409 "waffle_not_active", say!("refusal-item-count-drawn");
    WaffleNotCompleted = 409 "waffle_not_completed", say!("refusal-waffle-not-completed")
        => WaffleNotCompleted "The waffle has no winners yet.";
    WaffleArchived = 409 "waffle_archived", say!("refusal-waffle-archived")
        => WaffleArchived "The waffle is archived.";

    NoSpot = 404 "not_found", say!("refusal-no-spot") => NoSpot "There is no such spot.";
    SpotNotPending (number: i32, status: SpotStatus) = 409 "spot_not_pending",
        say!("refusal-spot-not-pending", number = number.to_string(), status = status.as_str())
        => SpotNotPending "Only a pending spot can be marked paid.",
        NotToGiveBack "Only a pending spot can be given back. Nothing was done.";
    SpotNotReleasable (number: i32, status: SpotStatus) = 409 "spot_not_releasable",
        say!("refusal-spot-not-releasable", number = number.to_string(), status = status.as_str())
        => SpotNotReleasable "Only a pending or paid spot can be released.";
    SpotNotRenamable (number: i32, status: SpotStatus) = 409 "spot_not_releasable",
        say!("refusal-spot-not-renamable", number = number.to_string(), status = status.as_str());
    NoSource = 404 "not_found", say!("refusal-no-source")
        => NoSource "No claims here came from that source.";

    NoReceipt = 404 "not_found", say!("refusal-no-receipt")
        => NoReceipt "There is no such receipt, or its waffle was deleted.";
    NotYours (number: i32) = 409 "not_yours", say!("refusal-not-yours", number = number.to_string())
        => NotYours "A spot is not in this claim, or no longer its buyer's. Nothing was done.";
    NotToGiveBack (number: i32, status: SpotStatus) = 409 "spot_not_pending",
        say!("refusal-not-to-give-back", number = number.to_string(), status = status.as_str());

    NoDraw = 404 "not_found", say!("refusal-no-draw") => NoDraw "There is no such draw.";
    DrawLocked { round_at: DateTime<Utc> } = 409 "draw_locked", say!("refusal-draw-locked")
        => DrawLocked "A draw is locked until its round is published: `round_at` says when. Nothing was done.";
    DrawNotLocked = 409 "draw_not_locked", say!("refusal-draw-not-locked")
        => DrawNotLocked "The draw is no longer locked.";
    DrawNotStanding = 409 "draw_not_standing", say!("refusal-draw-not-standing")
        => DrawNotStanding
        "The winners are not, or no longer, from this draw: it is not drawn, or they were changed or cleared.";
    NoAlternate = 409 "no_alternate", say!("refusal-no-alternate")
        => NoAlternate "The draw has no alternates left.";
    NotEnoughPaid (needed: usize, found: usize, handles: bool) = 409 "not_enough_paid",
        not_enough(*needed, *found, *handles)
        => NotEnoughPaid "There are fewer paid spots, or buyers with one, than winners to draw.";
    TooLateToLock = 409 "too_late", say!("refusal-too-late-to-lock")
        => TooLate "The draw's round is about to be published, by this server's clock or by the beacon's newest round.";
    TooLateToVoid = 409 "too_late", say!("refusal-too-late-to-void");
    TooEarly = 409 "too_early", say!("refusal-too-early")
        => TooEarly "The draw's round isn't published yet.";
    OtherChain (sentence: Box<Text>) = 409 "other_chain", Text::clone(sentence);

    NoShareTemplate = 404 "not_found", say!("refusal-no-share-template")
        => NoShareTemplate "There is no such share template.";
    LastTemplate = 409 "last_template", say!("refusal-last-template")
        => LastTemplate "This is your only template.";
    NoPaymentMethod = 404 "not_found", say!("refusal-no-payment-method")
        => NoPaymentMethod "There is no such payment method.";
    NoPayer = 404 "not_found", say!("refusal-no-payer") => NoPayer "There is no such payer.";
    NoPhoto = 404 "not_found", say!("refusal-no-photo") => NoPhoto "There is no such photo.";
    NotBlocked (handle: Handle) = 404 "not_found", say!("refusal-not-blocked", handle = handle.as_str())
        => NotBlocked "This handle is not blocked.";
    AlreadyBlocked (handle: Handle) = 409 "already_blocked", say!("refusal-already-blocked", handle = handle.as_str())
        => AlreadyBlocked "This handle is blocked already.";
    NoAuditEntry = 404 "not_found", say!("refusal-no-audit-entry")
        => NoAuditEntry "There is no such entry, or it is not for you to see.";

    NotSignedIn = 401 "unauthorized", say!("refusal-not-signed-in")
        => NotSignedIn "There is no token, or it is not valid anymore.";
    WrongCredentials = 401 "invalid_credentials", say!("refusal-wrong-credentials")
        => WrongCredentials "The username or the password is wrong.";
    CodeRequired = 401 "second_factor_required", say!("refusal-code-required")
        => CodeRequired "Username and password are right, and the account needs a `code` as well.";
    WrongCode = 401 "invalid_code", say!("refusal-wrong-code")
        => WrongCode "The code is wrong, or was used before.";
    InvalidCode = 403 "invalid_code", say!("refusal-wrong-code")
        => InvalidCode "The code is wrong, or was used before.";
    SignInExpired = 401 "sign_in_expired", say!("refusal-sign-in-expired");
    Deactivated = 403 "account_deactivated", say!("refusal-deactivated")
        => Deactivated "The credentials are right, but the account is deactivated.";
    WrongPassword = 403 "invalid_password", say!("refusal-wrong-password")
        => WrongPassword "This is not your current password.";
    InvalidToken = 400 "invalid_token", say!("refusal-invalid-token")
        => InvalidToken "The token is invalid: it was used, was replaced by a newer one, or is older than an hour.";
    RoleTooLow = 403 "forbidden", say!("refusal-role-too-low")
        => RoleTooLow "Your role doesn’t allow this.";
    NotYoursToChoose = 403 "forbidden", say!("refusal-not-yours-to-choose")
        => NotYoursToChoose "Only a super admin chooses whose sign-ins to see.";
    NoSession = 404 "not_found", say!("refusal-no-session")
        => NoSession "There is no such session of yours.";
    NoAccount = 404 "not_found", say!("refusal-no-account") => NoAccount "There is no such account.";
    UsernameTaken = 409 "username_taken", say!("refusal-username-taken")
        => UsernameTaken "Another account has this username.";
    EmailTaken = 409 "email_taken", say!("refusal-email-taken")
        => EmailTaken "Another account has this e-mail address.";
    OwnAccount = 409 "own_account", say!("refusal-own-account")
        => OwnAccount "Your own account can't be deactivated.";
    OwnPassword = 409 "own_account", say!("refusal-own-password")
        => OwnPassword "Your own password is changed with `POST /api/admin/change-password`.";
    OwnSecondFactor = 409 "own_account", say!("refusal-own-second-factor")
        => OwnSecondFactor "Your own second factor is turned off with `DELETE /api/admin/me/second-factor`.";
    LastSuperAdmin = 409 "last_super_admin", say!("refusal-last-super-admin")
        => LastSuperAdmin "This is the last active super admin.";
    SecondFactorMissing = 403 "second_factor_missing", say!("refusal-second-factor-missing")
        => SecondFactorMissing "Your role has to have a second factor, and you have none: set it up first.";
    NoSecondFactor = 409 "no_second_factor", say!("refusal-no-second-factor")
        => NoSecondFactor "There is no second factor, or no secret to confirm.";
    NoSecretToConfirm = 409 "no_second_factor", say!("refusal-no-secret-to-confirm");
    SecondFactorOn = 409 "second_factor_on", say!("refusal-second-factor-on")
        => SecondFactorOn "There is a second factor already.";
    SecondFactorNeeded = 409 "second_factor_needed", say!("refusal-second-factor-needed")
        => SecondFactorNeeded "Your role must have a second factor.";

    ValidationFailed { fields: Vec<FieldError> } = 400 "validation_failed", of_fields(fields)
        => ValidationFailed "Some values can't be taken: `fields` says which, and why.";
    MalformedJson (what: String) = 400 "malformed_json", say!("refusal-malformed-json", what)
        => MalformedJson "The body is no JSON, or of another shape.";
    MalformedForm (what: String) = 400 "malformed_form", say!("refusal-malformed-form", what)
        => MalformedForm "The body is no multipart form.";
    BadBody = 400 "bad_body", say!("refusal-bad-body")
        => BadBody "The body broke off.";
    BadPath = 400 "bad_path", say!("refusal-bad-path")
        => BadPath "A part of the address is of the wrong type.";
    BadQuery = 400 "bad_query", say!("refusal-bad-query")
        => BadQuery "The query holds a parameter twice, or one of the wrong type.";
    BadHost = 400 "bad_host", say!("refusal-bad-host")
        => BadHost "The request names no valid host, which links are made of.";
    NoUpgrade = 400 "no_upgrade", say!("refusal-no-upgrade");
    BadRequest (status: u16) = 400 "bad_request", say!("refusal-bad-request");
    CsrfFailed = 403 "csrf_failed", say!("refusal-csrf-failed")
        => CsrfFailed
        "With the cookie: `Origin` or `Sec-Fetch-Site` shows a page of another site, or neither is there.";
    Foreign = 403 "csrf_failed", say!("refusal-foreign")
        => Foreign "`Origin` or `Sec-Fetch-Site` shows that a page of another site sent it.";
    NoRoute = 404 "not_found", say!("refusal-no-route");
    MethodNotAllowed (allowed: String) = 405 "method_not_allowed", say!("refusal-method-not-allowed", allowed);
    RequestTooSlow = 408 "request_timeout", say!("refusal-request-too-slow");
    BodyTooSlow = 408 "request_timeout", say!("refusal-body-too-slow")
        => BodyTooSlow "The body took longer than 5 seconds. Nothing was done.",
        UploadTooSlow "The body took longer than 60 seconds. Nothing was done.";
    TooLarge (kib: usize) = 413 "payload_too_large", say!("refusal-too-large", kib = *kib)
        => TooLarge "The body is longer than 64 KiB.", TextTooLarge "The body is longer than 400 KiB.";
    UnsupportedMediaType (needed: String) = 415 "unsupported_media_type", say!("refusal-unsupported-media-type", needed)
        => UnsupportedMediaType "The body is not sent as JSON.";
    PhotoTooLarge = 413 "payload_too_large", say!("refusal-photo-too-large")
        => PhotoTooLarge "The file has more than 8 MiB.";
    NotAPhoto = 415 "unsupported_media_type", say!("refusal-not-a-photo")
        => NotAPhoto
        "The file is neither JPEG, PNG nor WebP, whatever it says of itself; or the body is not sent as a multipart \
            form. For HEIC, and for a photo that is a page or an archive too, the sentence says what to do.";
    HeicPhoto = 415 "unsupported_media_type", say!("refusal-heic-photo");
    NotOnlyAPhoto = 415 "unsupported_media_type", say!("refusal-not-only-a-photo");

    RateLimited (wait: Duration) = 429 "rate_limited", say!("refusal-rate-limited")
        => ClaimsLimited
        "Too many claims from this address; by default 100 in a burst, then one a second. In the 30 s after a waffle's \
            opening, ten times as many for that one.",
        SignInsLimited
        "Too many sign-ins and forgotten passwords from this address; by default 20 in a burst, then 30 a minute.",
        HistoriesLimited
        "Too many histories for this address; by default 60 in a burst, then one a second. Of long ones, two together.",
        BuyersLimited
        "Too many buyers' numbers and cards for this address; by default 600 in a burst, then ten a second.",
        ReceiptsLimited
        "Too many receipts for this address; by default 2,000 in a burst, then ten a second.",
        CardsLimited
        "Too many cards for this address; by default 30 in a burst, then 30 a minute.",
        PhotosLimited
        "Too many photos for this address that were not in memory; by default 600 in a burst, then ten a second.";
    UploadsLimited (wait: Duration) = 429 "rate_limited", say!("refusal-uploads-limited")
        => UploadsLimited "This account has uploaded 100 photos within 24 hours, or 100 files within an hour.";
    LockedOut (wait: Duration) = 429 "locked_out", say!("refusal-locked-out")
        => LockedOut
        "Too many failed sign-ins with this username from this address; by default five, for 15 minutes.";
    GuessingLocked (wait: Duration) = 429 "locked_out", say!("refusal-guessing-locked")
        => GuessingLocked
        "Too many wrong current passwords in a row: 20, then none is taken for as long as a lockout lasts.";
    CodesLocked (wait: Duration) = 429 "locked_out", say!("refusal-codes-locked")
        => CodesLocked "Too many wrong codes in a row; by default five, then none is taken for 15 minutes.";

    Internal = 500 "internal", say!("refusal-internal")
        => Internal "A fault of ours. We have logged it.";
    DatabaseUnavailable = 503 "database_unavailable", say!("refusal-database-unavailable")
        => DatabaseUnavailable "The database does not answer. Nothing was done.";
    OutcomeUnknown = 503 "outcome_unknown", say!("refusal-outcome-unknown")
        => OutcomeUnknown
        "It may have been done: look before you try again. Every other 503 means that nothing was done.",
        MaybeNoted "The audit log may record that you read it. Nothing else was done.";
    Overloaded = 503 "overloaded", say!("refusal-overloaded")
        => Overloaded "The server has too much to do right now. Nothing was done.";
    Timeout = 503 "timeout", say!("refusal-timeout")
        => Timeout "It took longer than 10 seconds.";
    TooManyWatchers = 503 "too_many_watchers", say!("refusal-too-many-watchers");
    Busy (wait: Duration) = 503 "busy", busy(*wait)
        => Busy "Too many passwords to check right now. Nothing was done.";
    CardsBusy = 503 "busy", say!("refusal-cards-busy")
        => CardsBusy "Too many cards are being drawn right now.";
    PhotosBusy = 503 "busy", say!("refusal-photos-busy")
        => PhotosBusy "Too many photos are being uploaded or read right now. Nothing was done.";
    ReadsBusy (what: SlowRead) = 503 "busy", busy_reading(*what)
        => ReceiptsBusy "Too many long receipts are being read right now.",
        ReportsBusy "Too many reports are being read right now.",
        HistoriesBusy "Too many long histories are being read right now.";
}

/// Why a request was refused.
#[derive(ToSchema)]
#[schema(as = Error)]
pub struct ErrorSchema {
    /// A sentence for a person.
    pub error: String,
    /// For programs.
    pub code: String,
    /// What is wrong with each field; with `validation_failed`.
    #[schema(required = false)]
    pub fields: Vec<FieldError>,
    /// The numbers that others hold; with `spots_taken`.
    #[schema(required = false)]
    pub taken: Vec<u32>,
    /// When spots can be claimed; with `not_open_yet`.
    #[schema(nullable = false)]
    pub opens_at: Option<DateTime<Utc>>,
    /// When the round of the draw appears; with `draw_locked`.
    #[schema(nullable = false)]
    pub round_at: Option<DateTime<Utc>>,
    /// How many spots the handle holds; with `too_many_spots`.
    #[schema(nullable = false)]
    pub held: Option<i32>,
    /// How many it may hold; with `too_many_spots`.
    #[schema(nullable = false)]
    pub allowed: Option<i32>,
}

/// A read that takes the database long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum SlowRead {
    Histories,
    Receipts,
    Reports,
}

impl Refusal {
    /// Refuses one field.
    pub fn invalid(field: impl Into<String>, message: impl Into<Text>) -> Self {
        Invalid::field(field, message).into()
    }

    /// Refuses a spot that a waffle with `total` spots does not have.
    pub fn out_of_range(number: i32, total: i32) -> Self {
        let message = say!("fault-beyond-board", number = number.to_string(), total = total.to_string());
        Self::invalid("spots", message)
    }

    /// How long the client should wait, if that is known.
    pub fn wait(&self) -> Option<Duration> {
        match self {
            Self::RateLimited { wait }
            | Self::UploadsLimited { wait }
            | Self::LockedOut { wait }
            | Self::GuessingLocked { wait }
            | Self::CodesLocked { wait }
            | Self::Busy { wait } => Some(*wait),
            Self::TooManyWatchers | Self::ReadsBusy { .. } => Some(Duration::from_secs(5)),
            other => (other.status() == 503).then_some(Duration::from_secs(1)),
        }
    }
}

impl From<Invalid> for Refusal {
    fn from(Invalid(fields): Invalid) -> Self {
        Self::ValidationFailed { fields }
    }
}

fn too_many(held: i32, allowed: i32) -> Text {
    say!("refusal-too-many-spots", count = allowed, allowed = allowed.to_string(), held)
}

fn are_taken(numbers: &[i32]) -> Text {
    let list = numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(", ");
    say!("refusal-spots-taken", count = numbers.len(), list)
}

fn not_enough(needed: usize, found: usize, handles: bool) -> Text {
    if handles {
        say!("refusal-not-enough-buyers", needed, found)
    } else {
        say!("refusal-not-enough-spots", needed, found)
    }
}

fn of_fields(fields: &[FieldError]) -> Text {
    match fields {
        [only] => only.message.clone(),
        _ => say!("refusal-validation-failed"),
    }
}

fn busy(wait: Duration) -> Text {
    match whole_seconds(wait) {
        seconds @ 2.. => say!("refusal-busy-seconds", seconds),
        _ => say!("refusal-busy-moment"),
    }
}

fn busy_reading(what: SlowRead) -> Text {
    match what {
        SlowRead::Histories => say!("refusal-histories-busy"),
        SlowRead::Receipts => say!("refusal-receipts-busy"),
        SlowRead::Reports => say!("refusal-reports-busy"),
    }
}

/// A time to wait in whole seconds, rounded up.
pub fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}

/// A refusal as the API's description lists it.
#[derive(Clone, Copy)]
pub struct Described {
    pub status: &'static str,
    pub code: &'static str,
    /// When it happens.
    pub when: &'static str,
}

impl Described {
    /// OpenAPI has one response for each status, but refusals may share a status. Until they are merged, the key holds
    /// the code as well, as `409 spots_taken`.
    fn alone(self) -> BTreeMap<String, RefOr<Response>> {
        let response = ResponseBuilder::new().description(self.when).build();
        BTreeMap::from([(format!("{} {}", self.status, self.code), response.into())])
    }
}
