//! `/admin/admins/:id`: one account, and what a super admin can change about it.

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::role::Permission;
use waffle_domain::standing_rules::StandingChange;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, accounts, second_factor};
use waffle_service::failure::Failure;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::accounts::{AccountPage, AccountRow, RoleChoice};
use crate::context::flash::Flash;
use crate::context::profile::ProfileForm;
use crate::context::{Frame, Section};
use crate::refused_form::RefusedForm;

/// Shows the account and its forms; 404 for an unknown id.
pub async fn show(me: SignedIn, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ManageAdmins)?;
    let id = id.read()?;
    let account = accounts::find(&pages.services, id).await?;
    answer::page(pages.templates.render(&page(&pages.services, &me, &account).await?))
}

/// Changes the role and redirects back; 400, 403 or 409 with the form.
pub async fn change_role(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ManageAdmins)?;
    let id = id.read()?;
    let account = accounts::find(&pages.services, id).await?;
    let password = form.fields.text("current_password");
    let changed = match accounts::parse_role(form.fields.text("role")) {
        Ok(role) => {
            let change = StandingChange { role: Some(role), active: None };
            accounts::change_standing(&pages.services, &form.me, &account, change, password).await
        }
        Err(failure) => Err(failure),
    };
    match changed {
        // Sellers who lowered their own role can no longer open this page.
        Ok(changed) if changed.id == form.me.id() && changed.role < form.me.account.role => {
            Ok(answer::see_other("/admin").finish())
        }
        changed => {
            answer_form(
                &pages,
                &form,
                &account,
                changed,
                "’s role is saved. It applies from their next click.",
                |page, refused| {
                    page.role_error = refused.error("role").or_else(|| refused.error("standing"));
                    page.role_password_error = refused.error("current_password");
                    page.roles =
                        RoleChoice::all(accounts::parse_role(form.fields.text("role")).unwrap_or(account.role));
                },
            )
            .await
        }
    }
}

/// Changes the profile and redirects back; 400 or 409 with the form as typed.
pub async fn change_profile(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ManageAdmins)?;
    let id = id.read()?;
    let account = accounts::find(&pages.services, id).await?;
    let (draft, password) = (ProfileForm::draft(&form.fields), form.fields.text("current_password"));
    let changed = accounts::change_profile(&pages.services, &form.me, id, &draft, Some(password)).await;
    answer_form(&pages, &form, &account, changed, "’s profile is saved.", |page, refused| {
        page.profile = ProfileForm::typed(&form.fields, &refused.faults).owned(account.id == form.me.id());
    })
    .await
}

/// Sets a new password and redirects back; 400 with the form.
pub async fn set_password(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ManageAdmins)?;
    let id = id.read()?;
    let account = accounts::find(&pages.services, id).await?;
    let password = form.fields.text("new_password");
    let changed = accounts::set_password(&pages.services, &form.me.author(), &account, password).await;
    let says = " has a new password. Pass it on yourself. We don’t send e-mail.";
    answer_form(&pages, &form, &account, changed, says, |page, refused| {
        page.new_password_error = refused.error("new_password").or_else(|| refused.error("standing"));
    })
    .await
}

/// Deactivates the account and redirects back; 400, 403 or 409 with the form.
pub async fn deactivate(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ManageAdmins)?;
    let id = id.read()?;
    let account = accounts::find(&pages.services, id).await?;
    let (change, password) = (StandingChange { role: None, active: Some(false) }, form.fields.text("current_password"));
    let changed = accounts::change_standing(&pages.services, &form.me, &account, change, password).await;
    answer_form(&pages, &form, &account, changed, " is deactivated and signed out everywhere.", |page, refused| {
        page.deactivation_error = refused.error("current_password").or_else(|| refused.error("standing"));
    })
    .await
}

/// Takes the second factor off and redirects back; 400, 403 or 409 with the form.
pub async fn remove_second_factor(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ManageAdmins)?;
    let account = accounts::find(&pages.services, id.read()?).await?;
    let password = form.fields.text("current_password");
    let removed = second_factor::remove(&pages.services, &form.me, &account, password).await;
    let removed = removed.map(|()| account.clone());
    answer_form(&pages, &form, &account, removed, " no longer needs a code to sign in.", |page, refused| {
        page.second_factor_error = refused.error("current_password").or_else(|| refused.error("standing"));
    })
    .await
}

/// Reactivates the account and redirects back.
pub async fn activate(form: SignedInForm, id: InPath<Uuid>, services: web::Data<Services>) -> Answer {
    form.me.require(Permission::ManageAdmins)?;
    let id = id.read()?;
    let account = accounts::find(&services, id).await?;
    let change = StandingChange { role: None, active: Some(true) };
    let changed = accounts::change_standing(&services, &form.me, &account, change, "").await?;
    Ok(to_account(&form.me, &changed, " is active again, with the same password."))
}

/// Redirects back after a change, and says what happened to the account. After a refusal shows the page with a message
/// at the top; `mark` puts the error at its field.
async fn answer_form(
    pages: &Pages,
    form: &SignedInForm,
    account: &Account,
    changed: Result<Account, Failure>,
    says: &str,
    mark: impl FnOnce(&mut AccountPage, &RefusedForm),
) -> Answer {
    let refused = match changed {
        Ok(changed) => return Ok(to_account(&form.me, &changed, says)),
        Err(failure) => RefusedForm::of(failure)?,
    };
    let mut page = page(&pages.services, &form.me, account).await?;
    page.frame.flash = Some(Flash::failed(&refused.sentence));
    mark(&mut page, &refused);
    answer::page_with(refused.status, pages.templates.render(&page))
}

async fn page(services: &Services, me: &SignedIn, account: &Account) -> Result<AccountPage, HttpError> {
    Ok(AccountPage {
        frame: Frame::of(me, account.username.as_str(), Section::Admins),
        account: AccountRow::new(account, account.id == me.id()),
        created: account.created_at.into(),
        roles: RoleChoice::all(account.role),
        role_error: None,
        role_password_error: None,
        profile: ProfileForm::of(account).owned(account.id == me.id()),
        policy: services.sessions.password_policy().await?.to_string(),
        new_password_error: None,
        deactivation_error: None,
        has_second_factor: second_factor::standing(services, account).await?.on_since.is_some(),
        second_factor_error: None,
    })
}

fn to_account(me: &SignedIn, account: &Account, says: &str) -> HttpResponse {
    let flash = Flash::done(format!("{}{says}", account.username));
    answer::said(me, &format!("/admin/admins/{}", account.id), &flash)
}
