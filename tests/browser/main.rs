//! The pages in Chromium, as buyers and sellers use them. Needs `chromium` and `chromedriver`:
//! `.ci/install-packages browser` installs both.

#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod accounts;
mod checking;
mod claiming;
mod dispute;
mod drawing;
mod evening;
mod every_page;
mod finding;
mod header;
mod home_screen;
mod keys;
mod languages;
mod large_board;
mod layout_shifts;
mod live;
mod money_desk;
mod opening;
mod photo;
mod printing;
mod receipts;
mod replacing;
mod second_factor;
mod seller;
mod selling;
mod sharing;
mod spot_drop;
mod stage;
mod stage_crowd;
mod without_scripts;
