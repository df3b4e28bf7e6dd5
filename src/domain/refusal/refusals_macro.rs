//! The macro that makes the catalogue of refusals. An entry such as
//!
//! ```text
//! TooManySpots { held: i32, allowed: i32 } = 409 "too_many_spots", too_many(*held, *allowed)
//!     => TooManySpots "The handle would hold more spots than it may.";
//! ```
//!
//! becomes a variant, three arms, and a type that an endpoint lists among its responses:
//!
//! ```text
//! #[serde(rename(serialize = "too_many_spots"))]
//! TooManySpots { held: i32, allowed: i32 },
//!
//! Self::TooManySpots { .. } => 409,
//! Self::TooManySpots { .. } => "too_many_spots",
//! Self::TooManySpots { held, allowed } => too_many(*held, *allowed),
//!
//! pub struct TooManySpots;
//! impl IntoResponses for TooManySpots { … 409, "too_many_spots", "The handle would hold more spots than it may." … }
//! ```
//!
//! Details in braces are in the JSON of the response; those in parentheses are for the sentence and the headers alone.

macro_rules! refusals {
    ($(
        $name:ident $({ $($field:ident: $type:ty),+ })? $(( $($hidden:ident: $kept:ty),+ ))?
            = $status:literal $code:literal, $says:expr
            $(=> $($described:ident $when:literal),+)?;
    )+) => {
        /// Why a request is refused, and the details. Clients get its code, and the database gives its name.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "code", rename_all(deserialize = "snake_case"))]
        pub enum Refusal {$(
            #[doc = concat!("`", $code, "`")]
            #[serde(rename(serialize = $code))]
            $name $({ $($field: $type),+ })? $({ $(#[serde(skip_serializing)] $hidden: $kept),+ })?,
        )+}

        impl Refusal {
            /// The status, as HTTP numbers them.
            pub fn status(&self) -> u16 {
                match self { $(Self::$name { .. } => $status,)+ }
            }

            /// The code for programs, such as `spots_taken`.
            pub fn code(&self) -> &'static str {
                match self { $(Self::$name { .. } => $code,)+ }
            }

            /// The sentence for people.
            #[expect(unused_variables, reason = "a sentence doesn't name every detail")]
            pub fn sentence(&self) -> Text {
                match self { $(Self::$name { $($($field),+)? $($($hidden),+)? } => $says,)+ }
            }
        }

        /// The refusals as they are listed among the responses of an endpoint's description.
        pub mod responses {
            use std::collections::BTreeMap;
            use utoipa::IntoResponses;
            use utoipa::openapi::{RefOr, Response};
            use super::Described;

            $($($(
                #[doc = $when]
                pub struct $described;

                impl $described {
                    /// How it is described.
                    pub const DESCRIBED: Described =
                        Described { status: stringify!($status), code: $code, when: $when };
                }

                impl IntoResponses for $described {
                    fn responses() -> BTreeMap<String, RefOr<Response>> {
                        Self::DESCRIBED.alone()
                    }
                }
            )+)?)+
        }
    };
}
