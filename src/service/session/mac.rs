//! Keys derived from the server's secret, one for each purpose: after a change of the secret, no earlier signature is
//! valid.

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
