//! The contents of a receipt's page.

use waffle_domain::spot::SpotStatus;
use waffle_service::actions::Services;
use waffle_service::actions::receipts::Opened;
use waffle_store::receipts::ClaimedSpot;

use crate::context::board::{SpotState, ranges};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::how_won::HowWonView;
use crate::context::list::winners;
use crate::context::receipt::{Alternate, BuyersNote, Due, Out, ReceiptPage, ReceiptWaffle, SpotGroup, WonPrize};
use crate::context::waffle::PaymentOption;
use crate::context::{Script, Section};
use crate::public_page::PublicPage;

/// The most spots that the form for giving back lists as checkboxes. For more, buyers type the numbers.
const TICKS: usize = 60;

/// A receipt to show, and the values that its forms were sent with.
pub(super) struct View<'a> {
    pub(super) opened: &'a Opened,
    pub(super) token: String,
    pub(super) path: String,
    pub(super) link: String,
    pub(super) csrf_token: String,
    pub(super) flash: Option<Flash>,
    pub(super) note: Field,
    pub(super) give_back: Field,
}

/// Fills the page.
pub(super) fn show_page(here: &PublicPage, view: View<'_>) -> ReceiptPage {
    let View { opened, token, path, link, csrf_token, flash, note, give_back } = view;
    let Services { currency, .. } = here.services();
    let (waffle, claim, seq) = (&opened.snapshot.waffle, &opened.claim, opened.snapshot.seq);
    let owed = opened.owed();
    let pending: Vec<&ClaimedSpot> = opened.held().filter(|spot| opened.is_due(spot)).collect();
    let numbers: Vec<i32> = pending.iter().map(|spot| spot.number).collect();
    ReceiptPage {
        frame: here
            .frame(format!("Your spots in {}", waffle.title), Section::Waffles)
            .with_description("What you claimed, what you owe, and whether you won.")
            .with_script(Script::Receipt)
            .with_flash(flash),
        csrf_token,
        path,
        link,
        token,
        handle: claim.handle.to_string(),
        waffle: ReceiptWaffle {
            id: waffle.id.to_string(),
            slug: waffle.slug.clone(),
            title: waffle.title.clone(),
            price: currency.format(waffle.spot_price),
            archived: waffle.archived,
            payment_options: options(here.services(), opened),
            winners: winners(waffle),
            how_won: HowWonView::new(waffle.draw.how_won(), (&waffle.slug, waffle.archived)),
        },
        currency: currency.into(),
        numbers: text(claim.spots.iter()),
        groups: groups(opened),
        due: Due {
            sum: currency.format(opened.amount_to_send()),
            owed: (opened.amount_to_send() != owed).then(|| currency.format(owed)),
            numbers: ranges(numbers.iter().map(|number| number.unsigned_abs())),
            ticks: if numbers.len() <= TICKS { numbers } else { Vec::new() },
            // Spots that are not in a locked draw are not to be paid now.
            pay_by: pending
                .iter()
                .filter(|spot| opened.in_draw(spot).is_none())
                .filter_map(|spot| spot.pay_by)
                .min()
                .map(Into::into),
        },
        out: out(opened),
        all_paid: owed == 0
            && opened.held().any(|spot| spot.status == SpotStatus::Paid && opened.in_draw(spot) != Some(false)),
        said: claim.says_paid.as_ref().map(|said| BuyersNote {
            at: said.at.into(),
            kept_until: said.kept_until.map(Into::into),
            note: said.note.clone(),
        }),
        grace_hours: waffle.terms.says_paid_grace_hours,
        note,
        give_back,
        result: opened.result(),
        prizes: prizes(opened),
        alternates: alternates(opened),
        seq,
        now: here.services().now().timestamp_millis(),
    }
}

fn prizes(opened: &Opened) -> Vec<WonPrize> {
    let prize = |spot: &ClaimedSpot| Some(WonPrize { number: spot.number, prize: opened.prize(spot)?.to_owned() });
    opened.held().filter_map(prize).collect()
}

fn alternates(opened: &Opened) -> Vec<Alternate> {
    let alternate = |spot: &ClaimedSpot| Some(Alternate { number: spot.number, place: opened.alternate(spot)? });
    opened.held().filter_map(alternate).collect()
}

/// The ways to pay, with the amount where the link has a place for it.
fn options(services: &Services, opened: &Opened) -> Vec<PaymentOption> {
    let types = &services.payment_types;
    let amount = opened.amount_to_send();
    let amount = (amount > 0).then(|| services.currency.plain(amount.unsigned_abs()));
    let options = opened.snapshot.waffle.payment_options.iter();
    let option = |option| match &amount {
        Some(amount) => PaymentOption::of_amount(option, types, amount),
        None => PaymentOption::new(option, types),
    };
    PaymentOption::list(options.map(option))
}

/// Gathers the spots that are not in the draw.
fn out(opened: &Opened) -> Out {
    let out = |is: &dyn Fn(&ClaimedSpot) -> bool| {
        text(opened.held().filter(|spot| opened.in_draw(spot) == Some(false) && is(spot)))
    };
    let pending = |spot: &ClaimedSpot| spot.status == SpotStatus::Pending;
    Out {
        waiting: out(&|spot| opened.is_due(spot)),
        unpaid: out(&|spot| pending(spot) && !opened.is_due(spot)),
        paid: out(&|spot| !pending(spot) && spot.status != SpotStatus::Winner),
        kept_until: opened
            .held()
            .filter(|spot| opened.in_draw(spot) == Some(false) && opened.is_due(spot))
            .filter_map(|spot| spot.pay_by)
            .min()
            .map(Into::into),
    }
}

/// Groups spots by state, the best first.
fn groups(opened: &Opened) -> Vec<SpotGroup> {
    let spots = &opened.claim.spots;
    let states = [SpotState::Winner, SpotState::Paid, SpotState::Loser, SpotState::Pending].map(Some);
    let groups = states.into_iter().chain([None]).map(|state| {
        let is = |spot: &&ClaimedSpot| spot.yours.then(|| SpotState::from(spot.status)) == state;
        let (letter, words) = match state {
            Some(SpotState::Pending) if spots.iter().any(|spot| is(&spot) && opened.in_draw(spot).is_some()) => {
                ('p', "not paid, so not in the draw")
            }
            Some(SpotState::Pending) => ('p', "to be paid"),
            Some(state) => (state.letter(), state.words()),
            None => ('x', "not yours any more"),
        };
        SpotGroup { letter, numbers: text(spots.iter().filter(&is)), words }
    });
    groups.filter(|group| !group.numbers.is_empty()).collect()
}

fn text<'a>(spots: impl Iterator<Item = &'a ClaimedSpot>) -> String {
    ranges(spots.map(|spot| spot.number.unsigned_abs()))
}
