//! What a buyer may see and do with the receipt of a claim. Only the token gives access: a handle allows nothing.

use std::collections::HashMap;
use std::sync::Arc;

use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::draw::eligible_spots::in_draw;
use waffle_domain::money_desk;
use waffle_domain::payment_note::PaymentNote;
use waffle_domain::receipt::{ClaimResult, Receipt};
use waffle_domain::refusal::{Refusal, SlowRead};
use waffle_domain::spot::SpotStatus;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::timeouts::HISTORY_SLOT;
use waffle_domain::waffle::Waffle;
use waffle_store::buyer_cents;
use waffle_store::draws::reading;
use waffle_store::draws::replace::left;
use waffle_store::failure::StoreFailure;
use waffle_store::pools::PgPool;
use waffle_store::receipts::{self, ClaimNow, ClaimedSpot};
use waffle_store::spots::{SpotOperation, SpotOrder, SpotResult};
use waffle_store::waffles::WaffleRef;

use crate::actions::Services;
use crate::actions::slow_read_slots::slot;
use crate::failure::{Failure, of_read};

/// The most spots of a receipt that is read without a slot.
const SHORT: i32 = 200;
/// How many long receipts are read at the same time.
pub(crate) const AT_ONCE: usize = 2;

/// A receipt, and the current state of its claim.
pub struct Opened {
    /// The waffle, archived or not, as of a moment before the claim was read.
    pub snapshot: Arc<Snapshot>,
    pub claim: ClaimNow,
    /// The numbers that the draw leaves out.
    excluded: Vec<i32>,
    /// The spots of the draw's alternates that may still win, in order.
    alternates: Vec<i32>,
    /// The cents that the buyer is asked for beyond the amount owed.
    cents: i64,
}

impl Opened {
    /// What the buyer has yet to pay, in cents.
    pub fn owed(&self) -> i64 {
        let due = self.held().filter(|spot| self.is_due(spot)).count();
        i64::try_from(due).unwrap_or_default().saturating_mul(self.snapshot.waffle.spot_price)
    }

    /// Returns what the buyer is asked to send, in cents.
    pub fn amount_to_send(&self) -> i64 {
        money_desk::with_cents(self.owed(), self.cents)
    }

    /// Returns the result of the claim.
    pub fn result(&self) -> ClaimResult {
        // A winner stays one while a redraw is locked, whether in it or not.
        let counts = |spot: &&ClaimedSpot| spot.status == SpotStatus::Winner || self.in_draw(spot) != Some(false);
        let entered = self.held().filter(counts);
        ClaimResult::of(entered.map(|spot| spot.status))
    }

    /// Returns whether a spot is still to be paid.
    pub fn is_due(&self, spot: &ClaimedSpot) -> bool {
        money_desk::is_due(self.snapshot.waffle.status, spot.status)
    }

    /// Returns whether a spot is in the draw; `None` while none has begun.
    pub fn in_draw(&self, spot: &ClaimedSpot) -> Option<bool> {
        in_draw(&self.snapshot.waffle, &self.excluded, spot.number, spot.status)
    }

    /// Returns the prize of a winning spot of the buyer, if the draw names it.
    pub fn prize(&self, spot: &ClaimedSpot) -> Option<&str> {
        spot.yours.then(|| self.snapshot.waffle.prize(spot.number)).flatten()
    }

    /// Returns when a spot of the buyer moves up if winners withdraw: 1 for the next alternate.
    pub fn alternate(&self, spot: &ClaimedSpot) -> Option<i32> {
        let mut places = (1..).zip(&self.alternates);
        places.find(|(_, number)| spot.yours && **number == spot.number).map(|(place, _)| place)
    }

    /// The spots that the buyer still holds.
    pub fn held(&self) -> impl Iterator<Item = &ClaimedSpot> {
        self.claim.spots.iter().filter(|spot| spot.yours)
    }
}

/// Opens a token; 404 for one that is not ours, without asking the database.
pub fn find(services: &Services, token: &str) -> Result<Receipt, Failure> {
    services.receipt_tokens.receipt(token).ok_or(Refusal::NoReceipt.into())
}

