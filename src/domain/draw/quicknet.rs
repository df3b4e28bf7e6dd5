//! drand's chain quicknet, which many organisations sign together. Its values are here, not in the configuration: only
//! a chain with all of them is called drand, and unpredictable. Every other chain is private.

use crate::draw::beacon::Chain;
use crate::draw::digest::{Digest, Hex};

/// The chain's hash.
pub const HASH: &str = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
/// The key that its rounds are signed with.
pub const PUBLIC_KEY: &str = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c\
    8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb\
    5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";
/// When its first round appeared, in seconds since 1970.
pub const GENESIS: i64 = 1_692_803_367;
/// The seconds between two rounds.
pub const PERIOD_SECONDS: u32 = 3;
/// The relays that visitors' browsers ask, whatever the configuration names.
pub const RELAYS: [&str; 4] =
    ["https://api.drand.sh", "https://api2.drand.sh", "https://api3.drand.sh", "https://drand.cloudflare.com"];

/// How a chain differs from quicknet although it has its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Differs {
    PublicKey,
    Genesis,
    Period,
}

/// Returns whether a hash is quicknet's. No server starts with this hash and another key, so its own draws with the
/// hash are quicknet's.
pub fn is_named(hash: Digest) -> bool {
    Digest::parse(HASH) == Some(hash)
}

/// Returns whether a chain is quicknet: hash, key, genesis and period.
pub fn is(chain: &Chain) -> bool {
    is_named(chain.hash()) && difference(chain).is_none()
}

/// Finds how a chain differs from quicknet, apart from its hash.
pub fn difference(chain: &Chain) -> Option<Differs> {
    let timetable = chain.timetable();
    if Hex::parse(PUBLIC_KEY) != Some(*chain.public_key().bytes()) {
        Some(Differs::PublicKey)
    } else if timetable.genesis() != GENESIS {
        Some(Differs::Genesis)
    } else if timetable.period_seconds() != PERIOD_SECONDS {
        Some(Differs::Period)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Differs, GENESIS, HASH, PERIOD_SECONDS, PUBLIC_KEY, difference, is};
    use crate::draw::beacon::{Chain, PublicKey};
    use crate::draw::digest::Hex;
    use crate::draw::round::{Round, Timetable};
    use crate::draw::tests::{QUICKNET_ROUND, QUICKNET_SIGNATURE};

    /// Another valid key: the generator of its group.
    const OTHER_KEY: &str = "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049\
        334cf11213945d57e5ac7d055d042b7e024aa2b2f08f0a91260805272dc51051\
        c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8";

    fn chain(hash: &str, key: &str, genesis: i64, period: u32) -> Chain {
        let key = PublicKey::new(Hex::parse(key).unwrap()).unwrap();
        Chain::new(Hex::parse(hash).unwrap(), key, Timetable::new(genesis, period).unwrap())
    }

    #[test]
    fn only_the_chain_with_all_four_values_is_quicknet() {
        let quicknet = chain(HASH, PUBLIC_KEY, GENESIS, PERIOD_SECONDS);
        assert!(is(&quicknet));
        let signature = Hex::parse(QUICKNET_SIGNATURE).unwrap();
        assert!(quicknet.verify(Round::try_from(QUICKNET_ROUND).unwrap(), signature).is_ok());
        for (other, differs) in [
            (chain(HASH, OTHER_KEY, GENESIS, PERIOD_SECONDS), Some(Differs::PublicKey)),
            (chain(HASH, PUBLIC_KEY, GENESIS + 1, PERIOD_SECONDS), Some(Differs::Genesis)),
            (chain(HASH, PUBLIC_KEY, GENESIS, 30), Some(Differs::Period)),
            (chain(&"ab".repeat(32), PUBLIC_KEY, GENESIS, PERIOD_SECONDS), None),
        ] {
            assert!(!is(&other));
            assert_eq!(difference(&other), differs);
        }
    }
}
