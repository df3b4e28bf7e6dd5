//! Spots claimed by buyers.

use waffle_actors::refusal::Refusal;
use waffle_domain::claim::{Claim, Granted};

use crate::actions::Services;

/// Claims spots: all that are named, or as many as there are of those that are wanted by chance.
pub async fn claim(services: &Services, claim: Claim) -> Result<Granted, Refusal> {
    services.waffles.claim(claim).await
}
