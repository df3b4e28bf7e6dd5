//! The pages of accounts, settings and forgotten passwords, full and empty.

use chrono::DateTime;
use uuid::Uuid;
use waffle_domain::account::{Account, Profile};
use waffle_domain::email::Email;
use waffle_domain::role::Role;
use waffle_domain::social_link::{Platform, SocialLink};
use waffle_domain::timezone::TimeZone;
use waffle_domain::username::Username;

use super::samples::{admin, form, moment};
use super::{keep, templates};
use crate::context::accounts::{
    AccountPage, AccountRow, AccountsPage, NewAccountPage, ResetCard, RoleChoice, role_label,
};
use crate::context::flash::Flash;
use crate::context::form::Form;
use crate::context::own_account::{OwnProfilePage, SecurityPage, SessionRow};
use crate::context::password_reset::{ForgotPasswordPage, ResetPasswordPage, ResetState};
use crate::context::profile::ProfileForm;
use crate::context::second_factor::{QrCode, SecondFactorPage, SetUp, State};
use crate::context::sign_in::SignInCodePage;
use crate::context::{Frame, Section, SettingsTab};

const POLICY: &str = "At least 8 characters, and none of the common passwords.";

fn account(username: &str, role: Role, active: bool) -> Account {
    Account {
        id: Uuid::nil(),
        username: Username::parse(username).unwrap(),
        email: Email::parse(&format!("{username}@example.org")).unwrap(),
        role,
        active,
        timezone: TimeZone::UTC,
        profile: Profile { display_name: Some("Olivia <Honey>".into()), ..Profile::default() },
        last_login_at: active.then_some(DateTime::UNIX_EPOCH),
        created_at: DateTime::UNIX_EPOCH,
    }
}

fn linked() -> Account {
    let mut account = account("olivia", Role::SuperAdmin, true);
    account.profile.social_links =
        vec![SocialLink { platform: Platform::Mastodon, handle: "@olivia@social.example".into() }];
    account
}

fn frame(title: &str, section: Section) -> Frame {
    Frame::new(title, section).with_admin(Some(admin()))
}

fn flash(failed: bool) -> Flash {
    Flash { failed, ..Flash::done("Your profile is saved.") }
}

fn accounts(resets: Vec<ResetCard>, inactive: Vec<AccountRow>) -> AccountsPage {
    let active = vec![
        AccountRow::new(&linked(), true),
        AccountRow::new(
            &account(&"a-name-that-is-as-long-as-one-may-be.".repeat(2)[..64], Role::WaffleManager, true),
            false,
        ),
    ];
    AccountsPage { frame: frame("Accounts", Section::Admins), flash: Some(flash(false)), resets, active, inactive }
}

fn reset() -> ResetCard {
    ResetCard {
        id: "r1".into(),
        username: "ben".into(),
        requested: moment(),
        expires: moment(),
        url: "https://waffles.example.com/admin/reset-password?token=0193b5a0.abc".into(),
    }
}

/// A form with the same error at each of these fields, or none.
fn refused(names: &[&str], error: Option<&str>) -> Form {
    let fields: Vec<_> = names.iter().map(|name| (*name, "", error.unwrap_or_default())).collect();
    form(&fields)
}

fn new_account() -> NewAccountPage {
    NewAccountPage {
        frame: frame("New account", Section::Admins),
        error: None,
        policy: POLICY.into(),
        roles: RoleChoice::all(Role::WaffleManager),
        form: Form::default(),
    }
}

fn account_page(account: &Account, own: bool) -> AccountPage {
    AccountPage {
        frame: frame(account.username.as_str(), Section::Admins),
        flash: None,
        account: AccountRow::new(account, own),
        created: moment(),
        roles: RoleChoice::all(account.role),
        role_error: None,
        role_password_error: None,
        profile: ProfileForm::of(account),
        policy: POLICY.into(),
        new_password_error: None,
        deactivation_error: None,
        has_second_factor: true,
        second_factor_error: None,
    }
}

