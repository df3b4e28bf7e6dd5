//! `waffle watch`: follows a board at a terminal, for scripts and bots. It is a client like any other: it knows nothing
//! of the server but its public addresses.

mod board;
mod output;
mod site;

use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::mem;
use std::pin::pin;
use std::time::Duration;

use actix_web::rt::System;
use rand::RngExt;
use serde_json::{Value, json};
use tokio::time::sleep;
use waffle_service::clock::Clock;

use board::{Board, Taken};
use output::{Output, printable};
use site::{Address, Fault, Reading, Site, Socket};

/// The first pause after a lost connection, and the longest.
const PAUSES: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(30)];
/// A connection that lasted for this long was a good one: the pauses begin again.
const STEADY: Duration = Duration::from_secs(5);
/// How often a board is read again that should be newer, before it is taken as it is.
const OLD_READINGS: u32 = 8;

/// The board to follow.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The address of a board: of its page, or the JSON of it
    #[arg(value_name = "URL")]
    board: String,
    /// Print JSON for a program: the server's messages, and when the connection opens and ends
    #[arg(long)]
    json: bool,
}

/// Why there is nothing more to follow, in a sentence for the user.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WatchError {
    #[error("{0} is not the address of a board. It is like this one: https://waffles.example.com/waffle/golden-hour")]
    NoAddress(String),
    #[error("There is no board at {0}: {1}.")]
    NoBoard(String, Fault),
    #[error("The board is archived or deleted: there is nothing more to follow.")]
    Over,
    #[error("The operating system refused something: {0}.")]
    System(#[from] io::Error),
}

