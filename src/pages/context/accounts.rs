//! Seller accounts, as a super admin sees them.

use serde::Serialize;
use waffle_domain::account::Account;
use waffle_domain::role::Role;

use crate::context::form::Form;
use crate::context::profile::ProfileForm;
use crate::context::{Frame, Moment};

/// `GET /admin/admins`.
#[derive(Debug, Clone, Serialize)]
pub struct AccountsPage {
    pub frame: Frame,
    /// Open requests for a password reset, newest first.
    pub resets: Vec<ResetCard>,
    pub active: Vec<AccountRow>,
    pub inactive: Vec<AccountRow>,
}

template!(AccountsPage: "admin/accounts");

/// One account.
#[derive(Debug, Clone, Serialize)]
pub struct AccountRow {
    /// The account's uuid.
    pub id: String,
    pub username: String,
    /// The name in the navigation, if it differs from the username.
    pub name: Option<String>,
    pub email: String,
    pub role: &'static str,
    pub role_label: &'static str,
    pub active: bool,
    pub last_login: Option<Moment>,
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
    pub roles: Vec<RoleChoice>,
    pub form: Form,
}

template!(NewAccountPage: "admin/new_account");

/// `GET /admin/admins/:id`, and the answers to invalid forms.
#[derive(Debug, Clone, Serialize)]
pub struct AccountPage {
    pub frame: Frame,
    pub account: AccountRow,
    pub created: Moment,
    pub roles: Vec<RoleChoice>,
    /// Why the role form was refused: the role here, the confirming password below.
    pub role_error: Option<String>,
    pub role_password_error: Option<String>,
    #[serde(flatten)]
    pub profile: ProfileForm,
    pub policy: String,
    pub new_password_error: Option<String>,
    pub deactivation_error: Option<String>,
    /// Whether signing in takes a code.
    pub has_second_factor: bool,
    pub second_factor_error: Option<String>,
}

template!(AccountPage: "admin/account");

/// A role to choose from.
#[derive(Debug, Clone, Serialize)]
pub struct RoleChoice {
    pub value: &'static str,
    pub label: &'static str,
    /// What the role may do.
    pub detail: &'static str,
    pub chosen: bool,
}

impl RoleChoice {
    /// Lists all roles, with the chosen one marked.
    pub fn all(chosen: Role) -> Vec<Self> {
        let choice = |role: Role| Self {
            value: role.as_str(),
            label: role_label(role),
            detail: match role {
                Role::SuperAdmin => "Everything, including accounts and system settings.",
                Role::Admin => "Waffles, archiving and deleting, payment methods, audit log.",
                Role::WaffleManager => "Waffles, spots, winners, share templates, reports.",
            },
            chosen: role == chosen,
        };
        Role::ALL.into_iter().map(choice).collect()
    }
}

/// The name of a role for people.
pub const fn role_label(role: Role) -> &'static str {
    match role {
        Role::SuperAdmin => "Super admin",
        Role::Admin => "Admin",
        Role::WaffleManager => "Waffle manager",
    }
}

impl AccountRow {
    /// Shows an account.
    pub fn new(account: &Account, own: bool) -> Self {
        let username = account.username.to_string();
        Self {
            id: account.id.to_string(),
            name: Some(account.nav_name()).filter(|name| *name != username),
            username,
            email: account.email.to_string(),
            role: account.role.as_str(),
            role_label: role_label(account.role),
            active: account.active,
            last_login: account.last_login_at.map(Moment::from),
            own,
        }
    }
}
