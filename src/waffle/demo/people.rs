//! The buyers of the demo: those of the samples and those of the crowd, distinguished by their handles.

use std::{collections::VecDeque, net::Ipv4Addr};

use rand::{RngExt, rngs::StdRng, seq::IteratorRandom};

const NAMES: [&str; 30] = [
    "mila", "jonas", "aiko", "samir", "lena", "tomas", "nadia", "oscar", "priya", "felix", "zoe", "mateo", "ines",
    "arlo", "yara", "hugo", "noor", "emil", "carla", "dario", "ruby", "kofi", "elif", "bruno", "maya", "anton",
    "lucia", "theo", "sofia", "ravi",
];
const WAYS: [&str; 20] = [
    "bakes", "draws", "runs", "reads", "skates", "sings", "knits", "surfs", "hikes", "cooks", "paints", "climbs",
    "dances", "travels", "gardens", "sails", "codes", "rides", "juggles", "fishes",
];

/// The size of the crowd.
pub(super) const CROWD: usize = NAMES.len() * WAYS.len();

/// Returns the handle of a buyer in the samples.
pub(super) fn regular(number: usize) -> String {
    format!("{}_{}", NAMES[number % NAMES.len()], 60 + number % 40)
}

/// The buyers of the past year's evenings: regulars, some much more often than others, and newcomers.
#[derive(Debug, Default)]
pub(super) struct Guests {
    /// How many newcomers there have been.
    new: usize,
    /// The last of them, who may come again.
    lately: VecDeque<usize>,
}

impl Guests {
    /// Picks the next buyer at this point of the year, from 0 to 1, and returns the handle.
    pub(super) fn come(&mut self, part_of_year: f64, rng: &mut StdRng) -> String {
        if rng.random_ratio(3, 4) {
            // More and more of them know the shop.
            let known = 26.0 + 34.0 * part_of_year;
            let number = std::iter::successors(Some(1_u8), |number| number.checked_add(1));
            let rank = known * rng.random::<f64>().powf(1.3);
            return regular(number.take_while(|number| f64::from(*number) <= rank).count());
        }
        if rng.random_ratio(1, 2)
            && let Some(number) = self.lately.iter().choose(rng)
        {
            return newcomer(*number);
        }
        self.new += 1;
        self.lately.push_back(self.new);
        if self.lately.len() > 20 {
            self.lately.pop_front();
        }
        newcomer(self.new)
    }
}

fn newcomer(number: usize) -> String {
    format!("{}_{}", NAMES[number * 7 % NAMES.len()], WAYS[number / NAMES.len() % WAYS.len()])
}

/// Returns the handle of one of the crowd.
pub(super) fn of_crowd(number: usize) -> String {
    format!("{}.{}", NAMES[number % NAMES.len()], WAYS[number / NAMES.len() % WAYS.len()])
}

/// Returns whether the handle is one of the crowd's. Other buyers' spots are left alone.
pub(super) fn is_of_crowd(handle: &str) -> bool {
    handle.split_once('.').is_some_and(|(name, way)| NAMES.contains(&name) && WAYS.contains(&way))
}

/// Returns the address of one of the crowd, different for each, in the network reserved for benchmarks (RFC 2544).
pub(super) fn address(number: usize) -> Ipv4Addr {
    let host = u16::try_from(number).unwrap_or(u16::MAX).to_be_bytes();
    Ipv4Addr::new(198, 18, host[0], host[1])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::SeedableRng;
    use waffle_domain::handle::Handle;

    use super::*;

    #[test]
    fn each_of_the_crowd_has_a_different_handle_and_address() {
        let all: HashSet<_> = (0..CROWD).map(|n| (Handle::parse(&of_crowd(n)).unwrap(), address(n))).collect();
        let (handles, addresses): (HashSet<_>, HashSet<_>) = all.into_iter().unzip();
        assert_eq!((handles.len(), addresses.len()), (CROWD, CROWD));
        assert!(handles.iter().all(|handle| is_of_crowd(handle.as_str())));
    }

    #[test]
    fn buyers_of_the_samples_and_visitors_are_not_of_the_crowd() {
        let mut guests = Guests::default();
        let rng = &mut StdRng::seed_from_u64(1);
        let came: Vec<String> = (0..2_000).map(|_| guests.come(0.5, rng)).collect();
        for handle in &came {
            assert!(Handle::parse(handle).unwrap().as_str() == handle && !is_of_crowd(handle), "{handle}");
        }
        let different: HashSet<_> = came.iter().collect();
        assert!((150..400).contains(&different.len()), "regulars, and many who are new: {}", different.len());
        for number in 0..200 {
            let handle = regular(number);
            assert!(Handle::parse(&handle).unwrap().as_str() == handle && !is_of_crowd(&handle), "{handle}");
        }
        assert!(!is_of_crowd("mila") && !is_of_crowd("anna.bakes") && !is_of_crowd("mila.bakes2"));
    }
}
