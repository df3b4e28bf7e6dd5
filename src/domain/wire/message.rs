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
    /// Asks whether the client is still there. `live` is false when the server has lost sight of the database, so that
    /// it may miss changes made through other servers, and true when it sees it again.
    Ping {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        live: Option<bool>,
    },
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
    use crate::handle::Handle;
    use crate::spot::SpotStatus;
    use uuid::Uuid;

    use super::{Message, WinnersNow};
    use crate::wire::spot::Spot;

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
        assert_eq!(written(&Message::Ping { live: None }), r#"{"type":"ping"}"#);
        assert_eq!(written(&Message::Ping { live: Some(false) }), r#"{"type":"ping","live":false}"#);
    }
}
