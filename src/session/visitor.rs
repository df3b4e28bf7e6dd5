//! Who looks at a public page.

use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use tokio::time::timeout;

use crate::session::signed_in::{Extracting, SignedIn};
use crate::web::error::Failure;

/// How long the database may take to tell who it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// The signed-in admin, or nobody: also when the token proves nothing or the database does not tell, since a public page is for everybody.
/// It may change nothing: unlike [`SignedIn`], it does not ask which site sent the request.
pub struct Visitor(pub Option<SignedIn>);

impl FromRequest for Visitor {
    type Error = Failure;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let identified = timeout(PATIENCE, SignedIn::identify(&request)).await;
            Ok(Self(identified.ok().and_then(Result::ok)))
        })
    }
}
