//! `/api/admin/waffles`

mod activity;
mod bulk_pay;
mod create;
mod limits;
mod list;
mod show;
mod slugs;
