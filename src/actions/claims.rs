//! Claiming spots.

use waffle_actors::refusal::Refusal;
use waffle_domain::claim::{Claim, Granted};

use crate::actions::Services;

/// Claims spots: all the named ones or none, or for a random claim as many as are left.
pub async fn claim(services: &Services, claim: Claim) -> Result<Granted, Refusal> {
    services.waffles.claim(claim).await
}
