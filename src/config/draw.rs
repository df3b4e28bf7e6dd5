//! The beacon that draws wait for, and its relays.

use serde::Deserialize;
use waffle_beacon::relay_url::RelayUrl;
use waffle_domain::draw::beacon::{Chain, PublicKey};
use waffle_domain::draw::digest::{Digest, Hex};
use waffle_domain::draw::round::{GENESIS, PERIOD_SECONDS, Timetable};

use super::{ConfigError, Environment, within};

/// What draws go by.
#[derive(Debug, Clone)]
pub struct Draw {
    /// The chain whose rounds decide.
    pub chain: Chain,
    /// Who is asked for its rounds, in this order.
    pub relays: Vec<RelayUrl>,
    /// Whether somebody here can know the chain's rounds before they appear, so that its draws prove nothing.
    pub demonstration: bool,
}

/// The section as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDraw {
    beacon: RawBeacon,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBeacon {
    chain: String,
    public_key: String,
    genesis: u64,
    period_seconds: u32,
    urls: String,
    demonstration: bool,
}

impl Draw {
    /// Loads this section alone, for commands that need no database and no secrets.
    pub fn load(environment: &Environment) -> Result<Self, ConfigError> {
        environment.override_defaults()?.draw.parse()
    }

    /// Returns the demonstration's chain if a draw was made with it; none for a real draw.
    pub fn demonstrated(&self, chain: &str) -> Option<&Chain> {
        Some(&self.chain).filter(|own| self.demonstration && own.hash().to_string() == chain)
    }
}

impl RawDraw {
    pub(super) fn parse(self) -> Result<Draw, ConfigError> {
        let RawBeacon { chain, public_key, genesis, period_seconds, urls, demonstration } = self.beacon;
        let hash = Digest::parse(chain.trim()).ok_or_else(|| {
            ConfigError::bad_value("draw.beacon.chain", &chain, "the hash of a chain, which has 64 hexadecimal digits")
        })?;
        let key = Hex::parse(public_key.trim()).and_then(PublicKey::new).ok_or_else(|| {
            let needed =
                "the public key of a chain with signatures in G1: 192 hexadecimal digits that are a point of G2";
            ConfigError::bad_value("draw.beacon.public_key", &public_key, needed)
        })?;
        let latest = GENESIS.end().unsigned_abs();
        within("draw.beacon.genesis", genesis, GENESIS.start().unsigned_abs(), latest)?;
        let (shortest, longest) = (u64::from(*PERIOD_SECONDS.start()), u64::from(*PERIOD_SECONDS.end()));
        within("draw.beacon.period_seconds", period_seconds.into(), shortest, longest)?;
        let timetable = i64::try_from(genesis).ok().and_then(|genesis| Timetable::new(genesis, period_seconds));
        let timetable = timetable.ok_or_else(|| {
            ConfigError::bad_value("draw.beacon.genesis", &genesis.to_string(), "a time in seconds since 1970")
        })?;
        let relays = RelayUrl::parse_list(&urls).ok_or_else(|| {
            let needed = "1 to 16 different http:// or https:// addresses, separated by commas, each with no user and \
                          no query, as in https://api.drand.sh, https://drand.cloudflare.com";
            ConfigError::bad_value("draw.beacon.urls", &urls, needed)
        })?;
        Ok(Draw { chain: Chain::new(hash, key, timetable), relays, demonstration })
    }
}

#[cfg(test)]
mod tests {
    use super::Draw;
    use crate::config::Environment;

    /// Loads the section with one variable set.
    fn with(key: &str, value: &str) -> Result<Draw, String> {
        let environment = Environment::default().with(format!("WAFFLE__DRAW__BEACON__{key}"), value);
        Draw::load(&environment).map_err(|error| error.to_string())
    }

    #[test]
    fn it_is_loaded_without_a_database_and_without_secrets() {
        let draw = Draw::load(&Environment::default()).unwrap();
        assert_eq!((draw.chain.timetable().genesis(), draw.chain.timetable().period_seconds()), (1_692_803_367, 3));
        let relays: Vec<_> = draw.relays.iter().map(ToString::to_string).collect();
        let drand = ["https://api.drand.sh", "https://api2.drand.sh", "https://api3.drand.sh"];
        assert_eq!(relays, [&drand[..], &["https://drand.cloudflare.com"]].concat());
    }

    #[test]
    fn the_environment_names_another_beacon() {
        let draw = with("URLS", "http://127.0.0.1:9000/, https://relay.example/drand").unwrap();
        assert_eq!(draw.relays[0].as_str(), "http://127.0.0.1:9000");
        assert_eq!(with("CHAIN", &"AB".repeat(32)).unwrap().chain.hash().to_string(), "ab".repeat(32));
        for (key, value) in
            [("GENESIS", "0"), ("GENESIS", "253402300799"), ("PERIOD_SECONDS", "1"), ("PERIOD_SECONDS", "3600")]
        {
            assert!(with(key, value).is_ok(), "{key}={value}");
        }
    }

    #[test]
    fn only_draws_of_a_chain_for_demonstrations_are_called_so() {
        let chain = Draw::load(&Environment::default()).unwrap().chain.hash().to_string();
        let demonstrated = |draw: &Draw, chain: &str| draw.demonstrated(chain).is_some();
        assert!(!demonstrated(&Draw::load(&Environment::default()).unwrap(), &chain));
        let demonstration = with("DEMONSTRATION", "true").unwrap();
        assert!(demonstrated(&demonstration, &chain) && !demonstrated(&demonstration, &"ab".repeat(32)));
        assert!(with("DEMONSTRATION", "perhaps").is_err());
    }

    #[test]
    fn a_bad_value_is_named_with_what_is_needed() {
        let infinity = format!("c0{}", "0".repeat(190));
        for (key, value, needed) in [
            ("CHAIN", "52db9ba7", "64 hexadecimal digits"),
            ("CHAIN", "", "64 hexadecimal digits"),
            ("PUBLIC_KEY", "83cf0f", "192 hexadecimal digits"),
            ("PUBLIC_KEY", &"0".repeat(192), "a point of G2"),
            ("PUBLIC_KEY", &infinity, "a point of G2"),
            ("GENESIS", "-1", ""),
            ("GENESIS", "253402300800", "from 0 to 253402300799"),
            ("GENESIS", "2023-08-23", ""),
            ("PERIOD_SECONDS", "0", "from 1 to 3600"),
            ("PERIOD_SECONDS", "3601", "from 1 to 3600"),
            ("URLS", "", "http://"),
            ("URLS", "api.drand.sh", "http://"),
            ("URLS", "https://u:p@api.drand.sh", "no user"),
            ("URLS", "https://a.example,https://a.example/", "different"),
        ] {
            let sentence = with(key, value).unwrap_err();
            let name = format!("WAFFLE__DRAW__BEACON__{key}");
            assert!(sentence.contains(&name) && sentence.contains(value) && sentence.contains(needed), "{sentence}");
        }
        let sentence = with("URL", "https://a.example").unwrap_err();
        assert!(sentence.contains("chain, demonstration, genesis, period_seconds, public_key, urls"), "{sentence}");
    }
}
