//! Editing a profile: only the fields that are sent change.

use waffle_language::say;

use crate::account::Account;
use crate::change::replace;
use crate::email::Email;
use crate::invalid::{Invalid, checked};
use crate::social_link::SocialLink;
use crate::text::short_line;
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
        let name = |field, text: &Option<String>| text.as_deref().map(|text| parse_name(field, text)).transpose();
        checked!(Self {
            first_name: name("first_name", &draft.first_name),
            last_name: name("last_name", &draft.last_name),
            display_name: name("display_name", &draft.display_name),
            email: draft.email.as_deref().map(Email::parse).transpose(),
            timezone: draft.timezone.as_deref().map(TimeZone::parse).transpose(),
            social_links: draft.social_links.as_deref().map(SocialLink::parse_all).transpose(),
        })
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
    let there = Some(text).filter(|text| !text.trim().is_empty());
    let faults = [say!("fault-name-long"), say!("fault-name-controls")];
    there.map(|text| short_line(field, MAX_NAME, faults, text)).transpose()
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
