//! The OpenAPI 3.1 description of the API.
//!
//! Each handler describes its endpoint with `#[utoipa::path]`, and the types describe the bodies; [`complete`] adds
//! what can be derived from them. A new endpoint has to be added to the list of paths here.

use utoipa::OpenApi;
use utoipa::openapi;
use waffle_domain::wire::error::ErrorBody;

use super::complete::complete;
use super::texts;
use crate::admin::{
    accounts,
    accounts::{password as account_password, profile as account_profile, standing as account_standing},
    activity, audit,
    audit::export as audit_export,
    blocked_handles, buyers as admin_buyers, change_password, forgot_password, me, merge_users, money_desk,
    money_desk::{match_payments, take_payments},
    password_resets, payers, payment_methods,
    reports::{drought, monthly_activity, power_buyers, spot_velocity},
    reset_password, second_factor, sessions, settings, share_templates, sign_in, sign_ins, sign_out,
    spots as admin_spots,
    spots::{extend, unpay},
    waffles as admin_waffles,
    waffles::{archive, assign, delete, draws as admin_draws, edit, expired, rename, share, sources, winners},
};
use crate::{
    buyers::{card as buyer_card, history as buyer_history, stats as buyer_stats},
    claims, health, receipts, version,
    waffles::{card, detail, draws, export, list, spots},
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Waffle",
        description = include_str!("introduction.md"),
        license(name = "MIT or Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    tags(
        (name = "Waffles", description = "The waffles on sale, for anyone to read."),
        (name = "Claims", description = "Taking spots. A spot has one owner, however many claim it together."),
        (name = "Receipts", description = "A buyer's view of a claim and the actions on it; they need only the token \
            that came with the claim. `/claim/<token>` is the same as a page."),
        (name = "Buyers", description = "What a handle holds, and how lucky it is. \
            An unknown handle is a buyer with nothing."),
        (name = "Live updates", description = include_str!("live_updates.md")),
        (name = "Account", description = "Signing in and out, your own account with its sessions and second factor, \
            and forgotten passwords."),
        (name = "Selling", description = "Creating, changing and archiving waffles."),
        (name = "Payments and draws", description = "Marking spots paid, releasing them, and drawing winners."),
        (name = "Sharing",
            description = "The messages that sellers post to share a waffle, and their templates."),
        (name = "Payment methods",
            description = "The ways to pay that waffles choose from. Payment itself happens outside."),
        (name = "Reports",
            description = "The shop's numbers; as JSON, or as CSV for a spreadsheet. A range includes both its ends."),
        (name = "Buyers registry", description = "Every handle that ever claimed a spot."),
        (name = "Admins",
            description = "The sellers' accounts, and new passwords for forgotten ones."),
        (name = "Audit log", description = "What admins did. A super admin sees all of it; an admin sees their own \
            entries and those of waffle managers."),
        (name = "Sign-in history", description = "Sign-ins. A super admin sees all of them; an admin sees their own \
            and those of waffle managers, and a waffle manager only their own."),
        (name = "Settings", description = "The settings that can be changed while the server runs."),
        (name = "Service", description = "The server itself."),
    ),
    paths(
        list::show, detail::show, spots::show, export::show, card::show,
        draws::index, draws::show, draws::entries,
        claims::claim, claims::claim_random, receipts::show, receipts::say_paid, receipts::give_back,
        buyer_stats::show, buyer_history::show, buyer_card::show,
        sign_in::sign_in, sign_out::sign_out, me::show, me::edit, me::set_timezone,
        sessions::index, sessions::end, sessions::end_others,
        second_factor::show, second_factor::begin, second_factor::confirm, second_factor::renew,
        second_factor::turn_off,
        change_password::change, forgot_password::forget, reset_password::reset,
        admin_waffles::index, admin_waffles::create, admin_waffles::show, edit::edit,
        archive::archive, archive::unarchive, delete::delete, assign::assign, rename::rename, expired::show,
        sources::index, sources::release, activity::show, unpay::unpay, extend::extend,
        admin_spots::pay, admin_spots::release, admin_spots::pay_many, money_desk::show,
        money_desk::pay, money_desk::release, match_payments::match_payments, take_payments::take,
        winners::set, winners::change, winners::clear,
        admin_draws::lock, admin_draws::void, admin_draws::hand_in, admin_draws::replace,
        share::show, share::save, share::render, share::regenerate_card,
        share_templates::index, share_templates::create, share_templates::edit, share_templates::delete,
        share_templates::make_default,
        payment_methods::index, payment_methods::create, payment_methods::edit, payment_methods::deactivate,
        drought::show, power_buyers::show, monthly_activity::show, spot_velocity::show,
        admin_buyers::show, merge_users::merge,
        blocked_handles::index, blocked_handles::block, blocked_handles::unblock, payers::index, payers::forget,
        accounts::index, accounts::create, account_standing::edit, account_standing::deactivate, account_password::set,
        account_profile::edit, second_factor::remove,
        password_resets::index,
        audit::index, audit::show, audit_export::export,
        sign_ins::index,
        settings::show, settings::change,
        health::health, health::ready, version::version, super::show,
    ),
    components(schemas(ErrorBody)),
)]
struct Described;

/// Describes every JSON endpoint, the CSV files, share cards and probes.
pub fn describe() -> openapi::OpenApi {
    let mut document = described();
    texts::describe(&mut document);
    complete(&mut document);
    document
}

/// The descriptions of the handlers and types themselves.
pub(super) fn described() -> openapi::OpenApi {
    Described::openapi()
}
