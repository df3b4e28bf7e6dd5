//! `GET /api/buyers/:handle/history`

use actix_web::http::header::{self, ContentType};
use actix_web::{HttpRequest, HttpResponse, web};
use bytes::Bytes;
use futures_util::stream;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::timeout;
use waffle_domain::buyer::Entry;
use waffle_domain::handle::Handle;
use waffle_domain::timeouts::HISTORY;
use waffle_http::client_ip::ClientIp;
use waffle_http::error::HttpError;
use waffle_http::etag;
use waffle_http::rate_limit::{self, Allowed};
use waffle_service::actions::Services;
use waffle_service::actions::long_histories::{self, Reading};
use waffle_service::failure::Failure;

use crate::endpoint::{Answer, endpoints, list};

/// The most bytes of an answer that may wait for a slow client.
const PIECE: usize = 64 * 1024;

endpoints! { "Buyers";
    /// Read a buyer's waffles
    ///
    /// One row for each waffle in which the handle holds spots, archived ones too, the newest first. A long history
    /// is sent while it is read, for half a minute at most; if the connection ends early, it is incomplete.
    GET "/api/buyers/{handle}/history" => show as getBuyerHistory,
        list::<Entry>("The waffles."), Unchanged, ValidationFailed, HistoriesLimited, HistoriesBusy;
}

async fn show(
    _: Allowed<rate_limit::Buyers>,
    request: HttpRequest,
    handle: web::Path<String>,
    services: web::Data<Services>,
) -> Answer {
    let history = long_histories::find(&services, Handle::parse(&handle)?).await?;
    let etag = format!("W/\"{:016x}\"", history.version);
    let known = etag::is_known(&request, &etag);
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((header::ETAG, etag)).insert_header((header::CACHE_CONTROL, "no-cache"));
    if known {
        return Ok(response.finish());
    }
    response.insert_header(ContentType::json());
    let is_short = history.is_short();
    let mut reading = history.read(&services, ClientIp::of(&request)?.network()).await?;
    let mut json = Json::default();
    // Read before the response begins, so that a failure can still set the status.
    json.add(&reading.part().await?.unwrap_or_default())?;
    if is_short {
        return Ok(response.body(json.end()));
    }
    // The task needs a time limit here: nothing polls the stream of a client that does not read.
    let (pieces, waiting) = mpsc::channel(1);
    actix_web::rt::spawn(async move {
        match timeout(HISTORY, send(reading, json, &pieces)).await {
            Ok(Ok(())) => {}
            Ok(Err(failure)) => log::warn!(cause:% = failure; "a buyer's history broke off"),
            Err(_) => {
                log::info!(allowed_ms = HISTORY.as_millis(); "a buyer's history broke off, its client took too long");
            }
        }
    });
    Ok(response.streaming(stream::unfold(Some(waiting), next)))
}

/// Sends a history piece by piece, each once there is room for it, until it ends or the client is gone. The empty piece
/// marks the end.
async fn send(mut reading: Reading, mut json: Json, pieces: &Sender<Bytes>) -> Result<(), HttpError> {
    let mut more = true;
    while more {
        let text = if let Some(entries) = reading.part().await? {
            let text = json.take();
            json.add(&entries)?;
            text
        } else {
            more = false;
            json.end()
        };
        for piece in text.chunks(PIECE) {
            if pieces.send(Bytes::copy_from_slice(piece)).await.is_err() {
                return Ok(());
            }
        }
    }
    // A client that is gone needs no end.
    let _ = pieces.send(Bytes::new()).await;
    Ok(())
}

/// Takes the next piece for the client. Without the mark at the end, the answer is cut off, so that the client does not
/// take half a history for the whole.
async fn next(waiting: Option<Receiver<Bytes>>) -> Option<(Result<Bytes, &'static str>, Option<Receiver<Bytes>>)> {
    let mut waiting = waiting?;
    match waiting.recv().await {
        Some(piece) if piece.is_empty() => None,
        Some(piece) => Some((Ok(piece), Some(waiting))),
        None => Some((Err("the history is not whole"), None)),
    }
}

/// Writes an array, row by row.
#[derive(Default)]
struct Json {
    text: Vec<u8>,
    begun: bool,
}

impl Json {
    fn add(&mut self, entries: &[Entry]) -> Result<(), HttpError> {
        for entry in entries {
            self.text.push(if self.begun { b',' } else { b'[' });
            self.begun = true;
            serde_json::to_writer(&mut self.text, entry).map_err(Failure::internal)?;
        }
        Ok(())
    }

    /// Takes the bytes written since the last call.
    fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.text)
    }

    /// Closes the array, and takes the bytes written since the last call.
    fn end(&mut self) -> Vec<u8> {
        self.text.extend_from_slice(if self.begun { b"]" } else { b"[]" });
        self.take()
    }
}
