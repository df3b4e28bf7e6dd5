//! A queue of questions that are answered together. Callers with the same question share the answer.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, oneshot};
use waffle_domain::failure::Failure;
use waffle_domain::refusal::Refusal;

use crate::awaited_answer::Reply;

/// How many different questions may wait; one more is refused immediately.
pub(crate) const MOST_WAITING: usize = 20_000;

/// Questions of one kind, in the order in which they came.
pub(crate) struct QuestionQueue<Q, A> {
    questions: Mutex<Questions<Q, A>>,
    /// Wakes a taker of questions.
    asked: Notify,
}

struct Questions<Q, A> {
    waiting: VecDeque<Q>,
    /// The callers of each question that waits, or that was taken.
    askers: HashMap<Q, Vec<Reply<A>>>,
}

/// Questions that were taken, to be answered. When this is dropped, the callers of the others get no answer.
pub(crate) struct TakenQuestions<'queue, Q: Clone + Eq + Hash, A> {
    queue: &'queue QuestionQueue<Q, A>,
    pub(crate) questions: Vec<Q>,
    /// Those that have no answer yet. One of the others that is asked again is queued again.
    open: HashSet<Q>,
}

impl<Q: Clone + Eq + Hash, A: Clone> QuestionQueue<Q, A> {
    pub(crate) fn new() -> Self {
        let questions = Questions { waiting: VecDeque::new(), askers: HashMap::new() };
        Self { questions: Mutex::new(questions), asked: Notify::new() }
    }

    /// Asks, and waits for the answer.
    pub(crate) async fn ask(&self, question: Q) -> Result<A, Failure> {
        let answer = self.join(question)?;
        answer.await.unwrap_or_else(|_| Err(Failure::unavailable("the loader of waffles died")))
    }

    fn join(&self, question: Q) -> Result<oneshot::Receiver<Result<A, Failure>>, Failure> {
        let (reply, answer) = oneshot::channel();
        let mut all = self.questions();
        if let Some(askers) = all.askers.get_mut(&question) {
            askers.push(reply);
            return Ok(answer);
        }
        if all.waiting.len() >= MOST_WAITING {
            return Err(Refusal::Overloaded.into());
        }
        all.waiting.push_back(question.clone());
        all.askers.insert(question, vec![reply]);
        drop(all);
        self.asked.notify_one();
        Ok(answer)
    }

    /// Waits for questions, and takes the first ones, up to a weight, but always one. Those whose callers have all gone
    /// are left out.
    pub(crate) async fn take(&self, most: usize, weigh: impl Fn(&Q) -> usize) -> TakenQuestions<'_, Q, A> {
        loop {
            let (questions, more) = self.first(most, &weigh);
            if more {
                self.asked.notify_one();
            }
            if !questions.is_empty() {
                let open = questions.iter().cloned().collect();
                return TakenQuestions { queue: self, questions, open };
            }
            self.asked.notified().await;
        }
    }

    /// Takes the first questions; returns whether others are left.
    fn first(&self, most: usize, weigh: &impl Fn(&Q) -> usize) -> (Vec<Q>, bool) {
        let mut all = self.questions();
        let (mut questions, mut weight) = (Vec::new(), 0);
        while let Some(question) = all.waiting.pop_front() {
            let askers = all.askers.get_mut(&question);
            if askers.is_none_or(|askers| askers.iter().all(Reply::is_closed)) {
                all.askers.remove(&question);
                continue;
            }
            weight += weigh(&question);
            if weight > most && !questions.is_empty() {
                all.waiting.push_front(question);
                break;
            }
            questions.push(question);
        }
        let more = !all.waiting.is_empty();
        (questions, more)
    }
}

impl<Q, A> QuestionQueue<Q, A> {
    fn questions(&self) -> MutexGuard<'_, Questions<Q, A>> {
        self.questions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<Q: Clone + Eq + Hash, A: Clone> TakenQuestions<'_, Q, A> {
    /// Answers a question for all callers until now.
    pub(crate) fn answer(&mut self, question: &Q, answer: &Result<A, Failure>) {
        if !self.open.remove(question) {
            return;
        }
        let askers = self.queue.questions().askers.remove(question);
        for asker in askers.unwrap_or_default() {
            // A caller that has gone needs no answer.
            let _ = asker.send(answer.clone());
        }
    }

