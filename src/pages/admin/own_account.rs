//! `/admin/settings` and `/admin/settings/security`: the seller's own profile and password.

use actix_web::web;
use waffle_domain::role::Permission;
use waffle_http::error::HttpError;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::passwords::{self, OtherSessions, OwnChange};
use waffle_service::actions::{Services, accounts, second_factor, sessions};
use waffle_service::failure::{Failure, FieldError};

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::accounts::role_label;
use crate::context::flash::Flash;
use crate::context::form::Form;
use crate::context::own_account::{OwnProfilePage, SecurityPage, SessionRow};
use crate::context::profile::ProfileForm;
use crate::context::{Frame, Section, SettingsTab};
use crate::refused_form::RefusedForm;

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

/// Returns an error if the new password and its repetition differ.
pub fn mistyped(fields: &Fields) -> Option<FieldError> {
    let repeated = fields.all("repeat_password").next()?;
    (repeated != fields.text("new_password"))
        .then(|| FieldError::new("repeat_password", "The new passwords don’t match. Enter both again."))
}

fn profile_page(me: &SignedIn, profile: ProfileForm) -> OwnProfilePage {
    OwnProfilePage {
        frame: frame(me, "Your profile"),
        tabs: SettingsTab::of(me.account.role, PROFILE),
        username: me.username().to_string(),
        role_label: role_label(me.account.role),
        profile: profile.owned(true),
    }
}

async fn security_page(services: &Services, me: &SignedIn, faults: &[FieldError]) -> Result<SecurityPage, HttpError> {
    let sessions: Vec<_> =
        sessions::list(services, me).await?.iter().map(|session| SessionRow::new(session, me.session.jti)).collect();
    Ok(SecurityPage {
        frame: frame(me, "Security"),
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

fn frame(me: &SignedIn, title: &str) -> Frame {
    Frame::of(me, title, Section::Settings)
}
