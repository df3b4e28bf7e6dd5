//! The pages under `/admin`.

pub mod dashboard;
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
