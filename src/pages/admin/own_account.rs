//! `/admin/settings` and `/admin/settings/security`: the own profile and password.

use actix_web::{HttpResponse, web};
use waffle_domain::role::Permission;

use crate::actions::{Services, accounts, passwords};
use crate::pages::Pages;
use crate::pages::answer;
use crate::pages::context::accounts::role_label;
use crate::pages::context::flash::Flash;
use crate::pages::context::own_account::{OwnProfilePage, SecurityPage};
use crate::pages::context::profile::ProfileForm;
use crate::pages::context::{Frame, Section, SettingsTab};
use crate::pages::query::Query;
use crate::pages::refused_form::RefusedForm;
use crate::session::form::{Fields, SignedInForm};
use crate::session::signed_in::SignedIn;
use crate::web::error::{Failure, FieldError};

const PROFILE: &str = "/admin/settings";
const SECURITY: &str = "/admin/settings/security";

/// Answers 200 with the own profile.
pub async fn profile(me: SignedIn, query: Query, pages: web::Data<Pages>) -> Result<HttpResponse, Failure> {
    me.require(Permission::ChangeOwnAccount)?;
    let saved = query.text("did") == "saved";
    let flash = saved.then(|| Flash::done("Your profile is saved."));
    answer::page(pages.templates.own_profile(&profile_page(&me, flash, ProfileForm::of(&me.account))))
}

/// Changes the own profile and leads back; 400 or 409 with the form as typed.
pub async fn save_profile(form: SignedInForm, pages: web::Data<Pages>) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ChangeOwnAccount)?;
    match accounts::change_profile(&pages.services, &form.me.author(), form.me.id(), &ProfileForm::draft(&form.fields))
        .await
    {
        Ok(_) => Ok(answer::see_other(&format!("{PROFILE}?did=saved")).finish()),
        Err(failure) => {
            let refused = RefusedForm::of(failure)?;
            let flash = Some(Flash::failed(refused.sentence));
            let page = profile_page(&form.me, flash, ProfileForm::typed(&form.fields, &refused.faults));
            answer::page_with(refused.status, pages.templates.own_profile(&page))
        }
    }
}

/// Answers 200 with the form of a new password.
pub async fn security(me: SignedIn, query: Query, pages: web::Data<Pages>) -> Result<HttpResponse, Failure> {
    me.require(Permission::ChangeOwnAccount)?;
    let changed = query.text("did") == "changed";
    let flash = changed.then(|| Flash::done("Your password is changed."));
    answer::page(pages.templates.security(&security_page(&pages.services, &me, flash, &[]).await?))
}

/// Changes the own password and leads back; 400 or 403 with the form.
pub async fn change_password(form: SignedInForm, pages: web::Data<Pages>) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ChangeOwnAccount)?;
    let (current, new) = (form.fields.text("current_password"), form.fields.text("new_password"));
    let changed = match mistyped(&form.fields) {
        Some(fault) => Err(Failure::validation([fault])),
        None => passwords::change_own(&pages.services, &form.me, current, new).await,
    };
    let refused = match changed {
        Ok(()) => return Ok(answer::see_other(&format!("{SECURITY}?did=changed")).finish()),
        Err(failure) => RefusedForm::of(failure)?,
    };
    let flash = Some(Flash::failed("Your password is still the same."));
    let page = security_page(&pages.services, &form.me, flash, &refused.faults).await?;
    answer::page_with(refused.status, pages.templates.security(&page))
}

/// Says so when the new password was typed twice, and differently.
pub fn mistyped(fields: &Fields) -> Option<FieldError> {
    let repeated = fields.all("repeat_password").next()?;
    (repeated != fields.text("new_password"))
        .then(|| FieldError::new("repeat_password", "The two new passwords differ: type both again."))
}

fn profile_page(me: &SignedIn, flash: Option<Flash>, profile: ProfileForm) -> OwnProfilePage {
    OwnProfilePage {
        frame: frame(me, "Your profile"),
        csrf_token: me.csrf_token(),
        tabs: SettingsTab::of(me.account.role, PROFILE),
        flash,
        username: me.username().to_string(),
        role_label: role_label(me.account.role),
        profile,
    }
}

async fn security_page(
    services: &Services,
    me: &SignedIn,
    flash: Option<Flash>,
    faults: &[FieldError],
) -> Result<SecurityPage, Failure> {
    let error = |name: &str| faults.iter().find(|fault| fault.field == name).map(|fault| fault.message.clone());
    Ok(SecurityPage {
        frame: frame(me, "Security"),
        csrf_token: me.csrf_token(),
        tabs: SettingsTab::of(me.account.role, SECURITY),
        flash,
        username: me.username().to_string(),
        policy: services.sessions.password_policy().await?.to_string(),
        current_error: error("current_password"),
        new_error: error("new_password"),
        repeat_error: error("repeat_password"),
    })
}

fn frame(me: &SignedIn, title: &str) -> Frame {
    Frame::of(me, title, Section::Settings)
}
