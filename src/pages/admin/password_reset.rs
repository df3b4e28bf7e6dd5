//! `/admin/forgot-password` and `/admin/reset-password`, for sellers who can't sign in.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use waffle_http::client_ip::ClientIp;
use waffle_http::error::HttpError;
use waffle_http::rate_limit::{self, Allowed};
use waffle_http::session::csrf_form::VisitorForm;
use waffle_language::{Text, say};
use waffle_service::actions::passwords;
use waffle_service::failure::{Failure, FieldError};

use crate::Pages;
use crate::admin::own_account::{mistyped, password_rules};
use crate::answer::Answer;
use crate::context::form::Form;
use crate::query::Query;
use crate::visitor_form::{fields_of, visitor_page};

/// The states of a reset: the token is good, it is invalid, the password has been changed.
const OPEN: &str = "open";
const INVALID: &str = "invalid";
const DONE: &str = "done";

/// `GET /admin/forgot-password`: shows the form.
pub async fn ask(request: HttpRequest, pages: Pages) -> Answer {
    forgot_page(&request, &pages, StatusCode::OK, [None, None])
}

/// `POST /admin/forgot-password`: shows everyone the same page after the same time, whether the account exists or not.
pub async fn forget(
    _: Allowed<rate_limit::Login>,
    request: HttpRequest,
    form: Result<VisitorForm, HttpError>,
    pages: Pages,
) -> Answer {
    let Some(fields) = fields_of(form)? else {
        return forgot_page(&request, &pages, StatusCode::FORBIDDEN, [Some(say!("refusal-csrf-failed")), None]);
    };
    let name = fields.text("username");
    if name.trim().is_empty() {
        let error = Some(say!("forgot-missing"));
        return forgot_page(&request, &pages, StatusCode::BAD_REQUEST, [error, None]);
    }
    passwords::forget(&pages.services, name).await?;
    forgot_page(&request, &pages, StatusCode::OK, [None, Some(say!("forgot-asked"))])
}

/// `GET /admin/reset-password`: shows the form for a new password if the link is still good.
pub async fn open(request: HttpRequest, query: Query, pages: Pages) -> Answer {
    let token = query.text("token");
    let state = if passwords::opens_reset(&pages.services, token).await? { OPEN } else { INVALID };
    let shown = Shown { token, ..Shown::of(state) };
    reset_page(&request, &pages, StatusCode::OK, &shown).await
}

/// `POST /admin/reset-password`: sets the password; 400 with the form if the password is refused or the two entries
/// differ, 403 with it if the code is wrong.
pub async fn reset(
    _: Allowed<rate_limit::Login>,
    request: HttpRequest,
    form: Result<VisitorForm, HttpError>,
    pages: Pages,
) -> Answer {
    let Some(fields) = fields_of(form)? else {
        let error = Some(say!("refusal-csrf-failed"));
        let shown = Shown { error, ..Shown::of(INVALID) };
        return reset_page(&request, &pages, StatusCode::FORBIDDEN, &shown).await;
    };
    let (client, token) = (ClientIp::of(&request)?, fields.text("token"));
    let done = if let Some(fault) = mistyped(&fields) {
        Err(Failure::validation([fault]))
    } else {
        let (new, code) = (fields.text("new_password"), fields.text("code"));
        passwords::reset(&pages.services, client.0, passwords::Redemption { token, new, code }).await
    };
    match done {
        Ok(()) => reset_page(&request, &pages, StatusCode::OK, &Shown::of(DONE)).await,
        Err(failure) if failure.code() == "invalid_token" => {
            let shown = Shown::of(INVALID);
            reset_page(&request, &pages, StatusCode::BAD_REQUEST, &shown).await
        }
        Err(failure) if failure.code() == "invalid_code" => {
            let faults = &[FieldError::new("code", failure.sentence())];
            let shown = Shown { token, faults, ..Shown::of(OPEN) };
            reset_page(&request, &pages, StatusCode::FORBIDDEN, &shown).await
        }
        Err(failure) if !failure.fields().is_empty() => {
            let shown = Shown { token, faults: failure.fields(), ..Shown::of(OPEN) };
            reset_page(&request, &pages, StatusCode::BAD_REQUEST, &shown).await
        }
        Err(failure) => Err(failure.into()),
    }
}

/// What the reset page shows.
struct Shown<'a> {
    state: &'static str,
    token: &'a str,
    error: Option<Text>,
    faults: &'a [FieldError],
}

impl Shown<'_> {
    fn of(state: &'static str) -> Self {
        Self { state, token: "", error: None, faults: &[] }
    }
}

/// `asked` is the answer to every request for a reset, whether the account exists or not.
fn forgot_page(request: &HttpRequest, pages: &Pages, status: StatusCode, [error, asked]: [Option<Text>; 2]) -> Answer {
    let shown = values! { error, asked };
    visitor_page(request, pages, status, ("admin/forgot_password", say!("forgot-frame")), &shown)
}

async fn reset_page(request: &HttpRequest, pages: &Pages, status: StatusCode, shown: &Shown<'_>) -> Answer {
    let Shown { state, token, ref error, faults } = *shown;
    let shown = values! {
        state,
        error,
        token,
        policy: password_rules(pages.services.sessions.password_policy().await?),
        form: Form::default().with(faults),
        // Whether the account has a second factor.
        takes_code: state == OPEN && passwords::reset_takes_code(&pages.services, token).await?,
    };
    visitor_page(request, pages, status, ("admin/reset_password", say!("reset-frame")), &shown)
}
