//! Tries a target: its corpus, and then random inputs, until its time has passed.

use std::cell::Cell;
use std::collections::HashSet;
use std::env;
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};
use std::panic::{self, catch_unwind};
use std::sync::Once;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::StdRng;
use rustix::time::{ClockId, clock_gettime};

use crate::corpus::Corpus;
use crate::inputs::Inputs;
use crate::shorter::shorter;
use crate::watchdog::Watchdog;

/// The CPU time for each target, unless `FUZZ_SECONDS` says otherwise.
const USUAL: Duration = Duration::from_millis(200);
/// The CPU time that one input may take. None is longer than [`crate::inputs::LONGEST`], so this is plenty.
const SLOW: Duration = Duration::from_millis(250);
/// The most kinds of outcomes that are distinguished.
const MOST_KINDS: usize = 10_000;

/// Something that reads input from outside.
pub(crate) struct Target {
    /// What inputs are made of, besides random bytes.
    pub(crate) words: &'static [&'static str],
    /// Reads an input, and panics if it breaks a promise.
    pub(crate) check: fn(&[u8]) -> Seen,
}

/// What became of an input.
pub(crate) struct Seen {
    accepted: bool,
    kind: u64,
}

impl Seen {
    /// It was read. Inputs of a new kind are those from which more are made; there should be a few hundred of them.
    pub(crate) fn accepted(kind: impl Hash) -> Self {
        Self { accepted: true, kind: hash((true, kind)) }
    }

    /// It was refused, as it may be.
    pub(crate) fn refused(kind: impl Hash) -> Self {
        Self { accepted: false, kind: hash((false, kind)) }
    }
}

fn hash(kind: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    kind.hash(&mut hasher);
    hasher.finish()
}

thread_local! {
    /// Whether a panic on this thread is reported elsewhere.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Tries a target; fails with the first input that breaks a promise.
pub(crate) fn run(name: &str, target: &Target) {
    silence_expected_panics();
    let corpus = Corpus::of(name);
    let watchdog = Watchdog::start(name);
    let attempt = |input: &[u8]| {
        watchdog.note(input);
        attempt(target, input)
    };
    let mut inputs = Inputs::new(target.words);
    for (file, input) in corpus.read() {
        if let Err(why) = attempt(&input) {
            panic!("{name} breaks its promise\n  by: {why}\n  in: {} ({})", input.escape_ascii(), file.display());
        }
        inputs.keep(input);
    }
    // Every run of the tests makes the same inputs, so that no change fails for what it has nothing to do with.
    let long = env::var("FUZZ_SECONDS").ok().map(|seconds| seconds.parse().expect("FUZZ_SECONDS is a number"));
    let begin_with = if long.is_some() { RandomState::new().hash_one(name) } else { 1 };
    let mut chance = StdRng::seed_from_u64(begin_with);
    let (limit, begun) = (long.map_or(USUAL, Duration::from_secs), cpu_time());
    let (mut runs, mut accepted, mut kinds) = (0_u64, 0_u64, HashSet::new());
    while runs % 32 != 0 || cpu_time_since(begun) < limit {
        let input = inputs.next(&mut chance);
        runs += 1;
        match attempt(&input) {
            Ok(seen) => {
                accepted += u64::from(seen.accepted);
                if kinds.len() < MOST_KINDS && kinds.insert(seen.kind) {
                    inputs.keep(input);
                }
            }
            Err(_) => fail(name, target, &corpus, &input),
        }
    }
    let permille = accepted * 1_000 / runs.max(1);
    println!(
        "fuzz {name}: {runs} runs in {} s, {}.{} % accepted, {} kinds of outcomes",
        cpu_time_since(begun).as_secs(),
        permille / 10,
        permille % 10,
        kinds.len()
    );
}

/// Reads an input. Fails with what went wrong.
fn attempt(target: &Target, input: &[u8]) -> Result<Seen, String> {
    let begun = Instant::now();
    let seen = caught(target, input)?;
    // Others use the machine too, so a slow input must be slow three times.
    if begun.elapsed() > SLOW && (0..3).all(|_| time_of(target, input) > SLOW) {
        return Err(format!("it takes more than {} ms", SLOW.as_millis()));
    }
    Ok(seen)
}

fn caught(target: &Target, input: &[u8]) -> Result<Seen, String> {
    QUIET.set(true);
    let seen = catch_unwind(|| (target.check)(input));
    QUIET.set(false);
    seen.map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
    })
}

fn time_of(target: &Target, input: &[u8]) -> Duration {
    let begun = cpu_time();
    let _ = caught(target, input);
    cpu_time_since(begun)
}

/// Fails with the shortest input that shows the defect, and keeps it.
fn fail(name: &str, target: &Target, corpus: &Corpus, input: &[u8]) -> ! {
    let shortest = shorter(input, |input| attempt(target, input).is_err());
    let why = attempt(target, &shortest).err().unwrap_or_default();
    let path = corpus.keep(&shortest);
    panic!("{name} breaks its promise\n  by: {why}\n  in: {}\n  kept: {}", shortest.escape_ascii(), path.display());
}

/// The processor's time that this thread has used.
fn cpu_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap()
}

fn cpu_time_since(begun: Duration) -> Duration {
    cpu_time().saturating_sub(begun)
}

/// Keeps panics that are caught, and tried again to shorten their input, from being reported each time.
fn silence_expected_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
}

#[test]
fn a_broken_promise_is_found() {
    let target = Target {
        words: &["one", "two"],
        check: |input| {
            assert!(!input.starts_with(b"onetwo"), "it breaks");
            Seen::refused(input.len())
        },
    };
    assert!(attempt(&target, b"onetwothree").is_err_and(|why| why == "it breaks"));
    let mut inputs = Inputs::new(target.words);
    inputs.keep(b"three".to_vec());
    let mut chance = StdRng::seed_from_u64(1);
    let found = (0..100_000).map(|_| inputs.next(&mut chance)).find(|input| attempt(&target, input).is_err());
    assert_eq!(shorter(&found.unwrap(), |input| attempt(&target, input).is_err()), b"onetwo");
}
