//! Lockouts: when a client must wait before it may try another password.

use std::collections::HashMap;
use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::network::network;
use crate::settings::Settings;

/// How many bytes of a name are compared; usernames are shorter.
const NAME_BYTES: usize = 80;

/// How often expired keys are removed.
const SWEEP_EVERY: TimeDelta = TimeDelta::minutes(1);

/// The most wrong answers in a row when an account is asked for its own password, whatever the settings say.
const MAX_OWN_ATTEMPTS: u32 = 20;

/// Whose failures are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LockoutKey(Who);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Who {
    /// One address, or IPv6 network, trying one username.
    Stranger { network: IpAddr, username: String },
    /// A signed-in account that is asked for its password again.
    Account(Uuid),
    /// An account whose password was right, and that is asked for a code.
    Codes(Uuid),
}

/// The account that failures are about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LockedAccount {
    /// The one that is called this, if there is one.
    Named(String),
    Id(Uuid),
}

/// How many failures lock a key, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockoutRules {
    pub max_attempts: u32,
    pub duration: TimeDelta,
}

/// Whether an attempt may go ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Yes. [`Lockouts::end`] must be called when it has ended.
    Go,
    /// Not until an attempt under way has ended: if those all fail, the key will be locked.
    Wait,
    /// Not for this long.
    Locked(TimeDelta),
}

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TryEnd {
    /// The password was right.
    Right,
    /// The username or the password was wrong.
    Wrong,
    /// Neither right nor wrong: given up before it was checked, or a code that was used before. It counts for nothing.
    Unknown,
}

/// The failures in a row of each key, for a bounded number of keys.
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
    /// When the last of them was.
    failed_at: DateTime<Utc>,
    /// When the failures are forgotten and the lock ends.
    until: DateTime<Utc>,
}

impl LockoutKey {
    /// Returns the key of a sign-in. Case and surrounding white space of the name do not matter.
    pub fn new(ip: IpAddr, username: &str) -> Self {
        let mut username = username.trim().to_lowercase();
        username.truncate(username.floor_char_boundary(NAME_BYTES));
        Self(Who::Stranger { network: network(ip.to_canonical()), username })
    }

    /// Returns the key of a signed-in account.
    pub fn of_account(id: Uuid) -> Self {
        Self(Who::Account(id))
    }

    /// Returns the key of an account's codes, wherever they come from.
    pub fn of_codes(id: Uuid) -> Self {
        Self(Who::Codes(id))
    }

    /// Returns the account that it is about.
    pub fn account(&self) -> LockedAccount {
        match &self.0 {
            Who::Stranger { username, .. } => LockedAccount::Named(username.clone()),
            Who::Account(id) | Who::Codes(id) => LockedAccount::Id(*id),
        }
    }
}

impl LockoutRules {
    /// Returns the rules for asking a signed-in account for its password again. The lockout is as long as for sign-ins,
    /// but starts after more failures, since it locks out the account's owner.
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
    /// Holds up to `capacity` keys. When there are more, the older half is forgotten, starting with those that are not
    /// locked.
    pub fn new(capacity: usize) -> Self {
        Self { entries: HashMap::new(), capacity, swept_at: DateTime::<Utc>::MIN_UTC }
    }

    /// Asks whether a password may be tried. After [`Admission::Go`] the attempt counts as under way until
    /// [`end`](Self::end) is called for it.
    pub fn begin(&mut self, key: &LockoutKey, rules: LockoutRules, now: DateTime<Utc>) -> Admission {
        if now - self.swept_at >= SWEEP_EVERY {
            self.sweep(now);
        }
        if !self.entries.contains_key(key) {
            self.make_room(now);
        }
        let new = Entry { failures: 0, under_way: 0, locked: false, failed_at: now, until: now };
        let entry = self.entries.entry(key.clone()).or_insert(new);
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

    /// Records how an attempt ended.
    pub fn end(&mut self, key: &LockoutKey, end: TryEnd, rules: LockoutRules, now: DateTime<Utc>) {
        let Some(entry) = self.entries.get_mut(key) else { return };
        entry.under_way = entry.under_way.saturating_sub(1);
        match end {
            TryEnd::Right => (entry.failures, entry.locked) = (0, false),
            TryEnd::Wrong => {
                entry.failures = entry.failures.saturating_add(1);
                entry.failed_at = now;
                entry.until = now + rules.duration;
                entry.locked = entry.failures >= rules.max_attempts;
            }
            TryEnd::Unknown => {}
        }
        if entry.is_over(now) {
            self.entries.remove(key);
        }
    }

    /// Forgets the failures of a key, unless the last one came after a moment.
    pub fn forgive(&mut self, key: &LockoutKey, until: DateTime<Utc>) {
        if let Some(entry) = self.entries.get_mut(key)
            && entry.failed_at <= until
        {
            (entry.failures, entry.locked) = (0, false);
        }
    }

    /// Forgets the attempts under way: their results will not be reported. They count for nothing.
    pub fn forget_attempts(&mut self) {
        self.entries.values_mut().for_each(|entry| entry.under_way = 0);
    }

    /// Removes expired keys.
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
