//! What buyers do with their receipts and sellers at their desks, each call noted for the judge.

use reqwest::{RequestBuilder, Response};
use serde_json::{Value, json};

use crate::{
    api::{Api, Board, Seller, Told, read_claim},
    evidence::{Answer, Claimed, Order, Outcome, Wish},
    history::{Deed, Note},
};

/// A buyer's claim with its receipt.
#[derive(Clone)]
pub(crate) struct Receipt {
    pub(crate) token: String,
    pub(crate) handle: String,
    pub(crate) numbers: Vec<i32>,
}

/// Sends a request; returns the answer's body and newest event, if it is one of success.
async fn send(request: RequestBuilder) -> (Outcome, Value, i64) {
    send_refused_by(&[403, 404, 409, 503], request).await
}

/// Sends a request that only these statuses may refuse.
async fn send_refused_by(refusals: &[u16], request: RequestBuilder) -> (Outcome, Value, i64) {
    let Ok(response) = request.send().await else { return (Outcome::Unknown, Value::Null, 0) };
    let status = response.status();
    let seq = seq_of(&response);
    let Ok(body) = response.json::<Value>().await else { return (Outcome::Unknown, Value::Null, 0) };
    let outcome = match (status.as_u16(), body["code"].as_str()) {
        (200 | 201, _) => Outcome::Done,
        (503, Some("outcome_unknown")) => Outcome::Unknown,
        // The server stood still while the request arrived.
        (408, Some("request_timeout")) => Outcome::Refused,
        (status, _) if refusals.contains(&status) => Outcome::Refused,
        other => panic!("an answer {other:?}: {body}"),
    };
    (outcome, body, seq)
}

fn seq_of(response: &Response) -> i64 {
    let header = response.headers().get("x-event-seq").and_then(|seq| seq.to_str().ok());
    header.and_then(|seq| seq.parse().ok()).unwrap_or_default()
}

impl Receipt {
    /// The receipt that came with an answer.
    pub(crate) fn of(order: &Order, told: &Told) -> Option<Self> {
        let Answer::Granted(numbers) = &told.answer else { return None };
        Some(Self { token: told.receipt.clone()?, handle: order.handle.clone(), numbers: numbers.clone() })
    }

    /// Says that it is paid. A buyer who takes that back says so first.
    pub(crate) async fn say_paid(&self, api: &Api, note: Option<&str>) -> Note {
        let request = api.post(&format!("/api/receipts/{}/paid", self.token)).json(&json!({"note": note}));
        let (outcome, _, by) = send(request).await;
        let (handle, numbers) = (self.handle.clone(), self.numbers.clone());
        match (outcome, note) {
            (Outcome::Done, Some(_)) => Note::Said { handle, numbers, by },
            _ => Note::Wavered { handle, numbers },
        }
    }

    pub(crate) async fn give_back(&self, api: &Api, numbers: &[i32]) -> Note {
        let request = api.post(&format!("/api/receipts/{}/give-back", self.token)).json(&json!({"spots": numbers}));
        let (outcome, ..) = send(request).await;
        Note::GiveBack { handle: self.handle.clone(), numbers: numbers.to_vec(), outcome }
    }
}

/// A seller at the desk of one waffle.
pub(crate) struct Desk<'a> {
    pub(crate) seller: &'a Seller,
    pub(crate) board: &'a Board,
}

/// How many minutes longer sellers wait for a payment: more than any storm lasts, since some have no judge of
/// deadlines.
const MORE: u32 = 60;

impl Desk<'_> {
    fn post(&self, path: &str, body: &Value) -> RequestBuilder {
        self.seller.post(&format!("/api/admin/waffles/{}{path}", self.board.id)).json(body)
    }

    fn id(&self, number: i32) -> i64 {
        self.board.ids[usize::try_from(number - 1).unwrap()]
    }

    /// Changes a spot, together with no others.
    pub(crate) async fn change(&self, number: i32, deed: Deed) -> Note {
        Note::Deed { number, deed, of: None, outcome: self.try_to(deed, number).await }
    }

    /// The same, with the outcome alone.
    pub(crate) async fn try_to(&self, deed: Deed, number: i32) -> Outcome {
        let spot = |verb| self.seller.post(&format!("/api/admin/spots/{}/{verb}", self.id(number)));
        let ids = json!({"spot_ids": [self.id(number)], "minutes": MORE});
        let (request, list) = match deed {
            Deed::Pay => (spot("pay"), None),
            Deed::Release => (spot("release"), None),
            Deed::Unpay => (self.post("/spots/unpay", &ids), Some("unpaid")),
            Deed::Extend => (self.post("/spots/extend", &ids), Some("extended")),
        };
        // The spot is there, and the session good.
        let (outcome, body, _) = send_refused_by(&[409, 503], request).await;
        let skipped = outcome == Outcome::Done && list.is_some_and(|list| body[list] == json!([]));
        if skipped { Outcome::Refused } else { outcome }
    }

    pub(crate) async fn rename(&self, numbers: &[i32], handle: String) -> Note {
        let ids: Vec<i64> = numbers.iter().map(|number| self.id(*number)).collect();
        let (outcome, ..) = send(self.post("/rename", &json!({"spot_ids": ids, "social_handle": handle}))).await;
        Note::Rename { handle, numbers: numbers.to_vec(), outcome }
    }

    /// Marks a spot paid, or releases it, if it is one of this buyer's.
    pub(crate) async fn change_of(&self, handle: &str, number: i32, deed: Deed) -> Note {
        let (verb, list) = if deed == Deed::Pay { ("pay", "paid") } else { ("release", "released") };
        let path = format!("/buyers/{handle}/{verb}");
        let (outcome, body, _) = send(self.post(&path, &json!({"spot_ids": [self.id(number)]}))).await;
        let skipped = outcome == Outcome::Done && body[list] == json!([]);
        let of = Some(handle.to_owned());
        Note::Deed { number, deed, of, outcome: if skipped { Outcome::Refused } else { outcome } }
    }

    pub(crate) async fn assign(&self, number: i32, handle: String) -> Note {
        let order = self.board.order(handle, Wish::Numbers(vec![number]));
        let body = json!({"social_handle": order.handle, "spots": [number]});
        let begun = tokio::time::Instant::now();
        let answer = match self.post("/assign", &body).send().await {
            Ok(response) => read_claim(response).await,
            Err(error) => Answer::Unknown(format!("{error:?}")),
        };
        Note::Claim(Claimed { order, answers: vec![(answer, begun.elapsed())] })
    }

    /// Releases all spots of the source with the most pending ones.
    pub(crate) async fn release_source(&self) -> Option<Note> {
        let path = format!("/api/admin/waffles/{}/sources", self.board.id);
        let (_, body, _) = send(self.seller.get(&path)).await;
        let source = body["entries"][0]["source"].as_str()?;
        send(self.post("/release-source", &json!({"source": source}))).await;
        let byte = |at: usize| u8::from_str_radix(&source[at..at + 2], 16).unwrap();
        Some(Note::Source((0..source.len()).step_by(2).map(byte).collect()))
    }

    /// Changes the waffle's terms, which its log then has.
    pub(crate) async fn edit(&self, terms: &Value) {
        send(self.seller.patch(&format!("/api/admin/waffles/{}", self.board.id)).json(terms)).await;
    }
}
