//! The choice of the winners: the same for everyone who has the entries and the seed.

use crate::draw::digest::{Digest, sha256};
use crate::draw::entries::{Entries, Entry, NotEnough};

/// Chooses N winners, in order, and after them up to N alternates, as far as entries are left. The alternates do not
/// change the winners. With one win per handle, the other entries of a chosen handle are removed as well.
pub fn choose(
    entries: &Entries,
    winners: usize,
    alternates: usize,
    one_win_per_handle: bool,
    seed: &Digest,
) -> Result<Vec<Entry>, NotEnough> {
    choose_by(entries, winners, alternates, one_win_per_handle, |winner, attempt| number(seed, winner, attempt))
}

/// Returns the first 8 bytes, as a number, of SHA-256(seed ‖ winner ‖ attempt).
fn number(seed: &Digest, winner: u32, attempt: u32) -> u64 {
    let mut hashed = [0; 40];
    hashed[..32].copy_from_slice(seed.as_bytes());
    hashed[32..36].copy_from_slice(&winner.to_be_bytes());
    hashed[36..].copy_from_slice(&attempt.to_be_bytes());
    sha256(&hashed).as_bytes().iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Does the same with numbers from any source, which gets the winner to find and the attempt, both from 0.
fn choose_by(
    entries: &Entries,
    winners: usize,
    alternates: usize,
    one_win_per_handle: bool,
    mut number: impl FnMut(u32, u32) -> u64,
) -> Result<Vec<Entry>, NotEnough> {
    entries.suffice(winners, one_win_per_handle)?;
    let mut left: Vec<&Entry> = entries.as_slice().iter().collect();
    let mut chosen = Vec::with_capacity(winners);
    for winner in (0..).take(winners.saturating_add(alternates)) {
        if left.is_empty() {
            break;
        }
        let at = below(left.len(), |attempt| number(winner, attempt));
        let won = left.remove(at);
        if one_win_per_handle {
            left.retain(|entry| entry.handle != won.handle);
        }
        chosen.push(won.clone());
    }
    Ok(chosen)
}

/// Reduces the first number below the highest multiple of `count` to one below `count`, so that all are equally likely.
fn below(count: usize, mut number: impl FnMut(u32) -> u64) -> usize {
    let count = count as u64;
    // 2⁶⁴ mod count: this many numbers at the top are rejected.
    let odd = (u64::MAX % count + 1) % count;
    let mut attempt = 0_u32;
    loop {
        let number = number(attempt);
        if number <= u64::MAX - odd {
            #[expect(clippy::cast_possible_truncation, reason = "it is below a length")]
            return (number % count) as usize;
        }
        attempt = attempt.wrapping_add(1);
    }
}

#[cfg(test)]
mod tests;
