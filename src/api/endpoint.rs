//! An endpoint, defined once next to its handler: its route, its role check and its description follow from that.
//!
//! Each file lists its endpoints with [`endpoints!`], and [`all`](crate::endpoints::all) lists the files. For example
//!
//! ```ignore
//! endpoints! { "Selling";
//!     /// Archive a waffle
//!     ///
//!     /// Hides it from everyone except admins. May be repeated.
//!     POST "/api/admin/waffles/{id}/archive" => archive as archiveWaffle for ArchiveWaffles,
//!         ok::<Changed>("The waffle."), NoWaffle, DrawLocked;
//! }
//! ```
//!
//! names tag, summary, description, method, path, handler, operation id, permission, the answer and the refusals. It
//! expands to
//!
//! ```ignore
//! pub(crate) fn endpoints() -> Vec<Endpoint> {
//!     vec![Endpoint {
//!         method: Method::POST,
//!         path: "/api/admin/waffles/{id}/archive",
//!         permission: [Permission::ArchiveWaffles].first().copied(),
//!         mount: |path, endpoint| path.on(&endpoint.method, endpoint.permission, archive),
//!         describe: |endpoint| {
//!             let words = [" Archive a waffle", "", " Hides it from everyone except admins. May be repeated."];
//!             Described::new(endpoint.path, endpoint.permission, ["Selling", "archiveWaffle"], &words)
//!                 .takes(&archive)
//!                 .answers(ok::<Changed>("The waffle."))
//!                 .refuses::<NoWaffle>()
//!                 .refuses::<DrawLocked>()
//!         },
//!     }]
//! }
//! ```
//!
//! Without `for` and a permission, no one has to be signed in. What a handler takes is not listed: it follows from the
//! types of its parameters, see [`Input`].

mod answers;
mod described;
mod inputs;
mod path_parts;
pub(crate) mod values;

use actix_web::HttpResponse;
use actix_web::http::Method;
use waffle_domain::role::Permission;
use waffle_http::error::HttpError;
use waffle_http::route::Path;

pub(crate) use answers::{Answers, created, described_as, file, json, list, named, ok, refer};
pub(crate) use described::{Described, Input};
pub(crate) use inputs::FILE;

/// What a handler returns.
pub(crate) type Answer = Result<HttpResponse, HttpError>;

/// A method of a path, with its handler.
pub(crate) struct Endpoint {
    pub(crate) method: Method,
    pub(crate) path: &'static str,
    /// What the account must be allowed to do; `None`: no one has to be signed in.
    pub(crate) permission: Option<Permission>,
    /// Adds the handler to its path.
    pub(crate) mount: fn(Path, &Endpoint) -> Path,
    pub(crate) describe: fn(&Endpoint) -> Described,
}

/// Defines the endpoints of a file.
macro_rules! endpoints {
    ($tag:literal; $(
        $(#[doc = $words:literal])+
        $method:ident $path:literal => $handler:path as $id:ident $(for $permission:ident)?,
            $answers:expr $(, $refusal:ident)*;
    )+) => {
        pub(crate) fn endpoints() -> Vec<$crate::endpoint::Endpoint> {
            vec![$($crate::endpoint::Endpoint {
                method: actix_web::http::Method::$method,
                path: $path,
                permission: [$(waffle_domain::role::Permission::$permission)?].first().copied(),
                mount: |path, endpoint| path.on(&endpoint.method, endpoint.permission, $handler),
                describe: |endpoint| {
                    let named = [$tag, stringify!($id)];
                    $crate::endpoint::Described::new(endpoint.path, endpoint.permission, named, &[$($words),+])
                        .takes(&$handler)
                        .answers($answers)
                        $(.refuses::<$crate::openapi::refusals::$refusal>())*
                },
            }),+]
        }
    };
}
pub(crate) use endpoints;
