//! Which waiting claims go into one commit.

use std::collections::{HashSet, VecDeque};

use uuid::Uuid;

use crate::ledger::job::Job;

/// The most claims of one commit.
pub const MOST_CLAIMS: usize = 256;
/// The most spots of one commit; a single claim may have more.
pub const MOST_SPOTS: usize = 2_048;

/// Takes the next batch, in order of arrival. A claim that shares a spot or a key with an earlier one stays for a later
/// batch, and one that an admin assigns is a batch by itself.
pub fn take(waiting: &mut VecDeque<Job>) -> Vec<Job> {
    let mut batch: Vec<Job> = Vec::new();
    let mut spots: HashSet<(Uuid, i32)> = HashSet::new();
    let mut keys: HashSet<String> = HashSet::new();
    let mut later = VecDeque::new();
    while let Some(job) = waiting.pop_front() {
        let alone = job.claim.assigned_by.is_some() || batch.last().is_some_and(|job| job.claim.assigned_by.is_some());
        let full = (alone && !batch.is_empty())
            || batch.len() >= MOST_CLAIMS
            || (!batch.is_empty() && spots.len() + job.numbers.len() > MOST_SPOTS);
        if full {
            later.push_back(job);
            break;
        }
        let id = job.waffle_id();
        let shares =
            job.numbers.iter().any(|n| spots.contains(&(id, *n))) || job.key().is_some_and(|k| keys.contains(k));
        // Spots and keys of claims that stay count as well, so that no later claim overtakes them.
        spots.extend(job.numbers.iter().map(|n| (id, *n)));
        keys.extend(job.key().map(ToOwned::to_owned));
        if shares { later.push_back(job) } else { batch.push(job) }
    }
    while let Some(job) = later.pop_back() {
        waiting.push_front(job);
    }
    batch
}

/// Splits a failed batch in halves, in order of arrival, so that a bad claim soon fails alone.
pub fn split(mut batch: Vec<Job>) -> [Vec<Job>; 2] {
    let later = batch.split_off(batch.len() / 2);
    [batch, later]
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::VecDeque;
    use waffle_domain::failure::Failure;

    use tokio::sync::oneshot;
    use tokio::time::Instant;
    use uuid::Uuid;
    use waffle_domain::claim::{Claim, Granted, Selection};
    use waffle_domain::handle::Handle;
    use waffle_domain::idempotency_key::IdempotencyKey;
    use waffle_domain::spot_numbers::SpotNumbers;
    use waffle_domain::wire::event::Mark;

    use super::{MOST_CLAIMS, MOST_SPOTS, split, take};
    use crate::awaited_answer::Answer;
    use crate::ledger::job::Job;

    /// Makes a claim, and its caller's end.
    pub(in crate::ledger) fn job(
        waffle: u128,
        numbers: &[i64],
        key: Option<&str>,
    ) -> (Job, oneshot::Receiver<Result<Granted, Failure>>) {
        let selection = Selection::Numbers(SpotNumbers::parse("spots", numbers).unwrap());
        let claim = Claim {
            id: Uuid::new_v4(),
            waffle_id: Uuid::from_u128(waffle),
            selection,
            handle: Handle::parse("anna").unwrap(),
            key: key.map(|k| IdempotencyKey::parse(k).unwrap()),
            assigned_by: None,
            source: None,
        };
        let numbers = numbers.iter().map(|n| i32::try_from(*n).unwrap()).collect();
        let (reply, caller) = oneshot::channel();
        let answer = Answer::to(reply);
        let known = Mark::default();
        (Job { claim, numbers, known, arrived: Instant::now(), busy_since: None, answer, counted: None }, caller)
    }

    fn one(waffle: u128, numbers: &[i64], key: Option<&str>) -> Job {
        job(waffle, numbers, key).0
    }

    fn shapes(batch: &[Job]) -> Vec<(u128, Vec<i32>)> {
        batch.iter().map(|j| (j.waffle_id().as_u128(), j.numbers.clone())).collect()
    }

    #[test]
    fn claims_that_share_a_spot_or_a_key_go_one_after_another() {
        let mut waiting = VecDeque::from([
            one(1, &[1, 2], Some("k")),
            one(1, &[2, 3], None),
            one(2, &[1], None),
            one(1, &[3], None),
            one(3, &[9], Some("k")),
        ]);
        assert_eq!(shapes(&take(&mut waiting)), [(1, vec![1, 2]), (2, vec![1])]);
        assert_eq!(shapes(&take(&mut waiting)), [(1, vec![2, 3]), (3, vec![9])]);
        assert_eq!(shapes(&take(&mut waiting)), [(1, vec![3])]);
        assert!(take(&mut waiting).is_empty());
    }

    #[test]
    fn a_batch_is_bounded_in_claims_and_spots() {
        let mut waiting: VecDeque<Job> = (1..=300).map(|n| one(1, &[n], None)).collect();
        assert_eq!(take(&mut waiting).len(), MOST_CLAIMS);
        assert_eq!(take(&mut waiting).len(), 300 - MOST_CLAIMS);
        let many: Vec<i64> = (1..=3_000).collect();
        let mut waiting = VecDeque::from([one(1, &many, None), one(2, &[1], None)]);
        assert!(many.len() > MOST_SPOTS);
        assert_eq!(take(&mut waiting).len(), 1);
        assert_eq!(take(&mut waiting).len(), 1);
    }

    #[test]
    fn halves_lead_to_each_claim_in_a_few_steps() {
        let [first, second] = split((1..=5).map(|n| one(1, &[n], None)).collect());
        assert_eq!(shapes(&first), [(1, vec![1]), (1, vec![2])]);
        assert_eq!(shapes(&second), [(1, vec![3]), (1, vec![4]), (1, vec![5])]);
        let mut steps = 0;
        let mut batch: Vec<Job> = (1..=256).map(|n| one(1, &[n], None)).collect();
        while batch.len() > 1 {
            [_, batch] = split(batch);
            steps += 1;
        }
        assert_eq!(steps, 8);
    }
}
