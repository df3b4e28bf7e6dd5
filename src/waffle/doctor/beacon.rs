//! The relays of the beacon.

use waffle_beacon::http_client::Fetcher;
use waffle_beacon::relays::{Patience, Relays};
use waffle_service::clock::Clock;
use waffle_service::config::Config;

use super::report::Finding;

const NAME: &str = "beacon";
pub(super) const NAMES: super::Names = &[NAME];
const TO_DO: &str = "Check outbound HTTPS, this machine's clock, and the relays in WAFFLE__DRAW__BEACON__URLS.";

pub(super) async fn examine(config: &Config, clock: &Clock) -> Vec<Finding> {
    let relays = Relays::new(config.draw.chain, config.draw.relays.clone(), Fetcher::default(), Patience::default());
    let answers = relays.newest_of_each(clock.now()).await;
    let good = answers.iter().flatten().count();
    let failures: Vec<_> = answers.iter().filter_map(|answer| answer.as_ref().err()).map(ToString::to_string).collect();
    let seen = format!("{good} of {} relays have the newest round", answers.len());
    vec![match failures.as_slice() {
        [] => Finding::ok(NAME, seen),
        _ if good == 0 => Finding::wrong(NAME, format!("{seen}: {}", failures.join("; ")), TO_DO),
        _ => Finding::warning(NAME, format!("{seen}: {}", failures.join("; ")), TO_DO),
    }]
}
