//! `/api/admin`: everything here but signing in and out needs a signed-in admin.

pub mod login;
pub mod logout;
pub mod me;
