//! The messages to watchers, as they go over the wire.

use bytestring::ByteString;
use serde::Serialize;
use waffle_domain::event::{Event, EventBody, SpotChanged};
use waffle_domain::handle::Handle;

/// A spot as every answer and message shows it.
#[derive(Debug, Serialize)]
pub struct SpotView<'a> {
    /// Identifier.
    pub id: i64,
    /// 1 to the board's total.
    pub number: i32,
    /// `available`, `pending`, `paid`, `winner` or `loser`.
    pub status: &'a str,
    /// Who holds it; `null` when available.
    pub claimed_by_handle: Option<&'a str>,
}

impl<'a> SpotView<'a> {
    /// Shows a spot after a change.
    pub fn after(change: &'a SpotChanged) -> Self {
        Self {
            id: change.spot_id,
            number: change.number,
            status: change.to.as_str(),
            claimed_by_handle: change.holder().map(Handle::as_str),
        }
    }
}

/// A message to watchers: a whole text frame.
#[derive(Debug, Clone)]
pub struct Message {
    /// The event's sequence number; 0 for a message that is no event.
    pub seq: i64,
    /// The JSON text.
    pub text: ByteString,
}

impl Message {
    /// Writes an event.
    pub fn of(event: &Event) -> Self {
        #[derive(Serialize)]
        struct SpotUpdate<'a> {
            r#type: &'a str,
            seq: i64,
            spot: SpotView<'a>,
        }
        let text = match &event.body {
            EventBody::Spot(change) => {
                let update = SpotUpdate { r#type: "spot_update", seq: event.seq, spot: SpotView::after(change) };
                serde_json::to_string(&update).unwrap_or_default()
            }
            EventBody::Waffle { kind, payload } => {
                let rest = payload.trim().strip_prefix('{').unwrap_or("}").trim_start();
                let comma = if rest.starts_with('}') { "" } else { "," };
                format!("{{\"type\":\"{kind}\",\"seq\":{}{comma}{rest}", event.seq)
            }
        };
        Self { seq: event.seq, text: text.into() }
    }

    /// Tells the client to fetch the spots again.
    pub fn resync() -> Self {
        Self { seq: 0, text: ByteString::from_static(r#"{"type":"resync"}"#) }
    }

    /// Asks the client whether it is there.
    pub fn ping() -> Self {
        Self { seq: 0, text: ByteString::from_static(r#"{"type":"ping"}"#) }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use serde_json::{Value, json};
    use waffle_domain::event::{Event, EventBody, SpotChanged};
    use waffle_domain::handle::Handle;
    use waffle_domain::spot::SpotStatus;

    use super::Message;

    fn written(body: EventBody) -> Value {
        let event = Event { seq: 7, at: DateTime::UNIX_EPOCH, change_id: None, body };
        serde_json::from_str(&Message::of(&event).text).unwrap()
    }

    #[test]
    fn a_spot_update_shows_the_holder_and_none_after_a_release() {
        let change =
            |from, to| SpotChanged { spot_id: 17, number: 3, from, to, handle: Handle::parse("anna").unwrap() };
        assert_eq!(
            written(EventBody::Spot(change(SpotStatus::Available, SpotStatus::Pending))),
            json!({"type": "spot_update", "seq": 7,
                "spot": {"id": 17, "number": 3, "status": "pending", "claimed_by_handle": "anna"}})
        );
        assert_eq!(
            written(EventBody::Spot(change(SpotStatus::Paid, SpotStatus::Available)))["spot"]["claimed_by_handle"],
            Value::Null
        );
    }

    #[test]
    fn other_events_carry_their_payload() {
        let event = |payload: &str| EventBody::Waffle { kind: "waffle_archived".into(), payload: payload.into() };
        assert_eq!(written(event("{}")), json!({"type": "waffle_archived", "seq": 7}));
        assert_eq!(written(event(r#"{"slug": "box"}"#)), json!({"type": "waffle_archived", "seq": 7, "slug": "box"}));
    }
}
