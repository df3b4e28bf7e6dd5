//! The messages to a waffle's watchers, one JSON text each. `src/api/openapi/live_updates.md` describes them to
//! clients.

use crate::draw::how_won::WonBy;
use crate::handle::Handle;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::wire::draw::Draw;
use crate::wire::sorted::sorted;
use crate::wire::spot::Spot;
use crate::wire::waffle::WaffleSummary;

/// A message on the WebSocket. One with a `seq` is the waffle's event of that number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message {
    /// A spot as it is now.
    SpotUpdate { seq: i64, spot: Spot },
    /// A winning spot, sent after the updates of all spots in the draw.
    Winner {
        seq: i64,
        slug: String,
        social_handle: Handle,
        #[serde(serialize_with = "sorted")]
        spot: Spot,
        waffle_id: Uuid,
    },
    /// The winners are set: the end of a draw.
    WaffleCompleted(WinnersNow),
    /// Other winners were drawn instead.
    WinnerChanged(WinnersNow),
    /// The draw was reverted.
    WinnerCleared { seq: i64, slug: String, waffle_id: Uuid },
    /// The entries of a draw are fixed, and so is the round that will decide.
    DrawLocked { seq: i64, slug: String, waffle_id: Uuid, draw: Box<Draw> },
    /// A locked draw was voided.
    DrawVoided { seq: i64, slug: String, waffle_id: Uuid, draw: Box<Draw> },
    /// The waffle as it is after an edit.
    WaffleUpdated {
        seq: i64,
        #[serde(serialize_with = "sorted")]
        waffle: WaffleSummary,
    },
    /// A buyer's report of a payment was changed. Only sellers and the buyer can read it.
    NotesChanged { seq: i64 },
    /// The waffle was archived.
    WaffleArchived { seq: i64, slug: String, waffle_id: Uuid },
    /// The client must fetch the spots again: it missed too much, or too many spots changed together to send each one.
    /// `seq` is the last of these changes.
    Resync {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<i64>,
    },
    /// Asks whether the client is still there.
    Ping,
}

/// The winners of a waffle, and how they were found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WinnersNow {
    pub seq: i64,
    pub slug: String,
    pub waffle_id: Uuid,
    pub winning_social_handles: Vec<String>,
    pub winning_spot_numbers: Vec<i32>,
    pub winning_prizes: Option<Vec<String>>,
    pub won_by: Option<WonBy>,
    pub draws_before: i32,
    pub private_chain: bool,
}

#[cfg(test)]
mod tests {
    use crate::draw::how_won::WonBy;
    use crate::event::SpotChanged;
    use crate::handle::Handle;
    use crate::spot::SpotStatus;
    use crate::waffle::WaffleStatus;
    use chrono::DateTime;
    use uuid::Uuid;

    use super::{Message, WinnersNow};
    use crate::wire::event::{Event, EventBody};
    use crate::wire::spot::Spot;
    use crate::wire::waffle::WaffleSummary;

    const ID: &str = "00000000-0000-0000-0000-000000000000";

    fn anna() -> Handle {
        Handle::parse("anna").unwrap()
    }

    /// Serializes a message, and checks that it reads back unchanged.
    fn written(message: &Message) -> String {
        let text = serde_json::to_string(message).unwrap();
        assert_eq!(serde_json::from_str::<Message>(&text).unwrap(), *message);
        text
    }

    #[test]
    fn a_spot_update_shows_the_holder_and_none_after_a_release() {
        let written = |from, to| {
            let body = EventBody::Spot(SpotChanged { spot_id: 17, number: 3, from, to, handle: anna(), pay_by: None });
            written(&Event { seq: 7, at: DateTime::UNIX_EPOCH, change_id: None, body }.into_message())
        };
        assert_eq!(
            written(SpotStatus::Available, SpotStatus::Pending),
            concat!(
                r#"{"type":"spot_update","seq":7,"#,
                r#""spot":{"id":17,"number":3,"status":"pending","claimed_by_handle":"anna"}}"#,
            )
        );
        assert_eq!(
            written(SpotStatus::Paid, SpotStatus::Available),
            concat!(
                r#"{"type":"spot_update","seq":7,"#,
                r#""spot":{"id":17,"number":3,"status":"available","claimed_by_handle":null}}"#,
            )
        );
    }

