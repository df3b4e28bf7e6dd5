//! `GET /api/admin/login-history`

use actix_web::web;
use waffle_domain::role::Permission;
use waffle_http::extractors::InQuery;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::Services;
use waffle_store::sign_ins::SignIns;

use crate::endpoint::{Answer, endpoints};
use crate::table::{answer, page_of};

endpoints! { "Sign-in history";
    /// Read who signed in, when and from where
    GET "/api/admin/login-history" => index as listLogins for ReadLoginHistory,
        page_of::<SignIns>("A page of sign-ins, the newest first."), ValidationFailed, NotYoursToChoose;
}

async fn index(me: SignedIn, InQuery(sign_ins): InQuery<SignIns>, services: web::Data<Services>) -> Answer {
    if !sign_ins.admin_id.is_empty() {
        // An admin who may not choose gets 403, even for an invalid id.
        me.require(Permission::ReadAllLoginHistory)?;
    }
    answer(&me, &sign_ins, &services).await
}