    /// Gives the same answer to all questions that have none yet.
    pub(crate) fn answer_all(&mut self, answer: &Result<A, Failure>) {
        for question in self.questions.clone() {
            self.answer(&question, answer);
        }
    }
}

impl<Q: Clone + Eq + Hash, A> Drop for TakenQuestions<'_, Q, A> {
    fn drop(&mut self) {
        let mut all = self.queue.questions();
        for question in &self.open {
            all.askers.remove(question);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use futures_util::future::join_all;
    use waffle_domain::refusal::Refusal;

    use super::{MOST_WAITING, QuestionQueue};

    #[tokio::test]
    async fn a_shared_question_is_taken_once_and_all_callers_are_answered() {
        let queue = QuestionQueue::<u32, u32>::new();
        let asking = join_all([7, 8, 7, 7].map(|question| queue.ask(question)));
        let answering = async {
            let mut taken = queue.take(10, |_| 1).await;
            assert_eq!(taken.questions, [7, 8]);
            assert!(queue.ask(7).now_or_never().is_none(), "joins the one that was taken");
            assert!(queue.take(10, |_| 1).now_or_never().is_none(), "no other question waits");
            taken.answer(&7, &Ok(70));
            taken.answer(&8, &Err(Refusal::NoWaffle.into()));
        };
        let (answers, ()) = tokio::join!(asking, answering);
        assert_eq!(answers, [Ok(70), Err(Refusal::NoWaffle.into()), Ok(70), Ok(70)]);
    }

    #[tokio::test]
    async fn a_question_that_was_just_answered_and_is_asked_again_waits_for_the_next_taker() {
        let queue = QuestionQueue::<u32, u32>::new();
        let (first, other) = (queue.join(7).unwrap(), queue.join(8).unwrap());
        let mut taken = queue.take(10, |_| 1).await;
        taken.answer(&7, &Ok(70));
        let again = queue.join(7).unwrap();
        taken.answer(&7, &Ok(71));
        drop(taken);
        assert_eq!(first.await.unwrap(), Ok(70));
        assert!(other.await.is_err(), "it was never answered");
        let mut next = queue.take(10, |_| 1).await;
        assert_eq!(next.questions, [7]);
        next.answer(&7, &Ok(72));
        assert_eq!(again.await.unwrap(), Ok(72));
    }

    #[tokio::test]
    async fn a_taker_gets_as_much_weight_as_it_may_and_a_heavier_question_alone() {
        let queue = QuestionQueue::<usize, ()>::new();
        let asked: Vec<_> = [6, 4, 1, 99, 2].map(|question| queue.join(question).unwrap()).into();
        for expected in [&[6, 4][..], &[1], &[99], &[2]] {
            assert_eq!(queue.take(10, |weight| *weight).await.questions, expected);
        }
        for answer in asked {
            assert!(answer.await.is_err(), "a taker that ends without an answer says so");
        }
    }

    #[tokio::test]
    async fn questions_whose_callers_have_gone_are_left_out() {
        let queue = QuestionQueue::<u32, ()>::new();
        drop(queue.join(1).unwrap());
        let _stays = queue.join(2).unwrap();
        assert_eq!(queue.take(10, |_| 1).await.questions, [2]);
        assert!(queue.questions().askers.is_empty());
    }

    #[tokio::test]
    async fn one_question_more_than_may_wait_is_refused_and_a_shared_one_is_not() {
        let queue = QuestionQueue::<usize, ()>::new();
        let all: Vec<_> = (0..MOST_WAITING).map(|question| queue.join(question).unwrap()).collect();
        assert_eq!(queue.ask(MOST_WAITING).await, Err(Refusal::Overloaded.into()));
        assert!(queue.join(0).is_ok());
        assert_eq!(all.len(), MOST_WAITING);
        drop(queue.take(1, |_| 1).await);
        assert!(queue.join(MOST_WAITING).is_ok());
    }

    #[tokio::test]
    async fn several_takers_are_all_woken() {
        let queue = QuestionQueue::<u32, u32>::new();
        let take = async || {
            let mut taken = queue.take(1, |_| 1).await;
            taken.answer_all(&Ok(1));
        };
        let asking = join_all([1, 2, 3].map(|question| queue.ask(question)));
        let (answers, ..) = tokio::join!(asking, take(), take(), take());
        assert_eq!(answers, [Ok(1), Ok(1), Ok(1)]);
    }
}
