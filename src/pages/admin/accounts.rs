//! `/admin/admins`: all accounts, open password reset requests, and new accounts.

use waffle_domain::account::Account;
use waffle_domain::new_account::AccountDraft;
use waffle_domain::role::Role;
use waffle_domain::wire::account::AccountView;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::{SignedIn, SignedInAt};
use waffle_language::{Text, say};
use waffle_service::actions::accounts;
use waffle_service::actions::passwords::{self, OpenReset};

use crate::Pages;
use crate::admin::own_account::password_rules;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Form;
use crate::context::{Frame, Section};
use crate::refused_form::ShownForm;
use crate::templates::Values;

/// Lists all roles, with the chosen one ticked, and what each may do.
pub fn role_choices(chosen: Role) -> [Values; 3] {
    Role::ALL.map(|role| {
        values! {
            value: role,
            label: Text::of_code("role", role.as_str()),
            detail: Text::of_code("role-detail", role.as_str()),
            checked: role == chosen,
        }
    })
}

/// Shows an account to a seller.
pub fn account_row(account: &Account, me: &SignedIn) -> Values {
    values! { ..AccountView::from(account), own: account.id == me.id() }
}

/// Shows all accounts and the open password reset requests. Reading the requests is audited.
pub async fn index(SignedInAt { me, origin }: SignedInAt, pages: Pages) -> Answer {
    let accounts = accounts::list(&pages.services).await?;
    let resets = passwords::open_resets(&pages.services, &me.author()).await?;
    let card = |OpenReset { reset, token }: &OpenReset| {
        values! {
            username: reset.username.as_str(),
            requested_at: reset.requested_at,
            expires_at: reset.expires_at,
            url: origin.reset_page(token),
        }
    };
    let rows = |active: bool| {
        let these = accounts.iter().filter(|account| account.active == active);
        these.map(|account| account_row(account, &me)).collect::<Vec<_>>()
    };
    pages.show(
        "admin/accounts",
        values! {
            frame: Frame::of(&me, say!("accounts-title"), Section::Admins),
            resets: resets.iter().map(card).collect::<Vec<_>>(),
            active: rows(true),
            inactive: rows(false),
        },
    )
}

/// Shows the empty form.
pub async fn new(me: SignedIn, pages: Pages) -> Answer {
    new_page(&pages, &me, Role::WaffleManager, ShownForm::fresh(Form::default())).await
}

/// Creates the account and redirects to the list; 400 or 409 with the form as typed, except the password.
pub async fn create(form: SignedInForm, pages: Pages) -> Answer {
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
    match accounts::create(&pages.services, &form.me.author(), &draft).await {
        Ok(account) => {
            let says = say!("new-account-created", username = account.username.as_str());
            Ok(answer::said(&form.me, "/admin/admins", &Flash::done(says)))
        }
        Err(failure) => {
            let role = Role::parse(&draft.role).unwrap_or(Role::Admin);
            let says = say!("new-account-refused");
            new_page(&pages, &form.me, role, ShownForm::refused(&form.fields, failure, says)?).await
        }
    }
}

async fn new_page(pages: &Pages, me: &SignedIn, role: Role, shown: ShownForm) -> Answer {
    pages.show_as(
        shown.status,
        "admin/new_account",
        values! {
            frame: Frame::of(me, say!("accounts-new"), Section::Admins),
            error: shown.says,
            policy: password_rules(pages.services.sessions.password_policy().await?),
            roles: role_choices(role),
            form: shown.form,
        },
    )
}
