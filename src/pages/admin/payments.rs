//! `/admin/waffles/:id/payments`: payments that are pasted as a text, looked through, and marked paid together.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::handle::Handle;
use waffle_domain::role::Permission;
use waffle_domain::waffle::WaffleStatus;
use waffle_wire::money_desk::MatchedLine;

use crate::actions::spots::{SpotRefused, changed};
use crate::actions::{Services, money_desk, waffles};
use crate::pages::Pages;
use crate::pages::admin::desk_buyer::{frame, to};
use crate::pages::admin::manage_flash::Done;
use crate::pages::answer;
use crate::pages::context::desk::{Found, PaymentsPage};
use crate::pages::context::form::Field;
use crate::session::form::SignedInForm;
use crate::session::signed_in::SignedIn;
use crate::web::error::Failure;
use crate::web::extractors::InPath;

/// The longest form, in KiB: a text of 64 KiB may take three times as much in a form.
const LONGEST: usize = 256;

/// Shows the form.
pub async fn show(me: SignedIn, id: InPath<Uuid>, pages: web::Data<Pages>) -> Result<HttpResponse, Failure> {
    me.require(Permission::ManageSpots)?;
    let snapshot = waffles::by_id(&pages.services, id.read()?).await?;
    answer::page(pages.templates.payments(&page(&me, &snapshot, Field::default(), None)))
}

/// Shows what was found in the text, or the form again with 400 if it is too long.
pub async fn find(
    form: SignedInForm<LONGEST>,
    id: InPath<Uuid>,
    pages: web::Data<Pages>,
) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ManageSpots)?;
    let snapshot = waffles::by_id(&pages.services, id.read()?).await?;
    let text = form.fields.text("text");
    let found = money_desk::match_payments(&pages.services, snapshot.waffle.id, text).await;
    let (status, field, found) = match found {
        Ok(lines) => {
            let lines: Vec<MatchedLine> = lines.into_iter().map(MatchedLine::from).collect();
            let found = Found::new(&lines, snapshot.waffle.spot_price, &pages.services.currency);
            (StatusCode::OK, Field::new(text), Some(found).filter(|found| !found.lines.is_empty()))
        }
        Err(failure) if !failure.fields().is_empty() => {
            (StatusCode::BAD_REQUEST, Field::refused(text, failure.sentence()), None)
        }
        Err(failure) => return Err(failure),
    };
    answer::page_with(status, pages.templates.payments(&page(&form.me, &snapshot, field, found)))
}

/// Marks the ticked payments paid, buyer by buyer, and redirects to the money desk. What changed since it was shown
/// stays as it is.
pub async fn pay(
    form: SignedInForm<LONGEST>,
    id: InPath<Uuid>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ManageSpots)?;
    let id = id.read()?;
    let (mut numbers, mut asked) = (Vec::new(), 0);
    // Our pages send only handles and ids, so anything else is ignored.
    for (handle, ids) in form.fields.all("payments").filter_map(payment) {
        asked += ids.len();
        match pay_one(&services, &form, id, (&handle, ids)).await {
            Ok(paid) => numbers.extend(paid),
            Err(SpotRefused::NotActive) => return Ok(to(id, &Done::NotActive)),
            Err(SpotRefused::Locked(_)) => return Ok(to(id, &Done::Locked)),
            Err(refused) => return Err(refused.into()),
        }
    }
    if asked == 0 {
        return Ok(to(id, &Done::Nothing));
    }
    numbers.sort_unstable();
    Ok(to(id, &Done::Paid { skipped: asked - numbers.len(), numbers }))
}

async fn pay_one(
    services: &Services,
    form: &SignedInForm<LONGEST>,
    id: Uuid,
    (handle, ids): (&Handle, Vec<i64>),
) -> Result<Vec<i32>, SpotRefused> {
    let selected = money_desk::select(services, id, handle.clone(), Some(ids)).await?;
    let results = money_desk::pay(services, form.me.author(), selected).await?;
    Ok(changed(results).iter().map(|change| change.number).collect())
}

/// Reads `anna:17,18`.
fn payment(text: &str) -> Option<(Handle, Vec<i64>)> {
    let (handle, ids) = text.split_once(':')?;
    let ids: Vec<i64> = ids.split(',').filter_map(|id| id.parse().ok()).collect();
    Some((Handle::parse(handle).ok()?, ids)).filter(|(_, ids)| !ids.is_empty())
}

fn page(me: &SignedIn, snapshot: &Snapshot, text: Field, found: Option<Found>) -> PaymentsPage {
    let active = snapshot.waffle.status == WaffleStatus::Active;
    PaymentsPage { desk: frame(me, &snapshot.waffle, "Payments"), text, found, active }
}
