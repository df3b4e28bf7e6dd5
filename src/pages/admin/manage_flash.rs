//! What a form post did, told on the page that it leads to.

use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::spot::SpotStatus;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::waffle::WaffleStatus;

use crate::pages::context::board::ranges;
use crate::pages::context::flash::Flash;
use crate::pages::query::Query;

/// What happened. It travels as a code in the address; the words are made here, so that no link can put words into the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Done {
    /// The waffle was created.
    Created,
    /// Spots were marked paid, and some were not, since they were not pending any more.
    Paid { numbers: Vec<i32>, skipped: usize },
    /// A spot was released.
    Released(i32),
    /// Nothing: no spot was selected.
    NothingSelected,
    /// Nothing: the spot was not pending.
    NotPending(i32),
    /// Nothing: the spot was neither pending nor paid.
    NotReleasable(i32),
    /// Nothing: the waffle is completed.
    NotActive,
    /// Nothing: the waffle has no such spot.
    NoSpot,
    /// The waffle was edited.
    Saved,
    /// The waffle was archived.
    Archived,
    /// The waffle was listed again.
    Unarchived,
    /// The winners were drawn.
    Drawn,
    /// Other winners were drawn.
    Redrawn,
    /// The draw was taken back.
    Cleared,
    /// Nothing: the winners are drawn already.
    DrawnAlready,
    /// Nothing: there is no draw to change or clear.
    NotDrawn,
}

impl Done {
    /// Where the form leads: the manage page with the filter and the page of the table that it came from.
    pub fn path(&self, waffle: Uuid, status: &str, page: &str) -> String {
        let mut query = vec![format!("did={}", self.code())];
        match self {
            Self::Paid { numbers, skipped } => {
                query.push(format!("spots={}", listed(numbers).replace(' ', "")));
                query.push(format!("skipped={skipped}"));
            }
            Self::Released(number) | Self::NotPending(number) | Self::NotReleasable(number) => {
                query.push(format!("spots={number}"));
            }
            _ => {}
        }
        // Both come from the form: only what they may be goes into an address.
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
        let number = || numbers().and_then(|numbers| numbers.as_slice().first().copied());
        Some(match query.text("did") {
            "created" => Self::Created,
            "paid" => Self::Paid {
                numbers: numbers().map(|numbers| numbers.as_slice().to_vec()).unwrap_or_default(),
                skipped: query.parsed("skipped").unwrap_or_default(),
            },
            "released" => Self::Released(number()?),
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

/// Tells what the form did that led here. Anybody can send such a link, so it tells only what the board bears out.
pub fn flash(query: &Query, snapshot: &Snapshot) -> Option<Flash> {
    let is = |number: i32, status| snapshot.board.spot(number).is_some_and(|spot| spot.status() == status);
    let (archived, completed) = (snapshot.waffle.archived, snapshot.waffle.status == WaffleStatus::Completed);
    let (failed, text) = match Done::read(query, snapshot.waffle.total_spots)? {
        Done::Created => (false, "Your waffle is on the iron. Post its link!".to_owned()),
        Done::Paid { mut numbers, skipped } => {
            numbers.retain(|number| is(*number, SpotStatus::Paid));
            let text = match (numbers.len(), skipped) {
                (0, 0) => return None,
                (0, _) => "Nothing was marked.".to_owned(),
                (1, _) => format!("Spot {} is paid.", listed(&numbers)),
                _ => format!("Marked paid: {}.", listed(&numbers)),
            };
            let rest = if skipped > 0 { format!(" {skipped} could not be: changed meanwhile.") } else { String::new() };
            (numbers.is_empty(), text + &rest)
        }
        Done::Released(number) if is(number, SpotStatus::Available) => (false, format!("Spot {number} is free again.")),
        Done::NothingSelected => (true, "Select pending spots first.".to_owned()),
        Done::NotPending(number) => {
            (true, format!("Spot {number} is not pending any more, so nothing was done. See how it stands below."))
        }
        Done::NotReleasable(number) => {
            (true, format!("Spot {number} can’t be released as it stands, so nothing was done."))
        }
        Done::NotActive => {
            (true, "This waffle is drawn: mark its spots paid one by one, if at all. Nothing was done.".to_owned())
        }
        Done::NoSpot => (true, "This waffle has no such spot. Nothing was done.".to_owned()),
        Done::Saved => (false, "Saved: this is how buyers see it now.".to_owned()),
        Done::Archived if archived => (false, "The waffle is archived: buyers don’t see it any more.".to_owned()),
        Done::Unarchived if !archived => (false, "The waffle is listed again.".to_owned()),
        Done::Drawn if completed => (false, "The winners are drawn. Everybody who watches sees it.".to_owned()),
        Done::Redrawn if completed => (false, "The winners are changed. Everybody who watches sees it.".to_owned()),
        Done::Cleared if !completed => (false, "The draw is taken back: the waffle is open again.".to_owned()),
        Done::DrawnAlready if completed => {
            (true, "The winners were drawn already. Nothing was done: change them or clear the draw.".to_owned())
        }
        Done::NotDrawn if !completed => (true, "There is no draw to change or clear. Nothing was done.".to_owned()),
        Done::Released(_)
        | Done::Archived
        | Done::Unarchived
        | Done::Drawn
        | Done::Redrawn
        | Done::Cleared
        | Done::DrawnAlready
        | Done::NotDrawn => return None,
    };
    Some(Flash { failed, text })
}

fn listed(numbers: &[i32]) -> String {
    ranges(numbers.iter().map(|number| number.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use actix_web::FromRequest as _;
    use actix_web::dev::Payload;
    use actix_web::test::TestRequest;
    use uuid::Uuid;

    use super::Done;
    use crate::pages::query::Query;

    #[actix_web::test]
    async fn what_was_done_travels_in_the_address() {
        for done in [
            Done::Created,
            Done::Paid { numbers: vec![3, 7, 8, 9], skipped: 2 },
            Done::Released(4),
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
