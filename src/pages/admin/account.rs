//! `/admin/admins/:id`: one account, and what a super admin can change about it.

use actix_web::{HttpResponse, web};
use serde::Serialize;
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::account_standing::StandingChange;
use waffle_domain::role::Permission;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, accounts, second_factor};
use waffle_service::failure::{Failure, FieldError};

use crate::Pages;
use crate::admin::accounts::{AccountRow, role_choices};
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Choice;
use crate::context::profile::ProfileForm;
use crate::context::{Frame, Section};
use crate::refused_form::RefusedForm;

/// `GET /admin/admins/:id`, and the answers to invalid forms.
#[derive(Debug, Serialize)]
pub struct AccountPage<'a> {
    pub frame: Frame,
    pub account: AccountRow<'a>,
    pub roles: Vec<Choice>,
    /// Its form also has the errors of the page's other forms, each by the name of its place.
    #[serde(flatten)]
    pub profile: ProfileForm,
    pub policy: String,
    /// Whether signing in takes a code.
    pub has_second_factor: bool,
}

template!(AccountPage<'_>: "admin/account");

/// Shows the account and its forms; 404 for an unknown id.
pub async fn show(me: SignedIn, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    let account = find(&pages.services, &me, id).await?;
    answer::page(pages.templates.render(&page(&pages.services, &me, &account).await?))
}

/// Changes the role and redirects back; 400, 403 or 409 with the form.
pub async fn change_role(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    let account = find(&pages.services, &form.me, id).await?;
    let password = form.fields.text("current_password");
    let changed = match accounts::parse_role(form.fields.text("role")) {
        Ok(role) => {
            let change = StandingChange { role: Some(role), active: None };
            accounts::change_standing(&pages.services, &form.me, &account, change, password).await
        }
        Err(failure) => Err(failure),
    };
    if let Ok(changed) = &changed
        && (changed.id == form.me.id() && changed.role < form.me.account.role)
    {
        // Sellers who lowered their own role can no longer open this page.
        return Ok(answer::see_other("/admin").finish());
    }
    let says = "’s role is saved. It applies from their next click.";
    let places = [("role", "role"), ("standing", "role"), ("current_password", "role_password")];
    answer_form(&pages, &form, &account, (changed, says), &places).await
}

/// Changes the profile and redirects back; 400 or 409 with the form as typed.
pub async fn change_profile(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    let account = find(&pages.services, &form.me, id).await?;
    let (draft, password) = (ProfileForm::draft(&form.fields), form.fields.text("current_password"));
    let changed = accounts::change_profile(&pages.services, &form.me, account.id, &draft, Some(password)).await;
    answer_form(&pages, &form, &account, (changed, "’s profile is saved."), &[]).await
}

/// Sets a new password and redirects back; 400 with the form.
pub async fn set_password(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    let account = find(&pages.services, &form.me, id).await?;
    let password = form.fields.text("new_password");
    let changed = accounts::set_password(&pages.services, &form.me.author(), &account, password).await;
    let says = " has a new password. Pass it on yourself. We don’t send e-mail.";
    let places = [("new_password", "new_password"), ("standing", "new_password")];
    answer_form(&pages, &form, &account, (changed, says), &places).await
}

/// Deactivates the account and redirects back; 400, 403 or 409 with the form.
pub async fn deactivate(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    let account = find(&pages.services, &form.me, id).await?;
    let (change, password) = (StandingChange { role: None, active: Some(false) }, form.fields.text("current_password"));
    let changed = accounts::change_standing(&pages.services, &form.me, &account, change, password).await;
    let says = " is deactivated and signed out everywhere.";
    let places = [("current_password", "deactivation"), ("standing", "deactivation")];
    answer_form(&pages, &form, &account, (changed, says), &places).await
}

/// Takes the second factor off and redirects back; 400, 403 or 409 with the form.
pub async fn remove_second_factor(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    let account = find(&pages.services, &form.me, id).await?;
    let password = form.fields.text("current_password");
    let removed = second_factor::remove(&pages.services, &form.me, &account, password).await;
    let removed = removed.map(|()| account.clone());
    let places = [("current_password", "second_factor"), ("standing", "second_factor")];
    answer_form(&pages, &form, &account, (removed, " no longer needs a code to sign in."), &places).await
}

/// Reactivates the account and redirects back.
pub async fn activate(form: SignedInForm, id: InPath<Uuid>, services: web::Data<Services>) -> Answer {
    let account = find(&services, &form.me, id).await?;
    let change = StandingChange { role: None, active: Some(true) };
    let changed = accounts::change_standing(&services, &form.me, &account, change, "").await?;
    Ok(to_account(&form.me, &changed, " is active again, with the same password."))
}

/// Finds the account in the address, for sellers who may change accounts.
async fn find(services: &Services, me: &SignedIn, id: InPath<Uuid>) -> Result<Account, HttpError> {
    me.require(Permission::ManageAdmins)?;
    Ok(accounts::find(services, id.read()?).await?)
}

/// Redirects back after a change, and says what happened to the account. After a refusal shows the page with a message
/// at the top. `places` say where on the page a field's error is; without them, the form is that of the profile.
async fn answer_form(
    pages: &Pages,
    form: &SignedInForm,
    account: &Account,
    (changed, says): (Result<Account, Failure>, &str),
    places: &[(&str, &str)],
) -> Answer {
    let refused = match changed {
        Ok(changed) => return Ok(to_account(&form.me, &changed, says)),
        Err(failure) => RefusedForm::of(failure)?,
    };
    let mut page = page(&pages.services, &form.me, account).await?;
    page.frame.flash = Some(Flash::failed(&refused.sentence));
    page.roles = role_choices(accounts::parse_role(form.fields.text("role")).unwrap_or(account.role));
    if places.is_empty() {
        page.profile = ProfileForm::typed(&form.fields, &refused.faults).owned(page.account.own);
    }
    for (field, place) in places {
        let error = refused.faults.iter().find(|fault| fault.field == *field);
        let error = error.map(|fault| FieldError::new(*place, fault.message.clone()));
        page.profile.form = page.profile.form.with(error.as_slice());
    }
    answer::page_with(refused.status, pages.templates.render(&page))
}

async fn page<'a>(services: &Services, me: &SignedIn, account: &'a Account) -> Result<AccountPage<'a>, HttpError> {
    let row = AccountRow::new(account, me);
    Ok(AccountPage {
        frame: Frame::of(me, account.username.as_str(), Section::Admins),
        roles: role_choices(account.role),
        profile: ProfileForm::of(account).owned(row.own),
        account: row,
        policy: services.sessions.password_policy().await?.to_string(),
        has_second_factor: second_factor::standing(services, account).await?.on_since.is_some(),
    })
}

fn to_account(me: &SignedIn, account: &Account, says: &str) -> HttpResponse {
    let flash = Flash::done(format!("{}{says}", account.username));
    answer::said(me, &format!("/admin/admins/{}", account.id), &flash)
}
