//! `/api/admin`, and the sign-in page

mod accounts;
mod audit;
mod blocked_handles;
mod buyers;
mod crowded_sign_in;
mod guarded;
mod me;
mod money_desk;
mod payments;
mod reports;
pub(crate) mod roles;
pub(crate) mod second_factor;
mod seller;
mod sessions;
mod settings;
mod sharing;
mod sign_in;
mod sign_in_page;
mod sign_ins;
mod sign_out;
mod spots;
mod uploads;
mod waffles;