fn own_profile(profile: ProfileForm, flash: Option<Flash>) -> OwnProfilePage {
    OwnProfilePage {
        frame: frame("Your profile", Section::Settings),
        tabs: SettingsTab::of(Role::SuperAdmin, "/admin/settings"),
        flash,
        username: "olivia".into(),
        role_label: role_label(Role::SuperAdmin),
        profile,
    }
}

fn security(flash: Option<Flash>, error: Option<&str>) -> SecurityPage {
    SecurityPage {
        frame: frame("Security", Section::Settings),
        tabs: SettingsTab::of(Role::WaffleManager, "/admin/settings/security"),
        flash,
        username: "olivia".into(),
        policy: POLICY.into(),
        end_others: true,
        form: refused(&["current_password", "new_password", "repeat_password", "code"], error),
        sessions: [true, false].map(session).into(),
        others: true,
        second_factor: error.map(|_| moment()),
    }
}

fn session(current: bool) -> SessionRow {
    SessionRow {
        id: "0197a1c4-8f1e-7c52-9d3b-5e8f0a6b2c41".into(),
        client: "Firefox on Linux".into(),
        device: "Desktop",
        ip_address: "203.0.113.7".into(),
        seen: moment(),
        current,
    }
}

fn second_factor(state: State, error: Option<&str>) -> SecondFactorPage {
    SecondFactorPage {
        frame: frame("Second factor", Section::Settings),
        tabs: SettingsTab::of(Role::SuperAdmin, "/admin/settings/security"),
        username: "olivia".into(),
        state,
        form: refused(&["standing", "current_password", "code"], error),
    }
}

#[test]
fn the_second_factors_pages_render_in_each_state() {
    let templates = templates();
    let address = "otpauth://totp/Waffle:olivia?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Waffle";
    let set_up = SetUp::new("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", address, QrCode::of(address).unwrap());
    let codes = vec!["abcd-0123-efgh-1jkm".to_owned(); 10];
    let states = [
        ("off", State::Off { needed: false }, "Set up a second factor"),
        ("off-needed", State::Off { needed: true }, "Your role needs one."),
        ("set-up", State::SetUp(set_up), "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ"),
        ("confirm", State::Confirm, "The key was shown once."),
        ("codes", State::Codes { codes: codes.clone(), first: true }, "Your second factor is on."),
        ("codes-anew", State::Codes { codes, first: false }, "no longer work"),
        ("on", State::On { since: moment(), codes_left: 10, needed: false }, "Turn it off"),
        ("on-needed", State::On { since: moment(), codes_left: 1, needed: true }, "1 recovery code left"),
    ];
    for (name, state, words) in states {
        for error in [None, Some("This code is not right.")] {
            let html = templates.render(&second_factor(state.clone(), error)).unwrap();
            let text = html.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(words), "{name} says {words:?}: {text}");
            assert_eq!(html.contains("formaction"), name == "on", "{name}");
            keep(&format!("second-factor-{name}{}", if error.is_some() { "-refused" } else { "" }), &html);
        }
    }
    for error in [None, Some("This code is not right.".to_owned())] {
        let page = SignInCodePage {
            frame: Frame::new("Seller sign-in", Section::Admin),
            csrf_token: "csrf-1".into(),
            step: "step-1".into(),
            next: "/admin".into(),
            error: error.clone(),
        };
        let name = if error.is_some() { "login-code-refused" } else { "login-code" };
        keep(name, &templates.render(&page).unwrap());
    }
}

fn reset_page(state: ResetState, error: Option<&str>) -> ResetPasswordPage {
    ResetPasswordPage {
        frame: Frame::new("New password", Section::Admin),
        csrf_token: "csrf-1".into(),
        state,
        error: error.map(str::to_owned),
        token: "0193b5a0.abc".into(),
        policy: POLICY.into(),
        form: refused(&["new_password", "repeat_password", "code"], error),
        takes_code: error.is_some(),
    }
}

