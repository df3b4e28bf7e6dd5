//! The examples of the contract, from the entries' text to the winners.

use uuid::Uuid;

use crate::draw::beacon::{Chain, PublicKey, VerifiedRound};
use crate::draw::digest::Hex;
use crate::draw::entries::{Entries, NotEnough};
use crate::draw::locked::{LockedDraw, NotDecided};
use crate::draw::quicknet;
use crate::draw::round::{Round, Timetable};

pub(super) const QUICKNET_ROUND: u64 = 657_413;
pub(super) const QUICKNET_SIGNATURE: &str =
    "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b";
const ENTRIES: &str = "1 anna\n2 ben\n3 anna\n5 cleo\n8 dario_69\n13 anna\n21 eve.x\n";

pub(super) fn quicknet() -> Chain {
    let key = PublicKey::new(Hex::parse(quicknet::PUBLIC_KEY).unwrap()).unwrap();
    Chain::new(
        Hex::parse(quicknet::HASH).unwrap(),
        key,
        Timetable::new(quicknet::GENESIS, quicknet::PERIOD_SECONDS).unwrap(),
    )
}

fn verified() -> VerifiedRound {
    let round = Round::try_from(QUICKNET_ROUND).unwrap();
    quicknet().verify(round, Hex::parse(QUICKNET_SIGNATURE).unwrap()).unwrap()
}

fn locked(winners: usize, one_win_per_handle: bool) -> LockedDraw {
    LockedDraw {
        waffle_id: Uuid::parse_str("0192f5a0-7c1e-7abc-8def-0123456789ab").unwrap(),
        number: 1,
        entries: Entries::parse(ENTRIES).unwrap(),
        winners,
        alternates: 0,
        one_win_per_handle,
        chain: quicknet().hash(),
        round: verified().round(),
    }
}

#[test]
fn the_entries_have_the_hash_of_the_contract() {
    let hash = "a4b29a52403c84af96b79026335dcc350bed9ee1ebc1e8ecb360d261d415e757";
    assert_eq!(Entries::parse(ENTRIES).unwrap().sha256().to_string(), hash);
}

#[test]
fn the_winners_are_those_of_the_contract() {
    for (winners, once, seed, numbers) in [
        (1, false, "29b85f3a2b30f26deb720f791081ec7ac4ca6dd7b6c51fe273fccf9289c1dffc", &[1][..]),
        (3, false, "7df79c023f40315396f5914c11256ec6ac19de0df8e1faefe0ea5edec981a53a", &[13, 8, 3]),
        (3, true, "2250cc8f256f754fff4111fa0a2c283bded8db559b094c2107cd593dae52ffa2", &[5, 13, 21]),
        (7, false, "cb4d90cf14f4cc2c1ab59fc28c7b14b97be5be9a02d7b9013ab78931dac25a1f", &[5, 1, 8, 21, 3, 13, 2]),
    ] {
        let result = locked(winners, once).decide(&verified()).unwrap();
        assert_eq!((result.seed.to_string().as_str(), result.numbers().as_slice()), (seed, numbers));
        assert_eq!(result.randomness, verified().randomness());
        assert_eq!(result.signature.to_string(), QUICKNET_SIGNATURE);
        assert!(result.winners.iter().all(|winner| locked(1, false).entries.as_slice().contains(winner)));
    }
}

#[test]
fn alternates_follow_the_winners_and_change_neither_them_nor_the_seed() {
    // With the seed of three winners, the entries drawn fourth, fifth and so on.
    for (once, more, winners, alternates) in [
        (false, 2, [13, 8, 3], &[1, 21][..]),
        (false, 10, [13, 8, 3], &[1, 21, 5, 2]),
        (true, 10, [5, 13, 21], &[2, 8]),
    ] {
        let alone = locked(3, once).decide(&verified()).unwrap();
        let result = LockedDraw { alternates: more, ..locked(3, once) }.decide(&verified()).unwrap();
        assert_eq!((result.numbers(), result.seed), (winners.to_vec(), alone.seed));
        assert_eq!(result.alternate_numbers(), alternates);
        assert_eq!(alone.alternates, []);
    }
}

#[test]
fn everything_that_was_locked_is_in_the_seed() {
    let seed = |change: fn(&mut LockedDraw)| {
        let mut draw = locked(1, false);
        change(&mut draw);
        draw.decide(&verified()).unwrap().seed
    };
    let mut seeds = vec![
        seed(|_| {}),
        seed(|draw| draw.waffle_id = Uuid::nil()),
        seed(|draw| draw.number = 2),
        seed(|draw| draw.entries = Entries::parse("1 anna\n").unwrap()),
        seed(|draw| draw.winners = 2),
        seed(|draw| draw.one_win_per_handle = true),
    ];
    seeds.sort_unstable_by_key(|seed| *seed.as_bytes());
    seeds.dedup();
    assert_eq!(seeds.len(), 6);
}

#[test]
fn no_other_round_and_no_other_chain_decides() {
    let next = Round::try_from(QUICKNET_ROUND + 1).unwrap();
    let later = LockedDraw { round: next, ..locked(1, false) };
    let given = verified().round();
    assert_eq!(later.decide(&verified()), Err(NotDecided::OtherRound { expected: next, given }));
    let chain = Hex::of([1; 32]);
    let elsewhere = LockedDraw { chain, ..locked(1, false) };
    let given = quicknet().hash();
    assert_eq!(elsewhere.decide(&verified()), Err(NotDecided::OtherChain { expected: chain, given }));
}

#[test]
fn too_few_entries_decide_nothing() {
    let refused = |winners, once| locked(winners, once).decide(&verified()).unwrap_err();
    assert_eq!(refused(8, false), NotDecided::NotEnough(NotEnough { found: 7, needed: 8, handles: false }));
    assert_eq!(refused(6, true), NotDecided::NotEnough(NotEnough { found: 5, needed: 6, handles: true }));
    assert_eq!(locked(5, true).decide(&verified()).unwrap().winners.len(), 5);
}
