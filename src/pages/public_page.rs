//! What every public page needs.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use waffle_domain::money::Currency;
use waffle_domain::payment::PaymentTypes;

use crate::pages::context::{Frame, Section};
use crate::pages::templates::Templates;
use crate::session::signed_in::{Extracting, SignedIn};
use crate::session::visitor::Visitor;
use crate::web::error::Failure;

/// The templates, how amounts and ways to pay are written, and who looks.
pub struct PublicPage {
    pub templates: web::Data<Templates>,
    pub currency: web::Data<Currency>,
    pub payments: web::Data<PaymentTypes>,
    /// The signed-in admin, if any.
    pub visitor: Option<SignedIn>,
}

impl PublicPage {
    /// The frame around the page, with the visitor in the navigation.
    pub fn frame(&self, title: impl Into<String>, section: Section) -> Frame {
        Frame::new(title, section).with_admin(self.visitor.as_ref().map(SignedIn::nav))
    }
}

impl FromRequest for PublicPage {
    type Error = Failure;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let templates = web::Data::from_request(request, payload);
        let currency = web::Data::from_request(request, payload);
        let payments = web::Data::from_request(request, payload);
        let visitor = Visitor::from_request(request, payload);
        Box::pin(async move {
            let missing = |_| Failure::internal("templates, currency or payment types are not registered");
            Ok(Self {
                templates: templates.await.map_err(missing)?,
                currency: currency.await.map_err(missing)?,
                payments: payments.await.map_err(missing)?,
                visitor: visitor.await?.0,
            })
        })
    }
}
