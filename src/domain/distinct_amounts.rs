//! Amounts that tell the buyers of a waffle apart: each sends a few cents more than they owe.

use std::ops::RangeInclusive;

/// The cents that a buyer may be asked for in addition. They are less than a spot's price, so that an amount still
/// shows how many spots it pays for; so there are none where a spot costs a cent.
fn range(price: i64) -> RangeInclusive<i64> {
    1..=price.saturating_sub(1).min(99)
}

/// Chooses the cents of N new buyers, in their order: each gets the fewest that no one else has. `given` lists the
/// cents given before, and whether their buyer still holds a spot. Once all are given, those with the fewest holders
/// are given again, first those of buyers who left.
pub fn choose(given: &[(i64, bool)], new: usize, price: i64) -> Vec<i64> {
    let mut uses: Vec<_> = range(price).map(|cents| (0_usize, 0_usize, cents)).collect();
    let place = |cents: i64| usize::try_from(cents).ok().and_then(|cents| cents.checked_sub(1));
    for (cents, holds) in given {
        if let Some((held, all, _)) = place(*cents).and_then(|place| uses.get_mut(place)) {
            *held += usize::from(*holds);
            *all += 1;
        }
    }
    let mut next = || {
        let Some((held, all, cents)) = uses.iter_mut().min() else { return 0 };
        *held += 1;
        *all += 1;
        *cents
    };
    (0..new).map(|_| next()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
    use proptest::{bool, collection};

    use super::choose;

    #[test]
    fn each_new_buyer_gets_the_fewest_cents_that_no_one_has() {
        assert_eq!(choose(&[], 3, 2_500), [1, 2, 3]);
        assert_eq!(choose(&[(2, true), (4, true)], 3, 2_500), [1, 3, 5]);
        assert_eq!(choose(&[(1, false)], 2, 2_500), [2, 3], "who left may come back");
    }

    #[test]
    fn when_all_are_given_those_of_buyers_who_left_come_first_and_then_those_that_the_fewest_have() {
        let mut given: Vec<_> = (1..=99).map(|cents| (cents, cents != 40)).collect();
        assert_eq!(choose(&given, 2, 2_500), [40, 1]);
        given.push((1, true));
        assert_eq!(choose(&given, 2, 2_500), [40, 2]);
        assert_eq!(choose(&[], 250, 2_500)[98..101], [99, 1, 2]);
    }

    #[test]
    fn they_stay_below_the_price_of_a_spot() {
        assert_eq!(choose(&[(77, true)], 4, 3), [1, 2, 1, 2], "the price has changed since");
        assert_eq!(choose(&[], 2, 1), [0, 0], "there are none");
    }

    proptest! {
        #[test]
        fn no_two_have_the_same_as_long_as_there_are_enough(
            left in collection::vec((1..=99_i64, bool::ANY), 0..30),
            new in 0..60_usize,
            price in any::<u16>(),
        ) {
            let price = i64::from(price) + 1;
            let distinct: Vec<(i64, bool)> = {
                let mut seen = HashSet::new();
                left.into_iter().filter(|(cents, _)| seen.insert(*cents)).collect()
            };
            let chosen = choose(&distinct, new, price);
            prop_assert_eq!(chosen.len(), new);
            if price > 99 {
                let mut all: HashSet<i64> = chosen.iter().copied().collect();
                all.extend(distinct.iter().map(|(cents, _)| *cents));
                prop_assert_eq!(all.len(), distinct.len() + new);
            }
            let small = |cents: &i64| (1..=99).contains(cents) && *cents < price;
            prop_assert!(chosen.iter().all(|cents| small(cents) || price == 1 && *cents == 0), "{chosen:?}");
        }
    }
}
