//! An admin account as its owner sees it.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::account_standing::Standing;
use crate::email::Email;
use crate::role::Role;
use crate::social_link::SocialLink;
use crate::timezone::TimeZone;
use crate::username::Username;

/// An admin account, without its password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: Uuid,
    pub username: Username,
    pub email: Email,
    pub role: Role,
    /// False once deactivated: the account can't sign in, and its existing tokens are refused.
    pub active: bool,
    pub timezone: TimeZone,
    pub profile: Profile,
    pub last_login_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// Profile data that admins enter about themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub display_name: Option<String>,
    pub social_links: Vec<SocialLink>,
}

impl Account {
    /// Returns what the account may do now.
    pub const fn standing(&self) -> Standing {
        Standing { role: self.role, active: self.active }
    }

    /// Returns the name shown in the navigation: the display name, else first and last name, else the first name, else
    /// the username. Blank names count as absent.
    pub fn nav_name(&self) -> String {
        let Profile { first_name, last_name, display_name, .. } = &self.profile;
        match (non_blank(display_name.as_deref()), non_blank(first_name.as_deref()), non_blank(last_name.as_deref())) {
            (Some(display), _, _) => display.to_owned(),
            (None, Some(first), Some(last)) => format!("{first} {last}"),
            (None, Some(first), None) => first.to_owned(),
            (None, None, _) => self.username.to_string(),
        }
    }
}

fn non_blank(name: Option<&str>) -> Option<&str> {
    name.map(str::trim).filter(|name| !name.is_empty())
}

#[cfg(test)]
pub(crate) mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::{Account, Email, Profile, Role, TimeZone, Username};

    pub(crate) fn anna(profile: Profile) -> Account {
        Account {
            id: Uuid::nil(),
            username: Username::parse("anna").unwrap(),
            email: Email::parse("anna@example.org").unwrap(),
            role: Role::Admin,
            active: true,
            timezone: TimeZone::UTC,
            profile,
            last_login_at: None,
            created_at: DateTime::UNIX_EPOCH,
        }
    }

    fn nav_name(display: Option<&str>, first: Option<&str>, last: Option<&str>) -> String {
        let [display_name, first_name, last_name] = [display, first, last].map(|name| name.map(str::to_owned));
        anna(Profile { first_name, last_name, display_name, social_links: Vec::new() }).nav_name()
    }

    #[test]
    fn the_nav_name_is_the_first_of_display_full_first_and_username() {
        assert_eq!(nav_name(Some("The Boss"), Some("Anna"), Some("Berg")), "The Boss");
        assert_eq!(nav_name(None, Some("Anna"), Some("Berg")), "Anna Berg");
        assert_eq!(nav_name(Some("  "), Some("Anna"), Some("")), "Anna");
        assert_eq!(nav_name(None, None, Some("Berg")), "anna");
        assert_eq!(nav_name(None, None, None), "anna");
    }
}
