//! How an evening went: buyers came, most of them paid, some did not, and then there were winners.

use chrono::{DateTime, TimeDelta, Utc};
use rand::{
    Rng, RngExt,
    rngs::StdRng,
    seq::{IndexedRandom, SliceRandom},
};
use waffle_domain::waffle_fields::WaffleDraft;

use super::{
    people::Guests,
    story::{Action, Claim, Story},
};

/// Minutes between the seller's rounds of marking spots paid.
const ROUND_MINUTES: usize = 20;

/// An evening as it was planned.
pub(super) struct Evening {
    pub(super) draft: WaffleDraft,
    pub(super) spots: i32,
    pub(super) winners: usize,
    pub(super) created: DateTime<Utc>,
    pub(super) opens: DateTime<Utc>,
    /// How long buyers came.
    pub(super) minutes: i64,
    /// The share of spots that are claimed.
    pub(super) fill: f64,
    /// The deadline of the draft, in minutes.
    pub(super) pay_within: Option<i64>,
    /// Whether the winners are drawn by lot, or else picked by hand.
    pub(super) by_lot: bool,
    /// How long after the draw it is archived, if it is.
    pub(super) archived_after: Option<TimeDelta>,
    /// How much of the year has passed, from 0 to 1: buyers come to know the shop.
    pub(super) part_of_year: f64,
}

/// The outcome of a claim.
enum Fate {
    Paid(DateTime<Utc>),
    GivenBack(DateTime<Utc>),
    Forgotten,
}

impl Evening {
    /// Writes the evening's story.
    pub(super) fn story(self, guests: &mut Guests, rng: &mut StdRng) -> Story {
        let mut story = Story::begin(self.draft.clone(), self.created);
        let claims = self.claims(guests, rng);
        let last = claims.last().map_or(self.opens, |(at, _)| *at);
        let patience = self.pay_within.unwrap_or(90);
        let closing = last + TimeDelta::minutes(patience + 5);
        let (mut payments, mut given_back, mut forgotten) = (Vec::new(), Vec::new(), Vec::new());
        for (at, claim) in &claims {
            match fate(*at, patience, rng) {
                Fate::Paid(at) => payments.push((at, claim.numbers.clone())),
                Fate::GivenBack(at) => {
                    story.then(at, Action::GiveBack(claim.numbers.clone()));
                    given_back.extend(&claim.numbers);
                }
                Fate::Forgotten => forgotten.extend(&claim.numbers),
            }
        }
        // One pays too late, but without a deadline no one minds.
        let left = self.pay_within.is_none() && rng.random_ratio(1, 4);
        if !forgotten.is_empty() && !left {
            let action = if self.pay_within.is_some() { Action::Expire } else { Action::Release(forgotten.clone()) };
            story.then(closing, action);
        }
        let mut free = if left { given_back } else { [given_back, forgotten].concat() };
        if self.fill >= 1.0 && !free.is_empty() {
            // Buyers who paid too late get a second chance.
            free.sort_unstable();
            let (at, handle) = (closing + TimeDelta::minutes(4), guests.come(self.part_of_year, rng));
            payments.push((at + TimeDelta::minutes(9), free.clone()));
            story.then(at, Action::Claim(vec![Claim { handle, numbers: free }]));
        }
        let mut paid: Vec<i32> = payments.iter().flat_map(|(_, numbers)| numbers.clone()).collect();
        self.rounds(payments, &mut story);
        for (at, together) in together(claims) {
            story.then(at, Action::Claim(together));
        }
        let draw = closing + TimeDelta::minutes(60);
        if self.by_lot {
            story.then(draw, Action::Lock { seconds: 60 });
            story.then(draw + TimeDelta::minutes(2), Action::Decide);
        } else {
            paid.shuffle(rng);
            paid.truncate(self.winners);
            story.then(draw, Action::PickWinners(paid));
        }
        if self.pay_within.is_some() {
            story.then(draw, Action::Backdate);
        }
        if let Some(after) = self.archived_after {
            story.then(draw + after, Action::Archive);
        }
        story.in_order()
    }

