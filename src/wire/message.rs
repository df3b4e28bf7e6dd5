//! What the watchers of a waffle hear: one JSON text for each message. For clients, `src/api/document/live_updates.md`
//! describes them.

use serde::ser::Error;
use serde::{Deserialize, Serialize, Serializer};
use uuid::Uuid;
use waffle_domain::handle::Handle;

use crate::spot::Spot;
use crate::waffle::WaffleSummary;

/// A message of the socket. One with a `seq` is an event of the waffle, with that number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message {
    /// A spot as it is now.
    SpotUpdate { seq: i64, spot: Spot },
    /// A drawn spot, after the updates of all spots of the draw.
    Winner {
        seq: i64,
        slug: String,
        social_handle: Handle,
        #[serde(serialize_with = "sorted")]
        spot: Spot,
        waffle_id: Uuid,
    },
    /// The end of a draw.
    WaffleCompleted {
        seq: i64,
        slug: String,
        waffle_id: Uuid,
        winning_social_handles: Vec<String>,
        winning_spot_numbers: Vec<i32>,
    },
    /// Others were drawn instead.
    WinnerChanged {
        seq: i64,
        slug: String,
        waffle_id: Uuid,
        winning_social_handles: Vec<String>,
        winning_spot_numbers: Vec<i32>,
    },
    /// The draw was taken back.
    WinnerCleared { seq: i64, slug: String, waffle_id: Uuid },
    /// The waffle after an edit.
    WaffleUpdated {
        seq: i64,
        #[serde(serialize_with = "sorted")]
        waffle: WaffleSummary,
    },
    /// The waffle is hidden.
    WaffleArchived { seq: i64, slug: String, waffle_id: Uuid },
    /// The client missed too much: it fetches the spots again.
    Resync,
    /// Asks the client whether it is there.
    Ping,
}

/// Writes the keys in alphabetical order: so these messages were always written.
fn sorted<S: Serializer>(value: &impl Serialize, serializer: S) -> Result<S::Ok, S::Error> {
    serde_json::to_value(value).map_err(S::Error::custom)?.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;
    use waffle_domain::event::SpotChanged;
    use waffle_domain::handle::Handle;
    use waffle_domain::spot::SpotStatus;
    use waffle_domain::waffle::WaffleStatus;

    use super::Message;
    use crate::event::{Event, EventBody};
    use crate::spot::Spot;
    use crate::waffle::WaffleSummary;

    const ID: &str = "00000000-0000-0000-0000-000000000000";

    fn anna() -> Handle {
        Handle::parse("anna").unwrap()
    }

    /// The message as it is sent; it is read back as it was.
    fn written(message: &Message) -> String {
        let text = serde_json::to_string(message).unwrap();
        assert_eq!(serde_json::from_str::<Message>(&text).unwrap(), *message);
        text
    }

    #[test]
    fn a_spot_update_shows_the_holder_and_none_after_a_release() {
        let written = |from, to| {
            let body = EventBody::Spot(SpotChanged { spot_id: 17, number: 3, from, to, handle: anna() });
            written(&Event { seq: 7, at: DateTime::UNIX_EPOCH, change_id: None, body }.into_message())
        };
        assert_eq!(
            written(SpotStatus::Available, SpotStatus::Pending),
            r#"{"type":"spot_update","seq":7,"spot":{"id":17,"number":3,"status":"pending","claimed_by_handle":"anna"}}"#
        );
        assert_eq!(
            written(SpotStatus::Paid, SpotStatus::Available),
            r#"{"type":"spot_update","seq":7,"spot":{"id":17,"number":3,"status":"available","claimed_by_handle":null}}"#
        );
    }

    #[test]
    fn a_draw_is_told_by_the_names_and_numbers_of_its_winners() {
        let (seq, slug, waffle_id) = (8, "box".to_owned(), Uuid::nil());
        let spot = Spot { id: 17, number: 3, status: SpotStatus::Winner, claimed_by_handle: Some(anna()) };
        assert_eq!(
            written(&Message::Winner { seq, slug: slug.clone(), social_handle: anna(), spot, waffle_id }),
            format!(
                r#"{{"type":"winner","seq":8,"slug":"box","social_handle":"anna","spot":{{"claimed_by_handle":"anna","id":17,"number":3,"status":"winner"}},"waffle_id":"{ID}"}}"#
            )
        );
        let (winning_social_handles, winning_spot_numbers) = (vec!["anna".to_owned()], vec![3]);
        assert_eq!(
            written(&Message::WaffleCompleted { seq, slug, waffle_id, winning_social_handles, winning_spot_numbers }),
            format!(
                r#"{{"type":"waffle_completed","seq":8,"slug":"box","waffle_id":"{ID}","winning_social_handles":["anna"],"winning_spot_numbers":[3]}}"#
            )
        );
    }

    #[test]
    fn an_edit_is_told_by_the_summary() {
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
            created_at: DateTime::UNIX_EPOCH,
            completed_at: None,
        };
        assert_eq!(
            written(&Message::WaffleUpdated { seq: 9, waffle }),
            format!(
                concat!(
                    r#"{{"type":"waffle_updated","seq":9,"waffle":{{"archived":false,"available_count":2,"claimed_count":1,"#,
                    r#""completed_at":null,"created_at":"1970-01-01T00:00:00Z","description":null,"fill_percent":33.3,"#,
                    r#""id":"{}","image_url":null,"item_count":1,"paid_count":0,"pending_count":1,"slug":"box","#,
                    r#""spot_price":2500,"status":"active","title":"The \"Box\"","total_spots":3,"#,
                    r#""winning_social_handles":[],"winning_spot_numbers":[]}}}}"#,
                ),
                ID
            )
        );
    }

    #[test]
    fn what_is_no_event_has_a_type_alone() {
        assert_eq!(written(&Message::Resync), r#"{"type":"resync"}"#);
        assert_eq!(written(&Message::Ping), r#"{"type":"ping"}"#);
    }
}
