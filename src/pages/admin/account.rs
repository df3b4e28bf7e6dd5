//! `/admin/admins/:id`: one account, and what a super admin can change about it.

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::account_standing::StandingChange;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_language::{Text, say};
use waffle_service::actions::{Services, accounts, second_factor};
use waffle_service::failure::{Failure, FieldError};

use crate::Pages;
use crate::admin::accounts::{account_row, role_choices};
use crate::admin::own_account::password_rules;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::profile::ProfileForm;
use crate::context::{Frame, Section};
use crate::refused_form::RefusedForm;
use crate::templates::Values;

/// Shows the account and its forms; 404 for an unknown id.
pub async fn show(me: SignedIn, InPath(id): InPath<Uuid>, pages: Pages) -> Answer {
    let account = accounts::find(&pages.services, id).await?;
    pages.show("admin/account", page(&pages.services, &me, &account, None).await?)
}

/// Changes the role and redirects back; 400, 403 or 409 with the form.
pub async fn change_role(form: SignedInForm<Uuid>, pages: Pages) -> Answer {
    let account = accounts::find(&pages.services, form.path).await?;
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
    let says = say!("account-role-saved", username = account.username.as_str());
    let places = [("role", "role"), ("standing", "role"), ("current_password", "role_password")];
    answer_form(&pages, &form, &account, (changed, says), &places).await
}

/// Changes the profile and redirects back; 400 or 409 with the form as typed.
pub async fn change_profile(form: SignedInForm<Uuid>, pages: Pages) -> Answer {
    let account = accounts::find(&pages.services, form.path).await?;
    let (draft, password) = (ProfileForm::draft(&form.fields), form.fields.text("current_password"));
    let changed = accounts::change_profile(&pages.services, &form.me, account.id, &draft, Some(password)).await;
    let says = say!("account-profile-saved", username = account.username.as_str());
    answer_form(&pages, &form, &account, (changed, says), &[]).await
}

/// Sets a new password and redirects back; 400 with the form.
pub async fn set_password(form: SignedInForm<Uuid>, pages: Pages) -> Answer {
    let account = accounts::find(&pages.services, form.path).await?;
    let password = form.fields.text("new_password");
    let changed = accounts::set_password(&pages.services, &form.me.author(), &account, password).await;
    let says = say!("account-password-saved", username = account.username.as_str());
    let places = [("new_password", "new_password"), ("standing", "new_password")];
    answer_form(&pages, &form, &account, (changed, says), &places).await
}

/// Deactivates the account and redirects back; 400, 403 or 409 with the form.
pub async fn deactivate(form: SignedInForm<Uuid>, pages: Pages) -> Answer {
    let account = accounts::find(&pages.services, form.path).await?;
    let (change, password) = (StandingChange { role: None, active: Some(false) }, form.fields.text("current_password"));
    let changed = accounts::change_standing(&pages.services, &form.me, &account, change, password).await;
    let says = say!("account-was-deactivated", username = account.username.as_str());
    let places = [("current_password", "deactivation"), ("standing", "deactivation")];
    answer_form(&pages, &form, &account, (changed, says), &places).await
}

/// Takes the second factor off and redirects back; 400, 403 or 409 with the form.
pub async fn remove_second_factor(form: SignedInForm<Uuid>, pages: Pages) -> Answer {
    let account = accounts::find(&pages.services, form.path).await?;
    let password = form.fields.text("current_password");
    let removed = second_factor::remove(&pages.services, &form.me, &account, password).await;
    let removed = removed.map(|()| account.clone());
    let says = say!("account-factor-removed", username = account.username.as_str());
    let places = [("current_password", "second_factor"), ("standing", "second_factor")];
    answer_form(&pages, &form, &account, (removed, says), &places).await
}

/// Reactivates the account and redirects back.
pub async fn activate(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    let account = accounts::find(&services, form.path).await?;
    let change = StandingChange { role: None, active: Some(true) };
    let changed = accounts::change_standing(&services, &form.me, &account, change, "").await?;
    Ok(to_account(&form.me, &changed, say!("account-reactivated", username = changed.username.as_str())))
}

/// Redirects back after a change, and says what was done. After a refusal shows the page with a message at the top.
/// `places` say where on the page a field's error is; without them, the form is that of the profile.
async fn answer_form(
    pages: &Pages,
    form: &SignedInForm<Uuid>,
    account: &Account,
    (changed, says): (Result<Account, Failure>, Text),
    places: &[(&str, &str)],
) -> Answer {
    let refused = match changed {
        Ok(changed) => return Ok(to_account(&form.me, &changed, says)),
        Err(failure) => RefusedForm::of(failure)?,
    };
    let page = page(&pages.services, &form.me, account, Some(Refused { fields: &form.fields, form: &refused, places }))
        .await?;
    pages.show_as(refused.status, "admin/account", page)
}

/// One of the page's forms that was refused, and where on the page its errors are.
struct Refused<'a> {
    fields: &'a Fields,
    form: &'a RefusedForm,
    places: &'a [(&'a str, &'a str)],
}

async fn page(
    services: &Services,
    me: &SignedIn,
    account: &Account,
    refused: Option<Refused<'_>>,
) -> Result<Values, HttpError> {
    let mut frame = Frame::of(me, Text::verbatim(account.username.as_str()), Section::Admins);
    let (mut role, mut profile) = (account.role, ProfileForm::of(account));
    if let Some(Refused { fields, form: refused, places }) = refused {
        frame = frame.with_flash(Some(Flash::failed(refused.sentence.clone())));
        // The role that was sent stays chosen.
        role = accounts::parse_role(fields.text("role")).unwrap_or(role);
        if places.is_empty() {
            profile = ProfileForm::typed(fields, &refused.faults);
        }
        for (field, place) in places {
            let error = refused.faults.iter().find(|fault| fault.field == *field);
            let error = error.map(|fault| FieldError::new(*place, fault.message.clone()));
            profile.form = profile.form.with(error.as_slice());
        }
    }
    Ok(values! {
        ..profile.owned(account.id == me.id()),
        frame,
        roles: role_choices(role),
        account: account_row(account, me),
        policy: password_rules(services.sessions.password_policy().await?),
        has_second_factor: second_factor::standing(services, account).await?.on_since.is_some(),
    })
}

fn to_account(me: &SignedIn, account: &Account, says: Text) -> HttpResponse {
    answer::said(me, &format!("/admin/admins/{}", account.id), &Flash::done(says))
}
