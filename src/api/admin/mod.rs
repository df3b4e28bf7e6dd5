//! `/api/admin`: for signed-in admins only, except for signing in and out and forgotten passwords.

pub mod accounts;
pub mod activity;
pub mod audit;
pub mod blocked_handles;
pub mod buyers;
pub mod change_password;
pub mod forgot_password;
pub mod me;
pub mod merge_users;
pub mod money_desk;
pub mod password_resets;
pub mod payers;
pub mod payment_methods;
pub mod reports;
pub mod reset_password;
pub mod second_factor;
pub mod seller;
pub mod sessions;
pub mod settings;
pub mod share_templates;
pub mod sign_in;
pub mod sign_ins;
pub mod sign_out;
pub mod spots;
pub mod uploads;
pub mod waffles;
