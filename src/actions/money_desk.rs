//! The money desk: what each buyer of a waffle owes, and payments.

use std::collections::HashMap;

use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::author::Author;
use waffle_domain::draw::part::in_draw;
use waffle_domain::handle::Handle;
use waffle_domain::money_desk;
use waffle_domain::payments_text::{self, PaymentLine};
use waffle_domain::spot::{Spot, SpotStatus};
use waffle_domain::waffle::WaffleStatus;
use waffle_store::draws::reading::excluded;
use waffle_store::receipts::{SaysPaid, all_who_say_paid};
use waffle_store::spots::{SpotOperation, SpotResult};
use waffle_wire::money_desk::{BuyerAccount, MoneyDesk};

use crate::actions::Services;
use crate::actions::spots::{Selected, SpotRefused, change_many};
use crate::actions::waffles::by_id;
use crate::web::error::Failure;
use crate::web::refusal::of_read;

/// Lists the buyers of a waffle whose handles contain `part`. The sums are those of all.
pub async fn show(services: &Services, snapshot: &Snapshot, part: &str) -> Result<MoneyDesk, Failure> {
    let said = all_who_say_paid(&services.pool, snapshot.waffle.id).await.map_err(of_read)?;
    let mut said: HashMap<Handle, SaysPaid> = said.into_iter().collect();
    let (waffle, now) = (&snapshot.waffle, services.now());
    let excluded = excluded(&services.pool, waffle).await.map_err(of_read)?;
    let buyers = money_desk::buyers(&snapshot.board, waffle.status, waffle.spot_price);
    let listed = buyers.iter().filter(|buyer| buyer.handle.as_str().contains(part));
    let entries = listed.map(|buyer| {
        let said = said.remove(buyer.handle).map(|said| (said.at, said.note));
        let is_out = |spot: &&&Spot| in_draw(waffle, &excluded, spot.number, spot.status()) == Some(false);
        let not_in_draw = buyer.spots.iter().filter(is_out).map(|spot| spot.number).collect();
        BuyerAccount::new(buyer, now, said, not_in_draw)
    });
    Ok(MoneyDesk { entries: entries.collect(), totals: money_desk::totals(&buyers).into() })
}

/// Selects a buyer's spots: these, or all that are pending.
pub async fn select(
    services: &Services,
    waffle_id: Uuid,
    handle: Handle,
    spot_ids: Option<Vec<i64>>,
) -> Result<Selected, Failure> {
    let snapshot = by_id(services, waffle_id).await?;
    if let Some(ids) = spot_ids {
        return Ok(Selected { only_of: Some(handle), ..Selected::named(waffle_id, ids)? });
    }
    let pending = snapshot.board.spots().filter(|spot| spot.status() == SpotStatus::Pending);
    let spot_ids = pending.filter(|spot| spot.handle() == Some(&handle)).map(|spot| spot.id).collect();
    Ok(Selected { waffle_id, spot_ids, only_of: Some(handle) })
}

/// Marks a buyer's pending spots paid.
pub async fn pay(services: &Services, author: Author, selected: Selected) -> Result<Vec<SpotResult>, SpotRefused> {
    let snapshot = by_id(services, selected.waffle_id).await?;
    if let Some(locked) = &snapshot.waffle.draw.locked {
        return Err(SpotRefused::Locked(locked.round_at));
    }
    if snapshot.waffle.status == WaffleStatus::Completed {
        return Err(SpotRefused::NotActive);
    }
    change_many(services, author, selected, SpotOperation::Pay).await
}

/// Makes a buyer's pending spots available again.
pub async fn release(services: &Services, author: Author, selected: Selected) -> Result<Vec<SpotResult>, SpotRefused> {
    change_many(services, author, selected, SpotOperation::ReleasePending).await
}

/// Finds the payments of a text. Changes nothing.
pub async fn match_payments(services: &Services, waffle_id: Uuid, text: &str) -> Result<Vec<PaymentLine>, Failure> {
    let snapshot = by_id(services, waffle_id).await?;
    let text = payments_text::parse(text)?;
    let buyers = money_desk::buyers(&snapshot.board, snapshot.waffle.status, snapshot.waffle.spot_price);
    Ok(payments_text::match_payments(text, &buyers, &services.currency))
}
