//! Every refusal of the service, defined once: its details, status, code, sentence, and descriptions for the API.

#[macro_use]
mod refusals_macro;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Response, ResponseBuilder};

use crate::handle::Handle;
use crate::invalid::{FieldError, Invalid};
use crate::spot::SpotStatus;

refusals! {
    NoWaffle = 404 "not_found", "There is no such waffle."
        => NoWaffle "There is no such waffle.", NoPublicWaffle "There is no such waffle, or it is archived.";
    WaffleNotActive = 409 "waffle_not_active", "The winners are drawn, so no more spots can be claimed."
        => WaffleNotActive "The waffle is completed: its winners are drawn.";
    NotOpenYet { opens_at: DateTime<Utc> } = 409 "not_open_yet", "This waffle is not open yet; nothing was claimed."
        => NotOpenYet "Buyers can't claim yet: `opens_at` says when. Nothing was claimed.";
    ClaimsPaused = 409 "claims_paused",
        "The seller has paused claims for a moment; nothing was claimed. Try again soon."
        => ClaimsPaused "The seller has paused claims. Nothing was claimed.";
    HandleBlocked = 403 "handle_blocked", "This handle can't claim here. Ask the seller why."
        => HandleBlocked "This handle may not claim. Nothing was claimed.";
    TooManySpots { held: i32, allowed: i32 } = 409 "too_many_spots", too_many(*held, *allowed)
        => TooManySpots
        "The handle would hold more spots than it may: `held` and `allowed` say how many. Nothing was claimed.";
    SpotsTaken { taken: Vec<i32> } = 409 "spots_taken", are_taken(taken)
        => SpotsTaken "Others hold some of these spots: `taken` has their numbers. Nothing was claimed.";
    KeyReused = 409 "idempotency_key_reused",
        "This idempotency key was used for another request: use a new key for a new claim."
        => KeyReused "This `Idempotency-Key` was used for another request.";

    PayOneByOne = 409 "waffle_not_active", "The winners are drawn, so mark spots paid one at a time.";
    DrawnAlready = 409 "waffle_not_active", "The winners are already drawn. Change them or clear the draw.";
    ItemCountDrawn = 409 "waffle_not_active",
        "The number of winners can't change after the draw. Clear the draw first.";
    WaffleNotCompleted = 409 "waffle_not_completed", "This waffle has no winners yet: draw them first."
        => WaffleNotCompleted "The waffle has no winners yet.";
    WaffleArchived = 409 "waffle_archived", "This waffle is archived: unarchive it first."
        => WaffleArchived "The waffle is archived.";

    NoSpot = 404 "not_found", "There is no such spot." => NoSpot "There is no such spot.";
    SpotNotPending (number: i32, status: SpotStatus) = 409 "spot_not_pending",
        format!("Spot {number} is {status}: only a pending spot can be marked paid.")
        => SpotNotPending "Only a pending spot can be marked paid.",
        NotToGiveBack "Only a pending spot can be given back. Nothing was done.";
    SpotNotReleasable (number: i32, status: SpotStatus) = 409 "spot_not_releasable",
        format!("Spot {number} is {status}: only a pending or paid spot can be released.")
        => SpotNotReleasable "Only a pending or paid spot can be released.";
    SpotNotRenamable (number: i32, status: SpotStatus) = 409 "spot_not_releasable",
        format!("Spot {number} is {status}: only a pending or paid spot can get another handle.");
    NoSource = 404 "not_found", "Nothing in this waffle came from there."
        => NoSource "Nothing in this waffle came from there.";

    NoReceipt = 404 "not_found", "There is no such receipt, or its waffle was deleted."
        => NoReceipt "There is no such receipt, or its waffle was deleted.";
    NotYours (number: i32) = 409 "not_yours",
        format!("Spot {number} is not yours to give back; nothing was done.")
        => NotYours "A spot is not in this claim, or no longer its buyer's. Nothing was done.";
    NotToGiveBack (number: i32, status: SpotStatus) = 409 "spot_not_pending",
        format!("Spot {number} is {status}: only a spot that is not paid can be given back; nothing was done.");

    NoDraw = 404 "not_found", "There is no such draw." => NoDraw "There is no such draw.";
    DrawLocked { round_at: DateTime<Utc> } = 409 "draw_locked",
        "A draw is locked, so its entries can't change until it is drawn; nothing was done."
        => DrawLocked "A draw is locked until its round appears: `round_at` says when. Nothing was done.";
    DrawNotLocked = 409 "draw_not_locked", "This draw is not locked any more."
        => DrawNotLocked "The draw is no longer locked.";
    DrawNotStanding = 409 "draw_not_standing",
        "The winners are not from this draw, or not any more, so no one of it can be replaced."
        => DrawNotStanding
        "The winners are not, or no longer, from this draw: it is not drawn, or they were changed or cleared.";
    NoAlternate = 409 "no_alternate",
        "No alternate is left: all of this draw’s have stepped in or win already, or none was drawn."
        => NoAlternate "The draw has no alternates left.";
    NotEnoughPaid (needed: usize, found: usize, what: String) = 409 "not_enough_paid",
        format!("{needed} winners can't be drawn from {found} {what}.")
        => NotEnoughPaid "There are fewer paid spots, or buyers with one, than winners to draw.";
    TooLateToLock = 409 "too_late",
        "By the beacon’s newest round, that of this draw is about to appear: this server’s clock is slow. Nothing was \
            locked."
        => TooLate "The draw's round is about to appear, by this server's clock or by the beacon's newest round.";
    TooLateToVoid = 409 "too_late", "It is too late to void this draw: its round is about to appear.";
    TooEarly = 409 "too_early", "The round of this draw has not appeared yet."
        => TooEarly "The draw's round has not appeared yet.";
    OtherChain (sentence: String) = 409 "other_chain", sentence.clone();

    NoShareTemplate = 404 "not_found", "There is no such share template."
        => NoShareTemplate "There is no such share template.";
    LastTemplate = 409 "last_template", "This is your only template. Create another one before you delete it."
        => LastTemplate "This is your only template.";
    NoPaymentMethod = 404 "not_found", "There is no such payment method."
        => NoPaymentMethod "There is no such payment method.";
    NoPayer = 404 "not_found", "There is no such payer." => NoPayer "There is no such payer.";
    NotBlocked (handle: Handle) = 404 "not_found", format!("@{handle} is not blocked.")
        => NotBlocked "This handle is not blocked.";
    AlreadyBlocked (handle: Handle) = 409 "already_blocked",
        format!("@{handle} is blocked already.")
        => AlreadyBlocked "This handle is blocked already.";
    NoAuditEntry = 404 "not_found", "There is no such audit entry."
        => NoAuditEntry "There is no such entry, or it is not for you to see.";

    NotSignedIn = 401 "unauthorized", "Sign in first: there is no token here, or it is not valid any more."
        => NotSignedIn "There is no token, or it is not valid any more.";
    WrongCredentials = 401 "invalid_credentials", "Wrong username or password."
        => WrongCredentials "The username or the password is wrong.";
    CodeRequired = 401 "second_factor_required", "This account needs a code as well: send it as `code`."
        => CodeRequired "Username and password are right, and the account needs a `code` as well.";
    WrongCode = 401 "invalid_code", "That code is wrong or already used. Wait for the next one."
        => WrongCode "The code is wrong, or was used before.";
    InvalidCode = 403 "invalid_code", "That code is wrong or already used. Wait for the next one."
        => InvalidCode "The code is wrong, or was used before.";
    SignInExpired = 401 "sign_in_expired", "That took too long, or your password changed. Please start again.";
    Deactivated = 403 "account_deactivated", "This account is deactivated. A super admin can reactivate it."
        => Deactivated "The credentials are right, but the account is deactivated.";
    WrongPassword = 403 "invalid_password", "This is not your current password; nothing was changed."
        => WrongPassword "This is not your current password.";
    InvalidToken = 400 "invalid_token",
        "This reset link doesn’t work: it has been used or replaced, or is more than an hour old. Request a new one."
        => InvalidToken "The token is invalid: it was used, was replaced by a newer one, or is older than an hour.";
    RoleTooLow = 403 "forbidden", "Your role doesn’t allow this."
        => RoleTooLow "Your role doesn’t allow this.";
    NotYoursToChoose = 403 "forbidden", "Only a super admin chooses whose sign-ins to see."
        => NotYoursToChoose "Only a super admin chooses whose sign-ins to see.";
    NoSession = 404 "not_found", "This session has already ended."
        => NoSession "There is no such session of yours.";
    NoAccount = 404 "not_found", "There is no such account." => NoAccount "There is no such account.";
    UsernameTaken = 409 "username_taken", "Another account has this username."
        => UsernameTaken "Another account has this username.";
    EmailTaken = 409 "email_taken", "Another account has this e-mail address."
        => EmailTaken "Another account has this e-mail address.";
    OwnAccount = 409 "own_account", "You can’t deactivate your own account. Ask another super admin."
        => OwnAccount "Your own account can't be deactivated.";
    OwnPassword = 409 "own_account", "Change your own password under Settings, Security."
        => OwnPassword "Your own password is changed with `POST /api/admin/change-password`.";
    OwnSecondFactor = 409 "own_account", "Turn off your own second factor under Settings, Security."
        => OwnSecondFactor "Your own second factor is turned off with `DELETE /api/admin/me/second-factor`.";
    LastSuperAdmin = 409 "last_super_admin",
        "This is the last active super admin. Give someone else that role first."
        => LastSuperAdmin "This is the last active super admin.";
    SecondFactorMissing = 403 "second_factor_missing",
        "Your role has to have a second factor here: set it up first (/api/admin/me/second-factor)."
        => SecondFactorMissing "Your role has to have a second factor, and you have none: set it up first.";
    NoSecondFactor = 409 "no_second_factor", "This account has no second factor."
        => NoSecondFactor "There is no second factor, or no secret to confirm.";
    NoSecretToConfirm = 409 "no_second_factor", "There’s nothing to confirm. Please start again.";
    SecondFactorOn = 409 "second_factor_on", "You already have a second factor. Turn it off first."
        => SecondFactorOn "There is a second factor already.";
    SecondFactorNeeded = 409 "second_factor_needed",
        "Your role needs a second factor. Another super admin can remove it so that you can set up a new one."
        => SecondFactorNeeded "Your role must have a second factor.";

    ValidationFailed { fields: Vec<FieldError> } = 400 "validation_failed", of_fields(fields)
        => ValidationFailed "Some values can't be taken: `fields` says which, and why.";
    MalformedJson (what: String) = 400 "malformed_json",
        format!("The body is not the JSON that is needed here: {what}.")
        => MalformedJson "The body is no JSON, or of another shape.";
    MalformedForm (what: String) = 400 "malformed_form",
        format!("The form is not the one that is needed here: {what}.");
    BadBody = 400 "bad_body", "The body can't be read."
        => BadBody "The body broke off.";
    BadPath = 400 "bad_path", "A part of the address is not of the kind that is needed there."
        => BadPath "A part of the address is not of the kind that is needed there.";
    BadQuery = 400 "bad_query",
        "A value after the question mark is not of the kind that is needed there, as a number."
        => BadQuery "The query holds a parameter twice, or one of the wrong type.";
    BadHost = 400 "bad_host", "The request names no valid host."
        => BadHost "The request names no valid host, which links are made of.";
    NoUpgrade = 400 "no_upgrade", "This address speaks WebSocket: ask for an upgrade.";
    BadRequest (status: u16) = 400 "bad_request", "The request can't be read.";
    CsrfFailed = 403 "csrf_failed", "This form has expired. Reload the page and try again."
        => CsrfFailed
        "With the cookie: `Origin` or `Sec-Fetch-Site` shows a page of another site, or neither is there.";
    Foreign = 403 "csrf_failed", "This request came from another site. Please try again from here."
        => Foreign "`Origin` or `Sec-Fetch-Site` shows that a page of another site sent it.";
    NoRoute = 404 "not_found", "There is nothing at this address.";
    MethodNotAllowed (allowed: String) = 405 "method_not_allowed",
        format!("This address does not take that method, only {allowed}.");
    RequestTooSlow = 408 "request_timeout", "The request took too long to arrive; nothing was done.";
    BodyTooSlow = 408 "request_timeout", "The body took too long to arrive; nothing was done."
        => BodyTooSlow "The body took longer than 5 seconds. Nothing was done.";
    TooLarge (kib: usize) = 413 "payload_too_large",
        format!("The body is longer than the {kib} KiB that are taken here.")
        => TooLarge "The body is longer than 64 KiB.", TextTooLarge "The body is longer than 400 KiB.";
    UnsupportedMediaType (needed: String) = 415 "unsupported_media_type",
        format!("The body must be {needed}.")
        => UnsupportedMediaType "The body is not sent as JSON.";

    RateLimited (wait: Duration) = 429 "rate_limited",
        "Too many requests from your address: wait a moment."
        => ClaimsLimited
        "Too many claims from this address; by default 100 in a burst, then one a second. In the 30 s after a waffle's \
            opening, ten times as many for that one.",
        SignInsLimited
        "Too many sign-ins and forgotten passwords from this address; by default 20 in a burst, then 30 a minute.",
        HistoriesLimited
        "Too many histories for this address; by default 60 in a burst, then one a second. Of long ones, two together.",
        BuyersLimited
        "Too many buyers' numbers and cards for this address; by default 600 in a burst, then ten a second.",
        CardsLimited
        "Too many cards for this address; by default 30 in a burst, then 30 a minute.";
    LockedOut (wait: Duration) = 429 "locked_out",
        "Too many failed sign-ins. Wait a while, then try again."
        => LockedOut
        "Too many failed sign-ins with this username from this address; by default five, for 15 minutes.";
    GuessingLocked (wait: Duration) = 429 "locked_out",
        "Too many wrong passwords; nothing was changed. Wait a while, then try again."
        => GuessingLocked
        "Too many wrong current passwords in a row: 20, then none is taken for as long as a lockout lasts.";
    CodesLocked (wait: Duration) = 429 "locked_out",
        "Too many wrong codes. Wait a while, then try again."
        => CodesLocked "Too many wrong codes in a row; by default five, then none is taken for 15 minutes.";

    Internal = 500 "internal", "Something went wrong here. It has been noted."
        => Internal "A fault of ours. It has been noted.";
    DatabaseUnavailable = 503 "database_unavailable",
        "The database does not answer; nothing was done. Try again in a moment."
        => DatabaseUnavailable "The database does not answer. Nothing was done.";
    OutcomeUnknown = 503 "outcome_unknown", "It may have been recorded: look at the board before you try again."
        => OutcomeUnknown
        "It may have been done: look before you try again. Every other 503 means that nothing was done.",
        MaybeNoted "The audit log may record that you read it. Nothing else was done.";
    Overloaded = 503 "overloaded", "Too many people are claiming right now; nothing was done. Try again in a moment."
        => Overloaded "The server has too much to do right now. Nothing was done.";
    Timeout = 503 "timeout", "It took too long here. Try again in a moment."
        => Timeout "It took longer than 10 seconds.";
    TooManyWatchers = 503 "too_many_watchers",
        "Too many are watching. Try again in a moment.";
    Busy (wait: Duration) = 503 "busy", busy(*wait)
        => Busy "Too many passwords to check right now. Nothing was done.";
    CardsBusy = 503 "busy", "Too many cards are being drawn. Try again in a moment."
        => CardsBusy "Too many cards are being drawn right now.";
    ReadsBusy (what: String) = 503 "busy",
        format!("Too many {what} are being read right now. Try again in a moment.")
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

impl Refusal {
    /// Refuses one field.
    pub fn invalid(field: impl Into<String>, message: impl Into<String>) -> Self {
        Invalid::field(field, message).into()
    }

    /// Refuses a spot that a waffle with `total` spots does not have.
    pub fn out_of_range(number: i32, total: i32) -> Self {
        Self::invalid("spots", format!("There is no spot {number}: this waffle has spots 1 to {total}."))
    }

    /// How long the client should wait, if that is known.
    pub fn wait(&self) -> Option<Duration> {
        match self {
            Self::RateLimited { wait }
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

fn too_many(held: i32, allowed: i32) -> String {
    let spots = if allowed == 1 { "spot" } else { "spots" };
    format!("A buyer can hold {allowed} {spots} here, and you hold {held}; nothing was claimed.")
}

fn are_taken(numbers: &[i32]) -> String {
    let list = numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(", ");
    if numbers.len() == 1 {
        format!("Spot {list} is already taken; nothing was claimed.")
    } else {
        format!("Spots {list} are already taken; nothing was claimed.")
    }
}

fn of_fields(fields: &[FieldError]) -> String {
    match fields {
        [only] => only.message.clone(),
        _ => "Some fields need another value.".to_owned(),
    }
}

fn busy(wait: Duration) -> String {
    let seconds = whole_seconds(wait);
    let when = if seconds > 1 { format!("in {seconds} seconds") } else { "in a moment".to_owned() };
    format!("Too many people are signing in. Try again {when}.")
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
