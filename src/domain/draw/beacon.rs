//! A public beacon of randomness, as drand runs it: every few seconds it publishes a round, whose signature no one
//! knows in advance and everyone can verify.

use std::fmt;

use blst::BLST_ERROR;
use blst::min_sig;

use crate::draw::digest::{Digest, Hex, sha256};
use crate::draw::round::{Round, Timetable};

/// The domain separation tag of the scheme `bls-unchained-g1-rfc9380`.
pub const SIGNED_FOR: &[u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

/// A signature as it is sent: a compressed point of G1. It may be anything until it is verified.
pub type Signature = Hex<48>;
/// A signature in the API's description.
pub const SIGNATURE: &str = "^[0-9a-fA-F]{96}$";

/// Returns what a beacon signs for a round.
pub fn signed_message(round: Round) -> Digest {
    sha256(&round.get().to_be_bytes())
}

/// The public key of a chain: a point of G2 that is in the right group.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey {
    point: min_sig::PublicKey,
    bytes: Hex<96>,
}

impl PublicKey {
    /// Takes a compressed point. `None` if it is not a point of the group, or is the point at infinity, for which
    /// everything would be a valid signature.
    pub fn new(bytes: Hex<96>) -> Option<Self> {
        let point = min_sig::PublicKey::key_validate(bytes.as_bytes()).ok()?;
        Some(Self { point, bytes })
    }

    /// Returns the key in its compressed form.
    pub const fn bytes(&self) -> &Hex<96> {
        &self.bytes
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.bytes, formatter)
    }
}

/// A chain of rounds: its key, and when its rounds appear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chain {
    hash: Digest,
    public_key: PublicKey,
    timetable: Timetable,
}

/// A round of a chain, with its verified signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerifiedRound {
    chain: Digest,
    round: Round,
    signature: Signature,
}

/// Why a signature does not verify.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotVerified {
    #[error("The signature is no point of the curve's group.")]
    NoPoint,
    #[error("The signature is not that of the chain's key for this round.")]
    NotTheKeys,
}

impl Chain {
    /// Names a chain by its hash.
    pub const fn new(hash: Digest, public_key: PublicKey, timetable: Timetable) -> Self {
        Self { hash, public_key, timetable }
    }

    /// Returns the chain's name.
    pub const fn hash(&self) -> Digest {
        self.hash
    }

    /// Returns the key whose signatures count.
    pub const fn public_key(&self) -> &PublicKey {
        &self.public_key
    }

    /// Returns when the rounds appear.
    pub const fn timetable(&self) -> Timetable {
        self.timetable
    }

    /// Verifies the signature of a round, in a millisecond or two.
    pub fn verify(&self, round: Round, signature: Signature) -> Result<VerifiedRound, NotVerified> {
        // Checks that the point is in the group, and not at infinity; the key was checked when it was taken.
        let point = min_sig::Signature::sig_validate(signature.as_bytes(), true).map_err(|_| NotVerified::NoPoint)?;
        let message = signed_message(round);
        match point.verify(false, message.as_bytes(), SIGNED_FOR, &[], &self.public_key.point, false) {
            BLST_ERROR::BLST_SUCCESS => Ok(VerifiedRound { chain: self.hash, round, signature }),
            _ => Err(NotVerified::NotTheKeys),
        }
    }
}

impl VerifiedRound {
    /// Returns the hash of the round's chain.
    pub const fn chain(&self) -> Digest {
        self.chain
    }

    /// Returns the number of the round.
    pub const fn round(&self) -> Round {
        self.round
    }

    /// Returns the signature.
    pub const fn signature(&self) -> Signature {
        self.signature
    }

    /// Returns the randomness of the round, which is the hash of its signature.
    pub fn randomness(&self) -> Digest {
        sha256(self.signature.as_bytes())
    }
}

#[cfg(test)]
mod tests;
