//! Keys derived from the server's secret, one for each purpose: after a change of the secret, no earlier signature is
//! valid.

use aes_gcm_siv::aead::{AeadInOut, KeyInit};
use aes_gcm_siv::{Aes256GcmSiv, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hmac;

use crate::config::Secret;

/// Derives a key for a purpose.
pub fn derived(secret: &Secret, purpose: &str) -> [u8; 32] {
    sha256_mac(&hmac::Key::new(hmac::HMAC_SHA256, secret.expose().as_bytes()), purpose.as_bytes())
}

/// Makes the MAC of a message.
pub fn sha256_mac(key: &hmac::Key, message: &[u8]) -> [u8; 32] {
    let mut mac = [0; 32];
    mac.iter_mut().zip(hmac::sign(key, message).as_ref()).for_each(|(to, from)| *to = *from);
    mac
}

/// Encrypts data that leaves the server and comes back, in URL-safe characters. The same data looks the same each time:
/// the cipher is designed for that. Without the key, it reveals nothing, not even how two of them are related, and a
/// forged one opens with a probability of 2⁻¹²⁸.
pub struct SealKey(Aes256GcmSiv);

impl SealKey {
    /// Derives the key for a purpose.
    pub fn derived(secret: &Secret, purpose: &str) -> Self {
        Self(Aes256GcmSiv::new(&derived(secret, purpose).into()))
    }

    /// Seals data for an owner; `None` if it is too long for the cipher.
    pub fn seal(&self, owner: &str, mut data: Vec<u8>) -> Option<String> {
        self.0.encrypt_in_place(&Nonce::default(), owner.as_bytes(), &mut data).ok()?;
        Some(URL_SAFE_NO_PAD.encode(data))
    }

    /// Opens an owner's data; `None` if it was not sealed with this key for this owner. The tag is compared in constant
    /// time.
    pub fn open(&self, owner: &str, sealed: &str) -> Option<Vec<u8>> {
        let mut data = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        self.0.decrypt_in_place(&Nonce::default(), owner.as_bytes(), &mut data).ok()?;
        Some(data)
    }
}

/// Signs data that leaves the server and comes back: HMAC with SHA-256, in URL-safe characters.
pub struct MacKey(hmac::Key);

impl MacKey {
    /// Derives the key for a purpose.
    pub fn derived(secret: &Secret, purpose: &str) -> Self {
        let key = URL_SAFE_NO_PAD.encode(derived(secret, purpose));
        Self(hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes()))
    }

    /// Makes the MAC of a message.
    pub fn sign(&self, message: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac::sign(&self.0, message.as_bytes()))
    }

    /// Returns whether a MAC is valid for the message, in constant time.
    pub fn holds(&self, message: &str, mac: &str) -> bool {
        URL_SAFE_NO_PAD.decode(mac).is_ok_and(|mac| hmac::verify(&self.0, message.as_bytes(), &mac).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::{MacKey, derived};
    use crate::config::Secret;

    #[test]
    fn keys_stay_the_same_from_version_to_version() {
        let secret = Secret::new("a secret of more than thirty-two characters");
        let key = "BM81bdgoYJhZcxZKaR4aPlfBU4eC8f8XLmdeGf_aMrc";
        assert_eq!(URL_SAFE_NO_PAD.encode(derived(&secret, "waffle csrf key 1")), key);
        let mac = "7ky3leezAUvnY0jjTTfWpWHNn5ysuIgZT69_xamhnxQ";
        assert_eq!(MacKey::derived(&secret, "waffle csrf key 1").sign("a message"), mac);
    }
}
