//! The beacon that draws wait for, and its relays.

use serde::Deserialize;
use waffle_beacon::relay_url::RelayUrl;
use waffle_domain::draw::beacon::{Chain, PublicKey};
use waffle_domain::draw::digest::{Digest, Hex};
use waffle_domain::draw::quicknet::{self, Differs};
use waffle_domain::draw::round::{GENESIS, PERIOD_SECONDS, Timetable};

use super::{ConfigError, Environment, within};

/// The configuration of draws.
#[derive(Debug, Clone)]
pub struct Draw {
    /// The chain whose rounds decide.
    pub chain: Chain,
    /// The relays to ask for its rounds, in this order.
    pub relays: Vec<RelayUrl>,
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
}

impl Draw {
    /// Loads this section alone, for commands that need no database and no secrets.
    pub fn load(environment: &Environment) -> Result<Self, ConfigError> {
        environment.override_defaults()?.draw.parse()
    }

    /// Returns whether draws use a private chain. Its operator can know rounds before they appear, so its draws prove
    /// nothing to others.
    pub fn is_private(&self) -> bool {
        !quicknet::is(&self.chain)
    }

    /// Returns the configured chain if it has this hash and is private.
    pub fn private_chain(&self, hash: &str) -> Option<&Chain> {
        Some(&self.chain).filter(|own| self.is_private() && own.hash().to_string() == hash)
    }
}

impl RawDraw {
    pub(super) fn parse(self) -> Result<Draw, ConfigError> {
        let RawBeacon { chain, public_key, genesis, period_seconds, urls } = self.beacon;
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
        let chain = Chain::new(hash, key, timetable);
        refuse_false_quicknet(&chain)?;
        Ok(Draw { chain, relays })
    }
}

/// A chain with quicknet's hash must be quicknet.
fn refuse_false_quicknet(chain: &Chain) -> Result<(), ConfigError> {
    let Some(differs) = quicknet::difference(chain).filter(|_| quicknet::is_named(chain.hash())) else {
        return Ok(());
    };
    let timetable = chain.timetable();
    let (key, value, needed) = match differs {
        Differs::PublicKey => ("public_key", chain.public_key().bytes().to_string(), "the key of quicknet".to_owned()),
        Differs::Genesis => ("genesis", timetable.genesis().to_string(), quicknet::GENESIS.to_string()),
        Differs::Period => ("period_seconds", timetable.period_seconds().to_string(), "3".to_owned()),
    };
    let needed = format!(
        "{needed}, since draw.beacon.chain is the hash of drand's quicknet (a beacon of your own has a hash of its own)"
    );
    Err(ConfigError::bad_value(&format!("draw.beacon.{key}"), &value, &needed))
}

#[cfg(test)]
mod tests {
    use waffle_beacon::relay_url::RelayUrl;
    use waffle_domain::draw::quicknet;

    use super::Draw;
    use crate::config::Environment;

    /// A valid key that is not quicknet's: the generator of its group.
    const OTHER_KEY: &str = "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049\
        334cf11213945d57e5ac7d055d042b7e024aa2b2f08f0a91260805272dc51051\
        c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8";

    /// Loads the section with one variable set.
    fn with(key: &str, value: &str) -> Result<Draw, String> {
        let environment = Environment::default().with(format!("WAFFLE__DRAW__BEACON__{key}"), value);
        Draw::load(&environment).map_err(|error| error.to_string())
    }

    /// Loads the section with one variable set, and another chain than quicknet.
    fn with_other_chain(key: &str, value: &str) -> Result<Draw, String> {
        let environment = Environment::default().with("WAFFLE__DRAW__BEACON__CHAIN", "ab".repeat(32));
        let environment = environment.with(format!("WAFFLE__DRAW__BEACON__{key}"), value);
        Draw::load(&environment).map_err(|error| error.to_string())
    }

    #[test]
    fn it_is_loaded_without_a_database_and_without_secrets() {
        let draw = Draw::load(&Environment::default()).unwrap();
        assert!(quicknet::is(&draw.chain) && !draw.is_private());
        assert_eq!(draw.relays.iter().map(RelayUrl::as_str).collect::<Vec<_>>(), quicknet::RELAYS);
    }

    #[test]
    fn the_environment_names_another_beacon() {
        let draw = with("URLS", "http://127.0.0.1:9000/, https://relay.example/drand").unwrap();
        assert_eq!(draw.relays[0].as_str(), "http://127.0.0.1:9000");
        assert_eq!(with("CHAIN", &"AB".repeat(32)).unwrap().chain.hash().to_string(), "ab".repeat(32));
        for (key, value) in
            [("GENESIS", "0"), ("GENESIS", "253402300799"), ("PERIOD_SECONDS", "1"), ("PERIOD_SECONDS", "3600")]
        {
            assert!(with_other_chain(key, value).is_ok(), "{key}={value}");
        }
    }

    #[test]
    fn every_chain_but_quicknet_is_a_private_one() {
        let hash = quicknet::HASH;
        assert!(with("URLS", "http://127.0.0.1:9000").unwrap().private_chain(hash).is_none());
        let own = with("CHAIN", &"ab".repeat(32)).unwrap();
        assert!(own.is_private() && own.private_chain(&"ab".repeat(32)).is_some());
        assert!(own.private_chain(hash).is_none(), "a draw of another chain is not this one's");
    }

    #[test]
    fn what_has_the_hash_of_quicknet_has_its_key_and_its_times() {
        for (key, value, needed) in [
            ("PUBLIC_KEY", OTHER_KEY, "the key of quicknet"),
            ("GENESIS", "1692803368", "1692803367"),
            ("PERIOD_SECONDS", "30", "needs 3,"),
        ] {
            let sentence = with(key, value).unwrap_err();
            let name = format!("WAFFLE__DRAW__BEACON__{key}");
            let whole = [&*name, value, needed, "the hash of drand's quicknet", "leave it unset"];
            assert!(whole.iter().all(|words| sentence.contains(words)), "{sentence}");
            assert!(with_other_chain(key, value).unwrap().is_private(), "{key}");
        }
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
        assert!(sentence.contains("chain, genesis, period_seconds, public_key, urls"), "{sentence}");
    }
}
