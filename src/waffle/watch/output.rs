//! What `waffle watch` prints.

use std::fmt::Write as _;
use std::io;
use std::os::fd::AsFd as _;

use chrono::Local;
use serde_json::Value;
use tokio::fs::File;
use tokio::io::AsyncWriteExt as _;
use waffle_service::clock::Clock;

/// Standard output, written to on another thread: a reader that has stopped reading delays no signal.
pub(super) struct Output {
    stdout: File,
    json: bool,
}

impl Output {
    pub(super) fn open(json: bool) -> io::Result<Self> {
        Ok(Self { stdout: File::from_std(io::stdout().as_fd().try_clone_to_owned()?.into()), json })
    }

    /// Prints what happened, unless JSON is printed.
    pub(super) async fn say(&mut self, lines: &[String], clock: &Clock) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let time = time(clock);
        let lines: Vec<_> = lines.iter().map(|line| format!("{time} {}\n", printable(line))).collect();
        self.write(&lines.concat()).await
    }

    /// Prints a message, if JSON is printed.
    pub(super) async fn pass_on(&mut self, message: &Value) -> io::Result<()> {
        if self.json { self.write(&format!("{}\n", printable(&message.to_string()))).await } else { Ok(()) }
    }

    async fn write(&mut self, lines: &str) -> io::Result<()> {
        self.stdout.write_all(lines.as_bytes()).await?;
        self.stdout.flush().await
    }

    /// Says something about the connection where it does not mix with what happens to the board.
    pub(super) fn remark(&self, words: &str, clock: &Clock) {
        if !self.json {
            eprintln!("{} {}", time(clock), printable(words));
        }
    }
}

/// The time of day, where the user is.
fn time(clock: &Clock) -> String {
    clock.now().with_timezone(&Local).format("%H:%M:%S").to_string()
}

/// Writes out the characters that a terminal would obey, as JSON does: control characters, and those that turn the
/// direction of a text.
pub(super) fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() || turns(letter) {
            // Writing to a string does not fail.
            let _ = write!(printable, "\\u{:04x}", u32::from(letter));
        } else {
            printable.push(letter);
        }
    }
    printable
}

fn turns(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::printable;

    #[test]
    fn nothing_in_a_text_reaches_the_terminal_as_a_command() {
        assert_eq!(printable("Bö\u{1b}[2J\r\u{9b}1m\u{202e}x 🧇"), "Bö\\u001b[2J\\u000d\\u009b1m\\u202ex 🧇");
        let message = json!({"title": "a\u{1b}\u{7f}\u{9b}\u{2066}\"\\"});
        let printed = printable(&message.to_string());
        assert!(!printed.contains(|letter: char| letter.is_control()), "{printed}");
        assert_eq!(serde_json::from_str::<Value>(&printed).unwrap(), message);
    }
}
