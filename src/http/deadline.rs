//! Every request ends within its time limit, and gets an answer even if its handler panics.

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
    http::Method,
    middleware::Next,
};
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::{REQUEST_DEADLINE, UPLOAD_DEADLINE};
use waffle_service::failure::Failure;

use crate::error::HttpError;
use crate::upload::is_multipart;

/// Middleware for a resource: answers 503 when the handler takes too long and 500 when it panics. A request with a file
/// may take longer, where sellers send one.
pub async fn keep<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    keep_within(limit(&request), request, next).await
}

/// How long a request may take.
fn limit(request: &ServiceRequest) -> Duration {
    let takes_files = ["/api/admin/uploads", "/admin/waffles/", "/admin/settings/seller"];
    let takes_files = takes_files.iter().any(|start| request.path().starts_with(start));
    let has_file = takes_files && request.method() == Method::POST && is_multipart(request.request());
    if has_file { UPLOAD_DEADLINE } else { REQUEST_DEADLINE }
}

async fn keep_within<B: MessageBody + 'static>(
    limit: Duration,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let kept = request.request().clone();
    let reads = request.method().is_safe();
    let failure = match tokio::time::timeout(limit, catch_panic(next.call(request))).await {
        Ok(Some(answer)) => return answer.map(ServiceResponse::map_into_boxed_body),
        Ok(None) => Failure::internal("the handler panicked"),
        // Dropping the handler does not undo what it has started.
        Err(_) if !reads => Failure::outcome_unknown(),
        Err(_) => Failure::from(Refusal::Timeout),
    };
    Ok(ServiceResponse::new(kept, HttpResponse::from_error(HttpError(failure))))
}

/// Returns the future's output, or `None` if it panicked.
async fn catch_panic<F: Future>(future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    // Unwind safe: the future is never polled again, and all that it shares is behind locks that survive a panic.
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(poll) => poll.map(Some),
        Err(_) => Poll::Ready(None),
    })
    .await
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use actix_web::{
        App,
        http::{Method, StatusCode},
        middleware::from_fn,
        test::{TestRequest, call_service, init_service},
        web,
    };

    use super::*;

    async fn panicking() -> HttpResponse {
        panic!("the handler has a fault")
    }

    async fn answer(method: Method, path: &str) -> (StatusCode, &'static str) {
        let hurried = || from_fn(|request, next| keep_within(Duration::from_millis(10), request, next));
        let app = App::new()
            .service(web::resource("/stuck").to(pending::<HttpResponse>).wrap(hurried()))
            .service(web::resource("/panics").to(panicking).wrap(hurried()))
            .service(web::resource("/works").to(HttpResponse::Ok).wrap(hurried()));
        let service = init_service(app).await;
        let response = call_service(&service, TestRequest::with_uri(path).method(method).to_request()).await;
        let failure = response.response().error().and_then(|error| error.as_error::<HttpError>());
        (response.status(), failure.map_or("", |failure| failure.code()))
    }

    #[actix_web::test]
    async fn a_handler_that_takes_too_long_is_abandoned() {
        assert_eq!(answer(Method::GET, "/stuck").await, (StatusCode::SERVICE_UNAVAILABLE, "timeout"));
    }

    #[actix_web::test]
    async fn the_outcome_of_an_abandoned_change_is_unknown() {
        assert_eq!(answer(Method::POST, "/stuck").await, (StatusCode::SERVICE_UNAVAILABLE, "outcome_unknown"));
    }

    #[test]
    fn only_where_sellers_send_files_a_form_with_a_file_may_take_longer() {
        let limit = |method: Method, path: &str, content_type: &str| {
            let request = TestRequest::with_uri(path).method(method).insert_header(("content-type", content_type));
            limit(&request.to_srv_request())
        };
        let with_file = "multipart/form-data; boundary=x";
        for path in ["/api/admin/uploads", "/admin/waffles/new", "/admin/waffles/7/edit", "/admin/settings/seller"] {
            assert_eq!(limit(Method::POST, path, with_file), UPLOAD_DEADLINE, "{path}");
            assert_eq!(limit(Method::GET, path, with_file), REQUEST_DEADLINE, "{path}");
            for other in ["application/x-www-form-urlencoded", "application/json", "multipart/mixed; boundary=x", ""] {
                assert_eq!(limit(Method::POST, path, other), REQUEST_DEADLINE, "{path} {other}");
            }
        }
        for path in ["/waffle/box/claim", "/api/claims/spots", "/admin/login", "/admin/waffles", "/"] {
            assert_eq!(limit(Method::POST, path, with_file), REQUEST_DEADLINE, "{path}");
        }
    }

    #[actix_web::test]
    async fn a_panic_is_a_500_and_not_the_end() {
        assert_eq!(answer(Method::GET, "/panics").await, (StatusCode::INTERNAL_SERVER_ERROR, "internal"));
        assert_eq!(answer(Method::GET, "/works").await, (StatusCode::OK, ""));
    }
}
