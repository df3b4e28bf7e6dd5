//! Claiming spots.

use std::net::IpAddr;

use waffle_domain::claim::{Claim, Granted};
use waffle_domain::idempotency_key::IdempotencyKey;
use waffle_domain::receipt::Receipt;

use crate::actions::Services;
use crate::failure::Failure;

/// What a buyer gets for a claim.
pub struct Claimed {
    pub granted: Granted,
    /// The token of the receipt; `None` if no spot was granted, or for a repeat whose key is easy to guess.
    pub receipt: Option<String>,
}

/// Claims spots for a client at an address: all the named ones or none; a random claim gets as many as are left. Spots
/// that an admin assigns have no address.
pub async fn claim(services: &Services, claim: Claim, from: Option<IpAddr>) -> Result<Claimed, Failure> {
    let waffle_id = claim.waffle_id;
    let guessable = claim.key.as_ref().is_some_and(IdempotencyKey::is_guessable);
    let of_week = services.source_keys.current();
    let source =
        from.zip(of_week.as_deref()).map(|(address, key)| services.receipt_tokens.source(key, waffle_id, address));
    let granted = services.waffles.claim(Claim { source, ..claim }).await?;
    let receipt = Receipt::of(waffle_id, &granted).filter(|_| !(granted.replayed && guessable));
    let receipt = receipt.and_then(|receipt| services.receipt_tokens.token(&receipt));
    Ok(Claimed { granted, receipt })
}
