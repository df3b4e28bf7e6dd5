//! `/admin/settings` and `/admin/settings/security`: the seller's own profile and password.

use actix_web::web;
use serde::Serialize;
use uuid::Uuid;
use waffle_domain::role::Permission;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::passwords::{self, OtherSessions, OwnChange};
use waffle_service::actions::{Services, accounts, second_factor, sessions};
use waffle_service::failure::{Failure, FieldError};
use waffle_store::sessions::Session;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Form;
use crate::context::profile::ProfileForm;
use crate::context::{Frame, Moment, Section, SettingsTab};
use crate::refused_form::RefusedForm;

/// `GET /admin/settings`, and the answer to an invalid form.
#[derive(Debug, Clone, Serialize)]
pub struct OwnProfilePage {
    pub frame: Frame,
    pub tabs: Vec<SettingsTab>,
    pub username: String,
    pub role_label: &'static str,
    #[serde(flatten)]
    pub profile: ProfileForm,
}

template!(OwnProfilePage: "admin/own_profile");

/// `GET /admin/settings/security`, and the answer to an invalid form. Passwords are never sent back.
#[derive(Debug, Clone, Serialize)]
pub struct SecurityPage {
    pub frame: Frame,
    pub tabs: Vec<SettingsTab>,
    /// For password managers.
    pub username: String,
    pub policy: String,
    /// Whether to end all other sessions along with the old password.
    pub end_others: bool,
    pub form: Form,
    /// The one seen last first.
    pub sessions: Vec<Session>,
    /// Whether there are other sessions than this one.
    pub others: bool,
    /// Since when signing in takes a code; `None` if it doesn't.
    pub second_factor: Option<Moment>,
}

template!(SecurityPage: "admin/security");

const PROFILE: &str = "/admin/settings";
const SECURITY: &str = "/admin/settings/security";

/// Shows the seller's own profile.
pub async fn profile(me: SignedIn, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ChangeOwnAccount)?;
    answer::page(pages.templates.render(&profile_page(&me, ProfileForm::of(&me.account))))
}

/// Saves the seller's own profile and redirects back; 400 or 409 with the form as typed.
pub async fn save_profile(form: SignedInForm, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ChangeOwnAccount)?;
    let (draft, password) = (ProfileForm::draft(&form.fields), form.fields.text("current_password"));
    match accounts::change_profile(&pages.services, &form.me, form.me.id(), &draft, Some(password)).await {
        Ok(_) => Ok(answer::said(&form.me, PROFILE, &Flash::done("Your profile is saved."))),
        Err(failure) => {
            let refused = RefusedForm::of(failure)?;
            let mut page = profile_page(&form.me, ProfileForm::typed(&form.fields, &refused.faults));
            page.frame.flash = Some(Flash::failed(refused.sentence));
            answer::page_with(refused.status, pages.templates.render(&page))
        }
    }
}

/// Shows the form for a new password, the sessions, and the state of the second factor.
pub async fn security(me: SignedIn, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ChangeOwnAccount)?;
    answer::page(pages.templates.render(&security_page(&pages.services, &me, &[]).await?))
}

/// Changes the seller's own password and redirects back; 400 or 403 with the form.
pub async fn change_password(form: SignedInForm, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ChangeOwnAccount)?;
    let ticked = !form.fields.text("end_other_sessions").is_empty();
    let change = OwnChange {
        current: form.fields.text("current_password"),
        new: form.fields.text("new_password"),
        code: form.fields.text("code"),
        others: if ticked { OtherSessions::End } else { OtherSessions::Keep },
    };
    let changed = match mistyped(&form.fields) {
        Some(fault) => Err(Failure::validation([fault])),
        None => passwords::change_own(&pages.services, &form.me, change).await,
    };
    let refused = match changed {
        Ok(()) => return Ok(answer::said(&form.me, SECURITY, &Flash::done("Your password is changed."))),
        Err(failure) => RefusedForm::of(failure)?,
    };
    let mut page = security_page(&pages.services, &form.me, &refused.faults).await?;
    page.frame.flash = Some(Flash::failed("Your password wasn’t changed."));
    page.end_others = ticked;
    answer::page_with(refused.status, pages.templates.render(&page))
}

/// Ends one session and redirects back; 404 if it has ended already.
pub async fn end_session(form: SignedInForm, id: InPath<Uuid>, services: web::Data<Services>) -> Answer {
    form.me.require(Permission::ChangeOwnAccount)?;
    sessions::end(&services, &form.me, id.read()?).await?;
    Ok(answer::said(&form.me, SECURITY, &Flash::done("That session has ended.")))
}

/// Ends all sessions but this one and redirects back.
pub async fn end_other_sessions(form: SignedInForm, services: web::Data<Services>) -> Answer {
    form.me.require(Permission::ChangeOwnAccount)?;
    sessions::end_others(&services, &form.me).await?;
    Ok(answer::said(&form.me, SECURITY, &Flash::done("You’re signed out everywhere else.")))
}

/// Returns an error if the new password and its repetition differ.
pub fn mistyped(fields: &Fields) -> Option<FieldError> {
    let repeated = fields.all("repeat_password").next()?;
    (repeated != fields.text("new_password"))
        .then(|| FieldError::new("repeat_password", "The new passwords don’t match. Enter both again."))
}

fn profile_page(me: &SignedIn, profile: ProfileForm) -> OwnProfilePage {
    OwnProfilePage {
        frame: Frame::of(me, "Your profile", Section::Settings),
        tabs: SettingsTab::of(me.account.role, PROFILE),
        username: me.username().to_string(),
        role_label: me.account.role.words(),
        profile: profile.owned(true),
    }
}

async fn security_page(services: &Services, me: &SignedIn, faults: &[FieldError]) -> Result<SecurityPage, HttpError> {
    let sessions = sessions::list(services, me).await?;
    Ok(SecurityPage {
        frame: Frame::of(me, "Security", Section::Settings),
        tabs: SettingsTab::of(me.account.role, SECURITY),
        username: me.username().to_string(),
        policy: services.sessions.password_policy().await?.to_string(),
        end_others: true,
        form: Form::default().with(faults),
        others: sessions.iter().any(|session| !session.current),
        sessions,
        second_factor: second_factor::standing(services, &me.account).await?.on_since.map(Into::into),
    })
}
