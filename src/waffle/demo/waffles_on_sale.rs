//! The waffles on sale when the demo begins, in every state, as stories.

use chrono::{DateTime, TimeDelta, Utc};
use rand::{rngs::StdRng, seq::IndexedRandom};
use waffle_domain::{change::Change, handle::Handle, receipt::Receipt};

use super::{
    goods::{self, Goods, Sample},
    people,
    story::{Action, Claim, Story},
};

/// The slug, without a prefix, of the waffle whose first receipt is shown.
pub(super) const WITH_RECEIPTS: &str = "first-batch-a-crate-of-maple-syrup";

/// How many spots each buyer takes, in turn.
const APPETITES: [usize; 8] = [2, 1, 3, 1, 1, 5, 2, 1];

/// Returns the samples' stories.
pub(super) fn stories(goods: &Goods, now: DateTime<Utc>, rng: &mut StdRng) -> Vec<Story> {
    goods.on_sale.iter().enumerate().map(|(place, sample)| sample.story(first_buyer(place), now, rng)).collect()
}

/// Returns the receipt of the first claim of the waffle with receipts.
pub(super) fn receipt(waffle_id: uuid::Uuid) -> Option<Receipt> {
    let place = goods::read().ok()?.on_sale.iter().position(|sample| sample.first_owes)?;
    let handle = Handle::parse(&people::regular(first_buyer(place))).ok()?;
    Some(Receipt::of_handle(waffle_id, 1, i32::try_from(APPETITES[0]).ok()?, &handle))
}

/// Returns the regular who is the first buyer of the sample at this index.
fn first_buyer(place: usize) -> usize {
    place * 7
}

impl Sample {
    fn story(&self, first_buyer: usize, now: DateTime<Utc>, rng: &mut StdRng) -> Story {
        let age = TimeDelta::minutes(self.minutes_old);
        let mut terms = self.terms.clone();
        if let Some(seconds) = self.opens_in_seconds {
            terms.opens_at = Change::To(Some((now + TimeDelta::seconds(seconds)).to_rfc3339()));
        }
        let mut story = Story::begin(self.good.draft(terms), now - age);
        let claims = self.claims(first_buyer, rng);
        // Within the first half of the time, ever more slowly.
        let every = age.num_seconds() / 2 / i64::try_from(claims.len() * claims.len()).unwrap_or(1).max(1);
        let mut to_pay = self.paid;
        for (place, claim) in (0_i64..).zip(claims) {
            let at = now - age + TimeDelta::seconds(5 + every * place * place);
            let owes = self.first_owes && place == 0;
            let paid: Vec<i32> = claim.numbers.iter().copied().take(if owes { 0 } else { to_pay }).collect();
            to_pay -= paid.len();
            let says_paid = self.first_owes && !owes && paid.is_empty();
            let first = claim.numbers.first().copied();
            story.then(at, Action::Claim(vec![claim]));
            if !paid.is_empty() {
                story.then(at + TimeDelta::minutes(25), Action::Pay(paid));
            }
            if let Some(first) = first.filter(|_| says_paid) {
                story.then(
                    at + TimeDelta::minutes(9),
                    Action::SayPaid(first, "sent from my sister’s wallet".to_owned()),
                );
            }
        }
        for (minutes_ago, action) in &self.steps {
            story.then(now - TimeDelta::minutes(*minutes_ago), action.clone());
        }
        story.in_order()
    }

    fn claims(&self, first_buyer: usize, rng: &mut StdRng) -> Vec<Claim> {
        let all: Vec<i32> = (1..=self.good.spots).collect();
        let mut numbers = all.sample(rng, self.claimed).copied();
        let mut claims = Vec::new();
        for (buyer, appetite) in APPETITES.iter().cycle().enumerate() {
            let numbers: Vec<i32> = numbers.by_ref().take(*appetite).collect();
            if numbers.is_empty() {
                break;
            }
            claims.push(Claim { handle: people::regular(first_buyer + buyer), numbers });
        }
        claims
    }
}
