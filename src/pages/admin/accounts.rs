//! `/admin/admins`: all accounts, open password reset requests, and new accounts.

use actix_web::web;
use serde::Serialize;
use waffle_domain::account::Account;
use waffle_domain::new_account::AccountDraft;
use waffle_domain::role::{Permission, Role};
use waffle_domain::wire::account::AccountView;
use waffle_http::error::HttpError;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::{SignedIn, SignedInAt};
use waffle_service::actions::accounts;
use waffle_service::actions::passwords::{self, OpenReset};

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::{Choice, Form};
use crate::context::{Frame, Moment, Section};
use crate::refused_form::RefusedForm;

/// `GET /admin/admins`.
#[derive(Debug, Serialize)]
pub struct AccountsPage<'a> {
    pub frame: Frame,
    /// Open requests for a password reset, newest first.
    pub resets: Vec<ResetCard>,
    pub active: Vec<AccountRow<'a>>,
    pub inactive: Vec<AccountRow<'a>>,
}

template!(AccountsPage<'_>: "admin/accounts");

/// One account.
#[derive(Debug, Serialize)]
pub struct AccountRow<'a> {
    #[serde(flatten)]
    pub account: AccountView<'a>,
    /// Whether this is the reader's own account.
    pub own: bool,
}

/// An open request for a password reset. Holds a secret.
#[derive(Debug, Clone, Serialize)]
pub struct ResetCard {
    pub id: String,
    pub username: String,
    pub requested: Moment,
    pub expires: Moment,
    /// The reset link to hand over.
    pub url: String,
}

/// `GET /admin/admins/new`, and the answer to an invalid form.
#[derive(Debug, Clone, Serialize)]
pub struct NewAccountPage {
    pub frame: Frame,
    /// A sentence above the form.
    pub error: Option<String>,
    pub policy: String,
    pub roles: Vec<Choice>,
    pub form: Form,
}

template!(NewAccountPage: "admin/new_account");

/// Lists all roles, with the chosen one ticked, and what each may do.
pub fn role_choices(chosen: Role) -> Vec<Choice> {
    let choice = |role: Role| Choice {
        value: role.to_string(),
        label: role.words().to_owned(),
        detail: Some(match role {
            Role::SuperAdmin => "Everything, including accounts and system settings.".to_owned(),
            Role::Admin => "Waffles, archiving and deleting, payment methods, audit log.".to_owned(),
            Role::WaffleManager => "Waffles, spots, winners, share templates, reports.".to_owned(),
        }),
        checked: role == chosen,
    };
    Role::ALL.into_iter().map(choice).collect()
}

impl<'a> AccountRow<'a> {
    /// Shows an account to a seller.
    pub fn new(account: &'a Account, me: &SignedIn) -> Self {
        Self { account: account.into(), own: account.id == me.id() }
    }
}

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
        these.map(|account| AccountRow::new(account, &me)).collect()
    };
    let page = AccountsPage {
        frame: Frame::of(&me, "Accounts", Section::Admins),
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
    Ok(NewAccountPage {
        frame: Frame::of(me, "New account", Section::Admins),
        error,
        policy,
        roles: role_choices(role),
        form,
    })
}
