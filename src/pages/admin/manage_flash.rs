//! The message on the manage page that says what a form did.

use actix_web::HttpResponse;
use chrono::{DateTime, Utc};
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::number::grouped;
use waffle_domain::spot::SpotStatus;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::timezone::TimeZone;
use waffle_domain::waffle::WaffleStatus;

use crate::answer;
use crate::context::Moment;
use crate::context::board::ranges;
use crate::context::flash::Flash;
use crate::query::Query;

/// Declares what a form can have done: its code in the address, and what the page says about it: the first
/// sentence whose condition holds of the page, with the spots for `{}`. Any link can carry the code, so it must not say
/// what isn't so.
///
/// ```ignore
/// did! { at: Paused = "paused" { DONE if at.paused => "Claims are paused.", } }
/// // is the enum, and
/// fn code(self) -> &'static str { match self { Self::Paused => "paused", … } }
/// fn says(self, at: &Page<'_>) -> Option<(bool, &'static str)> // whether nothing was done, and the sentence
/// ```
macro_rules! did {
    ($at:ident: $($did:ident = $code:literal { $($tone:ident if $holds:expr => $says:literal,)* })+) => {
        /// What a form did.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Did {
            $($did,)+
        }

        impl Did {
            const ALL: [Self; [$($code),+].len()] = [$(Self::$did),+];

            fn code(self) -> &'static str {
                match self { $(Self::$did => $code,)+ }
            }

            fn says(self, $at: &Page<'_>) -> Option<(bool, &'static str)> {
                match self {
                    $(Self::$did => {
                        $(if $holds { return Some(($tone, $says)); })*
                        None
                    })+
                }
            }
        }
    };
}

did! { at:
    Created = "created" {
        DONE if at.waiting && !at.paused => "Your waffle is scheduled.",
        DONE if at.paused => "Your waffle is there, with claims paused. Resume them, and post its link!",
        DONE if true => "Your waffle is live. Post its link!",
    }
    Paid = "paid" {}
    Released = "released" { DONE if at.one() && at.are(&[SpotStatus::Available]) => "Spot {} is free again.", }
    ReleasedAll = "released-all" { DONE if at.are(&[SpotStatus::Available]) => "Released: {}.", }
    Unpaid = "unpaid" { DONE if at.are(&[SpotStatus::Pending]) => "Marked unpaid: {}.", }
    Extended = "extended" { DONE if at.are(&[SpotStatus::Pending]) => "More time to pay {}.", }
    Renamed = "renamed" { DONE if at.are(&HELD) => "Renamed: {}.", }
    Assigned = "assigned" { DONE if at.are(&HELD) => "Assigned: {}.", }
    Taken = "taken" { REFUSED if at.are(&HELD) => "Already taken: {}. Nothing changed.", }
    Paused = "paused" { DONE if at.paused => "Claims are paused: buyers see it, and can’t claim.", }
    Resumed = "resumed" {
        DONE if !at.paused && at.waiting => "Resumed: buyers can claim from the opening on.",
        DONE if !at.paused => "Buyers can claim again.",
    }
    NotTaken = "not-taken" {
        REFUSED if true => "Nothing changed. Write a handle like @anna and numbers like 3, 7, 10-14.",
    }
    Nothing = "nothing" {
        REFUSED if true => "Nothing changed: it’s already done, or the spots changed in the meantime.",
    }
    Locked = "locked" { REFUSED if true => "A draw is locked until its round appears, so nothing changed.", }
    NothingSelected = "nothing-selected" { REFUSED if true => "Select pending spots first.", }
    NotPending = "not-pending" { REFUSED if at.one() => "Spot {} is no longer pending, so nothing changed.", }
    NotReleasable = "not-releasable" {
        REFUSED if at.one() => "Spot {} can’t be released right now, so nothing changed.",
    }
    NotActive = "not-active" {
        REFUSED if true => "The winners are drawn, so mark spots paid one at a time. Nothing changed.",
    }
    NoSpot = "no-spot" { REFUSED if true => "This waffle doesn’t have that spot. Nothing changed.", }
    Saved = "saved" { DONE if true => "Saved. Buyers see the change right away.", }
    Archived = "archived" { DONE if at.archived => "The waffle is archived. Buyers no longer see it.", }
    Unarchived = "unarchived" {
        DONE if !at.archived && at.unlisted => "The waffle is back, unlisted as it was.",
        DONE if !at.archived => "The waffle is listed again.",
    }
    Drawn = "drawn" { DONE if at.completed => "The winners are drawn. Everyone watching sees them.", }
    Redrawn = "redrawn" { DONE if at.completed => "The winners are changed. Everyone watching sees them.", }
    Cleared = "cleared" { DONE if !at.completed => "The draw is cleared. The waffle is open again.", }
    DrawnAlready = "drawn-already" {
        REFUSED if at.completed => "The winners are already drawn. Change them or clear the draw.",
    }
    NotDrawn = "not-drawn" { REFUSED if !at.completed => "There’s no draw to change or clear.", }
}

