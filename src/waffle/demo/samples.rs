//! The waffles on sale when the demo begins, in every state, as stories.

use chrono::{DateTime, TimeDelta, Utc};
use rand::{rngs::StdRng, seq::IndexedRandom};
use waffle_domain::{change::Change, handle::Handle, receipt::Receipt, terms::TermsDraft};

use super::{
    goods::{self, Good, Goods, Sample, State, Timed},
    people,
    story::{Claim, Deed, Story},
};

/// How many seconds later the waffle that is not open yet opens.
const OPENS_IN: i64 = 120;
/// How many seconds after its lock the locked draw is decided.
const DRAWN_AFTER: i64 = 300;
/// Minutes that buyers have to pay where there are deadlines.
const PAY_WITHIN: i64 = 30;

/// The slug of the waffle whose first receipt is shown.
pub(super) const WITH_RECEIPTS: &str = "first-batch-a-crate-of-maple-syrup";

/// How many spots each buyer takes, in turn.
const APPETITES: [usize; 8] = [2, 1, 3, 1, 1, 5, 2, 1];

/// Returns the samples' stories.
pub(super) fn stories(goods: &Goods, now: DateTime<Utc>, rng: &mut StdRng) -> Vec<Story> {
    let samples = goods.on_sale.iter().enumerate().map(|(place, sample)| sample.story(first_buyer(place), now, rng));
    samples.chain([deadlines(&goods.with_deadlines, now), opening(&goods.opening, now)]).collect()
}

/// Returns the receipt of the first claim of the waffle with receipts.
pub(super) fn receipt(waffle_id: uuid::Uuid) -> Option<Receipt> {
    let place = goods::read().ok()?.on_sale.iter().position(|sample| sample.state == State::FirstOwes)?;
    let handle = Handle::parse(&people::regular(first_buyer(place))).ok()?;
    Some(Receipt::of_handle(waffle_id, 1, i32::try_from(APPETITES[0]).ok()?, &handle))
}

/// Returns the regular who is the first buyer of the sample at this index.
fn first_buyer(place: usize) -> usize {
    place * 7
}

impl Sample {
    fn story(&self, first_buyer: usize, now: DateTime<Utc>, rng: &mut StdRng) -> Story {
        let age = TimeDelta::hours(self.hours_old);
        let mut story = Story::begin(self.good.draft(TermsDraft::default()), now - age);
        let claims = self.claims(first_buyer, rng);
        // Within the first half of the time, ever more slowly.
        let every = age.num_seconds() / 2 / i64::try_from(claims.len() * claims.len()).unwrap_or(1).max(1);
        let mut to_pay = self.paid;
        for (place, claim) in (0_i64..).zip(claims) {
            let at = now - age + TimeDelta::seconds(5 + every * place * place);
            let owes = self.state == State::FirstOwes && place == 0;
            let paid: Vec<i32> = claim.numbers.iter().copied().take(if owes { 0 } else { to_pay }).collect();
            to_pay -= paid.len();
            let says_paid = self.state == State::FirstOwes && !owes && paid.is_empty();
            let first = claim.numbers.first().copied();
            story.then(at, Deed::Claim(vec![claim]));
            if !paid.is_empty() {
                story.then(at + TimeDelta::minutes(25), Deed::Pay(paid));
            }
            if let Some(first) = first.filter(|_| says_paid) {
                story.then(at + TimeDelta::minutes(9), Deed::SayPaid(first, "sent from my sister’s wallet"));
            }
        }
        match self.state {
            State::Open | State::FirstOwes => {}
            State::Locked => story.then(now - TimeDelta::minutes(1), Deed::Lock { seconds: DRAWN_AFTER }),
            State::Drawn => {
                let drawn = now - age / 3;
                story.then(drawn, Deed::Lock { seconds: 60 });
                story.then(drawn + TimeDelta::minutes(2), Deed::Decide);
            }
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

/// A waffle with a deadline for payments. Two buyers were too late, which the server notices when it runs; one is too
/// late, but said "I have paid"; and others have some minutes left.
fn deadlines(timed: &Timed, now: DateTime<Utc>) -> Story {
    let draft = timed.good.draft(TermsDraft {
        pay_within_minutes: Change::To(Some(PAY_WITHIN)),
        max_spots_per_handle: Change::To(Some(6)),
        ..TermsDraft::default()
    });
    let ago = |minutes| now - TimeDelta::minutes(minutes);
    let mut story = Story::begin(draft, ago(180));
    for (buyer, (minutes, numbers)) in timed.claims.iter().enumerate() {
        let claim = Claim { handle: people::regular(63 + buyer), numbers: numbers.clone() };
        story.then(ago(*minutes), Deed::Claim(vec![claim]));
    }
    story.then(ago(120), Deed::Pay(timed.paid.clone()));
    story.then(ago(20), Deed::SayPaid(5, "from my work account, may take an hour"));
    story.then(now, Deed::Backdate);
    story.in_order()
}

/// A waffle that opens while the visitor watches.
fn opening(good: &Good, now: DateTime<Utc>) -> Story {
    let opens = now + TimeDelta::seconds(OPENS_IN);
    let draft = good.draft(TermsDraft {
        opens_at: Change::To(Some(opens.to_rfc3339())),
        max_spots_per_handle: Change::To(Some(5)),
        ..TermsDraft::default()
    });
    Story::begin(draft, now - TimeDelta::minutes(40))
}