    #[test]
    fn a_draws_message_has_the_names_and_numbers_of_its_winners() {
        let (seq, slug, waffle_id) = (8, "box".to_owned(), Uuid::nil());
        let spot = Spot { id: 17, number: 3, status: SpotStatus::Winner, claimed_by_handle: Some(anna()) };
        assert_eq!(
            written(&Message::Winner { seq, slug: slug.clone(), social_handle: anna(), spot, waffle_id }),
            format!(
                concat!(
                    r#"{{"type":"winner","seq":8,"slug":"box","social_handle":"anna","#,
                    r#""spot":{{"claimed_by_handle":"anna","id":17,"number":3,"status":"winner"}},"waffle_id":"{}"}}"#,
                ),
                ID
            )
        );
        let (winning_social_handles, winning_spot_numbers) = (vec!["anna".to_owned()], vec![3]);
        let winning_prizes = Some(vec!["Box".to_owned()]);
        let (won_by, draws_before) = (Some(WonBy::DrawReplaced), 2);
        assert_eq!(
            written(&Message::WaffleCompleted(WinnersNow {
                seq,
                slug,
                waffle_id,
                winning_social_handles,
                winning_spot_numbers,
                winning_prizes,
                won_by,
                draws_before,
                private_chain: true,
            })),
            format!(
                concat!(
                    r#"{{"type":"waffle_completed","seq":8,"slug":"box","waffle_id":"{}","#,
                    r#""winning_social_handles":["anna"],"winning_spot_numbers":[3],"winning_prizes":["Box"],"#,
                    r#""won_by":"draw_replaced","draws_before":2,"private_chain":true}}"#,
                ),
                ID
            )
        );
    }

    #[test]
    fn an_edits_message_has_the_summary() {
        let waffle = WaffleSummary {
            id: Uuid::nil(),
            slug: "box".to_owned(),
            title: "The \"Box\"".to_owned(),
            description: None,
            image_url: None,
            status: WaffleStatus::Active,
            archived: false,
            total_spots: 3,
            spot_price: 2_500,
            item_count: 1,
            available_count: 2,
            pending_count: 1,
            claimed_count: 1,
            paid_count: 0,
            fill_percent: 33.3,
            winning_spot_numbers: Vec::new(),
            winning_social_handles: Vec::new(),
            winning_prizes: None,
            created_at: DateTime::UNIX_EPOCH,
            completed_at: None,
            opens_at: None,
            claims_paused: false,
            unlisted: false,
            pay_within_minutes: Some(30),
            max_spots_per_handle: None,
            says_paid_grace_hours: None,
            distinct_amounts: false,
            won_by: None,
            draws_before: 0,
            private_chain: false,
        };
        assert_eq!(
            written(&Message::WaffleUpdated { seq: 9, waffle }),
            format!(
                concat!(
                    r#"{{"type":"waffle_updated","seq":9,"waffle":{{"#,
                    r#""archived":false,"available_count":2,"claimed_count":1,"claims_paused":false,"#,
                    r#""completed_at":null,"created_at":"1970-01-01T00:00:00Z","#,
                    r#""description":null,"distinct_amounts":false,"draws_before":0,"fill_percent":33.3,"#,
                    r#""id":"{}","image_url":null,"item_count":1,"max_spots_per_handle":null,"opens_at":null,"#,
                    r#""paid_count":0,"pay_within_minutes":30,"pending_count":1,"private_chain":false,"#,
                    r#""says_paid_grace_hours":null,"slug":"box","#,
                    r#""spot_price":2500,"status":"active","title":"The \"Box\"","total_spots":3,"unlisted":false,"#,
                    r#""winning_prizes":null,"winning_social_handles":[],"winning_spot_numbers":[],"won_by":null}}}}"#,
                ),
                ID
            )
        );
    }

    #[test]
    fn a_resync_in_place_of_events_has_the_number_of_the_last_one() {
        assert_eq!(written(&Message::Resync { seq: Some(7) }), r#"{"type":"resync","seq":7}"#);
    }

    #[test]
    fn a_changed_note_is_announced_by_a_number_alone() {
        assert_eq!(written(&Message::NotesChanged { seq: 7 }), r#"{"type":"notes_changed","seq":7}"#);
    }

    #[test]
    fn messages_that_are_not_events_have_only_a_type() {
        assert_eq!(written(&Message::Resync { seq: None }), r#"{"type":"resync"}"#);
        assert_eq!(written(&Message::Ping), r#"{"type":"ping"}"#);
    }
}
