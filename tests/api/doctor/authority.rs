//! A certificate authority for the tests, with certificates from any time (RFC 5280).

use std::fs;
use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, TimeDelta, Utc};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use tempfile::TempDir;

const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const INTEGER: u8 = 0x02;
const BOOLEAN: u8 = 0x01;
const BITS: u8 = 0x03;
const BYTES: u8 = 0x04;
const TEXT: u8 = 0x0c;
const TIME: u8 = 0x18;
/// Names of algorithms and the like: ecdsa-with-SHA256, ecPublicKey, prime256v1, commonName, basicConstraints,
/// subjectAltName.
const SIGNED: &[u8] = &[0x06, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2];
const ELLIPTIC: &[u8] = &[0x06, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1];
const CURVE: &[u8] = &[0x06, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];
const COMMON_NAME: &[u8] = &[0x06, 3, 0x55, 4, 3];
const CONSTRAINTS: &[u8] = &[0x06, 3, 0x55, 0x1d, 0x13];
const ALTERNATIVE_NAMES: &[u8] = &[0x06, 3, 0x55, 0x1d, 0x11];

/// A certificate authority. Its files go with it.
pub(super) struct Authority {
    name: &'static str,
    key: EcdsaKeyPair,
    folder: TempDir,
}

/// A certificate and its key, in files.
pub(super) struct Issued {
    pub(super) certificate: String,
    pub(super) key: String,
}

impl Authority {
    pub(super) fn new(name: &'static str) -> Self {
        let (_, key) = new_key();
        let constraints = [CONSTRAINTS, &[BOOLEAN, 1, 0xff], &tlv(BYTES, &[&tlv(SEQUENCE, &[&[BOOLEAN, 1, 0xff]])])];
        let years = TimeDelta::days(1_000);
        let times = (now() - years, now() + years);
        let certificate = certificate((name, &key), (name, &key), times, &tlv(SEQUENCE, &constraints));
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("authority.pem"), pem("CERTIFICATE", &certificate)).unwrap();
        Self { name, key, folder }
    }

    /// The file for those who trust it.
    pub(super) fn file(&self) -> PathBuf {
        self.folder.path().join("authority.pem")
    }

    /// Makes a certificate for a name, valid from and until that many days from now.
    pub(super) fn issue(&self, name: &str, from: i64, until: i64) -> Issued {
        let (pkcs8, key) = new_key();
        // A DNS name.
        let names = tlv(BYTES, &[&tlv(SEQUENCE, &[&tlv(0x82, &[name.as_bytes()])])]);
        let times = (now() + TimeDelta::days(from), now() + TimeDelta::days(until) + TimeDelta::hours(1));
        let certificate =
            certificate((self.name, &self.key), (name, &key), times, &tlv(SEQUENCE, &[ALTERNATIVE_NAMES, &names]));
        let write = |kind: &str, name: String, der: &[u8]| {
            let file = self.folder.path().join(name);
            fs::write(&file, pem(kind, der)).unwrap();
            file.to_str().unwrap().to_owned()
        };
        Issued {
            certificate: write("CERTIFICATE", format!("{name}{from}{until}.pem"), &certificate),
            key: write("PRIVATE KEY", format!("{name}{from}{until}.key"), &pkcs8),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "certificates are judged by the real clock")]
fn now() -> DateTime<Utc> {
    Utc::now()
}

fn new_key() -> (Vec<u8>, EcdsaKeyPair) {
    let (algorithm, random) = (&ECDSA_P256_SHA256_ASN1_SIGNING, SystemRandom::new());
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
    (pkcs8.as_ref().to_vec(), EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).unwrap())
}

/// A certificate for a key, with one extension, signed by another one.
fn certificate(
    (issuer, issuers_key): (&str, &EcdsaKeyPair),
    (name, key): (&str, &EcdsaKeyPair),
    (from, until): (DateTime<Utc>, DateTime<Utc>),
    extension: &[u8],
) -> Vec<u8> {
    let algorithm = tlv(SEQUENCE, &[SIGNED]);
    let called = |name: &str| {
        let name = tlv(SEQUENCE, &[COMMON_NAME, &tlv(TEXT, &[name.as_bytes()])]);
        tlv(SEQUENCE, &[&tlv(SET, &[&name])])
    };
    let time = |at: DateTime<Utc>| tlv(TIME, &[at.format("%Y%m%d%H%M%SZ").to_string().as_bytes()]);
    let key = tlv(SEQUENCE, &[&tlv(SEQUENCE, &[ELLIPTIC, CURVE]), &tlv(BITS, &[&[0], key.public_key().as_ref()])]);
    let signed = tlv(
        SEQUENCE,
        &[
            // Version 3.
            &tlv(0xa0, &[&[INTEGER, 1, 2]]),
            &[INTEGER, 1, 1],
            &algorithm,
            &called(issuer),
            &tlv(SEQUENCE, &[&time(from), &time(until)]),
            &called(name),
            &key,
            &tlv(0xa3, &[&tlv(SEQUENCE, &[extension])]),
        ],
    );
    let signature = issuers_key.sign(&SystemRandom::new(), &signed).unwrap();
    tlv(SEQUENCE, &[&signed, &algorithm, &tlv(BITS, &[&[0], signature.as_ref()])])
}

/// Writes a value of DER: its tag, its length, its parts.
fn tlv(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let value = parts.concat();
    let length = u16::try_from(value.len()).unwrap();
    let [high, low] = length.to_be_bytes();
    let head = match length {
        0..=127 => vec![tag, low],
        128..=255 => vec![tag, 0x81, low],
        _ => vec![tag, 0x82, high, low],
    };
    [head, value].concat()
}

fn pem(kind: &str, der: &[u8]) -> String {
    let lines: Vec<_> =
        STANDARD.encode(der).into_bytes().chunks(64).map(|line| String::from_utf8_lossy(line).into_owned()).collect();
    format!("-----BEGIN {kind}-----\n{}\n-----END {kind}-----\n", lines.join("\n"))
}
