//! The contents of a receipt's page.

use waffle_domain::spot::SpotStatus;
use waffle_domain::spot_ranges::ranges;
use waffle_language::say;
use waffle_service::actions::receipts::Opened;
use waffle_service::actions::{Services, seller};
use waffle_store::receipts::ClaimedSpot;

use crate::context::board::letter;
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::seller::SellerView;
use crate::context::waffle::{WaffleView, pay_options};
use crate::context::{Moment, Script, Section};
use crate::public_page::PublicPage;
use crate::templates::Values;

/// The most spots that the form for giving back lists as checkboxes. For more, buyers type the numbers.
const TICKS: usize = 60;

/// The forms of a receipt as they were sent, and what became of them.
#[derive(Default)]
pub(super) struct Sent {
    pub(super) flash: Option<Flash>,
    pub(super) note: Field,
    pub(super) give_back: Field,
}

/// Fills the page of the receipt with a token.
pub(super) async fn show_page(
    here: &PublicPage,
    opened: &Opened,
    (token, link, csrf_token): (&str, &str, &str),
    Sent { flash, note, give_back }: Sent,
) -> Values {
    let Services { currency, .. } = here.services();
    let seller = seller::shown(here.services()).await;
    let (waffle, claim) = (&opened.snapshot.waffle, &opened.claim);
    let (owed, to_send) = (opened.owed(), opened.amount_to_send());
    let pending: Vec<&ClaimedSpot> = opened.held().filter(|spot| opened.is_due(spot)).collect();
    let numbers: Vec<i32> = pending.iter().map(|spot| spot.number).collect();
    let prize = |spot: &ClaimedSpot| Some(values! { number: spot.number, prize: opened.prize(spot)? });
    let alternate = |spot: &ClaimedSpot| Some(values! { number: spot.number, place: opened.alternate(spot)? });
    values! {
        frame: here
            .frame(say!("receipt-title", title = &waffle.title), Section::Waffles)
            .with_description(say!("receipt-description"))
            .with_script(Script::Receipt)
            .with_flash(flash),
        csrf_token,
        path: path(token),
        link,
        token,
        handle: claim.handle,
        seller: SellerView::of(&seller),
        waffle: WaffleView::of(&opened.snapshot, currency),
        payment_options: options(here.services(), opened),
        currency,
        numbers: text(claim.spots.iter()),
        groups: groups(opened),
        due: values! {
            sum: currency.amount(to_send),
            // Without the cents by which the amount differs from others.
            owed: (to_send != owed).then(|| currency.amount(owed)),
            numbers: ranges(numbers.iter().map(|number| number.unsigned_abs())),
            ticks: if numbers.len() <= TICKS { &*numbers } else { &[] },
            // Spots that are not in a locked draw are not to be paid now.
            pay_by: earliest(pending.iter().copied().filter(|spot| opened.in_draw(spot).is_none())),
        },
        out: out(opened),
        all_paid: owed == 0
            && opened.held().any(|spot| spot.status == SpotStatus::Paid && opened.in_draw(spot) != Some(false)),
        said: claim.says_paid,
        grace_hours: waffle.terms.says_paid_grace_hours,
        note,
        give_back,
        result: opened.result(),
        prizes: opened.held().filter_map(prize).collect::<Vec<_>>(),
        alternates: opened.held().filter_map(alternate).collect::<Vec<_>>(),
        seq: opened.snapshot.seq,
        now: here.services().now().timestamp_millis(),
    }
}

/// The ways to pay, with the amount where the link has a place for it.
fn options(services: &Services, opened: &Opened) -> Vec<Values> {
    let types = &services.payment_types;
    let amount = opened.amount_to_send();
    let amount = (amount > 0).then(|| services.currency.plain(amount.unsigned_abs()));
    pay_options(&opened.snapshot.waffle.payment_options, |option| match &amount {
        Some(amount) => types.link_with(option, amount),
        None => types.link(option),
    })
}

/// Gathers the spots that are not in the draw.
fn out(opened: &Opened) -> Values {
    let out = |is: &dyn Fn(&ClaimedSpot) -> bool| {
        text(opened.held().filter(|spot| opened.in_draw(spot) == Some(false) && is(spot)))
    };
    let pending = |spot: &ClaimedSpot| spot.status == SpotStatus::Pending;
    values! {
        waiting: out(&|spot| opened.is_due(spot)),
        unpaid: out(&|spot| pending(spot) && !opened.is_due(spot)),
        paid: out(&|spot| !pending(spot) && spot.status != SpotStatus::Winner),
        kept_until: earliest(opened.held().filter(|spot| opened.in_draw(spot) == Some(false) && opened.is_due(spot))),
    }
}

/// The earliest deadline of spots.
fn earliest<'a>(spots: impl Iterator<Item = &'a ClaimedSpot>) -> Option<Moment> {
    spots.filter_map(|spot| spot.pay_by).min().map(Moment::from)
}

/// Groups the spots that the buyer holds by state, the best first.
fn groups(opened: &Opened) -> Vec<Values> {
    let states = [
        (SpotStatus::Winner, say!("receipt-spots-winner")),
        (SpotStatus::Paid, say!("receipt-spots-paid")),
        (SpotStatus::Loser, say!("receipt-spots-lost")),
        (SpotStatus::Pending, say!("receipt-spots-unpaid")),
    ];
    let groups = states.into_iter().map(|(state, words)| {
        let spots = || opened.held().filter(move |spot| spot.status == state);
        let is_out = state == SpotStatus::Pending && spots().any(|spot| opened.in_draw(spot).is_some());
        let words = if is_out { say!("receipt-spots-out") } else { words };
        let numbers = text(spots());
        (!numbers.is_empty()).then(|| values! { letter: letter(state), numbers, words })
    });
    groups.flatten().collect()
}

fn text<'a>(spots: impl Iterator<Item = &'a ClaimedSpot>) -> String {
    ranges(spots.map(|spot| spot.number.unsigned_abs()))
}

/// The path of the receipt with a token.
pub(super) fn path(token: &str) -> String {
    format!("/claim/{token}")
}
