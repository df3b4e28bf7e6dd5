//! Enums whose values have names: in the API, in the database and in exports.

/// Declares such an enum:
///
/// ```ignore
/// names! {
///     /// Whether spots can be claimed.
///     pub enum WaffleStatus {
///         /// They can.
///         Active = "active",
///     }
/// }
/// // … is the enum, whose values serde and the API's description call by their names, and:
/// impl WaffleStatus {
///     pub const ALL: [Self; 1] = [Self::Active];
///     pub const fn as_str(self) -> &'static str { … }        // Display writes the same
///     pub fn parse(name: &str) -> Option<Self> { … }         // FromStr fails with a sentence
/// }
/// ```
///
/// Texts are taken as tokens: as literals, the description of the API would not see them.
macro_rules! names {
    ($(#[$about:meta])* $sees:vis enum $name:ident {
        $($(#[$of:meta])* $value:ident = $text:tt,)+
    }) => {
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
            utoipa::ToSchema,
        )]
        $(#[$about])*
        $sees enum $name {
            $($(#[$of])* #[serde(rename = $text)] $value,)+
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$value),+];

            /// Returns the name in the API and in the database.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$value => $text,)+ }
            }

            /// Finds a value by its name; `None` if there is no such name.
            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.as_str() == name)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(name: &str) -> Result<Self, String> {
                Self::parse(name).ok_or_else(|| format!("no {} is called {name}", stringify!($name)))
            }
        }
    };
}

pub(crate) use names;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::audit::{AuditAction, EntityType};
    use crate::claim_outcome::ClaimOutcome;
    use crate::draw::clock::ClockCheck;
    use crate::draw::how_won::WonBy;
    use crate::draw::state_and_deadlines::DrawState;
    use crate::event::Reason;
    use crate::payment::PaymentType;
    use crate::role::Role;
    use crate::social_link::Platform;
    use crate::spot::SpotStatus;
    use crate::user_agent::Device;
    use crate::waffle::WaffleStatus;

    macro_rules! each_reads_back {
        ($($name:ident)+) => {
            $(
                let names: HashSet<_> = $name::ALL.iter().map(|value| value.as_str()).collect();
                assert_eq!(names.len(), $name::ALL.len());
                for value in $name::ALL {
                    assert_eq!($name::parse(value.as_str()), Some(value));
                    assert_eq!(value.to_string().parse(), Ok(value));
                    assert_eq!(serde_json::to_value(value).unwrap(), value.as_str());
                }
                for none in ["", "nothing", &$name::ALL[0].as_str().to_uppercase()] {
                    assert_eq!($name::parse(none), None);
                    assert_eq!(none.parse::<$name>(), Err(format!("no {} is called {none}", stringify!($name))));
                }
            )+
        };
    }

    #[test]
    fn every_name_is_distinct_and_reads_back() {
        each_reads_back!(
            AuditAction ClaimOutcome ClockCheck Device DrawState EntityType PaymentType Platform Reason Role SpotStatus
            WaffleStatus WonBy
        );
    }
}
