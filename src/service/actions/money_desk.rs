//! The money desk: what each buyer of a waffle owes, and payments.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::author::Author;
use waffle_domain::draw::eligible_spots::in_draw;
use waffle_domain::handle::Handle;
use waffle_domain::money_desk::{self, DeskBuyer, DeskFilter, DeskSearch};
use waffle_domain::payment_note::SaysPaid;
use waffle_domain::spot::{Spot, SpotStatus};
use waffle_domain::wire::money_desk::{BuyerAccount, MoneyDesk};
use waffle_store::buyer_cents;
use waffle_store::draws::reading::of_waffle;
use waffle_store::receipts::all_who_say_paid;
use waffle_store::spots::{SpotOperation, SpotResult};

use crate::actions::spots::{Selected, change_many, refused_now};
use crate::actions::waffles::by_id;
use crate::actions::{Services, sources};
use crate::failure::{Failure, of_read};

/// Lists the buyers of a waffle whom a search finds, and who pass the filter. The sums cover all buyers.
pub async fn show(
    services: &Services,
    snapshot: &Snapshot,
    search: &DeskSearch,
    filter: DeskFilter,
) -> Result<MoneyDesk, Failure> {
    let (waffle, now) = (&snapshot.waffle, services.now());
    let said = all_who_say_paid(&services.pool, waffle.id).await.map_err(of_read)?;
    let mut said: HashMap<Handle, SaysPaid> = said.into_iter().collect();
    let sharing = match filter {
        DeskFilter::All => None,
        DeskFilter::SharedSource => Some(sources::sharing(services, waffle.id).await?),
    };
    let draw = of_waffle(&services.pool, waffle).await.map_err(of_read)?;
    let excluded = draw.map(|draw| draw.excluded).unwrap_or_default();
    let buyers = buyers(services, snapshot).await?;
    let entries = search.among(&buyers).into_iter().filter_map(|buyer| {
        let said = said.remove(buyer.handle);
        let suspect = |sharing: &HashSet<Handle>| buyer.owed() > 0 && said.is_some() && sharing.contains(buyer.handle);
        if !sharing.as_ref().is_none_or(suspect) {
            return None;
        }
        let is_out = |spot: &&&Spot| in_draw(waffle, &excluded, spot.number, spot.status()) == Some(false);
        let not_in_draw = buyer.spots.iter().filter(is_out).map(|spot| spot.number).collect();
        Some(BuyerAccount::new(buyer, now, said, not_in_draw))
    });
    Ok(MoneyDesk { entries: entries.collect(), totals: money_desk::totals(&buyers) })
}

/// Finds the buyers, with the cents that tell them apart if the seller wants that.
pub async fn buyers<'a>(services: &Services, snapshot: &'a Snapshot) -> Result<Vec<DeskBuyer<'a>>, Failure> {
    let waffle = &snapshot.waffle;
    let mut buyers = money_desk::buyers(&snapshot.board, waffle.status, waffle.spot_price);
    if waffle.terms.distinct_amounts {
        let owing: Vec<_> = buyers.iter().filter(|buyer| buyer.owed() > 0).map(|buyer| buyer.handle).collect();
        let cents = buyer_cents::of_all(&services.pool, waffle.id, &owing, waffle.spot_price).await.map_err(of_read)?;
        money_desk::tell_apart(&mut buyers, &cents);
    }
    Ok(buyers)
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
pub async fn pay(services: &Services, author: Author, selected: Selected) -> Result<Vec<SpotResult>, Failure> {
    let snapshot = by_id(services, selected.waffle_id).await?;
    if let Some(refused) = refused_now(&snapshot.waffle) {
        return Err(refused.into());
    }
    change_many(services, author, selected, SpotOperation::Pay).await
}

/// Makes a buyer's pending spots available again.
pub async fn release(services: &Services, author: Author, selected: Selected) -> Result<Vec<SpotResult>, Failure> {
    change_many(services, author, selected, SpotOperation::ReleasePending).await
}
