//! `POST /waffle/:slug/claim`: claiming without JavaScript.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use tokio::time::{Instant, timeout_at};
use waffle_domain::claim::Granted;
use waffle_domain::refusal::Refusal;
use waffle_domain::slug::Slug;
use waffle_domain::timeouts::CLAIM_PAGE;
use waffle_http::claim_limit::AllowedClaim;
use waffle_http::client_ip::ClientIp;
use waffle_http::error::{HttpError, status_of};
use waffle_http::form::Form;
use waffle_http::public_origin::PublicOrigin;
use waffle_language::say;
use waffle_service::actions::claims::{self, Claimed};
use waffle_service::actions::waffles;
use waffle_service::failure::Failure;

use crate::answer::{self, Answer};
use crate::claim_form::{TypedClaim, Wanted};
use crate::context::Section;
use crate::context::claim::{ClaimForm, ClaimNotice};
use crate::failure_pages;
use crate::public_page::PublicPage;
use crate::waffle::{circumstances, fresh_key, page};

/// The answer to a claim that was not granted: status, notice and the form to try again.
struct Reply {
    notice: ClaimNotice,
    form: ClaimForm,
    failure: Option<Failure>,
    status: StatusCode,
}

/// Redirects to the receipt. Otherwise shows the waffle's page with the form as typed and what went wrong: 400 for a
/// mistake, 409 when spots are taken or the waffle is completed, 503 when the claim failed or its outcome is unknown.
/// 404 for an unknown or archived waffle. 429 over the limit, with the form alone.
pub async fn submit(
    allowed: Result<AllowedClaim, HttpError>,
    request: HttpRequest,
    form: Form<Vec<(String, String)>>,
    here: PublicPage,
) -> Answer {
    let begun = Instant::now();
    let allowed = match allowed {
        Ok(allowed) => allowed,
        Err(failure) => return limited(failure.0, &request, form, &here).await,
    };
    let (services, origin) = (here.services(), PublicOrigin::of(&request)?);
    let snapshot = waffles::public(services, request.match_info().query("slug")).await?;
    if let Err(failure) = allowed.check(snapshot.waffle.id) {
        return limited(failure.0, &request, form, &here).await;
    }
    let typed = TypedClaim::from(form.read().await?);
    let reply = match typed.read(snapshot.waffle.id, snapshot.waffle.total_spots) {
        Err(invalid) => Reply::new(StatusCode::BAD_REQUEST, ClaimNotice::Invalid, typed.refused(invalid)),
        Ok(wanted) => match claim(&here, &request, &wanted, begun).await? {
            Ok(Claimed { granted, receipt: Some(token) }) => {
                return Ok(answer::see_other(&receipt_path(&token, &granted)).finish());
            }
            Ok(_) => Reply::new(StatusCode::CONFLICT, ClaimNotice::NoneLeft, typed.kept(fresh_key())),
            Err(failure) => refused(failure, &typed, &wanted, snapshot.waffle.spot_price, &here)?,
        },
    };
    if let Some(failure) = &reply.failure {
        failure_pages::log(&request, failure);
    }
    // The board may have changed while the claim was decided.
    let newest = waffles::by_id(services, snapshot.waffle.id).await.unwrap_or(snapshot);
    let (now, circumstances) = (services.now(), circumstances(services).await);
    let page = page(&here, &origin, (&newest, now, &circumstances), &reply.form, Some(&reply.notice));
    let response = here.pages.show_as(reply.status, "waffle", page)?;
    Ok(answer::with_retry(response, reply.failure.and_then(|failure| failure.retry_after_seconds())))
}

/// Refuses a claim over the limit with the form as typed. Looks no waffle up unless one has just opened: the refusal
/// costs the same for every board, and does not reveal which waffles exist.
async fn limited(
    failure: Failure,
    request: &HttpRequest,
    form: Form<Vec<(String, String)>>,
    here: &PublicPage,
) -> Answer {
    let slug = Slug::parse(request.match_info().query("slug"));
    let (Some(slug), Some(seconds)) = (slug, failure.retry_after_seconds()) else { return Err(failure.into()) };
    // A form that can't be read is over the limit all the same.
    let Ok(fields) = form.read().await else { return Err(failure.into()) };
    let typed = TypedClaim::from(fields);
    failure_pages::log(request, &failure);
    let values = values! {
        frame: here.frame(say!("error-429-title"), Section::Waffles),
        slug: slug.as_str(),
        retry_after_seconds: seconds,
        claim: typed.kept_with_its_key(),
    };
    let response = here.pages.show_as(status_of(&failure), "claim_limited", values)?;
    Ok(answer::with_retry(response, Some(seconds)))
}

/// Claims early enough for the page to be rendered, however long the waffle took to load.
async fn claim(
    here: &PublicPage,
    request: &HttpRequest,
    wanted: &Wanted,
    begun: Instant,
) -> Result<Result<Claimed, Failure>, HttpError> {
    let (services, ClientIp(address)) = (here.services(), ClientIp::of(request)?);
    let claim = claims::claim(services, wanted.claim.clone(), Some(address));
    let claimed = timeout_at(begun + CLAIM_PAGE, claim).await;
    Ok(claimed.unwrap_or_else(|_| Err(Failure::outcome_unknown())))
}

/// The address of the receipt, which says how many were asked for if fewer were left.
fn receipt_path(token: &str, granted: &Granted) -> String {
    let requested = granted.requested.filter(|requested| *requested > granted.spots.len() as u64);
    let of = requested.map(|count| format!("?of={count}")).unwrap_or_default();
    format!("/claim/{token}{of}")
}

/// Turns a refusal into a reply on the page. Bugs and unknown waffles become error pages.
fn refused(
    failure: Failure,
    typed: &TypedClaim,
    wanted: &Wanted,
    spot_price: i64,
    here: &PublicPage,
) -> Result<Reply, HttpError> {
    let mut form = typed.kept(fresh_key());
    let notice = match &failure.refusal {
        Refusal::SpotsTaken { taken } => {
            let (notice, numbers) = wanted.taken(taken, spot_price, &here.services().currency);
            form.numbers = numbers;
            notice
        }
        Refusal::KeyReused => ClaimNotice::FormReused,
        Refusal::WaffleNotActive => ClaimNotice::NotActive,
        Refusal::NotOpenYet { opens_at } => ClaimNotice::NotOpen { opens: (*opens_at).into() },
        Refusal::HandleBlocked => ClaimNotice::Blocked,
        Refusal::TooManySpots { held, allowed } => ClaimNotice::TooMany { held: *held, allowed: *allowed },
        Refusal::ClaimsPaused => ClaimNotice::Paused,
        Refusal::Overloaded | Refusal::DatabaseUnavailable => ClaimNotice::Unavailable,
        Refusal::OutcomeUnknown => ClaimNotice::OutcomeUnknown,
        _ => return Err(failure.into()),
    };
    if matches!(notice, ClaimNotice::Unavailable | ClaimNotice::OutcomeUnknown) {
        // The same key again, so that a retry can't claim twice.
        form = typed.kept_with_its_key();
    }
    Ok(Reply { status: status_of(&failure), notice, form, failure: Some(failure) })
}

impl Reply {
    fn new(status: StatusCode, notice: ClaimNotice, form: ClaimForm) -> Self {
        Self { notice, form, failure: None, status }
    }
}
