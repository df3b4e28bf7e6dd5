//! `/api/admin/waffles`

mod activity;
mod archive;
mod bulk_pay;
mod by_hand;
mod clone;
mod create;
mod edit;
mod list;
mod slugs;
mod terms;
mod tries;
mod winners;
