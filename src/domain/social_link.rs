//! Admins' accounts on other platforms, private to their profiles.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use waffle_language::{Text, say};

use crate::invalid::Invalid;
use crate::names::names;
use crate::text::one_line;

/// The most links of one account.
pub const MAX_SOCIAL_LINKS: usize = 10;
/// The longest handle, in characters.
pub const MAX_SOCIAL_HANDLE: usize = 100;

const FIELD: &str = "social_links";

/// An account elsewhere, private to the profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SocialLink {
    pub platform: Platform,
    #[schema(min_length = 1, max_length = 100, example = "anna")]
    pub handle: String,
}

names! {
    /// Where a social link leads.
    pub enum Platform {
        Instagram = "instagram",
        Tiktok = "tiktok",
        X = "x",
        Facebook = "facebook",
        Youtube = "youtube",
        Twitch = "twitch",
        Discord = "discord",
        Threads = "threads",
        Bluesky = "bluesky",
        Mastodon = "mastodon",
        Website = "website",
    }
}

impl Platform {
    /// Finds a platform by its name in any case; `None` if there is no such platform.
    pub fn parse_any_case(name: &str) -> Option<Self> {
        Self::parse(&name.trim().to_ascii_lowercase())
    }

    /// Its name for people: most are names of companies.
    pub fn text(self) -> Text {
        let company = match self {
            Self::Instagram => "Instagram",
            Self::Tiktok => "TikTok",
            Self::X => "X",
            Self::Facebook => "Facebook",
            Self::Youtube => "YouTube",
            Self::Twitch => "Twitch",
            Self::Discord => "Discord",
            Self::Threads => "Threads",
            Self::Bluesky => "Bluesky",
            Self::Mastodon => "Mastodon",
            Self::Website => return say!("platform-website"),
        };
        Text::verbatim(company)
    }
}

impl SocialLink {
    /// Checks pairs of platform and handle: at most 10, no platform twice, and handles of 1 to 100 characters.
    pub fn parse_all<S: AsRef<str>>(pairs: &[(S, S)]) -> Result<Vec<Self>, Invalid> {
        if pairs.len() > MAX_SOCIAL_LINKS {
            return Err(Invalid::field(FIELD, say!("fault-social-many", most = MAX_SOCIAL_LINKS)));
        }
        let mut links: Vec<Self> = Vec::with_capacity(pairs.len());
        for (platform, handle) in pairs {
            let link = Self::parse(platform.as_ref(), handle.as_ref())?;
            if links.iter().any(|other| other.platform == link.platform) {
                return Err(Invalid::field(FIELD, say!("fault-social-twice", platform = link.platform.text())));
            }
            links.push(link);
        }
        Ok(links)
    }

    fn parse(platform: &str, handle: &str) -> Result<Self, Invalid> {
        let Some(platform) = Platform::parse_any_case(platform) else {
            let known: Vec<_> = Platform::ALL.iter().map(|platform| platform.as_str()).collect();
            return Err(Invalid::field(FIELD, say!("fault-social-platform", known = known.join(", "))));
        };
        let faults = [say!("fault-social-missing"), say!("fault-social-long"), say!("fault-social-controls")];
        let faults = faults.map(|fault| fault.with("platform", platform.text()));
        let handle = one_line(FIELD, MAX_SOCIAL_HANDLE, faults, handle)?;
        Ok(Self { platform, handle })
    }
}

#[cfg(test)]
mod tests {

    use super::{Platform, SocialLink};

    fn refused(pairs: &[(&str, &str)]) -> bool {
        SocialLink::parse_all(pairs).is_err_and(|invalid| invalid.0.iter().all(|fault| fault.field == "social_links"))
    }

    #[test]
    fn a_link_reads_back_as_written() {
        let link = SocialLink { platform: Platform::Tiktok, handle: "anna".into() };
        let json = serde_json::json!({"platform": "tiktok", "handle": "anna"});
        assert_eq!(serde_json::to_value(&link).unwrap(), json);
        assert_eq!(serde_json::from_value::<SocialLink>(json).unwrap(), link);
    }

    #[test]
    fn every_platform_is_known_by_its_code_in_any_case() {
        for platform in Platform::ALL {
            assert_eq!(Platform::parse_any_case(&format!(" {} ", platform.as_str().to_uppercase())), Some(platform));
        }
        assert_eq!(Platform::parse_any_case("myspace"), None);
    }

    #[test]
    fn handles_are_trimmed_and_have_1_to_100_characters() {
        let links = SocialLink::parse_all(&[("TikTok", " @anna "), ("x", &"é".repeat(100))]).unwrap();
        assert_eq!((links[0].platform, links[0].handle.as_str()), (Platform::Tiktok, "@anna"));
        for handle in ["", "  ", "a\nb", &"é".repeat(101)] {
            assert!(refused(&[("x", handle)]), "{handle:?}");
        }
    }

    #[test]
    fn at_most_ten_and_no_platform_twice() {
        let all: Vec<_> = Platform::ALL.iter().map(|platform| (platform.as_str(), "anna")).collect();
        assert_eq!(SocialLink::parse_all(&all[..10]).unwrap().len(), 10);
        assert!(refused(&all));
        assert!(refused(&[("x", "anna"), ("X", "ben")]));
        assert!(refused(&[("myspace", "anna")]));
        assert!(SocialLink::parse_all::<&str>(&[]).unwrap().is_empty());
    }
}
