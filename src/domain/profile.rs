//! Editing a profile: only the fields that are sent change.

use crate::account::Account;
use crate::change::replace;
use crate::email::Email;
use crate::invalid::{Findings, Invalid};
use crate::social_link::SocialLink;
use crate::timezone::TimeZone;

/// The longest first, last or display name, in characters.
pub const MAX_NAME: usize = 100;

/// The fields of a profile's edit, before they are checked. `None` leaves a field as it is.
#[derive(Debug, Clone, Default)]
pub struct ProfileDraft {
    /// Empty for none.
    pub first_name: Option<String>,
    /// Empty for none.
    pub last_name: Option<String>,
    /// The name in the navigation; empty for none.
    pub display_name: Option<String>,
    pub email: Option<String>,
    /// The IANA name.
    pub timezone: Option<String>,
    /// Pairs of platform and handle.
    pub social_links: Option<Vec<(String, String)>>,
}

type Name = Option<String>;

/// A checked edit. `None` leaves a field as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProfileEdit {
    first_name: Option<Name>,
    last_name: Option<Name>,
    display_name: Option<Name>,
    email: Option<Email>,
    timezone: Option<TimeZone>,
    social_links: Option<Vec<SocialLink>>,
}

impl ProfileEdit {
    /// Checks a draft. Fails with all invalid fields.
    pub fn parse(draft: &ProfileDraft) -> Result<Self, Invalid> {
        let mut findings = Findings::default();
        let mut name = |field, text: Option<&str>| text.and_then(|text| findings.keep(parse_name(field, text)));
        let first_name = name("first_name", draft.first_name.as_deref());
        let last_name = name("last_name", draft.last_name.as_deref());
        let display_name = name("display_name", draft.display_name.as_deref());
        let email = draft.email.as_deref().and_then(|text| findings.keep(parse_email(text)));
        let timezone = draft.timezone.as_deref().and_then(|text| findings.keep(parse_timezone(text)));
        let social_links = draft.social_links.as_deref().and_then(|pairs| findings.keep(SocialLink::parse_all(pairs)));
        findings.into_result()?;
        Ok(Self { first_name, last_name, display_name, email, timezone, social_links })
    }

    /// Returns whether the edit changes the account's e-mail address.
    pub fn changes_email(&self, account: &Account) -> bool {
        self.email.as_ref().is_some_and(|email| *email != account.email)
    }

    /// Changes the account, and returns the names of the fields that changed.
    pub fn apply(self, account: &mut Account) -> Vec<&'static str> {
        let mut changed = Vec::new();
        let profile = &mut account.profile;
        replace(&mut profile.first_name, self.first_name, "first_name", &mut changed);
        replace(&mut profile.last_name, self.last_name, "last_name", &mut changed);
        replace(&mut profile.display_name, self.display_name, "display_name", &mut changed);
        replace(&mut account.email, self.email, "email", &mut changed);
        replace(&mut account.timezone, self.timezone, "timezone", &mut changed);
        replace(&mut account.profile.social_links, self.social_links, "social_links", &mut changed);
        changed
    }
}

/// Checks a person's name: one line of at most 100 characters. White space around it is dropped; blank text means none.
pub fn parse_name(field: &str, text: &str) -> Result<Option<String>, Invalid> {
    let name = text.trim();
    if name.chars().count() > MAX_NAME {
        return Err(Invalid::field(field, format!("A name has at most {MAX_NAME} characters.")));
    }
    if name.chars().any(char::is_control) {
        return Err(Invalid::field(field, "A name is one line of text without control characters."));
    }
    Ok(Some(name.to_owned()).filter(|name| !name.is_empty()))
}

/// Checks an e-mail address, as the field `email`.
pub fn parse_email(text: &str) -> Result<Email, Invalid> {
    Email::parse(text).map_err(|error| Invalid::field("email", error.to_string()))
}

fn parse_timezone(text: &str) -> Result<TimeZone, Invalid> {
    TimeZone::parse(text).map_err(|error| Invalid::field("timezone", error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::{ProfileDraft, ProfileEdit};
    use crate::account::Profile;
    use crate::account::tests::anna;

    fn faults(draft: &ProfileDraft) -> Vec<String> {
        let refused = ProfileEdit::parse(draft).err();
        refused.map(|invalid| invalid.0.into_iter().map(|fault| fault.field).collect()).unwrap_or_default()
    }

    #[test]
    fn only_named_fields_change_and_only_different_ones_are_returned() {
        let mut account = anna(Profile { first_name: Some("Anna".into()), ..Profile::default() });
        let draft = ProfileDraft {
            first_name: Some("  Anna ".into()),
            last_name: Some("Berg".into()),
            timezone: Some("Europe/Berlin".into()),
            social_links: Some(vec![("X".into(), "anna".into())]),
            ..ProfileDraft::default()
        };
        let edit = ProfileEdit::parse(&draft).unwrap();
        assert_eq!(edit.clone().apply(&mut account), ["last_name", "timezone", "social_links"]);
        assert_eq!(account.nav_name(), "Anna Berg");
        assert!(edit.apply(&mut account).is_empty(), "a repeat changes nothing");
        let empty =
            ProfileDraft { first_name: Some(" ".into()), social_links: Some(vec![]), ..ProfileDraft::default() };
        assert_eq!(ProfileEdit::parse(&empty).unwrap().apply(&mut account), ["first_name", "social_links"]);
        assert_eq!((account.profile.first_name, account.email.as_str()), (None, "anna@example.org"));
    }

    #[test]
    fn every_invalid_field_is_named() {
        let draft = ProfileDraft {
            first_name: Some("é".repeat(101)),
            last_name: Some("a\nb".into()),
            display_name: Some("é".repeat(100)),
            email: Some(" ".into()),
            timezone: Some("Mars/Olympus".into()),
            social_links: Some(vec![("myspace".into(), "anna".into())]),
        };
        assert_eq!(faults(&draft), ["first_name", "last_name", "email", "timezone", "social_links"]);
        assert!(faults(&ProfileDraft::default()).is_empty());
    }
}
