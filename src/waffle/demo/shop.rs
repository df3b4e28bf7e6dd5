//! Writes stories into the database, with the functions that write real events, each step at its own time.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use rand::{RngExt, rngs::StdRng};
use uuid::Uuid;
use waffle_beacon::local::LocalBeacon;
use waffle_domain::{
    author::Author,
    draw::{
        clock::Heard,
        lock_order::{LockDraft, LockOrder},
        round::Round,
    },
    handle::Handle,
    receipt::Receipt,
    slug::SlugPrefix,
    waffle_fields::{NewWaffle, WaffleDraft},
};
use waffle_store::{
    claims::{self, Order, Verdict},
    create_waffle, demo_past, draws, edit_waffle,
    ledger_session::LedgerSession,
    pools::PgPool,
    receipts,
    spots::{self, SpotOperation, SpotOrder, SpotResult},
    winners::{self, WinnerOperation},
};

use super::Failed;
use super::story::{Action, Claim, Step, Story};

/// The database that stories are written into.
pub(super) struct Shop<'a> {
    pub(super) pool: PgPool,
    pub(super) ledger: LedgerSession,
    pub(super) seller: Author,
    pub(super) payment_methods: Vec<Uuid>,
    pub(super) slug_prefix: &'a SlugPrefix,
    pub(super) beacon: &'a LocalBeacon,
    pub(super) rng: StdRng,
}

/// A waffle whose story is being written.
struct Written {
    id: Uuid,
    total_spots: i32,
    /// The ids of the spots that were claimed.
    spots: HashMap<i32, i64>,
    /// The newest claim of each spot.
    receipts: HashMap<i32, Receipt>,
    /// The round of the locked draw, and when it appears.
    round: Option<(Round, DateTime<Utc>)>,
}

