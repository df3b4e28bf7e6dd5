//! Second factors: sealing the secrets, making and checking codes.

use std::fmt;

use aes_gcm_siv::aead::{AeadInOut, KeyInit};
use aes_gcm_siv::{Aes256GcmSiv, Nonce};
use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use totp_rs::{Algorithm, Builder, Totp};
use uuid::Uuid;
use waffle_domain::second_factor::{DIGITS, RECOVERY_CODES, RecoveryHash, SECRET_BYTES, STEP_SECONDS, recovery_code};
use waffle_domain::username::Username;

use crate::config::Secret;
use crate::session::mac::derived;

/// The length of the nonce before a sealed secret, so that sealing it again gives other bytes.
const NONCE_BYTES: usize = 12;
/// How many steps before and after the current one are accepted too: clocks differ, and people need time to type.
const SKEW: u16 = 1;
/// The name that apps show alongside the username.
const ISSUER: &str = "Waffle";

/// Seals and opens the secrets that codes are made from, with a separate key derived from the server's secret.
pub struct FactorKeys(Aes256GcmSiv);

/// The secret that an account's codes are made from.
#[derive(Clone, PartialEq, Eq)]
pub struct FactorSecret([u8; SECRET_BYTES]);

/// Why second factors can't be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FactorError {
    /// The key can't seal: a bug.
    #[error("second factors can't be sealed")]
    Sealing,
    /// The stored secret was sealed with another key, or for another account.
    #[error("a second factor can't be opened: it was set up under another JWT_SECRET")]
    Opening,
}

impl FactorKeys {
    /// Derives the key from the server's secret; after that changes, no second factor opens.
    pub fn new(secret: &Secret) -> Self {
        Self(Aes256GcmSiv::new(&derived(secret, "waffle second factor key 1").into()))
    }

    /// Seals a secret for an account, to be stored.
    pub fn seal(&self, admin_id: Uuid, secret: &FactorSecret) -> Result<Vec<u8>, FactorError> {
        let nonce: [u8; NONCE_BYTES] = rand::random();
        let mut sealed = secret.0.to_vec();
        let outcome = self.0.encrypt_in_place(&Nonce::from(nonce), admin_id.as_bytes(), &mut sealed);
        outcome.map_err(|_| FactorError::Sealing)?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Opens the sealed secret of an account.
    pub fn open(&self, admin_id: Uuid, sealed: &[u8]) -> Result<FactorSecret, FactorError> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE_BYTES>().ok_or(FactorError::Opening)?;
        let mut opened = sealed.to_vec();
        let outcome = self.0.decrypt_in_place(&Nonce::from(*nonce), admin_id.as_bytes(), &mut opened);
        outcome.map_err(|_| FactorError::Opening)?;
        opened.try_into().map(FactorSecret).map_err(|_| FactorError::Opening)
    }
}

impl FactorSecret {
    /// Makes a random secret.
    pub fn random() -> Self {
        Self(rand::random())
    }

    /// Returns the time step whose code this is, the current one or a step before or after; `None` if it is no such
    /// code.
    pub fn step_of(&self, code: &str, now: DateTime<Utc>) -> Option<i64> {
        let now = u64::try_from(now.timestamp()).ok()?;
        self.totp()?.check(code, now).and_then(|step| i64::try_from(step).ok())
    }

    /// Returns the secret as people type it into an app.
    pub fn typed(&self) -> String {
        self.totp().map(|totp| totp.secret().to_base32()).unwrap_or_default()
    }

    /// Returns the address that an app reads from the QR code.
    pub fn address(&self, username: &Username) -> String {
        // Usernames need no encoding.
        let (secret, period) = (self.typed(), STEP_SECONDS);
        format!("otpauth://totp/{ISSUER}:{username}?secret={secret}&issuer={ISSUER}&digits={DIGITS}&period={period}")
    }

    fn totp(&self) -> Option<Totp> {
        Builder::new()
            .with_algorithm(Algorithm::SHA1)
            .with_digits(DIGITS)
            .with_skew(SKEW)
            .with_step_duration(STEP_SECONDS)
            .with_secret(self.0)
            .build()
            .ok()
    }
}

