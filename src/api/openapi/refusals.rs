//! The refusals of the API: one type for each, to be listed among the `responses` of a handler's description.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::{RefOr, Response, ResponseBuilder};

/// A refusal: its status, its code, and when it happens.
#[derive(Clone, Copy)]
pub(super) struct Refusal {
    pub(super) status: &'static str,
    pub(super) code: &'static str,
    pub(super) when: &'static str,
}

impl Refusal {
    /// OpenAPI has one response for each status, but refusals may share a status. Until they are merged, the key
    /// holds the code as well, as `409 spots_taken`.
    fn alone(self) -> BTreeMap<String, RefOr<Response>> {
        let response = ResponseBuilder::new().description(self.when).build();
        BTreeMap::from([(format!("{} {}", self.status, self.code), response.into())])
    }
}

macro_rules! refusals {
    ($($name:ident: $status:literal $code:literal $when:literal,)+) => {$(
        #[doc = $when]
        pub struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                Refusal { status: $status, code: $code, when: $when }.alone()
            }
        }
    )+};
}

refusals! {
    ValidationFailed: "400" "validation_failed" "Some values can't be taken: `fields` says which, and why.",
    BadHost: "400" "bad_host" "The request names no valid host, which links are made of.",
    InvalidToken: "400" "invalid_token"
        "The token is invalid: it was used, was replaced by a newer one, or is older than an hour.",
    WrongCredentials: "401" "invalid_credentials" "The username or the password is wrong.",
    CodeRequired: "401" "second_factor_required"
        "Username and password are right, and the account needs a `code` as well.",
    WrongCode: "401" "invalid_code" "The code is wrong, or was used before.",
    InvalidCode: "403" "invalid_code" "The code is wrong, or was used before.",
    Deactivated: "403" "account_deactivated" "The credentials are right, but the account is deactivated.",
    WrongPassword: "403" "invalid_password" "This is not your current password.",
    NotYoursToChoose: "403" "forbidden" "Only a super admin chooses whose sign-ins to see.",
    NoWaffle: "404" "not_found" "There is no such waffle.",
    NoPublicWaffle: "404" "not_found" "There is no such waffle, or it is archived.",
    NoSpot: "404" "not_found" "There is no such spot.",
    NoShareTemplate: "404" "not_found" "There is no such share template.",
    NoPaymentMethod: "404" "not_found" "There is no such payment method.",
    NoDraw: "404" "not_found" "There is no such draw.",
    NoSource: "404" "not_found" "Nothing in this waffle came from there.",
    NoReceipt: "404" "not_found" "There is no such receipt, or its waffle was deleted.",
    NoPayer: "404" "not_found" "There is no such payer.",
    NotBlocked: "404" "not_found" "This handle is not blocked.",
    NoAccount: "404" "not_found" "There is no such account.",
    NoSession: "404" "not_found" "There is no such session of yours.",
    NoAuditEntry: "404" "not_found" "There is no such entry, or it is not for you to see.",
    NotOpenYet: "409" "not_open_yet" "Buyers can't claim yet: `opens_at` says when. Nothing was claimed.",
    HandleBlocked: "403" "handle_blocked" "This handle may not claim. Nothing was claimed.",
    DrawLocked: "409" "draw_locked"
        "A draw is locked until its round appears: `round_at` says when. Nothing was done.",
    DrawNotLocked: "409" "draw_not_locked" "The draw is no longer locked.",
    DrawNotStanding: "409" "draw_not_standing"
        "The winners are not, or no longer, from this draw: it is not drawn, or they were changed or cleared.",
    NoAlternate: "409" "no_alternate" "The draw has no alternates left.",
    TooLate: "409" "too_late"
        "The draw's round is about to appear, by this server's clock or by the beacon's newest round.",
    TooEarly: "409" "too_early" "The draw's round has not appeared yet.",
    NotEnoughPaid: "409" "not_enough_paid" "There are fewer paid spots, or buyers with one, than winners to draw.",
    WaffleArchived: "409" "waffle_archived" "The waffle is archived.",
    TooManySpots: "409" "too_many_spots"
        "The handle would hold more spots than it may: `held` and `allowed` say how many. Nothing was claimed.",
    ClaimsPaused: "409" "claims_paused" "The seller has paused claims. Nothing was claimed.",
    SpotsTaken: "409" "spots_taken" "Others hold some of these spots: `taken` has their numbers. Nothing was claimed.",
    WaffleNotActive: "409" "waffle_not_active" "The waffle is completed: its winners are drawn.",
    WaffleNotCompleted: "409" "waffle_not_completed" "The waffle has no winners yet.",
    KeyReused: "409" "idempotency_key_reused" "This `Idempotency-Key` was used for another request.",
    SpotNotPending: "409" "spot_not_pending" "Only a pending spot can be marked paid.",
    NotYours: "409" "not_yours" "A spot is not in this claim, or no longer its buyer's. Nothing was done.",
    NotToGiveBack: "409" "spot_not_pending" "Only a pending spot can be given back. Nothing was done.",
    SpotNotReleasable: "409" "spot_not_releasable" "Only a pending or paid spot can be released.",
    LastTemplate: "409" "last_template" "This is your only template.",
    AlreadyBlocked: "409" "already_blocked" "This handle is blocked already.",
    UsernameTaken: "409" "username_taken" "Another account has this username.",
    EmailTaken: "409" "email_taken" "Another account has this e-mail address.",
    OwnAccount: "409" "own_account" "Your own account can't be deactivated.",
    OwnPassword: "409" "own_account" "Your own password is changed with `POST /api/admin/change-password`.",
    OwnSecondFactor: "409" "own_account"
        "Your own second factor is turned off with `DELETE /api/admin/me/second-factor`.",
    NoSecondFactor: "409" "no_second_factor" "There is no second factor, or no secret to confirm.",
    SecondFactorOn: "409" "second_factor_on" "There is a second factor already.",
    SecondFactorNeeded: "409" "second_factor_needed" "Your role must have a second factor.",
    LastSuperAdmin: "409" "last_super_admin" "This is the last active super admin.",
    TooLarge: "413" "payload_too_large" "The body is longer than 64 KiB.",
    TextTooLarge: "413" "payload_too_large" "The body is longer than 400 KiB.",
    ClaimsLimited: "429" "rate_limited"
        "Too many claims from this address; by default 100 in a burst, then one a second. In the 30 s after a waffle's \
            opening, ten times as many for that one.",
    SignInsLimited: "429" "rate_limited"
        "Too many sign-ins and forgotten passwords from this address; by default 20 in a burst, then 30 a minute.",
    HistoriesLimited: "429" "rate_limited"
        "Too many histories for this address; by default 60 in a burst, then one a second. Of long ones, two together.",
    BuyersLimited: "429" "rate_limited"
        "Too many buyers' numbers and cards for this address; by default 600 in a burst, then ten a second.",
    CardsLimited: "429" "rate_limited" "Too many cards for this address; by default 30 in a burst, then 30 a minute.",
    LockedOut: "429" "locked_out"
        "Too many failed sign-ins with this username from this address; by default five, for 15 minutes.",
    GuessingLocked: "429" "locked_out"
        "Too many wrong current passwords in a row: 20, then none is taken for as long as a lockout lasts.",
    CodesLocked: "429" "locked_out"
        "Too many wrong codes in a row; by default five, then none is taken for 15 minutes.",
    Overloaded: "503" "overloaded" "The server has too much to do right now. Nothing was done.",
    Busy: "503" "busy" "Too many passwords to check right now. Nothing was done.",
    MaybeNoted: "503" "outcome_unknown" "The audit log may record that you read it. Nothing else was done.",
    CardsBusy: "503" "busy" "Too many cards are being drawn right now.",
    ReceiptsBusy: "503" "busy" "Too many long receipts are being read right now.",
    ReportsBusy: "503" "busy" "Too many reports are being read right now.",
    HistoriesBusy: "503" "busy" "Too many long histories are being read right now.",
}

/// 304: the client already has the current version. For responses that carry an `ETag`.
pub struct Unchanged;

impl IntoResponses for Unchanged {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let response =
            ResponseBuilder::new().description("What `If-None-Match` names is still current. No body.").build();
        BTreeMap::from([("304".to_owned(), response.into())])
    }
}
