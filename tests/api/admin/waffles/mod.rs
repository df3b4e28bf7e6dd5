//! `/api/admin/waffles`

mod activity;
mod archive;
mod bulk_pay;
mod by_hand;
mod create;
mod edit;
mod guarded;
mod limits;
mod list;
mod show;
mod slugs;
mod terms;
mod winners;
