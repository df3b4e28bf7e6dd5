//! `POST /api/claims` and `POST /api/claims/random`

use actix_web::http::header::HeaderName;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::path::{ParameterBuilder, ParameterIn};
use utoipa::openapi::{ObjectBuilder, Required};
use uuid::Uuid;
use waffle_domain::claim::{Claim, Granted, Selection};
use waffle_domain::handle::Handle;
use waffle_domain::idempotency_key::IdempotencyKey;
use waffle_domain::invalid::{Findings, Invalid};
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::wire::spot::Spot;
use waffle_http::claim_limit::AllowedClaim;
use waffle_http::client_ip::ClientIp;
use waffle_http::error::HttpError;
use waffle_http::json::Body;
use waffle_language::say;
use waffle_service::actions::{Services, claims};
use waffle_service::failure::Failure;

use crate::count::Count;
use crate::endpoint::values::text;
use crate::endpoint::{Answer, Described, Input, endpoints, list, ok};

/// Carries the token of a claim's receipt.
const RECEIPT: HeaderName = HeaderName::from_static("x-claim-receipt");

/// A claim of numbered spots.
#[derive(Deserialize, ToSchema)]
pub struct NumberedClaim {
    #[schema(required, nullable = false, value_type = Option<Uuid>)]
    waffle_id: Option<String>,
    /// Numbers of the waffle's spots, none twice.
    #[schema(
        required, nullable = false, min_items = 1, minimum = 1, value_type = Option<BTreeSet<i64>>,
        example = json!([3, 7])
    )]
    spots: Option<Vec<i64>>,
    /// The buyer's handle.
    #[schema(required, nullable = false, format = "handle", example = "@anna")]
    social_handle: Option<String>,
}

/// A claim of any spots.
#[derive(Deserialize, ToSchema)]
pub struct RandomClaim {
    #[schema(required, nullable = false, value_type = Option<Uuid>)]
    waffle_id: Option<String>,
    #[schema(required, schema_with = Count::of_spots)]
    count: Option<Count>,
    /// The buyer's handle.
    #[schema(required, nullable = false, format = "handle", example = "@anna")]
    social_handle: Option<String>,
}

impl NumberedClaim {
    /// Checks it. Fails with every field at fault.
    pub fn check(self, key: Option<IdempotencyKey>) -> Result<Claim, HttpError> {
        let selection = SpotNumbers::parse("spots", &self.spots.unwrap_or_default()).map(Selection::Numbers);
        read(self.waffle_id.as_deref(), selection, self.social_handle.as_deref(), key)
    }
}

impl RandomClaim {
    /// Checks it. Fails with every field at fault.
    pub fn check(self, key: Option<IdempotencyKey>) -> Result<Claim, HttpError> {
        let selection = Selection::any(self.count.map_or(0, |count| count.0));
        read(self.waffle_id.as_deref(), selection, self.social_handle.as_deref(), key)
    }
}

/// The spots that a random claim got.
#[derive(Serialize, ToSchema)]
struct RandomlyClaimed {
    #[schema(example = 2)]
    claimed_count: usize,
    /// As in the request, up to 9223372036854775807.
    #[schema(example = 2)]
    requested_count: u64,
    /// Ascending.
    #[schema(example = json!([17, 44]))]
    spot_numbers: Vec<i32>,
    #[schema(example = "Claimed 2 spots")]
    message: String,
}

/// A claim may carry a key.
impl Input for AllowedClaim {
    fn describe(described: &mut Described) {
        let schema = ObjectBuilder::from(text()).min_length(Some(1)).max_length(Some(IdempotencyKey::MAX));
        let key = ParameterBuilder::new()
            .name("Idempotency-Key")
            .parameter_in(ParameterIn::Header)
            .description(Some(
                "Makes a repeat safe: the same key with the same body answers again what it answered. Make it of 128 \
                 random bits.",
            ))
            .required(Required::False)
            .schema(Some(schema.pattern(Some(IdempotencyKey::PATTERN))))
            .example(Some("9f1c5e0b7a3d4862b1f04c7e2d9a6835".into()));
        described.parameters([key.build()]);
    }
}

