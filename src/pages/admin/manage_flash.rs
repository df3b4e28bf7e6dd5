//! The message on the manage page that says what a form did.

use chrono::{DateTime, Utc};
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::number::grouped;
use waffle_domain::spot::SpotStatus;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::timezone::TimeZone;
use waffle_domain::waffle::WaffleStatus;

use crate::context::Moment;
use crate::context::board::ranges;
use crate::context::flash::Flash;
use crate::query::Query;

/// The names of the counts of [`Done::Paid`] in an address.
const COUNTS: [&str; 4] = ["skipped", "remembered", "not_remembered", "before"];

/// What a form did. The address carries it as a code and the text is made here, so that a link can't put words on the
/// page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Done {
    /// The waffle was created.
    Created,
    /// Spots were marked paid; others were skipped because they were no longer pending. Counts the lines of payments
    /// that paid for nothing.
    Paid { numbers: Vec<i32>, skipped: usize, lines: IdleLines },
    /// A spot was released.
    Released(i32),
    /// Pending spots were released.
    ReleasedAll(Vec<i32>),
    /// Payments were taken back.
    Unpaid(Vec<i32>),
    /// Buyers have more time for these spots.
    Extended(Vec<i32>),
    /// Spots got another handle.
    Renamed(Vec<i32>),
    /// Spots were claimed for a buyer.
    Assigned(Vec<i32>),
    /// Nothing was done: others hold these spots.
    Taken(Vec<i32>),
    /// Claims are paused.
    Paused,
    /// Claims are resumed.
    Resumed,
    /// Nothing was done: the typed handle or numbers are invalid.
    NotTaken,
    /// Nothing was done: no spot was in the right state.
    Nothing,
    /// Nothing was done: a draw is locked.
    Locked,
    /// Nothing was done: no spot was selected.
    NothingSelected,
    /// Nothing was done: the spot was not pending.
    NotPending(i32),
    /// Nothing was done: the spot was neither pending nor paid.
    NotReleasable(i32),
    /// Nothing was done: the waffle is completed.
    NotActive,
    /// Nothing was done: the waffle has no such spot.
    NoSpot,
    /// The waffle was edited.
    Saved,
    /// The waffle was archived.
    Archived,
    /// The waffle was unarchived.
    Unarchived,
    /// The winners were drawn.
    Drawn,
    /// The winners were replaced.
    Redrawn,
    /// The draw was cleared.
    Cleared,
    /// Nothing was done: the winners had already been drawn.
    DrawnAlready,
    /// Nothing was done: there is no draw to change or clear.
    NotDrawn,
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

impl Done {
    /// The address to redirect to: the manage page with the same filter and page of the table as before.
    pub fn path(&self, waffle: Uuid, status: &str, page: &str) -> String {
        let mut query = vec![format!("did={}", self.code())];
        match self {
            Self::Paid { numbers, skipped, lines } => {
                query.push(format!("spots={}", listed(numbers).replace(' ', "")));
                let IdleLines { remembered, not_remembered, before } = *lines;
                let counts = [*skipped, remembered, not_remembered, before].into_iter().zip(COUNTS);
                query.extend(counts.filter(|(count, _)| *count > 0).map(|(count, name)| format!("{name}={count}")));
            }
            Self::ReleasedAll(numbers)
            | Self::Unpaid(numbers)
            | Self::Extended(numbers)
            | Self::Renamed(numbers)
            | Self::Assigned(numbers)
            | Self::Taken(numbers) => query.push(format!("spots={}", listed(numbers).replace(' ', ""))),
            Self::Released(number) | Self::NotPending(number) | Self::NotReleasable(number) => {
                query.push(format!("spots={number}"));
            }
            _ => {}
        }
        // Both come from the form, so only valid values go into the address.
        if !status.is_empty() && status.bytes().all(|byte| byte.is_ascii_lowercase()) {
            query.push(format!("status={status}"));
        }
        query.extend(page.parse::<u32>().map(|page| format!("page={page}")));
        format!("/admin/waffles/{waffle}?{}", query.join("&"))
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Paid { .. } => "paid",
            Self::Released(_) => "released",
            Self::ReleasedAll(_) => "released-all",
            Self::Unpaid(_) => "unpaid",
            Self::Extended(_) => "extended",
            Self::Renamed(_) => "renamed",
            Self::Assigned(_) => "assigned",
            Self::Taken(_) => "taken",
            Self::Paused => "paused",
            Self::Resumed => "resumed",
            Self::NotTaken => "not-taken",
            Self::Nothing => "nothing",
            Self::Locked => "locked",
            Self::NothingSelected => "nothing-selected",
            Self::NotPending(_) => "not-pending",
            Self::NotReleasable(_) => "not-releasable",
            Self::NotActive => "not-active",
            Self::NoSpot => "no-spot",
            Self::Saved => "saved",
            Self::Archived => "archived",
            Self::Unarchived => "unarchived",
            Self::Drawn => "drawn",
            Self::Redrawn => "redrawn",
            Self::Cleared => "cleared",
            Self::DrawnAlready => "drawn-already",
            Self::NotDrawn => "not-drawn",
        }
    }

    fn read(query: &Query, total_spots: i32) -> Option<Self> {
        let numbers = || SpotNumbers::read("spots", query.text("spots"), total_spots).ok();
        let all = || numbers().map(|numbers| numbers.as_slice().to_vec()).unwrap_or_default();
        let number = || numbers().and_then(|numbers| numbers.as_slice().first().copied());
        Some(match query.text("did") {
            "created" => Self::Created,
            "paid" => {
                let [skipped, remembered, not_remembered, before] =
                    COUNTS.map(|name| query.parsed(name).unwrap_or_default());
                Self::Paid { numbers: all(), skipped, lines: IdleLines { remembered, not_remembered, before } }
            }
            "released" => Self::Released(number()?),
            "released-all" => Self::ReleasedAll(all()),
            "unpaid" => Self::Unpaid(all()),
            "extended" => Self::Extended(all()),
            "renamed" => Self::Renamed(all()),
            "assigned" => Self::Assigned(all()),
            "taken" => Self::Taken(all()),
            "paused" => Self::Paused,
            "resumed" => Self::Resumed,
            "not-taken" => Self::NotTaken,
            "nothing" => Self::Nothing,
            "locked" => Self::Locked,
            "nothing-selected" => Self::NothingSelected,
            "not-pending" => Self::NotPending(number()?),
            "not-releasable" => Self::NotReleasable(number()?),
            "not-active" => Self::NotActive,
            "no-spot" => Self::NoSpot,
            "saved" => Self::Saved,
            "archived" => Self::Archived,
            "unarchived" => Self::Unarchived,
            "drawn" => Self::Drawn,
            "redrawn" => Self::Redrawn,
            "cleared" => Self::Cleared,
            "drawn-already" => Self::DrawnAlready,
            "not-drawn" => Self::NotDrawn,
            _ => return None,
        })
    }
}