/// Reads a receipt; 404 once its waffle is deleted.
pub async fn read(services: &Services, receipt: &Receipt) -> Result<Opened, Failure> {
    let by = WaffleRef::Id(receipt.waffle_id);
    let snapshot = services.waffles.snapshot(&by).await?.ok_or(Refusal::NoReceipt)?;
    let claim = claim(services, receipt).await?;
    let (excluded, alternates) = draw(&services.receipt_pool, &snapshot.waffle).await.map_err(of_read)?;
    let mut opened = Opened { snapshot, claim, excluded, alternates, cents: 0 };
    let waffle = &opened.snapshot.waffle;
    if waffle.terms.distinct_amounts && opened.owed() > 0 {
        let cents = buyer_cents::of(&services.receipt_pool, waffle.id, &opened.claim.handle, waffle.spot_price);
        opened.cents = cents.await.map_err(of_read)?;
    }
    Ok(opened)
}

/// Reads which spots a waffle's draw leaves out, and the next alternates.
async fn draw(pool: &PgPool, waffle: &Waffle) -> Result<(Vec<i32>, Vec<i32>), StoreFailure> {
    let Some(draw) = reading::of_waffle(pool, waffle).await? else { return Ok((Vec::new(), Vec::new())) };
    let alternates = left(pool, waffle, &draw).await?;
    Ok((draw.excluded, alternates))
}

/// Notes that the buyer reports a payment; without a note, takes that back. Sellers see it, and the claim's spots don't
/// expire until it is taken back, or for as long as the waffle's terms allow.
pub async fn say_paid(services: &Services, receipt: &Receipt, note: Option<&PaymentNote>) -> Result<Opened, Failure> {
    claim(services, receipt).await?;
    let said = services.waffles.say_paid(*receipt, note.cloned()).await;
    said.map_err(|failure| if failure.refusal == Refusal::NoWaffle { Refusal::NoReceipt.into() } else { failure })?;
    // The change was made, so an ordinary 503 would be wrong.
    read(services, receipt).await.map_err(|_| Failure::outcome_unknown())
}

/// Finds the ids of spots that a buyer may give back; 409 if one is another's, or is paid.
pub fn to_give_back(claim: &ClaimNow, numbers: &SpotNumbers) -> Result<Vec<i64>, Failure> {
    let held: HashMap<i32, &ClaimedSpot> =
        claim.spots.iter().filter(|spot| spot.yours).map(|spot| (spot.number, spot)).collect();
    let id = |number: &i32| match held.get(number) {
        None => Err(Refusal::NotYours { number: *number }.into()),
        Some(spot) if spot.status != SpotStatus::Pending => {
            Err(Refusal::NotToGiveBack { number: *number, status: spot.status }.into())
        }
        Some(spot) => Ok(spot.spot_id),
    };
    numbers.as_slice().iter().map(id).collect()
}

/// Gives pending spots of the claim back: all of them, or none.
pub async fn give_back(services: &Services, receipt: &Receipt, spot_ids: Vec<i64>) -> Result<Opened, Failure> {
    let order = SpotOrder {
        id: Uuid::now_v7(),
        waffle_id: receipt.waffle_id,
        spot_ids,
        operation: SpotOperation::GiveBack(*receipt),
        only_of: None,
        active_only: false,
        author: None,
    };
    for result in services.waffles.change_spots(order).await? {
        match result {
            // Another request was faster.
            SpotResult::WrongStatus { number, status: SpotStatus::Pending | SpotStatus::Available, .. } => {
                return Err(Refusal::NotYours { number }.into());
            }
            SpotResult::WrongStatus { number, status, .. } => {
                return Err(Refusal::NotToGiveBack { number, status }.into());
            }
            SpotResult::NotFound(_) => return Err(Refusal::NoReceipt.into()),
            _ => {}
        }
    }
    read(services, receipt).await.map_err(|_| Failure::outcome_unknown())
}

/// Reads the current state of a claim; 404 once its waffle is deleted.
pub async fn claim(services: &Services, receipt: &Receipt) -> Result<ClaimNow, Failure> {
    let _turn = if receipt.spots > SHORT {
        Some(slot(&services.receipt_slots, HISTORY_SLOT, SlowRead::Receipts).await?)
    } else {
        None
    };
    receipts::read(&services.receipt_pool, receipt).await.map_err(of_read)?.ok_or(Refusal::NoReceipt.into())
}
