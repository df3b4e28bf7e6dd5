//! The message on the manage page that says what a form did.

use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::spot::SpotStatus;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::waffle::WaffleStatus;

use crate::pages::context::board::ranges;
use crate::pages::context::flash::Flash;
use crate::pages::query::Query;

/// What a form did. The address carries it as a code and the text is made here, so that a link can't put words on the
/// page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Done {
    /// The waffle was created.
    Created,
    /// Spots were marked paid; others were skipped because they were no longer pending.
    Paid { numbers: Vec<i32>, skipped: usize },
    /// A spot was released.
    Released(i32),
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

impl Done {
    /// The address to redirect to: the manage page with the same filter and page of the table as before.
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

/// The message about the last form. Anybody can write such a link, so it only says what matches the board.
pub fn flash(query: &Query, snapshot: &Snapshot) -> Option<Flash> {
    let is = |number: i32, status| snapshot.board.spot(number).is_some_and(|spot| spot.status() == status);
    let (archived, completed) = (snapshot.waffle.archived, snapshot.waffle.status == WaffleStatus::Completed);
    let (failed, text) = match Done::read(query, snapshot.waffle.total_spots)? {
        Done::Created => (false, "Your waffle is live. Post its link!".to_owned()),
        Done::Paid { mut numbers, skipped } => {
            numbers.retain(|number| is(*number, SpotStatus::Paid));
            let text = match (numbers.len(), skipped) {
                (0, 0) => return None,
                (0, _) => "Nothing was marked.".to_owned(),
                (1, _) => format!("Spot {} is paid.", listed(&numbers)),
                _ => format!("Marked paid: {}.", listed(&numbers)),
            };
            let rest =
                if skipped > 0 { format!(" Skipped {skipped} that changed in the meantime.") } else { String::new() };
            (numbers.is_empty(), text + &rest)
        }
        Done::Released(number) if is(number, SpotStatus::Available) => (false, format!("Spot {number} is free again.")),
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
        Done::Unarchived if !archived => (false, "The waffle is listed again.".to_owned()),
        Done::Drawn if completed => (false, "The winners are drawn. Everyone watching sees them.".to_owned()),
        Done::Redrawn if completed => (false, "The winners are changed. Everyone watching sees them.".to_owned()),
        Done::Cleared if !completed => (false, "The draw is cleared. The waffle is open again.".to_owned()),
        Done::DrawnAlready if completed => {
            (true, "The winners are already drawn. Change them or clear the draw.".to_owned())
        }
        Done::NotDrawn if !completed => (true, "There’s no draw to change or clear.".to_owned()),
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
