//! `/api/admin/payment-methods`: the pool of ways to pay that waffles choose from.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::change::Change;
use waffle_domain::payment::{PaymentMethod, PaymentMethodEdit, PaymentType};
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, payment_methods};

use crate::endpoint::{Answer, created, endpoints, list, ok};

/// A new method.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewPaymentMethod)]
pub struct Creation {
    #[schema(required, nullable = false, value_type = PaymentType)]
    r#type: Option<String>,
    /// The label that buyers see.
    #[schema(required, nullable = false, min_length = 1, max_length = 100, format = "line", example = "Wallet A")]
    display_name: Option<String>,
    /// A handle at the payment service, or a full address.
    #[schema(
        required,
        nullable = false,
        min_length = 1,
        max_length = 500,
        format = "handle_or_link",
        example = "@anna"
    )]
    handle_or_url: Option<String>,
    /// Instructions for buyers; without them, buyers are asked to mention their handle.
    #[schema(min_length = 1, max_length = 200, format = "line", example = "Please leave the note empty")]
    instructions: Option<String>,
}

/// The changes; an absent field stays as it is.
#[derive(Deserialize, ToSchema)]
#[schema(as = PaymentMethodEdit)]
pub struct Edit {
    #[schema(min_length = 1, max_length = 100, format = "line", example = "Wallet A")]
    display_name: Option<String>,
    #[schema(min_length = 1, max_length = 500, format = "handle_or_link", example = "@anna")]
    handle_or_url: Option<String>,
    /// `null` clears it.
    #[serde(default)]
    #[schema(
        value_type = Option<String>, min_length = 1, max_length = 200, format = "line",
        example = "Please leave the note empty"
    )]
    instructions: Change<Option<String>>,
    /// `true` brings a deactivated one back.
    #[schema(example = true)]
    is_active: Option<bool>,
}

endpoints! { "Payment methods";
    /// List payment methods
    GET "/api/admin/payment-methods" => index as listPaymentMethods for ManagePaymentMethods,
        list::<PaymentMethod>("All of them, active or not.");

    /// Create a payment method
    POST "/api/admin/payment-methods" => create as createPaymentMethod for ManagePaymentMethods,
        created::<PaymentMethod>("The method, active."), ValidationFailed;

    /// Edit a payment method
    ///
    /// An absent field stays as it is. Waffles that offer the method show the change immediately.
    PATCH "/api/admin/payment-methods/{id}" => edit as editPaymentMethod for ManagePaymentMethods,
        ok::<PaymentMethod>("The method."), ValidationFailed, NoPaymentMethod;

    /// Deactivate payment method
    ///
    /// Waffles no longer offer it. It is kept, and an edit can bring it back. May be repeated.
    DELETE "/api/admin/payment-methods/{id}" => deactivate as deactivatePaymentMethod for ManagePaymentMethods,
        ok::<PaymentMethod>("The method."), NoPaymentMethod;
}

async fn index(services: web::Data<Services>) -> Answer {
    Ok(HttpResponse::Ok().json(payment_methods::list(&services).await?))
}

async fn create(me: SignedIn, body: Body<Creation>, services: web::Data<Services>) -> Answer {
    let body = body.read().await?;
    let text = |field: Option<String>| field.unwrap_or_default();
    let (kind, name, handle) = (text(body.r#type), text(body.display_name), text(body.handle_or_url));
    let method = PaymentMethod::parse(Uuid::now_v7(), &kind, &name, &handle, body.instructions.as_deref())?;
    Ok(HttpResponse::Created().json(payment_methods::create(&services, &me.author(), method).await?))
}

async fn edit(me: SignedIn, InPath(id): InPath<Uuid>, body: Body<Edit>, services: web::Data<Services>) -> Answer {
    payment_methods::find(&services, id).await?;
    let body = body.read().await?;
    let (name, handle) = (body.display_name.as_deref(), body.handle_or_url.as_deref());
    let instructions = match &body.instructions {
        Change::Keep => Change::Keep,
        Change::To(text) => Change::To(text.as_deref()),
    };
    let edit = PaymentMethodEdit::parse(name, handle, instructions, body.is_active)?;
    let method = payment_methods::edit(&services, &me.author(), id, &edit).await?;
    Ok(HttpResponse::Ok().json(method))
}

async fn deactivate(me: SignedIn, InPath(id): InPath<Uuid>, services: web::Data<Services>) -> Answer {
    let method = payment_methods::deactivate(&services, &me.author(), id).await?;
    Ok(HttpResponse::Ok().json(method))
}