impl Shop<'_> {
    /// Writes all steps in order of time, so that the audit log and the ids are in that order too.
    pub(super) async fn write(&mut self, stories: Vec<Story>) -> Result<(), Failed> {
        let mut waffles = Vec::new();
        let mut steps = Vec::new();
        for (place, story) in stories.into_iter().enumerate() {
            let draft = WaffleDraft { payment_methods: Some(self.payment_methods.clone()), ..story.draft };
            waffles.push((NewWaffle::parse(&draft)?, None));
            steps.extend(story.steps.into_iter().map(|step| (place, step)));
        }
        steps.sort_by_key(|(_, step)| step.at);
        for (place, Step { at, action }) in steps {
            let Some((new, written)) = waffles.get_mut(place) else { continue };
            match written {
                None => *written = Some(self.create(new, at).await?),
                Some(written) => self.step(written, action, at).await?,
            }
        }
        Ok(())
    }

    /// An id as it would have been made at that moment.
    fn id(&mut self, at: DateTime<Utc>) -> Uuid {
        let millis = u64::try_from(at.timestamp_millis()).unwrap_or_default();
        uuid::Builder::from_unix_timestamp_millis(millis, &self.rng.random()).into_uuid()
    }

    async fn create(&mut self, new: &NewWaffle, at: DateTime<Utc>) -> Result<Written, Failed> {
        let id = self.id(at);
        create_waffle::create(&self.pool, id, self.slug_prefix, new, self.seller.at(at)).await?;
        let (spots, receipts) = (HashMap::new(), HashMap::new());
        Ok(Written { id, total_spots: new.total_spots, spots, receipts, round: None })
    }

    async fn step(&mut self, waffle: &mut Written, action: Action, at: DateTime<Utc>) -> Result<(), Failed> {
        match action {
            Action::Create => Ok(()),
            Action::Claim(all) => self.claim(waffle, &all, at).await,
            Action::Pay(numbers) => self.change(waffle, &numbers, SpotOperation::Pay, true, at).await,
            Action::Release(numbers) => self.change(waffle, &numbers, SpotOperation::Release, true, at).await,
            Action::GiveBack(numbers) => {
                let receipt = receipt(waffle, numbers.first())?;
                self.change(waffle, &numbers, SpotOperation::GiveBack(receipt), false, at).await
            }
            Action::SayPaid(number, note) => {
                let receipt = receipt(waffle, Some(&number))?;
                receipts::say_paid(&self.pool, &receipt, Some(&note), at).await?;
                Ok(())
            }
            Action::Expire => {
                demo_past::backdate_deadlines(&self.pool, waffle.id).await?;
                self.change(waffle, &[], SpotOperation::Expire, false, at).await
            }
            Action::Backdate => Ok(demo_past::backdate_deadlines(&self.pool, waffle.id).await?),
            Action::PickWinners(numbers) => {
                let picked = WinnerOperation::Set(numbers.into_iter().map(i64::from).collect());
                winners::set(&self.pool, waffle.id, (&picked, None), self.seller.at(at)).await?;
                Ok(())
            }
            Action::Lock { seconds } => self.lock(waffle, seconds, at).await,
            Action::Decide => self.decide(waffle).await,
            Action::Archive => {
                edit_waffle::archive(&self.pool, waffle.id, true, self.seller.at(at)).await?;
                Ok(())
            }
        }
    }

    async fn claim(&mut self, waffle: &mut Written, all: &[Claim], at: DateTime<Utc>) -> Result<(), Failed> {
        let mut orders = Vec::new();
        for claim in all {
            orders.push(Order {
                id: self.id(at),
                waffle_id: waffle.id,
                handle: Handle::parse(&claim.handle)?,
                numbers: claim.numbers.clone(),
                requested: None,
                key: None,
                assigned_by: None,
                source: None,
            });
        }
        for verdict in claims::commit(&mut self.ledger, &orders, at).await? {
            let Verdict::Granted { granted, .. } = verdict else { return Err(refused("a claim", &verdict)) };
            if let Some(receipt) = Receipt::of(waffle.id, &granted) {
                waffle.receipts.extend(granted.spots.iter().map(|(_, number)| (*number, receipt)));
            }
            waffle.spots.extend(granted.spots.iter().map(|(id, number)| (*number, *id)));
        }
        Ok(())
    }

    async fn change(
        &mut self,
        waffle: &Written,
        numbers: &[i32],
        operation: SpotOperation,
        by_seller: bool,
        at: DateTime<Utc>,
    ) -> Result<(), Failed> {
        let order = SpotOrder {
            id: self.id(at),
            waffle_id: waffle.id,
            spot_ids: numbers.iter().filter_map(|number| waffle.spots.get(number).copied()).collect(),
            operation,
            only_of: None,
            active_only: true,
            author: by_seller.then(|| self.seller.clone()),
        };
        let results = spots::change(&self.pool, &order, at).await?.unwrap_or_default();
        match results.iter().find(|result| !matches!(result, SpotResult::Changed(_))) {
            Some(other) => Err(refused("a change of spots", other)),
            None => Ok(()),
        }
    }

    async fn lock(&mut self, waffle: &mut Written, seconds: i64, at: DateTime<Utc>) -> Result<(), Failed> {
        let draft = LockDraft { delay_seconds: Some(seconds), alternates: Some(2), ..LockDraft::default() };
        let order = LockOrder::parse(&draft, waffle.total_spots)?;
        let chain = (self.beacon.chain(), Heard::Newest { appeared: at, at, recent: true });
        let (draw, _) = draws::lock(&self.pool, waffle.id, &order, chain, &self.seller, || at).await?;
        waffle.round = Some((Round::try_from(draw.round.unsigned_abs())?, draw.round_at));
        Ok(())
    }

    /// Decides the locked draw a second after its round appeared.
    async fn decide(&mut self, waffle: &mut Written) -> Result<(), Failed> {
        let Some((round, round_at)) = waffle.round.take() else { return Err(refused("a draw", &"it is not locked")) };
        let verified = self.beacon.chain().verify(round, self.beacon.sign(round))?;
        let at = round_at + TimeDelta::seconds(1);
        draws::decide(&self.pool, waffle.id, 1, &verified, None, at).await?;
        Ok(())
    }
}

fn receipt(waffle: &Written, number: Option<&i32>) -> Result<Receipt, Failed> {
    let found = number.and_then(|number| waffle.receipts.get(number)).copied();
    found.ok_or_else(|| refused("a receipt", &"nobody claimed the spot"))
}

fn refused(action: &str, why: &dyn std::fmt::Debug) -> Failed {
    format!("{action} was refused: {why:?}").into()
}
