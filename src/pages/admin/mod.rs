//! The pages under `/admin`.

pub mod archive;
pub mod dashboard;
pub mod delete_waffle;
pub mod draw;
pub mod edit_waffle;
pub mod flash;
pub mod manage;
pub mod new_waffle;
pub mod payment_methods;
pub mod reports;
pub mod share;
pub mod share_templates;
pub mod sign_in;
pub mod spot_table;
pub mod spots;
mod waffle_form;
