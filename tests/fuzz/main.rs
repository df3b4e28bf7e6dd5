//! Everything that reads input from outside, tried with random inputs: whatever comes, a reader never panics, takes
//! hardly any time, and keeps its promises. `make test` tries each corpus and a fraction of a second of random inputs;
//! `make fuzz` continues for ten minutes of CPU time each.
//!
//! A new target is a file in `targets/` with a `TARGET`, its line in `targets/mod.rs`, its name below, and a few inputs
//! in `corpus/NAME/`.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod corpus;
mod engine;
mod inputs;
mod shorter;
mod targets;
mod watchdog;

macro_rules! fuzz {
    ($($name:ident,)+) => {
        $(#[test]
        fn $name() {
            engine::run(stringify!($name), &targets::$name::TARGET);
        })+
    };
}

fuzz! {
    claim_form,
    claim_json,
    draw_entries,
    forwarded_for,
    frames,
    handle,
    idempotency_key,
    link,
    payments_text,
    placeholders,
    slug,
    spot_numbers,
    trusted_proxies,
    user_agent,
    whois_answer,
    whois_server,
}
