//! A path of the route table, with a handler for each method.

use std::cell::OnceCell;

use actix_web::{
    FromRequest, Handler, HttpMessage as _, HttpRequest, HttpResponse, Resource, Responder,
    body::BoxBody,
    dev::{AppService, HttpServiceFactory, ServiceRequest, ServiceResponse},
    guard,
    http::{
        Method,
        header::{self, HeaderValue},
    },
    middleware::{Next, from_fn},
    web,
};
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Permission;
use waffle_service::failure::Failure;

use super::{deadline, error::HttpError, reader::AnswersGet, request_counts, same_origin, session::signed_in};

/// A path with its handlers. Answers HEAD wherever it answers GET, OPTIONS with the allowed methods, and all others
/// with 405 and `Allow`.
pub struct Path {
    pattern: &'static str,
    permission: Option<Permission>,
    resource: Resource,
    allowed: Vec<Method>,
}

/// Starts a path, such as `/api/waffles/{slug}`.
pub fn at(pattern: &'static str) -> Path {
    Path { pattern, permission: None, resource: web::resource(pattern), allowed: Vec::new() }
}

/// A path that only accounts with a permission reach.
pub fn at_for(permission: Permission, pattern: &'static str) -> Path {
    Path { permission: Some(permission), ..at(pattern) }
}

impl Path {
    /// Answers GET and HEAD.
    #[must_use]
    pub fn get<F, Args>(self, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        let permission = self.permission;
        self.on(&Method::GET, permission, handler)
    }

    /// Answers POST.
    #[must_use]
    pub fn post<F, Args>(self, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        let permission = self.permission;
        self.on(&Method::POST, permission, handler)
    }

    /// Answers a method, GET with HEAD. With a permission, the handler runs only for an account that has it.
    #[must_use]
    pub fn on<F, Args>(mut self, method: &Method, permission: Option<Permission>, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        let methods = if method == Method::GET { vec![Method::GET, Method::HEAD] } else { vec![method.clone()] };
        self.allowed.extend_from_slice(&methods);
        let guard = guard::fn_guard(move |context| methods.contains(&context.head().method));
        let route = web::route().guard(guard).to(handler);
        let route = match permission {
            Some(permission) => route.wrap(from_fn(move |request, next| signed_in::let_in(permission, request, next))),
            None => route,
        };
        self.resource = self.resource.route(route);
        self
    }
}

impl HttpServiceFactory for Path {
    fn register(mut self, config: &mut AppService) {
        let is_page = self.allowed.contains(&Method::GET);
        self.allowed.push(Method::OPTIONS);
        let allowed = self.allowed;
        let other_methods = move |request: HttpRequest| {
            let answer = answer_other_method(request.method(), &allowed);
            async move { answer }
        };
        let (pattern, counted) = (self.pattern, OnceCell::new());
        let within = move |request: ServiceRequest, next: Next<BoxBody>| {
            request_counts::matched(&request, pattern, &counted);
            let changes = !request.method().is_safe();
            if changes && is_page {
                request.extensions_mut().insert(AnswersGet);
            }
            let foreign = changes && same_origin::is_foreign(request.request());
            async move { if foreign { Ok(refuse_foreign(&request)) } else { deadline::keep(request, next).await } }
        };
        self.resource.default_service(web::to(other_methods)).wrap(from_fn(within)).register(config);
    }
}

/// Refuses a request that a page of another site sent, even with a signed-in cookie: the visitor did not ask for it.
fn refuse_foreign(request: &ServiceRequest) -> ServiceResponse<BoxBody> {
    let failure = Failure::from(Refusal::Foreign);
    ServiceResponse::new(request.request().clone(), HttpResponse::from_error(HttpError(failure)))
}

fn answer_other_method(method: &Method, allowed: &[Method]) -> Result<HttpResponse, HttpError> {
    let list = allowed.iter().map(Method::as_str).collect::<Vec<_>>().join(", ");
    if method != Method::OPTIONS {
        return Err(Refusal::MethodNotAllowed { allowed: list }.into());
    }
    let mut response = HttpResponse::Ok().finish();
    if let Ok(list) = HeaderValue::from_str(&list) {
        response.headers_mut().insert(header::ALLOW, list);
    }
    Ok(response)
}

/// Answers 404, for paths that no route matches.
pub async fn not_found() -> Result<HttpResponse, HttpError> {
    Err(Refusal::NoRoute.into())
}
