//! What every public page needs.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use tokio::time::timeout;
use waffle_domain::timeouts::VISITOR;
use waffle_http::error::HttpError;
use waffle_http::session::signed_in::{Extracting, SignedIn};
use waffle_language::Text;
use waffle_service::actions::Services;

use crate::Pages;
use crate::context::{AdminNav, Frame, Section};

/// The page's services and templates, and its visitor.
pub struct PublicPage {
    pub pages: Pages,
    /// The signed-in seller, if any.
    pub visitor: Option<SignedIn>,
}

impl PublicPage {
    /// The services of the actions.
    pub fn services(&self) -> &Services {
        &self.pages.services
    }

    /// Makes the page's frame, with the visitor in the navigation.
    pub fn frame(&self, title: impl Into<Text>, section: Section) -> Frame {
        Frame::new(title, section)
            .with_admin(self.visitor.as_ref().map(AdminNav::from))
            .with_private_chain(self.services().draw.is_private())
    }
}

impl FromRequest for PublicPage {
    type Error = HttpError;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let pages = Pages::of(request);
        let request = request.clone();
        Box::pin(async move {
            // A public page is for everyone: an invalid token counts as none, and so does a database that does not
            // answer.
            let visitor = timeout(VISITOR, SignedIn::identify(&request)).await;
            Ok(Self { pages: pages?, visitor: visitor.ok().and_then(Result::ok) })
        })
    }
}
