//! `/admin/admins`: all accounts, open password reset requests, and new accounts.

use actix_web::web;
use waffle_domain::new_account::AccountDraft;
use waffle_domain::role::{Permission, Role};
use waffle_http::error::HttpError;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::{SignedIn, SignedInAt};
use waffle_service::actions::{accounts, passwords, passwords::OpenReset};

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::accounts::{AccountRow, AccountsPage, NewAccountPage, ResetCard, RoleChoice};
use crate::context::flash::Flash;
use crate::context::form::Form;
use crate::context::{Frame, Section};
use crate::refused_form::RefusedForm;

/// Shows all accounts and the open password reset requests. Reading the requests is audited.
pub async fn index(SignedInAt { me, origin }: SignedInAt, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ManageAdmins)?;
    let accounts = accounts::list(&pages.services).await?;
    let resets = passwords::open_resets(&pages.services, &me.author()).await?;
    let card = |open: &OpenReset| ResetCard {
        id: open.reset.id.to_string(),
        username: open.reset.username.to_string(),
        requested: open.reset.requested_at.into(),
        expires: open.reset.expires_at.into(),
        url: origin.reset_page(&open.token),
    };
    let rows = |active: bool| {
        let these = accounts.iter().filter(|account| account.active == active);
        these.map(|account| AccountRow::new(account, account.id == me.id())).collect()
    };
    let page = AccountsPage {
        frame: frame(&me, "Accounts"),
        resets: resets.iter().map(card).collect(),
        active: rows(true),
        inactive: rows(false),
    };
    answer::page(pages.templates.render(&page))
}

/// Shows the empty form.
pub async fn new(me: SignedIn, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ManageAdmins)?;
    answer::page(pages.templates.render(&new_page(&pages, &me, Role::WaffleManager, Form::default(), None).await?))
}

/// Creates the account and redirects to the list; 400 or 409 with the form as typed, except the password.
pub async fn create(form: SignedInForm, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ManageAdmins)?;
    let text = |name| form.fields.text(name).to_owned();
    let draft = AccountDraft {
        username: text("username"),
        email: text("email"),
        password: text("password"),
        role: text("role"),
        first_name: text("first_name"),
        last_name: text("last_name"),
        display_name: text("display_name"),
    };
    let refused = match accounts::create(&pages.services, &form.me.author(), &draft).await {
        Ok(account) => {
            let says =
                format!("{} can sign in now. Pass on the password yourself. We don’t send e-mail.", account.username);
            return Ok(answer::said(&form.me, "/admin/admins", &Flash::done(says)));
        }
        Err(failure) => RefusedForm::of(failure)?,
    };
    let role = Role::parse(form.fields.text("role")).unwrap_or(Role::Admin);
    let error = Some("Not created yet. Check the highlighted fields and enter the password again.".to_owned());
    let typed = Form::typed(&form.fields, &refused.faults);
    answer::page_with(refused.status, pages.templates.render(&new_page(&pages, &form.me, role, typed, error).await?))
}

async fn new_page(
    pages: &Pages,
    me: &SignedIn,
    role: Role,
    form: Form,
    error: Option<String>,
) -> Result<NewAccountPage, HttpError> {
    let policy = pages.services.sessions.password_policy().await?.to_string();
    Ok(NewAccountPage { frame: frame(me, "New account"), error, policy, roles: RoleChoice::all(role), form })
}

fn frame(me: &SignedIn, title: &str) -> Frame {
    Frame::of(me, title, Section::Admins)
}
