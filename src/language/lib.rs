//! What people read, in their language: `languages/` has one file for each, in Fluent's syntax.
//!
//! Code names a text and its values ([`say!`]), and the page that shows it writes it in its reader's language. The API,
//! the audit log, other logs and metrics are in English.

// Its macro is for the others.
#[macro_use]
mod text;

mod amount;
mod language;
#[cfg(any(test, feature = "made-up"))]
mod made_up;
mod messages;
mod moment;
mod number;
mod script_messages;
#[cfg(test)]
mod tests;

pub use amount::{Amount, amount, typed_amount};
pub use language::{ByLanguage, ENGLISH, Language};
pub use messages::{keys, known, values};
pub use moment::{Moment, Precision, There, clock, utc};
pub use number::{count, plain, retyped};
pub use script_messages::of_script;
pub use text::{Arg, Text, html};
