//! Answers that a caller waits for.

use tokio::sync::oneshot;
use waffle_domain::failure::Failure;
use waffle_domain::refusal::Refusal;

/// Where an answer goes.
pub type Reply<T> = oneshot::Sender<Result<T, Failure>>;

/// An answer that is sent when this is dropped, on purpose or because an actor or the ledger died. Until it is
/// [`set`](Self::set), it says that the outcome is unknown.
#[derive(Debug)]
pub struct Answer<T> {
    reply: Option<Reply<T>>,
    result: Option<Result<T, Failure>>,
}

impl<T> Answer<T> {
    /// Makes an answer to be sent there.
    pub fn to(reply: Reply<T>) -> Self {
        Self { reply: Some(reply), result: None }
    }

    /// Sets what is sent.
    pub fn set(&mut self, result: Result<T, Failure>) {
        self.result = Some(result);
    }

    /// Returns whether the caller has gone.
    pub fn is_abandoned(&self) -> bool {
        self.reply.as_ref().is_none_or(Reply::is_closed)
    }

    /// Sends nothing, and hands the reply back.
    pub fn into_reply(mut self) -> Option<Reply<T>> {
        self.reply.take()
    }
}

impl<T> Drop for Answer<T> {
    fn drop(&mut self) {
        if let Some(reply) = self.reply.take() {
            // The caller may have gone.
            let _ = reply.send(self.result.take().unwrap_or(Err(Refusal::OutcomeUnknown.into())));
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;
    use waffle_domain::refusal::Refusal;

    use super::Answer;

    #[test]
    fn whatever_happens_to_it_an_answer_is_given() {
        let (reply, mut answered) = oneshot::channel();
        drop(Answer::<i32>::to(reply));
        assert_eq!(answered.try_recv(), Ok(Err(Refusal::OutcomeUnknown.into())));
        let (reply, mut answered) = oneshot::channel();
        let mut answer = Answer::to(reply);
        answer.set(Ok(7));
        assert!(!answer.is_abandoned());
        drop(answer);
        assert_eq!(answered.try_recv(), Ok(Ok(7)));
    }

    #[test]
    fn a_reply_that_was_taken_back_is_still_open() {
        let (reply, mut answered) = oneshot::channel();
        let reply = Answer::<i32>::to(reply).into_reply().unwrap();
        assert!(answered.try_recv().is_err());
        reply.send(Ok(7)).unwrap();
        assert_eq!(answered.try_recv(), Ok(Ok(7)));
    }
}