/// The message about the last form, as of a moment and with times in a zone. Any link can carry it, so it appears only
/// if it matches the board.
pub fn flash(query: &Query, snapshot: &Snapshot, (now, zone): (DateTime<Utc>, TimeZone)) -> Option<Flash> {
    let is = |number: i32, status| snapshot.board.spot(number).is_some_and(|spot| spot.status() == status);
    let (archived, completed) = (snapshot.waffle.archived, snapshot.waffle.status == WaffleStatus::Completed);
    let all = |numbers: &[i32], status: &[SpotStatus]| {
        let is = |number: &i32| snapshot.board.spot(*number).is_some_and(|spot| status.contains(&spot.status()));
        !numbers.is_empty() && numbers.iter().all(is)
    };
    let terms = &snapshot.waffle.terms;
    let (paused, waiting) = (terms.claims_paused, terms.waiting(now));
    let done = Done::read(query, snapshot.waffle.total_spots)?;
    let opens =
        terms.opens_at.filter(|_| done == Done::Created && waiting && !paused).map(|at| Moment::in_zone(at, zone));
    let held = [SpotStatus::Pending, SpotStatus::Paid];
    let (failed, text) = match done {
        Done::Created if waiting && !paused => (false, "Your waffle is scheduled.".to_owned()),
        Done::Created if paused => {
            (false, "Your waffle is there, with claims paused. Resume them, and post its link!".to_owned())
        }
        Done::Created => (false, "Your waffle is live. Post its link!".to_owned()),
        Done::Paid { mut numbers, skipped, lines } => {
            numbers.retain(|number| is(*number, SpotStatus::Paid));
            paid(&numbers, skipped, lines)?
        }
        Done::Released(number) if is(number, SpotStatus::Available) => (false, format!("Spot {number} is free again.")),
        Done::ReleasedAll(numbers) if all(&numbers, &[SpotStatus::Available]) => {
            (false, format!("Released: {}.", listed(&numbers)))
        }
        Done::Unpaid(numbers) if all(&numbers, &[SpotStatus::Pending]) => {
            (false, format!("Marked unpaid: {}.", listed(&numbers)))
        }
        Done::Extended(numbers) if all(&numbers, &[SpotStatus::Pending]) => {
            (false, format!("More time to pay {}.", listed(&numbers)))
        }
        Done::Renamed(numbers) if all(&numbers, &held) => (false, format!("Renamed: {}.", listed(&numbers))),
        Done::Assigned(numbers) if all(&numbers, &held) => (false, format!("Assigned: {}.", listed(&numbers))),
        Done::Taken(numbers) if all(&numbers, &held) => {
            (true, format!("Already taken: {}. Nothing changed.", listed(&numbers)))
        }
        Done::Paused if paused => (false, "Claims are paused: buyers see it, and can’t claim.".to_owned()),
        Done::Resumed if !paused && waiting => (false, "Resumed: buyers can claim from the opening on.".to_owned()),
        Done::Resumed if !paused => (false, "Buyers can claim again.".to_owned()),
        Done::NotTaken => (true, "Nothing changed. Write a handle like @anna and numbers like 3, 7, 10-14.".to_owned()),
        Done::Nothing => (true, "Nothing changed: it’s already done, or the spots changed in the meantime.".to_owned()),
        Done::Locked => (true, "A draw is locked until its round appears, so nothing changed.".to_owned()),
        Done::NothingSelected => (true, "Select pending spots first.".to_owned()),
        Done::NotPending(number) => (true, format!("Spot {number} is no longer pending, so nothing changed.")),
        Done::NotReleasable(number) => {
            (true, format!("Spot {number} can’t be released right now, so nothing changed."))
        }
        Done::NotActive => {
            (true, "The winners are drawn, so mark spots paid one at a time. Nothing changed.".to_owned())
        }
        Done::NoSpot => (true, "This waffle doesn’t have that spot. Nothing changed.".to_owned()),
        Done::Saved => (false, "Saved. Buyers see the change right away.".to_owned()),
        Done::Archived if archived => (false, "The waffle is archived. Buyers no longer see it.".to_owned()),
        Done::Unarchived if !archived && terms.unlisted => {
            (false, "The waffle is back, unlisted as it was.".to_owned())
        }
        Done::Unarchived if !archived => (false, "The waffle is listed again.".to_owned()),
        Done::Drawn if completed => (false, "The winners are drawn. Everyone watching sees them.".to_owned()),
        Done::Redrawn if completed => (false, "The winners are changed. Everyone watching sees them.".to_owned()),
        Done::Cleared if !completed => (false, "The draw is cleared. The waffle is open again.".to_owned()),
        Done::DrawnAlready if completed => {
            (true, "The winners are already drawn. Change them or clear the draw.".to_owned())
        }
        Done::NotDrawn if !completed => (true, "There’s no draw to change or clear.".to_owned()),
        Done::Released(_)
        | Done::ReleasedAll(_)
        | Done::Unpaid(_)
        | Done::Extended(_)
        | Done::Renamed(_)
        | Done::Assigned(_)
        | Done::Taken(_)
        | Done::Paused
        | Done::Resumed
        | Done::Archived
        | Done::Unarchived
        | Done::Drawn
        | Done::Redrawn
        | Done::Cleared
        | Done::DrawnAlready
        | Done::NotDrawn => return None,
    };
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
    let numbers = match done {
        Some(Done::Paid { numbers, .. }) if snapshot.waffle.status == WaffleStatus::Active => numbers,
        _ => Vec::new(),
    };
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

    use super::{Done, IdleLines};
    use crate::query::Query;

    #[actix_web::test]
    async fn what_was_done_travels_in_the_address() {
        for done in [
            Done::Created,
            Done::Paid {
                numbers: vec![3, 7, 8, 9],
                skipped: 2,
                lines: IdleLines { remembered: 3, not_remembered: 1, before: 4 },
            },
            Done::Paid { numbers: vec![3], skipped: 0, lines: IdleLines::default() },
            Done::Released(4),
            Done::ReleasedAll(vec![1, 2]),
            Done::Unpaid(vec![1]),
            Done::Extended(vec![1, 3]),
            Done::Renamed(vec![4]),
            Done::Assigned(vec![5, 9]),
            Done::Taken(vec![6]),
            Done::Paused,
            Done::Resumed,
            Done::NotTaken,
            Done::Nothing,
            Done::Locked,
            Done::NotPending(5),
            Done::NotReleasable(6),
            Done::NothingSelected,
            Done::NotActive,
            Done::NoSpot,
            Done::Saved,
            Done::Archived,
            Done::Unarchived,
            Done::Drawn,
            Done::Redrawn,
            Done::Cleared,
            Done::DrawnAlready,
            Done::NotDrawn,
        ] {
            let path = done.path(Uuid::nil(), "pending", "2");
            assert!(path.ends_with("&status=pending&page=2"), "{path}");
            let request = TestRequest::with_uri(&path).to_http_request();
            let query = Query::from_request(&request, &mut Payload::None).await.unwrap();
            assert_eq!(Done::read(&query, 10), Some(done));
        }
    }

    #[test]
    fn what_a_form_carries_can_not_change_the_address() {
        let path = Done::Created.path(Uuid::nil(), "x&did=paid\r\n", "2&x");
        assert!(path.ends_with("?did=created"), "{path}");
    }
}
