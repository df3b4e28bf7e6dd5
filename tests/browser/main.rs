//! The pages in Chromium, as buyers and sellers use them. Needs `chromium` and `chromedriver`: `.ci/install browser`
//! installs both.

#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod accounts;
#[path = "../api/app.rs"]
#[expect(dead_code, reason = "the other tests need more of it")]
mod app;
mod browser;
mod checking;
mod chromedriver;
mod claiming;
mod drawing;
mod evening;
mod every_page;
mod finding;
mod keyboard;
mod large_board;
mod live;
mod money_desk;
mod opening;
mod printing;
mod receipts;
mod replacing;
mod second_factor;
mod selling;
mod sharing;
mod shifts;
mod shop;
mod spot_drop;
mod stage;
mod stage_crowd;
mod wire;
mod without_scripts;
