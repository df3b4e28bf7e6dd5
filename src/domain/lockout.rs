//! Who has to wait before trying another password.

use std::collections::HashMap;
use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::settings::Settings;

/// Longest part of a name that tells keys apart, in bytes; names of accounts are shorter.
const NAME_BYTES: usize = 80;

/// How often expired keys are looked for.
const SWEEP_EVERY: TimeDelta = TimeDelta::minutes(1);

/// Most wrong answers in a row to the question for one's own password, whatever the settings say.
const MAX_OWN_ATTEMPTS: u32 = 20;

/// Whose failures are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LockoutKey(Who);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Who {
    /// One address trying one name.
    Stranger { ip: IpAddr, username: String },
    /// Somebody signed in, asked for the password once more.
    Account(Uuid),
}

/// How many failures lock a key, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockoutRules {
    pub max_attempts: u32,
    pub duration: TimeDelta,
}

/// Whether a try may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Yes; its end has to be told.
    Go,
    /// Not before one of the tries under way has ended: with those, failing, the key would be locked.
    Wait,
    /// Not for so long.
    Locked(TimeDelta),
}

/// How a try ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TryEnd {
    /// The password was right.
    Right,
    /// Name or password was wrong.
    Wrong,
    /// Nobody knows: it was given up before.
    Unknown,
}

/// The failures in a row of each key. Holds a bounded number of keys.
#[derive(Debug)]
pub struct Lockouts {
    entries: HashMap<LockoutKey, Entry>,
    capacity: usize,
    swept_at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    failures: u32,
    under_way: u32,
    locked: bool,
    /// When the failures are forgotten, and a lock with them.
    until: DateTime<Utc>,
}

impl LockoutKey {
    /// The key of a sign-in; names that differ in case or surrounding white space are the same.
    pub fn new(ip: IpAddr, username: &str) -> Self {
        let mut username = username.trim().to_lowercase();
        username.truncate(username.floor_char_boundary(NAME_BYTES));
        Self(Who::Stranger { ip: ip.to_canonical(), username })
    }

    /// The key of an account that is signed in.
    pub fn of_account(id: Uuid) -> Self {
        Self(Who::Account(id))
    }
}

impl LockoutRules {
    /// The rules for one's own password, asked for once more: as long as after sign-ins, but after more failures, since this locks a
    /// session and not a stranger.
    pub fn of_own_password(settings: &Settings) -> Self {
        Self { max_attempts: MAX_OWN_ATTEMPTS, ..Self::from(settings) }
    }
}

impl From<&Settings> for LockoutRules {
    fn from(settings: &Settings) -> Self {
        Self {
            max_attempts: settings.lockout_max_attempts,
            duration: TimeDelta::minutes(settings.lockout_duration_minutes.into()),
        }
    }
}

impl Entry {
    fn is_over(&self, now: DateTime<Utc>) -> bool {
        self.under_way == 0 && (self.failures == 0 || self.until <= now)
    }
}

impl Lockouts {
    /// Holds up to `capacity` keys; when there are more, the older half is forgotten, those that are not locked first.
    pub fn new(capacity: usize) -> Self {
        Self { entries: HashMap::new(), capacity, swept_at: DateTime::<Utc>::MIN_UTC }
    }

    /// Asks to try a password. After [`Admission::Go`], the try counts until [`end`](Self::end) is told of it.
    pub fn begin(&mut self, key: &LockoutKey, rules: LockoutRules, now: DateTime<Utc>) -> Admission {
        if now - self.swept_at >= SWEEP_EVERY {
            self.sweep(now);
        }
        if !self.entries.contains_key(key) {
            self.make_room(now);
        }
        let entry =
            self.entries.entry(key.clone()).or_insert(Entry { failures: 0, under_way: 0, locked: false, until: now });
        if entry.until <= now {
            (entry.failures, entry.locked) = (0, false);
        }
        if entry.locked {
            return Admission::Locked(entry.until - now);
        }
        if entry.under_way > 0 && entry.failures.saturating_add(entry.under_way) >= rules.max_attempts {
            return Admission::Wait;
        }
        entry.under_way += 1;
        Admission::Go
    }

    /// Notes how a try ended.
    pub fn end(&mut self, key: &LockoutKey, end: TryEnd, rules: LockoutRules, now: DateTime<Utc>) {
        let Some(entry) = self.entries.get_mut(key) else { return };
        entry.under_way = entry.under_way.saturating_sub(1);
        match end {
            TryEnd::Right => (entry.failures, entry.locked) = (0, false),
            TryEnd::Wrong => {
                entry.failures = entry.failures.saturating_add(1);
                entry.until = now + rules.duration;
                entry.locked = entry.failures >= rules.max_attempts;
            }
            TryEnd::Unknown => {}
        }
        if entry.is_over(now) {
            self.entries.remove(key);
        }
    }

    /// Forgets what has expired.
    fn sweep(&mut self, now: DateTime<Utc>) {
        self.swept_at = now;
        self.entries.retain(|_, entry| !entry.is_over(now));
    }

    fn make_room(&mut self, now: DateTime<Utc>) {
        if self.entries.len() < self.capacity {
            return;
        }
        self.sweep(now);
        if self.entries.len() < self.capacity {
            return;
        }
        let mut ages: Vec<_> = self.entries.values().map(|entry| (entry.locked, entry.until)).collect();
        let middle = ages.len() / 2;
        let (_, median, _) = ages.select_nth_unstable(middle);
        let median = *median;
        self.entries.retain(|_, entry| entry.under_way > 0 || (entry.locked, entry.until) > median);
    }
}

#[cfg(test)]
mod tests;
