//! One buyer: loads the page, opens the socket, claims a spot, and sees it on the board.

use std::{
    io,
    io::ErrorKind,
    time::{Duration, Instant},
};

use tokio::{io::AsyncReadExt, net::TcpStream};

use crate::{
    page::Page,
    rig::{
        claims::post,
        crowd::Crowd,
        http::{Http, home},
        seller::Waffle,
    },
};

/// What a buyer went through, from arriving on.
#[derive(Clone, Copy)]
pub(crate) struct Story {
    pub(crate) loaded: Duration,
    pub(crate) claimed: Duration,
    pub(crate) seen: Duration,
}

/// Plays a buyer who arrived at `arrived`. Afterwards the socket goes to the crowd, and watches on.
pub(crate) async fn buy(
    number: usize,
    arrived: Instant,
    (address, page, crowd): (&str, &Page, &Crowd),
    waffle: &Waffle,
) -> io::Result<Story> {
    let home = home(number);
    let mut connection = page.load(address, &waffle.slug, home).await?;
    let loaded = arrived.elapsed();
    let (mut socket, heard) = Http::connect(address, home).await?.upgrade(&waffle.slug).await?;
    let mut request = Vec::new();
    let body = format!(r#"{{"waffle_id":"{}","count":1,"social_handle":"buyer{number}"}}"#, waffle.id);
    post(&mut request, "/api/claims/random", &body);
    let claim = async {
        let answer = connection.ask(&request).await?;
        match answer.status {
            200 => Ok(arrived.elapsed()),
            status => Err(io::Error::other(format!("the claim was answered {status}"))),
        }
    };
    let own = format!("\"buyer{number}\"");
    let see = async {
        hear(&mut socket, heard, own.as_bytes()).await?;
        Ok(arrived.elapsed())
    };
    let (claimed, seen) = futures_util::try_join!(claim, see)?;
    crowd.take(socket, Vec::new());
    Ok(Story { loaded, claimed, seen })
}

/// Reads until the words arrive.
async fn hear(socket: &mut TcpStream, mut heard: Vec<u8>, words: &[u8]) -> io::Result<()> {
    while !heard.windows(words.len()).any(|piece| piece == words) {
        // The words may come in two pieces.
        heard.drain(..heard.len().saturating_sub(words.len()));
        if socket.read_buf(&mut heard).await? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(())
}