impl fmt::Debug for FactorSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FactorSecret(…)")
    }
}

/// Makes new recovery codes, in their plain form.
pub fn new_recovery_codes() -> [String; RECOVERY_CODES] {
    std::array::from_fn(|_| recovery_code(rand::random()))
}

/// Hashes an account's recovery code, given in its plain form. A fast hash is enough, since a code has 80 random bits.
pub fn recovery_hash(admin_id: Uuid, code: &str) -> RecoveryHash {
    Sha256::new().chain_update(admin_id.as_bytes()).chain_update(code.as_bytes()).finalize().into()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;
    use waffle_domain::username::Username;

    use super::{FactorError, FactorKeys, FactorSecret, new_recovery_codes, recovery_hash};
    use crate::config::Secret;

    fn keys(secret: &str) -> FactorKeys {
        FactorKeys::new(&Secret::new(secret))
    }

    /// The secret of RFC 6238, appendix B, whose codes have eight digits there: ours are the last six of them.
    fn of_the_rfc() -> FactorSecret {
        FactorSecret(*b"12345678901234567890")
    }

    #[test]
    fn the_codes_are_those_of_the_rfc() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            let at = |seconds| of_the_rfc().step_of(code, DateTime::from_timestamp(seconds, 0).unwrap());
            assert_eq!(at(seconds), Some(seconds / 30), "{code}");
            assert_eq!(at(seconds / 30 * 30 + 59), Some(seconds / 30), "{code} until a step later");
            assert_eq!(at(seconds / 30 * 30 - 30), Some(seconds / 30), "{code} from a step before");
            assert_eq!(at(seconds / 30 * 30 + 60), None, "{code}");
            assert_eq!(at(seconds / 30 * 30 - 31), None, "{code}");
        }
        for bad in ["", "28708", "2870822", "28708a", "٢٨٧٠٨٢"] {
            assert_eq!(of_the_rfc().step_of(bad, DateTime::from_timestamp(59, 0).unwrap()), None, "{bad}");
        }
        assert_eq!(of_the_rfc().step_of("287082", DateTime::from_timestamp(-1, 0).unwrap()), None);
    }

    #[test]
    fn a_sealed_secret_opens_for_its_account_under_its_key() {
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let keys_of_old = keys("a secret of more than thirty-two characters");
        let sealed = keys_of_old.seal(one, &of_the_rfc()).unwrap();
        assert_eq!(sealed.len(), 48);
        assert_ne!(sealed, keys_of_old.seal(one, &of_the_rfc()).unwrap());
        assert_eq!(keys_of_old.open(one, &sealed), Ok(of_the_rfc()));
        assert_eq!(keys_of_old.open(other, &sealed), Err(FactorError::Opening));
        assert_eq!(keys("another secret of more than thirty-two").open(one, &sealed), Err(FactorError::Opening));
        let mut changed = sealed.clone();
        changed[20] ^= 1;
        for bad in [&changed, &sealed[..47], &sealed[..3], &[]] {
            assert_eq!(keys_of_old.open(one, bad), Err(FactorError::Opening), "{bad:?}");
        }
    }

    #[test]
    fn an_app_reads_the_secret_from_its_address() {
        let username = Username::parse("anna.b").unwrap();
        assert_eq!(
            of_the_rfc().address(&username),
            "otpauth://totp/Waffle:anna.b?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Waffle&digits=6&period=30"
        );
        assert_eq!(format!("{:?}", of_the_rfc()), "FactorSecret(…)");
        assert_ne!(FactorSecret::random(), FactorSecret::random());
    }

    #[test]
    fn recovery_codes_differ_and_so_do_their_hashes() {
        let codes = new_recovery_codes();
        let hashes = |id: u128| codes.clone().map(|code| recovery_hash(Uuid::from_u128(id), &code));
        let mut all = [hashes(1), hashes(2)].concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 20);
        assert_eq!(hashes(1), hashes(1));
    }
}