/// Whether a sentence says that nothing was done.
const DONE: bool = false;
const REFUSED: bool = true;

/// The states of a spot that a buyer holds.
const HELD: [SpotStatus; 2] = [SpotStatus::Pending, SpotStatus::Paid];

/// The names of the counts of [`Done`] in an address.
const COUNTS: [&str; 4] = ["skipped", "remembered", "not_remembered", "before"];

/// What a form did, and to which spots. The address carries it as a code and the text is made here, so that a link
/// can't put words on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    pub did: Did,
    pub numbers: Vec<i32>,
    /// How many spots were not marked paid because they were no longer pending.
    pub skipped: usize,
    pub lines: IdleLines,
}

/// How many lines of payments paid for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IdleLines {
    /// They are remembered now, as was asked for.
    pub remembered: usize,
    /// They were not, since their spots are no longer paid.
    pub not_remembered: usize,
    /// They were taken before.
    pub before: usize,
}

impl From<Did> for Done {
    fn from(did: Did) -> Self {
        did.to(Vec::new())
    }
}

impl Did {
    /// This was done to these spots.
    pub fn to(self, numbers: Vec<i32>) -> Done {
        Done { did: self, numbers, skipped: 0, lines: IdleLines::default() }
    }

    /// This was done to these spots, or nothing if there are none.
    pub fn to_any(self, numbers: Vec<i32>) -> Done {
        if numbers.is_empty() { Self::Nothing.into() } else { self.to(numbers) }
    }
}

impl Done {
    /// The address to redirect to: the manage page with the same filter and page of the table as before.
    pub fn path(&self, waffle: Uuid, status: &str, page: &str) -> String {
        let mut query = vec![format!("did={}", self.did.code())];
        if !self.numbers.is_empty() || self.did == Did::Paid {
            query.push(format!("spots={}", listed(&self.numbers).replace(' ', "")));
        }
        let IdleLines { remembered, not_remembered, before } = self.lines;
        let counts = [self.skipped, remembered, not_remembered, before].into_iter().zip(COUNTS);
        query.extend(counts.filter(|(count, _)| *count > 0).map(|(count, name)| format!("{name}={count}")));
        // Both come from the form, so only valid values go into the address.
        if !status.is_empty() && status.bytes().all(|byte| byte.is_ascii_lowercase()) {
            query.push(format!("status={status}"));
        }
        query.extend(page.parse::<u32>().map(|page| format!("page={page}")));
        format!("/admin/waffles/{waffle}?{}", query.join("&"))
    }

    fn read(query: &Query, total_spots: i32) -> Option<Self> {
        let did = Did::ALL.into_iter().find(|did| did.code() == query.text("did"))?;
        let numbers = SpotNumbers::read("spots", query.text("spots"), total_spots);
        let numbers = numbers.map(|numbers| numbers.as_slice().to_vec()).unwrap_or_default();
        let counts = COUNTS.map(|name| query.parsed(name).unwrap_or_default());
        let [skipped, remembered, not_remembered, before] = if did == Did::Paid { counts } else { [0; 4] };
        Some(Self { did, numbers, skipped, lines: IdleLines { remembered, not_remembered, before } })
    }
}

/// Redirects to the manage page, which says what was done.
pub fn to(waffle: Uuid, done: impl Into<Done>) -> HttpResponse {
    answer::see_other(&done.into().path(waffle, "", "")).finish()
}

/// What the page shows, by which a message must hold.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate state of the waffle")]
struct Page<'a> {
    snapshot: &'a Snapshot,
    numbers: &'a [i32],
    archived: bool,
    completed: bool,
    paused: bool,
    /// Whether claims wait for the opening.
    waiting: bool,
    unlisted: bool,
}

impl Page<'_> {
    /// Whether the message names spots, and all of them are in one of these states.
    fn are(&self, states: &[SpotStatus]) -> bool {
        !self.numbers.is_empty() && self.numbers.iter().all(|number| is(self.snapshot, *number, states))
    }

    /// Whether the message names one spot.
    fn one(&self) -> bool {
        self.numbers.len() == 1
    }
}

fn is(snapshot: &Snapshot, number: i32, states: &[SpotStatus]) -> bool {
    snapshot.board.spot(number).is_some_and(|spot| states.contains(&spot.status()))
}

