//! `/api/admin`: everything here but signing in and out needs a signed-in admin.

pub mod activity;
pub mod login;
pub mod logout;
pub mod me;
pub mod payment_methods;
pub mod reports;
pub mod share_templates;
pub mod spots;
pub mod waffles;
