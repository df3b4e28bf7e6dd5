//! The contents of a receipt's page.

use serde::Serialize;
use waffle_domain::money::Currency;
use waffle_domain::payment_note::SaysPaid;
use waffle_domain::receipt::ClaimResult;
use waffle_domain::spot::SpotStatus;
use waffle_service::actions::Services;
use waffle_service::actions::receipts::Opened;
use waffle_store::receipts::ClaimedSpot;

use crate::context::board::{letter, ranges, words};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::waffle::{PaymentOption, WaffleView};
use crate::context::{Frame, Moment, Script, Section};
use crate::public_page::PublicPage;

/// `GET /claim/:token`, and the answers to its forms when they were refused.
#[derive(Debug, Clone, Serialize)]
pub struct ReceiptPage {
    pub frame: Frame,
    pub csrf_token: String,
    /// The page's path.
    pub path: String,
    /// The page's absolute address, for the buyer to keep.
    pub link: String,
    /// For the API.
    pub token: String,
    /// The buyer's handle.
    pub handle: String,
    pub waffle: WaffleView,
    /// With the amount due, where the link has a place for it.
    pub payment_options: Vec<PaymentOption>,
    pub currency: Currency,
    /// The claimed numbers as text: `3, 7, 10-14`.
    pub numbers: String,
    /// The spots by state; empty groups are left out.
    pub groups: Vec<SpotGroup>,
    pub due: Due,
    pub out: Out,
    /// Whether nothing is owed because the seller has marked it paid.
    pub all_paid: bool,
    /// When the buyer said that it was paid, and the note.
    pub said: Option<SaysPaid>,
    /// For how many hours the buyer's note keeps the spots, if that has an end.
    pub grace_hours: Option<i32>,
    /// The note as last typed.
    pub note: Field,
    /// The spots to give back, as last typed.
    pub give_back: Field,
    pub result: ClaimResult,
    /// The prizes of the buyer's winning spots, if the draw names them.
    pub prizes: Vec<WonPrize>,
    /// The buyer's spots that are alternates.
    pub alternates: Vec<Alternate>,
    /// The waffle's newest sequence number that is certainly included; the live updates start after it.
    pub seq: i64,
    /// The server's time, in milliseconds since 1970.
    pub now: i64,
}

template!(ReceiptPage: "receipt");

/// A spot's prize.
#[derive(Debug, Clone, Serialize)]
pub struct WonPrize {
    pub number: i32,
    pub prize: String,
}

/// A spot that may still win.
#[derive(Debug, Clone, Serialize)]
pub struct Alternate {
    pub number: i32,
    /// 1 for the next alternate.
    pub place: i32,
}

/// Claimed spots in the same state.
#[derive(Debug, Clone, Serialize)]
pub struct SpotGroup {
    /// The state's letter, or `x` for spots that are no longer the buyer's.
    pub letter: char,
    pub numbers: String,
    pub words: &'static str,
}

/// What the buyer has to pay.
#[derive(Debug, Clone, Serialize)]
pub struct Due {
    /// The amount to send, formatted.
    pub sum: String,
    /// The exact debt, formatted, if the amount to send is a few cents more.
    pub owed: Option<String>,
    /// The pending numbers as text; empty if there are none.
    pub numbers: String,
    /// The same, if they are few enough to be ticked one by one.
    pub ticks: Vec<i32>,
    /// By when, if there is a deadline.
    pub pay_by: Option<Moment>,
}

/// The buyer's spots that are not in the draw, as text; each empty if there are none.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Out {
    /// Not paid, while a draw is locked that may still be voided.
    pub waiting: String,
    /// Not paid when the winners were set.
    pub unpaid: String,
    /// Paid, but not in the draw.
    pub paid: String,
    /// When the first of those that wait expires.
    pub kept_until: Option<Moment>,
}

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
pub(super) fn show_page(
    here: &PublicPage,
    opened: &Opened,
    (token, link, csrf_token): (&str, String, String),
    Sent { flash, note, give_back }: Sent,
) -> ReceiptPage {
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
        path: path(token),
        link,
        token: token.to_owned(),
        handle: claim.handle.to_string(),
        waffle: WaffleView::of(&opened.snapshot, currency),
        payment_options: options(here.services(), opened),
        currency: currency.clone(),
        numbers: text(claim.spots.iter()),
        groups: groups(opened),
        due: Due {
            sum: currency.format(opened.amount_to_send()),
            owed: (opened.amount_to_send() != owed).then(|| currency.format(owed)),
            numbers: ranges(numbers.iter().map(|number| number.unsigned_abs())),
            ticks: if numbers.len() <= TICKS { numbers } else { Vec::new() },
            // Spots that are not in a locked draw are not to be paid now.
            pay_by: earliest(pending.iter().copied().filter(|spot| opened.in_draw(spot).is_none())),
        },
        out: out(opened),
        all_paid: owed == 0
            && opened.held().any(|spot| spot.status == SpotStatus::Paid && opened.in_draw(spot) != Some(false)),
        said: claim.says_paid.clone(),
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
    PaymentOption::list(&opened.snapshot.waffle.payment_options, |option| match &amount {
        Some(amount) => PaymentOption::of_amount(option, types, amount),
        None => PaymentOption::new(option, types),
    })
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
        kept_until: earliest(opened.held().filter(|spot| opened.in_draw(spot) == Some(false) && opened.is_due(spot))),
    }
}

/// The earliest deadline of spots.
fn earliest<'a>(spots: impl Iterator<Item = &'a ClaimedSpot>) -> Option<Moment> {
    spots.filter_map(|spot| spot.pay_by).min().map(Moment::from)
}

/// Groups spots by state, the best first.
fn groups(opened: &Opened) -> Vec<SpotGroup> {
    let spots = &opened.claim.spots;
    let states = [SpotStatus::Winner, SpotStatus::Paid, SpotStatus::Loser, SpotStatus::Pending].map(Some);
    let groups = states.into_iter().chain([None]).map(|state| {
        let is = |spot: &&ClaimedSpot| spot.yours.then_some(spot.status) == state;
        let (letter, words) = match state {
            Some(SpotStatus::Pending) if spots.iter().any(|spot| is(&spot) && opened.in_draw(spot).is_some()) => {
                ('p', "not paid, so not in the draw")
            }
            Some(SpotStatus::Pending) => ('p', "to be paid"),
            Some(state) => (letter(state), words(state)),
            None => ('x', "not yours any more"),
        };
        SpotGroup { letter, numbers: text(spots.iter().filter(&is)), words }
    });
    groups.filter(|group| !group.numbers.is_empty()).collect()
}

fn text<'a>(spots: impl Iterator<Item = &'a ClaimedSpot>) -> String {
    ranges(spots.map(|spot| spot.number.unsigned_abs()))
}

/// The path of the receipt with a token.
pub(super) fn path(token: &str) -> String {
    format!("/claim/{token}")
}
