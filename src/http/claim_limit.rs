//! The limit on claims. It is ten times as large for a waffle that has just opened, when everyone at a venue claims
//! together from one address. Claims at other times, or of other waffles, get the usual limit.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use uuid::Uuid;
use waffle_actors::openings::Openings;
use waffle_domain::refusal::Refusal;
use waffle_service::failure::Failure;

use super::client_ip::ClientIp;
use super::rate_limit::{Claims, RateLimiter, limiter};
use crate::error::HttpError;

/// The limit on claims of waffles that have just opened, for clients over the usual one.
#[derive(Debug)]
pub struct Opening;

/// Extractor: counts a claim and refuses a client over the limit with 429. It must be a handler's first argument, so
/// that nothing else is done for a refused claim. While a waffle has just opened, it allows more, and the claim must be
/// [checked](Self::check) once its waffle is known.
pub struct AllowedClaim {
    openings: web::Data<Openings>,
    /// The refusal for a client over the usual limit, and the limiter that counts it.
    over: Option<(Failure, web::Data<RateLimiter<Claims>>)>,
}

impl AllowedClaim {
    /// Refuses with 429 a client over the usual limit that claims a waffle that has not just opened.
    pub fn check(self, waffle_id: Uuid) -> Result<(), HttpError> {
        match self.over {
            Some((failure, usual)) if !self.openings.is_opening(waffle_id) => {
                usual.note_refused();
                Err(failure.into())
            }
            _ => Ok(()),
        }
    }

    fn of(request: &HttpRequest) -> Result<Self, HttpError> {
        let (usual, larger) = (limiter::<Claims>(request)?, limiter::<Opening>(request)?);
        let openings = request.app_data::<web::Data<Openings>>();
        let openings = openings.ok_or_else(|| Failure::internal("nobody knows of openings"))?.clone();
        let client = ClientIp::of(request)?;
        let Err(wait) = usual.take(client, 1) else { return Ok(Self { openings, over: None }) };
        if openings.is_any_opening() && larger.take(client, 1).is_ok() {
            return Ok(Self { openings, over: Some((Failure::from(Refusal::RateLimited { wait }), usual.clone())) });
        }
        usual.note_refused();
        Err(Refusal::RateLimited { wait }.into())
    }
}

impl FromRequest for AllowedClaim {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::of(request))
    }
}
