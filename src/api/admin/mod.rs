//! `/api/admin`: everything here but signing in and out and a forgotten password needs a signed-in admin.

pub mod activity;
pub mod admins;
pub mod audit;
pub mod change_password;
pub mod forgot_password;
pub mod login;
pub mod login_history;
pub mod logout;
pub mod me;
pub mod password_resets;
pub mod payment_methods;
pub mod reports;
pub mod reset_password;
pub mod settings;
pub mod share_templates;
pub mod spots;
pub mod users;
pub mod waffles;
