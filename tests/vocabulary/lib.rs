//! What tests and benchmarks of the whole service have in common.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

pub mod app;
pub mod browser;
pub mod buyer;
pub mod described;
pub mod exposition;
pub mod flaky_network;
pub mod metrics;
pub mod pages;
pub mod pictures;
pub mod program;
#[path = "../../benches/rig/mod.rs"]
pub mod rig;
pub mod seller;
pub mod shop;
pub mod sign_in;
pub mod watcher;

pub use app::{Answer, Site, TestApp, answer, answer_beside, noon};
pub use flaky_network::FlakyNetwork;
pub use pages::{Page, Visitor, words};
pub use seller::{Seller, Waffle};
pub use sign_in::{
    PASSWORD, bearer, call_as, each, faults, form, form_with_file, login, login_from, me, refusal, refused, token,
    with_cookie,
};
pub use watcher::Watcher;

/// The folder of the whole project.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