/// The message about the last form, as of a moment and with times in a zone. Any link can carry it, so it appears only
/// if it matches the board.
pub fn flash(query: &Query, snapshot: &Snapshot, (now, zone): (DateTime<Utc>, TimeZone)) -> Option<Flash> {
    let Done { did, numbers, skipped, lines } = Done::read(query, snapshot.waffle.total_spots)?;
    let terms = &snapshot.waffle.terms;
    let page = Page {
        snapshot,
        numbers: &numbers,
        archived: snapshot.waffle.archived,
        completed: snapshot.waffle.status == WaffleStatus::Completed,
        paused: terms.claims_paused,
        waiting: terms.waiting(now),
        unlisted: terms.unlisted,
    };
    let (failed, text) = if did == Did::Paid {
        let still: Vec<i32> =
            numbers.iter().copied().filter(|number| is(snapshot, *number, &[SpotStatus::Paid])).collect();
        paid(&still, skipped, lines)?
    } else {
        let (failed, says) = did.says(&page)?;
        (failed, says.replace("{}", &listed(&numbers)))
    };
    let scheduled = did == Did::Created && page.waiting && !page.paused;
    let opens = terms.opens_at.filter(|_| scheduled).map(|at| Moment::in_zone(at, zone));
    Some(Flash { failed, opens, ..Flash::done(text) })
}

/// Says what was paid, remembered and left, and whether that is nothing.
fn paid(numbers: &[i32], skipped: usize, lines: IdleLines) -> Option<(bool, String)> {
    let IdleLines { remembered, not_remembered, before } = lines;
    let nothing = numbers.is_empty() && remembered == 0;
    let paid = match numbers.len() {
        0 if nothing => "Nothing was marked paid.".to_owned(),
        0 => String::new(),
        1 => format!("Spot {} is paid.", listed(numbers)),
        _ => format!("Marked paid: {}.", listed(numbers)),
    };
    let said = |count: usize, one: &str, many: &str| match count {
        0 => String::new(),
        1 => format!(" {one}"),
        _ => format!(" {}", many.replace('#', &grouped(u64::try_from(count).unwrap_or(u64::MAX)))),
    };
    let rest = [
        said(remembered, "Remembered 1 line.", "Remembered # lines."),
        said(skipped, "Skipped 1 that changed in the meantime.", "Skipped # that changed in the meantime."),
        said(before, "1 line was taken before.", "# lines were taken before."),
        said(
            not_remembered,
            "1 line was not remembered: its spots aren’t paid any more.",
            "# lines were not remembered: their spots aren’t paid any more.",
        ),
    ];
    let rest = rest.concat();
    let something = !numbers.is_empty() || !rest.is_empty();
    something.then(|| (nothing, format!("{paid}{rest}").trim_start().to_owned()))
}

/// The ids of the spots that the last form marked paid and that still are: that can be undone.
pub fn undo(query: &Query, snapshot: &Snapshot) -> Vec<i64> {
    let done = Done::read(query, snapshot.waffle.total_spots);
    let done = done.filter(|done| done.did == Did::Paid && snapshot.waffle.status == WaffleStatus::Active);
    let numbers = done.map(|done| done.numbers).unwrap_or_default();
    let spots = numbers.iter().filter_map(|number| snapshot.board.spot(*number));
    spots.filter(|spot| spot.status() == SpotStatus::Paid).map(|spot| spot.id).collect()
}

fn listed(numbers: &[i32]) -> String {
    let mut numbers: Vec<u32> = numbers.iter().map(|number| number.unsigned_abs()).collect();
    numbers.sort_unstable();
    ranges(numbers.into_iter())
}

#[cfg(test)]
mod tests {
    use actix_web::FromRequest as _;
    use actix_web::dev::Payload;
    use actix_web::test::TestRequest;
    use uuid::Uuid;

    use super::{Did, Done, IdleLines};
    use crate::query::Query;

    #[actix_web::test]
    async fn what_was_done_travels_in_the_address() {
        let lines = IdleLines { remembered: 3, not_remembered: 1, before: 4 };
        let counted = Done { skipped: 2, lines, ..Did::Paid.to(vec![3, 7, 8, 9]) };
        let all = Did::ALL.into_iter().flat_map(|did| [Done::from(did), did.to(vec![4]), did.to(vec![1, 2, 9])]);
        for done in all.chain([counted]) {
            let path = done.path(Uuid::nil(), "pending", "2");
            assert!(path.ends_with("&status=pending&page=2"), "{path}");
            let request = TestRequest::with_uri(&path).to_http_request();
            let query = Query::from_request(&request, &mut Payload::None).await.unwrap();
            assert_eq!(Done::read(&query, 10), Some(done));
        }
    }

    #[test]
    fn what_a_form_carries_can_not_change_the_address() {
        let path = Done::from(Did::Created).path(Uuid::nil(), "x&did=paid\r\n", "2&x");
        assert!(path.ends_with("?did=created"), "{path}");
    }
}