endpoints! { "Claims";
    /// Claim spots by their numbers
    ///
    /// All of them, or none.
    POST "/api/claims" => claim as claimSpots,
        list::<Spot>("The claimed spots, ascending by number.")
            .header("X-Claim-Receipt", text, "Opens the buyer's receipt, `/claim/<token>`. A repeat has it only if \
                its key has 20 characters or more."),
        ValidationFailed, NoPublicWaffle, SpotsTaken, WaffleNotActive, NotOpenYet, ClaimsPaused, TooManySpots,
        HandleBlocked, KeyReused, ClaimsLimited, Overloaded;

    /// Claim any spots
    ///
    /// As many as are wanted and available, chosen at random; if none is available, none.
    POST "/api/claims/random" => claim_random as claimRandomSpots,
        ok::<RandomlyClaimed>("The claimed spots. If there are any, `X-Claim-Receipt` opens the buyer's receipt; a \
                repeat has it only if its key has 20 characters or more."),
        ValidationFailed, NoPublicWaffle, WaffleNotActive, NotOpenYet, ClaimsPaused, TooManySpots,
        HandleBlocked, KeyReused, ClaimsLimited, Overloaded;
}

async fn claim(
    allowed: AllowedClaim,
    request: HttpRequest,
    body: Body<NumberedClaim>,
    services: web::Data<Services>,
) -> Answer {
    let key = key(&request)?;
    let claim = body.read().await?.check(key)?;
    allowed.check(claim.waffle_id)?;
    let claimed = claims::claim(&services, claim, Some(ClientIp::of(&request)?.0)).await?;
    Ok(with_receipt(claimed.receipt).json(Spot::claimed(&claimed.granted)))
}

async fn claim_random(
    allowed: AllowedClaim,
    request: HttpRequest,
    body: Body<RandomClaim>,
    services: web::Data<Services>,
) -> Answer {
    let key = key(&request)?;
    let claim = body.read().await?.check(key)?;
    allowed.check(claim.waffle_id)?;
    let claimed = claims::claim(&services, claim, Some(ClientIp::of(&request)?.0)).await?;
    Ok(with_receipt(claimed.receipt).json(RandomlyClaimed::from(claimed.granted)))
}

fn key(request: &HttpRequest) -> Result<Option<IdempotencyKey>, HttpError> {
    let Some(header) = request.headers().get("idempotency-key") else { return Ok(None) };
    Ok(Some(IdempotencyKey::parse(header.to_str().unwrap_or_default())?))
}

/// Begins the response to a claim, with the token of its receipt.
fn with_receipt(token: Option<String>) -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    if let Some(token) = token {
        response.insert_header((RECEIPT, token));
    }
    response
}

fn read(
    waffle_id: Option<&str>,
    selection: Result<Selection, Invalid>,
    handle: Option<&str>,
    key: Option<IdempotencyKey>,
) -> Result<Claim, HttpError> {
    let mut findings = Findings::default();
    let waffle_id = waffle_id.map(Uuid::try_parse);
    let waffle_id = match waffle_id {
        Some(Ok(id)) => Some(id),
        _ => findings.keep(Err(Invalid::field("waffle_id", say!("fault-waffle-id")))),
    };
    let selection = findings.keep(selection);
    let handle = findings.keep(Handle::parse(handle.unwrap_or_default()));
    findings.into_result()?;
    match (waffle_id, selection, handle) {
        (Some(waffle_id), Some(selection), Some(handle)) => {
            Ok(Claim { id: Uuid::now_v7(), waffle_id, selection, handle, key, assigned_by: None, source: None })
        }
        _ => Err(Failure::internal("a claim lost a field").into()),
    }
}

impl From<Granted> for RandomlyClaimed {
    fn from(granted: Granted) -> Self {
        let claimed_count = granted.spots.len();
        let requested_count = granted.requested.unwrap_or(claimed_count as u64);
        let message = if claimed_count as u64 == requested_count {
            format!("Claimed {claimed_count} spots")
        } else {
            format!("Claimed {claimed_count} of {requested_count} requested spots")
        };
        let spot_numbers = granted.spots.into_iter().map(|(_, number)| number).collect();
        Self { claimed_count, requested_count, spot_numbers, message }
    }
}