fn refused_profile() -> ProfileForm {
    let mut profile = ProfileForm::of(&linked());
    profile.form = form(&[
        ("email", "olivia", "This is not an e-mail address."),
        ("timezone", "Mars", "This is not an IANA time zone such as Europe/Berlin."),
        ("social_links", "", "X: a handle has at most 100 characters."),
    ]);
    profile
}

#[test]
fn the_pages_of_accounts_render_full_and_empty() {
    let templates = templates();
    let gone = AccountRow::new(&account("gone", Role::Admin, false), false);
    keep("accounts", &templates.render(&accounts(vec![reset(), reset()], vec![gone])).unwrap());
    keep("accounts-few", &templates.render(&accounts(vec![], vec![])).unwrap());
    keep("new-account", &templates.render(&new_account()).unwrap());
    let mut refused = new_account();
    refused.error = Some("Nothing was created yet.".into());
    refused.form = form(&[
        ("username", "admin", "Another account has this username."),
        ("email", "", "An e-mail address is required."),
        ("password", "", "The password needs at least 8 characters."),
    ]);
    keep("new-account-refused", &templates.render(&refused).unwrap());
    keep("account", &templates.render(&account_page(&account("ben", Role::Admin, true), false)).unwrap());
    keep("account-own", &templates.render(&account_page(&linked(), true)).unwrap());
    keep("account-inactive", &templates.render(&account_page(&account("gone", Role::Admin, false), false)).unwrap());
    let mut refused = account_page(&account("ben", Role::Admin, true), false);
    refused.flash = Some(flash(true));
    refused.role_error = Some("This is the last active super admin.".into());
    refused.role_password_error = Some("This is not your current password.".into());
    refused.new_password_error = Some("A password is required.".into());
    refused.deactivation_error = Some("Enter your current password.".into());
    refused.profile = refused_profile();
    keep("account-refused", &templates.render(&refused).unwrap());
}

#[test]
fn the_pages_of_the_own_account_render_full_and_empty() {
    let templates = templates();
    let plain = ProfileForm::of(&account("olivia", Role::SuperAdmin, true));
    keep("own-profile", &templates.render(&own_profile(plain, None)).unwrap());
    keep("own-profile-saved", &templates.render(&own_profile(ProfileForm::of(&linked()), Some(flash(false)))).unwrap());
    keep("own-profile-refused", &templates.render(&own_profile(refused_profile(), Some(flash(true)))).unwrap());
    keep("security", &templates.render(&security(None, None)).unwrap());
    keep("security-refused", &templates.render(&security(Some(flash(true)), Some("A password is required."))).unwrap());
}

#[test]
fn the_pages_of_forgotten_passwords_render_in_every_state() {
    let templates = templates();
    for (name, error, asked) in [
        ("", None, None),
        ("-refused", Some("Enter your username."), None),
        ("-asked", None, Some("If there is one …")),
    ] {
        let page = ForgotPasswordPage {
            frame: Frame::new("Forgotten password", Section::Admin),
            csrf_token: "csrf-1".into(),
            error: error.map(str::to_owned),
            asked,
        };
        keep(&format!("forgot-password{name}"), &templates.render(&page).unwrap());
    }
    let refused = Some("A password is required.");
    for (name, state, error) in [
        ("open", ResetState::Open, None),
        ("refused", ResetState::Open, refused),
        ("invalid", ResetState::Invalid, None),
        ("expired-form", ResetState::Invalid, Some("This form had expired.")),
        ("done", ResetState::Done, None),
    ] {
        let html = templates.render(&reset_page(state, error)).unwrap();
        assert_eq!(
            html.contains("0193b5a0.abc"),
            state == ResetState::Open,
            "{name}: the token only where it is needed"
        );
        keep(&format!("reset-password-{name}"), &html);
    }
}
