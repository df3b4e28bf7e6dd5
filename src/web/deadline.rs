//! Every request ends: in time, and with an answer also when its handler panics.

use std::{
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    task::Poll,
    time::Duration,
};

use actix_web::{
    Error, HttpResponse,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
};

use super::error::Failure;

/// A handler's time: the answer has to be out within 10 s.
const LIMIT: Duration = Duration::from_millis(9_500);

/// Middleware for a resource: answers 503 when the handler takes too long and 500 when it panics.
pub async fn keep<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let kept = request.request().clone();
    let reads = request.method().is_safe();
    let failure = match tokio::time::timeout(LIMIT, catch_panic(next.call(request))).await {
        Ok(Some(answer)) => return answer.map(ServiceResponse::map_into_boxed_body),
        Ok(None) => Failure::internal("the handler panicked"),
        // Dropping the handler does not undo what it set going.
        Err(_) if !reads => Failure::outcome_unknown(),
        Err(_) => Failure::unavailable("timeout", "It took too long here. Try again in a moment."),
    };
    Ok(ServiceResponse::new(kept, HttpResponse::from_error(failure)))
}

/// The future's output, or `None` when it panicked.
async fn catch_panic<F: Future>(future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    // Unwind safe: the future is dropped, never polled again, and what it shares with others guards itself.
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(poll) => poll.map(Some),
        Err(_) => Poll::Ready(None),
    })
    .await
}
