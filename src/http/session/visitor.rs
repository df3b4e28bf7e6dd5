//! The visitor of a public page.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use tokio::time::timeout;
use waffle_domain::time_limits::VISITOR;

use crate::error::HttpError;
use crate::session::signed_in::{Extracting, SignedIn};

/// The signed-in admin, if any. An invalid token counts as none, and so does a database that does not answer, since a
/// public page is for everyone. Only for pages that change nothing: unlike [`SignedIn`], it does not check which site
/// sent the request.
pub struct Visitor(pub Option<SignedIn>);

impl FromRequest for Visitor {
    type Error = HttpError;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let identified = timeout(VISITOR, SignedIn::identify(&request)).await;
            Ok(Self(identified.ok().and_then(Result::ok)))
        })
    }
}
