//! Claiming spots.

use waffle_actors::refusal::Refusal;
use waffle_domain::claim::{Claim, Granted};
use waffle_domain::receipt::Receipt;

use crate::actions::Services;

/// What a buyer gets for a claim.
pub struct Claimed {
    pub granted: Granted,
    /// The token of the receipt; none if no spot was granted.
    pub receipt: Option<String>,
}

/// Claims spots: all the named ones or none, or for a random claim as many as are left.
pub async fn claim(services: &Services, claim: Claim) -> Result<Claimed, Refusal> {
    let waffle_id = claim.waffle_id;
    let granted = services.waffles.claim(claim).await?;
    let receipt = Receipt::of(waffle_id, &granted).and_then(|receipt| services.claim_keys.token(&receipt));
    Ok(Claimed { granted, receipt })
}
