//! The waffles on sale when the demo begins, in every state, as stories.

use chrono::{DateTime, TimeDelta, Utc};
use rand::{rngs::StdRng, seq::IndexedRandom};
use waffle_domain::{change::Change, handle::Handle, receipt::Receipt, terms::TermsDraft, waffle::WaffleDraft};

use super::{
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

/// The state that a sample is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Buyers claim, and pay sooner or later.
    Open,
    /// The same, and the first buyer has not paid yet.
    FirstOwes,
    /// Locked a minute ago.
    Locked,
    /// Drawn by lot.
    Drawn,
}

struct Sample {
    title: &'static str,
    description: &'static str,
    spots: i32,
    cents: i64,
    winners: i64,
    hours_old: i64,
    claimed: usize,
    paid: usize,
    state: State,
}

const SAMPLES: [Sample; 7] = [
    Sample {
        title: "“Blue Ribbon” waffle iron, restored",
        description: "Two of them, black as night and smooth as butter. The draw is done: look who won.",
        spots: 30,
        cents: 600,
        winners: 2,
        hours_old: 75,
        claimed: 30,
        paid: 28,
        state: State::Drawn,
    },
    Sample {
        title: "First Batch: a crate of maple syrup",
        description: "Twelve bottles from the first run of the year. Every spot is taken: now the seller waits for \
                      the last payments.",
        spots: 24,
        cents: 400,
        winners: 1,
        hours_old: 52,
        claimed: 24,
        paid: 19,
        state: State::FirstOwes,
    },
    Sample {
        title: "The big one: a “Weekend in Brussels” for two",
        description: "Train, two nights and as many waffles as you can eat. A thousand spots, three winners.",
        spots: 1_000,
        cents: 250,
        winners: 3,
        hours_old: 30,
        claimed: 184,
        paid: 121,
        state: State::Open,
    },
    Sample {
        title: "Hand-forged “Oak & Iron” pan set",
        description: "Three pans, one smith, a lifetime of pancakes. Only a few spots are left.",
        spots: 60,
        cents: 800,
        winners: 1,
        hours_old: 21,
        claimed: 56,
        paid: 41,
        state: State::Open,
    },
    Sample {
        title: "“Sunrise” espresso machine",
        description: "Refurbished, descaled and ready to wake the house. Two winners: the machine, and the grinder \
                      beside it.",
        spots: 100,
        cents: 1_200,
        winners: 2,
        hours_old: 6,
        claimed: 52,
        paid: 23,
        state: State::Open,
    },
    Sample {
        title: "“By Lot” carbon-steel wok",
        description: "The draw is locked: nobody can change who takes part, and in a few minutes a random number \
                      decides. Watch it on this board, then check it.",
        spots: 40,
        cents: 500,
        winners: 1,
        hours_old: 5,
        claimed: 40,
        paid: 36,
        state: State::Locked,
    },
    Sample {
        title: "“Golden Waffle Iron” breakfast box",
        description: "A cast-iron waffle maker, flour, and a jar of cherries. It has just opened: be the first.",
        spots: 50,
        cents: 500,
        winners: 1,
        hours_old: 0,
        claimed: 0,
        paid: 0,
        state: State::Open,
    },
];

/// Returns the samples' stories.
pub(super) fn stories(now: DateTime<Utc>, rng: &mut StdRng) -> Vec<Story> {
    let samples = SAMPLES.iter().enumerate().map(|(place, sample)| sample.story(first_buyer(place), now, rng));
    samples.chain([deadlines(now), opening(now)]).collect()
}

/// Returns the receipt of the first claim of the waffle with receipts.
pub(super) fn receipt(waffle_id: uuid::Uuid) -> Option<Receipt> {
    let place = SAMPLES.iter().position(|sample| sample.state == State::FirstOwes)?;
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
        let draft = WaffleDraft {
            title: self.title.to_owned(),
            description: self.description.to_owned(),
            total_spots: self.spots.into(),
            spot_price: self.cents,
            item_count: self.winners,
            ..WaffleDraft::default()
        };
        let mut story = Story::begin(draft, now - age);
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
        let all: Vec<i32> = (1..=self.spots).collect();
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
fn deadlines(now: DateTime<Utc>) -> Story {
    let draft = WaffleDraft {
        title: "“Half an Hour” lavender honey".to_owned(),
        description:
            "Six jars. Whoever claims has thirty minutes to pay, then the spots are free again; six spots for each \
                      buyer at most."
                .to_owned(),
        total_spots: 40,
        spot_price: 350,
        item_count: 1,
        terms: TermsDraft {
            pay_within_minutes: Change::To(Some(PAY_WITHIN)),
            max_spots_per_handle: Change::To(Some(6)),
            ..TermsDraft::default()
        },
        ..WaffleDraft::default()
    };
    let ago = |minutes| now - TimeDelta::minutes(minutes);
    let mut story = Story::begin(draft, ago(180));
    let claims: [(i64, &[i32]); 9] = [
        (150, &[7, 8, 9]),
        (141, &[21]),
        (128, &[3, 13, 33, 40]),
        (52, &[11, 12]),
        (49, &[30]),
        (44, &[5, 6]),
        (26, &[17, 18]),
        (15, &[25]),
        (6, &[1, 2, 4]),
    ];
    for (buyer, (minutes, numbers)) in claims.into_iter().enumerate() {
        let claim = Claim { handle: people::regular(63 + buyer), numbers: numbers.to_vec() };
        story.then(ago(minutes), Deed::Claim(vec![claim]));
    }
    story.then(ago(120), Deed::Pay(vec![3, 7, 8, 9, 13, 21, 33, 40]));
    story.then(ago(20), Deed::SayPaid(5, "from my work account, may take an hour"));
    story.then(now, Deed::Backdate);
    story.in_order()
}

/// A waffle that opens while the visitor watches.
fn opening(now: DateTime<Utc>) -> Story {
    let opens = now + TimeDelta::seconds(OPENS_IN);
    let draft = WaffleDraft {
        title: "“Opening Night” truffle waffles".to_owned(),
        description:
            "Nobody can claim before it opens, and then everybody can: stay on this page, it opens by itself. Five \
                      spots for each buyer at most."
                .to_owned(),
        total_spots: 50,
        spot_price: 450,
        item_count: 1,
        terms: TermsDraft {
            opens_at: Change::To(Some(opens.to_rfc3339())),
            max_spots_per_handle: Change::To(Some(5)),
            ..TermsDraft::default()
        },
        ..WaffleDraft::default()
    };
    Story::begin(draft, now - TimeDelta::minutes(40))
}