/// Follows a board until a signal, a closed standard output, or the end of the board.
pub(crate) fn run(options: &Options) -> Result<(), WatchError> {
    let no_address = || WatchError::NoAddress(printable(&options.board));
    let address = Address::parse(&options.board).ok_or_else(no_address)?;
    let system = System::new();
    let outcome = system.block_on(watch(address, options.json));
    // Dropping it would wait for what still hangs, such as a reader of standard output that has stopped reading.
    mem::forget(system);
    match outcome {
        // Its reader has read enough.
        Err(WatchError::System(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome,
    }
}

async fn watch(address: Address, json: bool) -> Result<(), WatchError> {
    let stop = pin!(waffle_http::shutdown::signals()?);
    let named = address.to_string();
    let site = Site::new(address).map_err(|error| WatchError::NoBoard(named, error.into()))?;
    let mut watch = Watch {
        site,
        output: Output::open(json)?,
        clock: Clock::system(),
        random: rand::rng(),
        board: None,
        unprinted: None,
        needed: None,
        old_readings: 0,
        socket: None,
        tries: 0,
        away: false,
    };
    let outcome = tokio::select! {
        error = watch.follow() => Err(error),
        () = stop => Ok(()),
    };
    if let Some(socket) = watch.socket.take() {
        socket.close().await;
    }
    outcome
}

struct Watch<R> {
    site: Site,
    output: Output,
    clock: Clock,
    random: R,
    board: Option<Board>,
    /// The answers that are printed with the next connection, as JSON.
    unprinted: Option<(Value, Value)>,
    /// The event that the board must include when it is read again, if it has to be.
    needed: Option<i64>,
    old_readings: u32,
    socket: Option<Socket>,
    tries: u32,
    /// Whether the loss of the connection has been reported.
    away: bool,
}

/// Why a connection ends.
enum End {
    /// It may come back.
    Lost(Fault),
    Over(WatchError),
}

impl From<Fault> for End {
    fn from(fault: Fault) -> Self {
        Self::Lost(fault)
    }
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> Self {
        Self::Over(error.into())
    }
}

impl<R: RngExt> Watch<R> {
    /// Follows the board for as long as there is one.
    async fn follow(&mut self) -> WatchError {
        loop {
            let fault = match self.connect_and_listen().await {
                Err(End::Lost(fault)) => fault,
                Err(End::Over(error)) => return error,
            };
            if self.socket.take().is_some_and(|socket| socket.opened.elapsed() >= STEADY) {
                self.tries = 0;
            }
            let was_read = self.board.is_some();
            if was_read && matches!(fault, Fault::NotFound) {
                return WatchError::Over;
            }
            if !was_read && !fault.may_pass() {
                return WatchError::NoBoard(self.site.address().to_string(), fault);
            }
            if let Err(error) = self.report_loss(&fault).await {
                return error.into();
            }
            sleep(pause(self.tries, self.random.random())).await;
            self.tries = self.tries.saturating_add(1);
        }
    }

    async fn connect_and_listen(&mut self) -> Result<Infallible, End> {
        if self.board.is_none() || self.needed.is_some() {
            self.read().await?;
        }
        let Some(board) = &self.board else { return Err(Fault::Missed.into()) };
        let seq = board.seq();
        self.socket = Some(self.site.open(board.id(), seq, self.random.random()).await?);
        self.report_connection(seq).await?;
        loop {
            self.listen().await?;
        }
    }

    /// Reads the board, and prints what it is, or what has changed.
    async fn read(&mut self) -> Result<(), End> {
        let Reading { board, waffle, spots } = self.site.read().await?;
        let lines = match &self.board {
            None => vec![board.summary(self.clock.now())],
            Some(known) if known.id() != board.id() => return Err(End::Over(WatchError::Over)),
            // Of several servers, the one that answered may be a little behind.
            Some(_) if self.needed > Some(board.seq()) && self.old_readings < OLD_READINGS => {
                self.old_readings += 1;
                return Err(Fault::Behind.into());
            }
            Some(known) => known.changes_to(&board),
        };
        self.board = Some(board);
        (self.needed, self.old_readings) = (None, 0);
        self.unprinted = Some((waffle, spots));
        Ok(self.output.say(&lines, &self.clock).await?)
    }

    /// Takes the next message.
    async fn listen(&mut self) -> Result<(), End> {
        let (Some(socket), Some(board)) = (&mut self.socket, &mut self.board) else {
            return Err(Fault::Missed.into());
        };
        let Ok(message) = serde_json::from_slice::<Value>(&socket.next().await?) else { return Ok(()) };
        if message["type"] == "ping" {
            socket.pong().await?;
            let Some(live) = message["live"].as_bool() else { return Ok(()) };
            let sight = if live { "sees its database again" } else { "has lost sight of its database" };
            self.output.remark(&format!("the server {sight}"), &self.clock);
            return Ok(self.output.pass_on(&message).await?);
        }
        let (lines, is_over) = match board.take(&message) {
            Taken::Known => return Ok(()),
            Taken::News(lines) => (lines, false),
            Taken::Archived => (vec!["archived".to_owned()], true),
            Taken::Missed(seq) => {
                self.needed = Some(seq.max(board.seq()));
                return Err(Fault::Missed.into());
            }
        };
        self.output.pass_on(&message).await?;
        self.output.say(&lines, &self.clock).await?;
        if is_over { Err(End::Over(WatchError::Over)) } else { Ok(()) }
    }

    async fn report_connection(&mut self, seq: i64) -> io::Result<()> {
        if mem::take(&mut self.away) {
            self.output.remark("live again", &self.clock);
        }
        let mut connected = json!({"type": "connected", "at": self.clock.now(), "seq": seq});
        if let Some((waffle, spots)) = self.unprinted.take() {
            connected["waffle"] = waffle;
            connected["spots"] = spots;
        }
        self.output.pass_on(&connected).await
    }

    /// Reports why there is no connection, once.
    async fn report_loss(&mut self, fault: &Fault) -> io::Result<()> {
        // These are part of following.
        if self.away || matches!(fault, Fault::Missed | Fault::Behind) {
            return Ok(());
        }
        self.away = true;
        let reason = fault.to_string();
        self.output.remark(&format!("not live, will try again: {reason}"), &self.clock);
        self.output.pass_on(&json!({"type": "disconnected", "at": self.clock.now(), "reason": reason})).await
    }
}

/// Returns the pause before a try: twice as long each time, with a random part, so that clients do not come together.
/// `random` is from 0 to 1.
fn pause(tries: u32, random: f64) -> Duration {
    let [first, longest] = PAUSES;
    first.saturating_mul(1 << tries.min(10)).min(longest).mul_f64(0.5 + random / 2.0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::pause;

    #[test]
    fn pauses_grow_to_half_a_minute_and_are_spread() {
        let pauses = [0, 1, 2, 5, 6, 7, u32::MAX].map(|tries| pause(tries, 1.0).as_millis());
        assert_eq!(pauses, [500, 1_000, 2_000, 16_000, 30_000, 30_000, 30_000]);
        assert_eq!(pause(7, 0.0), Duration::from_secs(15));
    }
}
