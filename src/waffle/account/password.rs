//! New passwords: typed, piped in or generated. None is ever an argument, which other users of the machine could see.

use std::io::{self, BufRead, IsTerminal, StdinLock};

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use waffle_domain::password::PasswordPolicy;

use super::AccountError;

/// No vowels, so that no words arise, and nothing that looks like something else: 4.8 bits each.
const CHARACTERS: [u8; 28] = *b"bcdfghjkmnpqrstvwxyz23456789";
/// The least length of a generated password, which is written in groups of four: 96 bits.
const LENGTH: u32 = 24;
/// The most bytes that are read from standard input; passwords are shorter.
const MOST: u64 = 1_024;

/// Reads a password: twice from the terminal, which does not show it, or a line from standard input, if that is no
/// terminal.
pub(super) fn read(policy: PasswordPolicy, username: &str) -> Result<String, AccountError> {
    let mut input = io::stdin().lock();
    if !input.is_terminal() {
        return line_of(input).map_err(AccountError::Password);
    }
    eprintln!("{policy}");
    let _hidden = Hidden::new(&input).map_err(AccountError::Password)?;
    let mut ask = |prompt: String| {
        eprint!("{prompt}");
        line_of(&mut input).map_err(AccountError::Password)
    };
    let password = ask(format!("New password of {username}: "))?;
    if ask("The same again: ".to_owned())? == password { Ok(password) } else { Err(AccountError::Different) }
}

/// A terminal that shows nothing of what is typed but the ends of lines, from before the first question on.
struct Hidden {
    before: Termios,
}

impl Hidden {
    fn new(terminal: &StdinLock) -> io::Result<Self> {
        let before = tcgetattr(terminal)?;
        let mut hidden = before.clone();
        hidden.local_modes = hidden.local_modes.difference(LocalModes::ECHO).union(LocalModes::ECHONL);
        tcsetattr(terminal, OptionalActions::Now, &hidden)?;
        Ok(Self { before })
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        // If it fails, the terminal is gone.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.before);
    }
}

fn line_of(input: impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    input.take(MOST).read_line(&mut line)?;
    let line = line.strip_suffix('\n').unwrap_or(&line);
    Ok(line.strip_suffix('\r').unwrap_or(line).to_owned())
}

/// Makes a password by the rules, as `bcdf-ghjk-mnpq-rstv-wxyz`.
pub(super) fn generated(policy: PasswordPolicy, username: &str) -> String {
    let length = LENGTH.max(policy.min_length);
    let between = |place: u32| place.is_multiple_of(5) && place < length;
    loop {
        let password: String = (1..=length).map(|place| if between(place) { '-' } else { character() }).collect();
        // It could be that little is left without the username in it.
        if policy.check(&password, username).is_ok() {
            return password;
        }
    }
}

fn character() -> char {
    char::from(CHARACTERS[rand::random_range(0..CHARACTERS.len())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_password_without_its_end() {
        for (input, password) in
            [("a b \n", "a b "), ("a\r\n", "a"), ("a", "a"), ("", ""), ("\n", ""), ("a\nb\n", "a"), ("a\r", "a")]
        {
            assert_eq!(line_of(input.as_bytes()).unwrap(), password, "{input:?}");
        }
        assert_eq!(line_of("x".repeat(5_000).as_bytes()).unwrap().len(), 1_024);
    }

    #[test]
    fn a_generated_password_keeps_the_rules_and_is_another_one_each_time() {
        for (min_length, length) in [(1, 24), (24, 24), (72, 72)] {
            let policy = PasswordPolicy { min_length };
            let (one, other) = (generated(policy, "anna"), generated(policy, "anna"));
            assert_ne!(one, other);
            assert!(policy.check(&one, "anna").is_ok() && one.len() == length, "{one}");
        }
        let groups: Vec<_> = generated(PasswordPolicy { min_length: 8 }, "anna").split('-').map(str::len).collect();
        assert_eq!(groups, [4; 5]);
    }
}
