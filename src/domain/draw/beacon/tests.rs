use blst::min_sig;
use proptest::prelude::{any, prop_assert, proptest};
use proptest::sample::Index;

use super::{Chain, NotVerified, PublicKey, SIGNED_FOR, Signature, signed_message};
use crate::draw::digest::{Digest, Hex};
use crate::draw::round::{Round, Timetable};
use crate::draw::tests::{QUICKNET_ROUND, QUICKNET_SIGNATURE, quicknet};

/// A compressed point, and the one at infinity.
const COMPRESSED: u8 = 0x80;
const INFINITY: u8 = 0xc0;

fn round(number: u64) -> Round {
    Round::try_from(number).unwrap()
}

fn signature(text: &str) -> Signature {
    Hex::parse(text).unwrap()
}

/// A key for these tests, and its chain.
fn own_chain(secret: u8) -> (min_sig::SecretKey, Chain) {
    let secret = min_sig::SecretKey::key_gen(&[secret; 32], &[]).unwrap();
    let key = PublicKey::new(Hex::of(secret.sk_to_pk().compress())).unwrap();
    (secret, Chain::new(Digest::of([7; 32]), key, Timetable::new(0, 1).unwrap()))
}

fn sign(secret: &min_sig::SecretKey, number: u64) -> Signature {
    Hex::of(secret.sign(signed_message(round(number)).as_bytes(), SIGNED_FOR, &[]).compress())
}

fn quicknets() -> Signature {
    signature(QUICKNET_SIGNATURE)
}

fn point_at_infinity<const N: usize>() -> Hex<N> {
    let mut bytes = [0; N];
    bytes[0] = INFINITY;
    Hex::of(bytes)
}

#[test]
fn the_published_rounds_of_quicknet_verify() {
    for (number, signed, randomness) in [
        (QUICKNET_ROUND, QUICKNET_SIGNATURE, "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"),
        (
            1_000,
            "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
            "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
        ),
        (
            123,
            "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
            "fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc",
        ),
        (
            1,
            "b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b",
            "1466a6cd24e327188770752f6134001c64d6efcc590ccc26b721611ad96f165a",
        ),
    ] {
        let verified = quicknet().verify(round(number), signature(signed)).unwrap();
        assert_eq!(verified.randomness().to_string(), randomness);
        assert_eq!((verified.round(), verified.chain()), (round(number), quicknet().hash()));
        assert_eq!(verified.signature(), signature(signed));
    }
}

#[test]
fn the_signature_of_another_round_or_another_key_is_refused() {
    for number in [1, QUICKNET_ROUND - 1, QUICKNET_ROUND + 1, QUICKNET_ROUND << 8] {
        assert_eq!(quicknet().verify(round(number), quicknets()), Err(NotVerified::NotTheKeys));
    }
    let ((ours, chain), (_, other)) = (own_chain(1), own_chain(2));
    assert!(chain.verify(round(9), sign(&ours, 9)).is_ok());
    assert_eq!(other.verify(round(9), sign(&ours, 9)), Err(NotVerified::NotTheKeys));
    assert_eq!(chain.verify(round(QUICKNET_ROUND), quicknets()), Err(NotVerified::NotTheKeys));
}

#[test]
fn a_signature_for_something_else_is_refused() {
    let (ours, chain) = own_chain(1);
    let message = signed_message(round(9));
    for (message, signed_for) in [
        (message.as_bytes().as_slice(), &b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_"[..]),
        (&9_u64.to_be_bytes(), SIGNED_FOR),
        (super::sha256(&9_u64.to_le_bytes()).as_bytes(), SIGNED_FOR),
    ] {
        let signed = Hex::of(ours.sign(message, signed_for, &[]).compress());
        assert_eq!(chain.verify(round(9), signed), Err(NotVerified::NotTheKeys));
    }
}

#[test]
fn the_negated_point_is_another_signature() {
    let mut bytes = *quicknets().as_bytes();
    bytes[0] ^= 0x20;
    assert_eq!(quicknet().verify(round(QUICKNET_ROUND), Hex::of(bytes)), Err(NotVerified::NotTheKeys));
}

#[test]
fn a_point_of_the_curve_that_is_not_in_the_group_is_refused() {
    let mut found = 0;
    for x in 0..=u8::MAX {
        let mut bytes = [x; 48];
        bytes[0] = COMPRESSED;
        // Parsed without a check of the group.
        if min_sig::Signature::from_bytes(&bytes).is_ok() {
            found += 1;
            assert_eq!(quicknet().verify(round(1), Hex::of(bytes)), Err(NotVerified::NoPoint));
        }
    }
    assert!(found > 50, "{found}");
}

#[test]
fn the_point_at_infinity_is_neither_signature_nor_key() {
    assert_eq!(quicknet().verify(round(1), point_at_infinity()), Err(NotVerified::NoPoint));
    assert!(min_sig::PublicKey::from_bytes(point_at_infinity::<96>().as_bytes()).is_ok(), "blst reads it");
    assert!(PublicKey::new(point_at_infinity()).is_none());
}

#[test]
fn garbage_is_refused() {
    for bytes in [[0; 48], [0xff; 48], [COMPRESSED; 48], [0x20; 48]] {
        assert_eq!(quicknet().verify(round(1), Hex::of(bytes)), Err(NotVerified::NoPoint));
    }
    for bytes in [[0; 96], [0xff; 96]] {
        assert!(PublicKey::new(Hex::of(bytes)).is_none());
    }
    let mut found = 0;
    for x in 0..=u8::MAX {
        let mut bytes = [x; 96];
        bytes[0] = COMPRESSED;
        found += u32::from(min_sig::PublicKey::from_bytes(&bytes).is_ok());
        assert!(PublicKey::new(Hex::of(bytes)).is_none(), "no point outside of the group is a key");
    }
    assert!(found > 5, "{found}");
}

#[test]
fn a_key_is_shown_as_it_is_written() {
    let (_, chain) = own_chain(1);
    assert_eq!(format!("{:?}", chain.public_key()), chain.public_key().bytes().to_string());
}

proptest! {
    #[test]
    fn a_flipped_bit_is_refused(at in any::<Index>(), bit in 0..8_u8) {
        let mut bytes = *quicknets().as_bytes();
        bytes[at.index(48)] ^= 1 << bit;
        prop_assert!(quicknet().verify(round(QUICKNET_ROUND), Hex::of(bytes)).is_err());
    }

    #[test]
    fn random_bytes_are_refused(bytes in any::<[u8; 48]>()) {
        prop_assert!(quicknet().verify(round(QUICKNET_ROUND), Hex::of(bytes)).is_err());
    }
}
