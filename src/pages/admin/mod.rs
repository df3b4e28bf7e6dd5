//! The pages under `/admin`.

pub mod account;
pub mod accounts;
pub mod archive;
pub mod audit;
pub mod buyers;
pub mod dashboard;
pub mod delete_waffle;
pub mod draw;
pub mod edit_waffle;
pub mod manage;
pub mod manage_flash;
pub mod new_waffle;
pub mod own_account;
pub mod password_reset;
pub mod payment_methods;
pub mod reports;
pub mod second_factor;
pub mod sessions;
pub mod share;
pub mod share_templates;
pub mod sign_in;
pub mod sign_ins;
pub mod spot_table;
pub mod spots;
pub mod system_settings;
mod terms_form;
mod waffle_form;
