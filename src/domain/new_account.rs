//! An account to be created.

use crate::email::Email;
use crate::invalid::{Invalid, checked};
use crate::password::{NewPassword, PasswordPolicy};
use crate::profile::parse_name;
use crate::role::Role;
use crate::username::Username;

/// The fields that a `super_admin` sends, before they are checked. Missing fields are empty.
#[derive(Clone, Default)]
pub struct AccountDraft {
    pub username: String,
    pub email: String,
    pub password: String,
    /// A role's code; anything else means `admin`.
    pub role: String,
    pub first_name: String,
    pub last_name: String,
    pub display_name: String,
}

/// A checked account. It is created active, with the time zone UTC.
#[derive(Debug)]
pub struct NewAccount {
    pub username: Username,
    pub email: Email,
    pub role: Role,
    pub password: NewPassword,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub display_name: Option<String>,
}

impl NewAccount {
    /// Checks a draft. Fails with all invalid fields.
    pub fn parse(draft: &AccountDraft, policy: PasswordPolicy) -> Result<Self, Invalid> {
        checked!(Self {
            username: Username::parse(&draft.username),
            email: Email::parse(&draft.email),
            role: Ok(Role::parse(&draft.role).unwrap_or(Role::Admin)),
            password: policy.check_field("password", &draft.password, &draft.username),
            first_name: parse_name("first_name", &draft.first_name),
            last_name: parse_name("last_name", &draft.last_name),
            display_name: parse_name("display_name", &draft.display_name),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{AccountDraft, NewAccount};
    use crate::password::PasswordPolicy;

    const POLICY: PasswordPolicy = PasswordPolicy { min_length: 8 };

    #[test]
    fn names_are_optional_and_everything_else_is_not() {
        let draft = AccountDraft {
            username: " Anna.B ".into(),
            email: "anna@example.org".into(),
            password: "correct horse".into(),
            first_name: " Anna ".into(),
            ..AccountDraft::default()
        };
        let new = NewAccount::parse(&draft, POLICY).unwrap();
        assert_eq!((new.username.as_str(), new.first_name.as_deref(), new.last_name), ("anna.b", Some("Anna"), None));
        let faults = NewAccount::parse(&AccountDraft::default(), POLICY).unwrap_err().0;
        let named: Vec<_> = faults.iter().map(|fault| (fault.field.as_str(), fault.message.to_string())).collect();
        let expected = [
            ("username", "A username is required."),
            ("email", "An e-mail address is required."),
            ("password", "A password is required."),
        ];
        assert_eq!(named, expected.map(|(field, message)| (field, message.to_owned())));
    }
}