    /// The claims in order of time: most of them right after the opening.
    fn claims(&self, guests: &mut Guests, rng: &mut StdRng) -> Vec<(DateTime<Utc>, Claim)> {
        let wanted = (f64::from(self.spots) * self.fill).round();
        let mut free: Vec<i32> = (1..=self.spots).collect();
        let mut claims = Vec::new();
        while f64::from(self.spots) - count(&free) < wanted {
            let left = wanted - (f64::from(self.spots) - count(&free));
            let handle = guests.come(self.part_of_year, rng);
            let mut numbers = some(&free, appetite(left, rng), rng);
            numbers.sort_unstable();
            free.retain(|number| !numbers.contains(number));
            claims.push(Claim { handle, numbers });
        }
        let all = count(&claims);
        let seconds = f64::from(i32::try_from(self.minutes * 60).unwrap_or(i32::MAX));
        let mut timed = Vec::new();
        for (place, claim) in claims.into_iter().enumerate() {
            let part = (f64::from(u32::try_from(place).unwrap_or_default()) + rng.random_range(0.1..0.9)) / all;
            let after = std::time::Duration::from_secs_f64(seconds * part.powf(1.7)).as_millis();
            let after = TimeDelta::milliseconds(i64::try_from(after).unwrap_or_default());
            timed.push((self.opens + TimeDelta::milliseconds(900) + after, claim));
        }
        timed
    }

    /// The seller marks paid whatever has arrived, every 20 minutes.
    fn rounds(&self, mut payments: Vec<(DateTime<Utc>, Vec<i32>)>, story: &mut Story) {
        payments.sort_by_key(|(at, _)| *at);
        let round = |at: DateTime<Utc>| {
            let minutes = (at - self.opens).num_minutes();
            let rounds = i64::try_from(ROUND_MINUTES).unwrap_or(1);
            self.opens + TimeDelta::minutes((minutes / rounds + 1) * rounds)
        };
        for together in payments.chunk_by(|(one, _), (other, _)| round(*one) == round(*other)) {
            let Some((at, _)) = together.first() else { continue };
            let numbers = together.iter().flat_map(|(_, numbers)| numbers.clone()).collect();
            story.then(round(*at), Action::Pay(numbers));
        }
    }
}

fn fate(claimed: DateTime<Utc>, patience: i64, rng: &mut StdRng) -> Fate {
    let at = claimed + TimeDelta::seconds(rng.random_range(120..patience * 30));
    match rng.random_range(0..100) {
        0..5 => Fate::Forgotten,
        5..8 => Fate::GivenBack(at),
        _ => Fate::Paid(at),
    }
}

/// How many spots a buyer wants, given how many are left.
fn appetite(left: f64, rng: &mut StdRng) -> usize {
    let wants = match rng.random_range(0..100) {
        0..42 => 1_u8,
        42..70 => 2,
        70..86 => 3,
        86..96 => 5,
        _ => 8,
    };
    (1..=wants).take_while(|count| f64::from(*count) <= left.max(1.0)).count()
}

/// Picks some of the free numbers: neighbours, or here and there.
pub(super) fn some<T: Copy>(free: &[T], count: usize, rng: &mut impl Rng) -> Vec<T> {
    let count = count.min(free.len());
    if rng.random() {
        return free.sample(rng, count).copied().collect();
    }
    let first = rng.random_range(0..=free.len() - count);
    free.iter().skip(first).take(count).copied().collect()
}

/// Groups the claims made within a minute, at most six together.
fn together(claims: Vec<(DateTime<Utc>, Claim)>) -> Vec<(DateTime<Utc>, Vec<Claim>)> {
    let mut groups: Vec<(DateTime<Utc>, Vec<Claim>)> = Vec::new();
    for (at, claim) in claims {
        match groups.last_mut() {
            Some((first, group)) if at - *first < TimeDelta::minutes(1) && group.len() < 6 => group.push(claim),
            _ => groups.push((at, vec![claim])),
        }
    }
    groups
}

fn count<T>(of: &[T]) -> f64 {
    f64::from(u32::try_from(of.len()).unwrap_or(u32::MAX))
}
