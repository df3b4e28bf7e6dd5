//! `POST /api/admin/change-password`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use waffle_domain::wire::done::Done;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::Services;
use waffle_service::actions::passwords::{self, OtherSessions, OwnChange};

use crate::endpoint::{Answer, endpoints, ok};

/// The current password and the new one.
#[derive(Deserialize, ToSchema)]
#[schema(as = PasswordChange)]
pub struct Change {
    #[schema(required, nullable = false, min_length = 1, example = "a long sentence")]
    current_password: Option<String>,
    #[doc = " At most 72 bytes, and at least as many characters as the setting `password_min_length` says; none of the \
        common passwords, not one character over and over, and without the service's name. It must still be such a \
        password without the username in it."]
    #[schema(required, nullable = false, min_length = 1, max_length = 72, example = "another long sentence")]
    new_password: Option<String>,
    /// A code of the app, or a recovery code: needed if the account has a second factor.
    #[schema(nullable = false, example = "123456")]
    code: Option<String>,
    /// Whether to sign out everywhere else: `false` unless asked otherwise.
    #[schema(nullable = false, default = false)]
    end_other_sessions: Option<bool>,
}

endpoints! { "Account";
    /// Change your own password
    ///
    /// All sessions stay, unless `end_other_sessions` ends the others.
    POST "/api/admin/change-password" => change as changePassword for ChangeOwnAccount,
        ok::<Done>("It is changed."), ValidationFailed, WrongPassword, InvalidCode, GuessingLocked, CodesLocked, Busy;
}

async fn change(me: SignedIn, body: Body<Change>, services: web::Data<Services>) -> Answer {
    let body = body.read().await?;
    let change = OwnChange {
        current: &body.current_password.unwrap_or_default(),
        new: &body.new_password.unwrap_or_default(),
        code: &body.code.unwrap_or_default(),
        others: if body.end_other_sessions == Some(true) { OtherSessions::End } else { OtherSessions::Keep },
    };
    passwords::change_own(&services, &me, change).await?;
    Ok(HttpResponse::Ok().json(Done::new("Your password is changed.")))
}
