//! `waffle verify`: computes a published draw again, at a terminal, and says whether it is right. Needs no database and
//! no secrets, and trusts nothing but the chain's key.

mod check;
mod published;
mod source;

use std::io::{self, Write};

use waffle_beacon::http_client::Fetcher;
use waffle_service::config::{ConfigError, Draw, Environment};

use check::{Wrong, check};
use published::Published;
use source::{Source, Unreadable};

/// The draw to verify.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// A draw as a file in JSON, or an address: a draw's page, or the JSON of it
    #[arg(value_name = "FILE OR URL")]
    draw: String,
}

/// Why a draw is not verified, in a sentence for the user.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    #[error(transparent)]
    Configuration(#[from] ConfigError),
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    #[error("This is no draw in JSON: {}.", printable(.0))]
    NoDraw(#[from] serde_json::Error),
    #[error(transparent)]
    Wrong(#[from] Wrong),
    #[error("Standard output is closed: {0}.")]
    Output(#[from] io::Error),
}

/// Verifies a draw and prints each step.
pub fn run(options: &Options, environment: &Environment) -> Result<(), VerifyError> {
    let draw = Draw::load(environment)?;
    let source = Source::parse(&options.draw);
    let read = async { source.read(&Fetcher::default()).await };
    let text = actix_web::rt::System::new().block_on(read)?;
    verify(&text, &draw, &mut io::stdout().lock())
}

fn verify(text: &[u8], draw: &Draw, out: &mut impl Write) -> Result<(), VerifyError> {
    let published: Published = serde_json::from_slice(text)?;
    let mut printed = Ok(());
    let checked = check(&published, &draw.chain, &mut |step| {
        if printed.is_ok() {
            printed = writeln!(out, "{:<13}{}", step.name, step.found);
        }
    });
    printed?;
    checked?;
    Ok(writeln!(out, "OK: the entries, the round and the algorithm make exactly these winners.")?)
}

/// The error of invalid JSON, made safe for a terminal, since it quotes the file.
fn printable(error: &serde_json::Error) -> String {
    error
        .to_string()
        .chars()
        .map(|letter| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter })
        .collect()
}

#[cfg(test)]
mod tests;
